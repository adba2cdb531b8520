/** What is used of WebAssembly's interface, which the types of Node 20 leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/** What every module of kernels exports. Addresses are numbers. */
export interface LinearKernels {
  /** Grows by pages of 64 KiB; its buffer is another one then. */
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** First address that is nobody's. */
  heapBase(): number;
}

/** Compiles a module of WebAssembly; returns what makes instances of it, each with a memory of its own. */
export function compileKernels<K extends LinearKernels>(bytes: Uint8Array): () => K {
  const code = new WebAssembly.Module(bytes);
  return () => new WebAssembly.Instance(code).exports as K;
}

const PAGE = 65536;

/** Kernels with their memory, taken piece by piece from `end` on. Views of it hold until the next `take`. */
export class LinearMemory<K extends LinearKernels> {
  protected constructor(
    /** The kernels that work on this memory. */
    readonly kernels: K,
    protected end: number,
    /** Bytes past the end of what was taken that may be looked at. */
    private readonly slack: number,
  ) {}

  /** Address of `size` bytes, aligned for vectors, of any content. */
  take(size: number): number {
    const address = (this.end + 15) & ~15;
    this.end = address + size + this.slack;
    const { memory } = this.kernels;
    const missing = this.end + this.slack - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Address of a copy of values. */
  hold(values: Float32Array): number {
    const address = this.take(4 * values.length);
    this.floats(address, values.length).set(values);
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
