import { readFileSync } from 'node:fs';

/** What is used of WebAssembly's interface, which the types of Node 20 leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/**
 * The booth's loops over every px, written in AssemblyScript (`assembly/`). Each does a row or a block, so that the
 * engine swaps its first, slow translation of it for a good one within a picture. Addresses and counts are numbers.
 */
export interface BoothKernels {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
  linearLight(bytes: number, pixels: number, channels: number, table: number, out: number): void;
  halveRow(top: number, low: number, width: number, out: number): void;
  renderBlock(
    scene: number,
    block: number,
    side: number,
    width: number,
    height: number,
    out: number,
    stride: number,
    open: number,
  ): void;
  blurRow(light: number, stride: number, weights: number, radius: number, copy: number, out: number): void;
  blurColumns(
    light: number,
    stride: number,
    height: number,
    y: number,
    weights: number,
    radius: number,
    ring: number,
    out: number,
  ): void;
  addMovedRow(light: number, stride: number, shift: number, sums: number): void;
  meanRow(sums: number, stride: number, count: number, out: number): void;
  exposeRow(
    light: number,
    soft: number,
    width: number,
    sharpening: number,
    noise: number,
    noiseMask: number,
    deviation: number,
    levels: number,
    state: number,
    grey: number,
    out: number,
  ): number;
}

const PAGE = 65536;
const code = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));

/** Memory kept for the next picture at most, bytes: touching new memory costs as much as the work in it. */
const KEPT = 512 * 2 ** 20;

/** The kernels with their memory, which is taken piece by piece and given back all at once. */
export class BoothMemory {
  readonly kernels = new WebAssembly.Instance(code).exports as BoothKernels;
  private end = this.kernels.heapBase();
  private static kept: BoothMemory | undefined;

  private constructor() {}

  /** Runs `work`, which may not wait for anything, with memory of its own. */
  static borrow<T>(work: (memory: BoothMemory) => T): T {
    const memory = BoothMemory.kept ?? new BoothMemory();
    BoothMemory.kept = undefined;
    memory.end = memory.kernels.heapBase();
    const result = work(memory);
    if (memory.kernels.memory.buffer.byteLength <= KEPT) BoothMemory.kept = memory;
    return result;
  }

  /** Address of `size` bytes of any content. Views of the memory hold until the next `take`. */
  take(size: number): number {
    const address = (this.end + 15) & ~15;
    this.end = address + size;
    const missing = this.end - this.kernels.memory.buffer.byteLength;
    if (missing > 0) this.kernels.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Address of a copy of what is given. */
  put(values: Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array): number {
    const address = this.take(values.byteLength);
    this.bytes(address, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return address;
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.kernels.memory.buffer, address, count);
  }

  words(address: number, count: number): Uint16Array {
    return new Uint16Array(this.kernels.memory.buffer, address, count);
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.kernels.memory.buffer, address, count);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.kernels.memory.buffer, address, count);
  }
}
