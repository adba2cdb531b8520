import { KernelMemory, kernels } from '../kernels/kernels.js';

/**
 * Puts in each level's place what a table has for it.
 *
 * @param levels address in the kernels' memory of so many levels
 * @param table of 256
 */
export function lookUp(levels: number, count: number, table: Uint8Array): void {
  KernelMemory.borrow((memory) => {
    const curve = memory.take(table.length);
    memory.bytes(curve, table.length).set(table);
    kernels.throughCurve(levels, count, curve);
  });
}
