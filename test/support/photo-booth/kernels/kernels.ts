import { readFileSync } from 'node:fs';

/** What is used of WebAssembly's interface, which the types of Node 20 leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

/**
 * The booth's loops over every px, written in AssemblyScript (`assembly/`). Each does a row, so that
 * the engine swaps its first, slow translation of it for a good one within a picture. Addresses and counts are numbers.
 */
export interface BoothKernels {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
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

/** The kernels with a memory of their own, which is free when nobody holds them any more. */
export class BoothMemory {
  readonly kernels = new WebAssembly.Instance(code).exports as BoothKernels;
  private end = this.kernels.heapBase();

  /** Address of `size` bytes of any content. Views of the memory hold until the next `take`. */
  take(size: number): number {
    const address = (this.end + 15) & ~15;
    this.end = address + size;
    const missing = this.end - this.kernels.memory.buffer.byteLength;
    if (missing > 0) this.kernels.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** Address of a copy of what is given. */
  put(values: Uint8Array | Uint16Array | Float32Array | Float64Array): number {
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
}
