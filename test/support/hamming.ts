const { imul } = Math;

function popcount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Bits in which two 256-bit descriptors differ, 0..256.
 * @param i word index at which the first descriptor starts in `a`; `j` likewise in `b`
 */
export function hamming(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  let bits = 0;
  for (let k = 0; k < 8; k++) bits += popcount(a[i + k] ^ b[j + k]);
  return bits;
}

/**
 * The same, or `limit` when they are that many or more, or when a quarter of the bits differs as no descriptors nearer
 * than that are expected to: see `nearest.ts` of the kernels.
 */
export function hammingBelow(limit: number, a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  const quarter = popcount(a[i] ^ b[j]) + popcount(a[i + 1] ^ b[j + 1]);
  return quarter >= (limit >>> 2) + 7 ? limit : Math.min(limit, hamming(a, i, b, j));
}
