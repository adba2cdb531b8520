/** Bits set in a 32-bit word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Bits in which two 256-bit descriptors differ, 0..256.
 * @param i word index at which the first descriptor starts in `a`; `j` likewise in `b`
 */
export function hamming(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  let distance = 0;
  for (let k = 0; k < 8; k++) distance += popcount(a[i + k]! ^ b[j + k]!);
  return distance;
}
