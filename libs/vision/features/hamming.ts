// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { imul } = Math;

/** Bits set in a 32-bit word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Bits in which two 256-bit descriptors differ, as `hamming` counts them, or `limit` when they are that many or more. */
export function hammingBelow(limit: number, a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  const half =
    popcount(a[i]! ^ b[j]!) +
    popcount(a[i + 1]! ^ b[j + 1]!) +
    popcount(a[i + 2]! ^ b[j + 2]!) +
    popcount(a[i + 3]! ^ b[j + 3]!);
  if (half >= limit) return limit;
  const whole =
    half +
    popcount(a[i + 4]! ^ b[j + 4]!) +
    popcount(a[i + 5]! ^ b[j + 5]!) +
    popcount(a[i + 6]! ^ b[j + 6]!) +
    popcount(a[i + 7]! ^ b[j + 7]!);
  return whole < limit ? whole : limit;
}

/**
 * Bits in which two 256-bit descriptors differ, 0..256.
 * @param i word index at which the first descriptor starts in `a`; `j` likewise in `b`
 */
export function hamming(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  return (
    popcount(a[i]! ^ b[j]!) +
    popcount(a[i + 1]! ^ b[j + 1]!) +
    popcount(a[i + 2]! ^ b[j + 2]!) +
    popcount(a[i + 3]! ^ b[j + 3]!) +
    popcount(a[i + 4]! ^ b[j + 4]!) +
    popcount(a[i + 5]! ^ b[j + 5]!) +
    popcount(a[i + 6]! ^ b[j + 6]!) +
    popcount(a[i + 7]! ^ b[j + 7]!)
  );
}
