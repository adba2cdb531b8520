import { readFileSync } from 'node:fs';
import type { Kernels } from './kernel-functions.js';

/** What is used of WebAssembly's interface, which the types of Node 20 leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

const code = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));
const instantiate = () => new WebAssembly.Instance(code).exports as Kernels;
export const kernels = instantiate();

const PAGE = 65536;
/** Vectors are read whole: up to this many bytes past the end of what was taken may be looked at. */
const SLACK = 64;

/** The kernels' memory, taken piece by piece and given back all at once. Views of it hold until the next `take`. */
export class KernelMemory {
  private constructor(
    /** The kernels that work on this memory. */
    readonly kernels: Kernels,
    private end: number,
  ) {}

  /** Runs `work` with memory of its own, which is free again afterwards. */
  static borrow<T>(work: (memory: KernelMemory) => T): T {
    const start = KernelMemory.next;
    try {
      return work(new KernelMemory(kernels, start));
    } finally {
      KernelMemory.next = start;
    }
  }

  /** Memory for what is kept, with kernels of its own: it is free when nobody holds it any more. */
  static own(): KernelMemory {
    const own = instantiate();
    return new KernelMemory(own, own.heapBase() + SLACK);
  }

  private static next = kernels.heapBase() + SLACK;

  /** Address of `size` bytes, aligned for vectors, of any content. */
  take(size: number): number {
    const address = (this.end + 15) & ~15;
    this.end = address + size + SLACK;
    const { memory } = this.kernels;
    if (this.kernels === kernels) KernelMemory.next = this.end;
    const missing = this.end + SLACK - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint16Array {
    return new Uint16Array(this.kernels.memory.buffer, address, count);
  }

  unsigned(address: number, count: number): Uint32Array {
    return new Uint32Array(this.kernels.memory.buffer, address, count);
  }

  longs(address: number, count: number): Int32Array {
    return new Int32Array(this.kernels.memory.buffer, address, count);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, address, count);
  }

  shorts(address: number, count: number): Int16Array {
    return new Int16Array(this.kernels.memory.buffer, address, count);
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.kernels.memory.buffer, address, count);
  }
}
