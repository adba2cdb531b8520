import { KernelMemory, kernels } from '../kernels/kernels.js';

/**
 * Pearson's correlation, -1..1, of as many levels of two pictures as the shorter one has; 0 where one of them is blank.
 */
export function pearson(a: Uint8Array, b: Uint8Array): number {
  return KernelMemory.borrow((memory) => {
    const [first, second] = [a, b].map((levels) => placed(memory, levels));
    return kernels.pearson(first, second, Math.min(a.length, b.length));
  });
}

/**
 * The highest correlation of a picture with itself, moved by so many levels.
 *
 * @param moves levels, fewer than there are
 */
export function highestToItself(levels: Uint8Array, moves: readonly number[]): number {
  return KernelMemory.borrow((memory) => {
    const at = placed(memory, levels);
    return moves.reduce(
      (highest, move) => Math.max(highest, kernels.pearson(at, at + move, levels.length - move)),
      0,
    );
  });
}

/** Address of a copy. */
function placed(memory: KernelMemory, levels: Uint8Array): number {
  const address = memory.take(levels.length);
  memory.bytes(address, levels.length).set(levels);
  return address;
}
