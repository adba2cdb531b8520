import { readFileSync } from 'node:fs';
import {
  compileKernels,
  LinearMemory,
  type LinearKernels,
} from '../../../../libs/vision/kernels/linear-memory.js';

/**
 * The booth's loops over every px, written in AssemblyScript (`assembly/`). Each does a row or a block, so that the
 * engine swaps its first, slow translation of it for a good one within a picture. Addresses and counts are numbers.
 */
export interface BoothKernels extends LinearKernels {
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

const instantiate = compileKernels<BoothKernels>(readFileSync(new URL('./kernels.wasm', import.meta.url)));

/** Memory kept for the next picture at most, bytes: touching new memory costs as much as the work in it. */
const KEPT = 512 * 2 ** 20;
/** Bytes that are read past the end of a picture. */
const SLACK = 16;

/** The kernels' memory, taken piece by piece and given back all at once. Views of it hold until the next `take`. */
export class BoothMemory extends LinearMemory<BoothKernels> {
  private static kept: BoothKernels | undefined;

  private constructor(kernels: BoothKernels) {
    super(kernels, kernels.heapBase(), SLACK);
  }

  /** Runs `work`, which may not wait for anything, with memory of its own. */
  static borrow<T>(work: (memory: BoothMemory) => T): T {
    const kernels = BoothMemory.kept ?? instantiate();
    BoothMemory.kept = undefined;
    const result = work(new BoothMemory(kernels));
    if (kernels.memory.buffer.byteLength <= KEPT) BoothMemory.kept = kernels;
    return result;
  }

  /** Address of a copy of what is given. */
  put(values: Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array): number {
    const address = this.take(values.byteLength);
    this.bytes(address, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return address;
  }
}
