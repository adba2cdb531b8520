const { imul } = Math;

/** Bits set in two words together; cheaper than each by itself. */
function popcountOfTwo(a: number, b: number): number {
  let v = a - ((a >>> 1) & 0x55555555);
  let w = b - ((b >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  v += w;
  return imul((v & 0x0f0f0f0f) + ((v >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/**
 * A quarter of the bits is looked at first: pairs that differ there in this many more than a quarter of the limit are
 * given up. Of descriptors at the limit one in fifty is lost so (a quarter of 256 bits, hypergeometric), of nearer ones
 * next to none, and most unlike ones are settled at a fourth of the work.
 */
const QUARTER_SLACK = 7;

/**
 * Bits in which two 256-bit descriptors differ, as `hamming` counts them, or `limit` when they are that many or more
 * (or, seldom, just under it).
 */
export function hammingBelow(limit: number, a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  const quarter = popcountOfTwo(a[i] ^ b[j], a[i + 1] ^ b[j + 1]);
  if (quarter >= (limit >>> 2) + QUARTER_SLACK) return limit;
  const half = quarter + popcountOfTwo(a[i + 2] ^ b[j + 2], a[i + 3] ^ b[j + 3]);
  if (half >= limit) return limit;
  const whole =
    half +
    popcountOfTwo(a[i + 4] ^ b[j + 4], a[i + 5] ^ b[j + 5]) +
    popcountOfTwo(a[i + 6] ^ b[j + 6], a[i + 7] ^ b[j + 7]);
  return whole < limit ? whole : limit;
}

/**
 * Bits in which two 256-bit descriptors differ, 0..256.
 * @param i word index at which the first descriptor starts in `a`; `j` likewise in `b`
 */
export function hamming(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  return (
    popcountOfTwo(a[i] ^ b[j], a[i + 1] ^ b[j + 1]) +
    popcountOfTwo(a[i + 2] ^ b[j + 2], a[i + 3] ^ b[j + 3]) +
    popcountOfTwo(a[i + 4] ^ b[j + 4], a[i + 5] ^ b[j + 5]) +
    popcountOfTwo(a[i + 6] ^ b[j + 6], a[i + 7] ^ b[j + 7])
  );
}
