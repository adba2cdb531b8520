import type { MatchingKernels } from './matching-kernels.js';
import type { PageKernels } from './page-kernels.js';

/**
 * The loops over every px that need a processor's vector instructions, which JavaScript does not reach: written in
 * AssemblyScript (`assembly/`), compiled by `npm run build` to one WebAssembly module. Addresses and counts are
 * numbers.
 */
export interface Kernels extends MatchingKernels, PageKernels {
  /** Grows by pages of 64 KiB; its buffer is another one then. */
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** First address that is nobody's. */
  heapBase(): number;
}
