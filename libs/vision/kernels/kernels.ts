import { readFileSync } from 'node:fs';
import type { Kernels } from './kernel-functions.js';
import { compileKernels, LinearMemory } from './linear-memory.js';

const instantiate = compileKernels<Kernels>(readFileSync(new URL('./kernels.wasm', import.meta.url)));
export const kernels = instantiate();

/** Vectors are read whole: up to this many bytes past the end of what was taken may be looked at. */
const SLACK = 64;

/** The kernels' memory, taken piece by piece and given back all at once. Views of it hold until the next `take`. */
export class KernelMemory extends LinearMemory<Kernels> {
  private constructor(kernels: Kernels, end: number) {
    super(kernels, end, SLACK);
  }

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

  override take(size: number): number {
    const address = super.take(size);
    if (this.kernels === kernels) KernelMemory.next = this.end;
    return address;
  }
}
