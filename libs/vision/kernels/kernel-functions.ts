import type { LinearKernels } from './linear-memory.js';
import type { MatchingKernels } from './matching-kernels.js';
import type { PageKernels } from './page-kernels.js';

/**
 * The loops over every px that need a processor's vector instructions, which JavaScript does not reach: written in
 * AssemblyScript (`assembly/`), compiled by `npm run build` to one WebAssembly module. Addresses and counts are
 * numbers.
 */
export interface Kernels extends LinearKernels, MatchingKernels, PageKernels {}
