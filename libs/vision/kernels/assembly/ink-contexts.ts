/**
 * Lossless coding of an ink bitmap: each px is predicted from the sixteen decided before it around it and coded by an
 * adaptive binary range coder (the method of JBIG2's generic regions, ITU-T T.88 6.2, with the carry-propagating coder
 * of LZMA); of ink it is then told whether it is pale, in the context of the ink before it. Squares without ink cost a
 * flag. Here is what encoder and decoder share.
 */

/** Side of the squares that are flagged as empty or not, px. */
export const SQUARE = 16;
/**
 * Contexts of px (16 neighbours), of square flags (3 neighbours) and of ink's tone (4 neighbours, each paper, full or
 * pale).
 */
const FIRST_FLAG_CONTEXT = 1 << 16;
const FIRST_TONE_CONTEXT = FIRST_FLAG_CONTEXT + 8;
const CONTEXTS = FIRST_TONE_CONTEXT + 81;
/** Paper left and right of a row, px, so that contexts need no border cases. */
export const ROW_MARGIN: usize = 4;
/** Probabilities have 15 bits; the adaptation starts fast and settles at 2^-SLOWEST. */
export const PROBABILITY_BITS = 15;
const SLOWEST = 6;
const USES = 1 << SLOWEST;
/** The coder's range is kept above this. */
export const RENORM: u32 = 1 << 24;
const FLOOR = 16;
const CEILING = (1 << PROBABILITY_BITS) - 16;

/** An estimate, of 32 bits, is how likely 0 is, times 256, plus how often it was used. */
const NOTHING_KNOWN = 1 << (PROBABILITY_BITS - 1 + 8);

/** Bytes of the estimates and of the shifts of their adaptation. */
const TABLES: usize = CONTEXTS * 4 + USES;

/** Bytes of scratch memory that a bitmap of this width takes: the tables, three rows of tones, two of flags. */
export function inkScratch(width: i32): usize {
  return TABLES + 3 * rowBytes(width) + 2 * flagBytes(width);
}

/**
 * Where the shifts of the adaptation, the rows of tones and those of flags begin, from the scratch memory's start on.
 */
export const RATES: usize = CONTEXTS * 4;
export const ROWS: usize = TABLES;

export function rowBytes(width: i32): usize {
  return <usize>width + 2 * ROW_MARGIN;
}

export function flagBytes(width: i32): usize {
  return <usize>((width + SQUARE - 1) / SQUARE + 2);
}

/** Scratch memory as before the first px: nothing known, no ink so far. */
export function clearScratch(scratch: usize, width: i32): void {
  for (let i = 0; i < CONTEXTS; i++) store<i32>(scratch + ((<usize>i) << 2), NOTHING_KNOWN);
  // About 1 / (n + 1.5) after n uses.
  for (let n = 0; n < USES; n++) {
    const shift = <i32>Math.round(Math.log2(<f64>n + 1.5));
    store<u8>(scratch + RATES + <usize>n, <u8>min(SLOWEST, max(1, shift)));
  }
  memory.fill(scratch + ROWS, 0, 3 * rowBytes(width) + 2 * flagBytes(width));
}

/** Context of the flag of the `s`-th square, `flags` being those of its row and `above` those of the row above. */
export function flagContext(flags: usize, above: usize, s: usize): i32 {
  return (
    FIRST_FLAG_CONTEXT +
    ((<i32>load<u8>(flags + s)) | ((<i32>load<u8>(above + s, 1)) << 1) | ((<i32>load<u8>(above + s, 2)) << 2))
  );
}

/** Context of the tone of ink, of its row and the one above: 0 paper or not yet coded, 1 full, 2 pale. */
export function toneContext(row: usize, up: usize): i32 {
  return (
    FIRST_TONE_CONTEXT +
    <i32>load<u8>(row - 1) +
    3 * <i32>load<u8>(up) +
    9 * <i32>load<u8>(up - 1) +
    27 * <i32>load<u8>(up, 1)
  );
}

/** Which of `count` px are ink of either tone: a bit each, the last one's lowest. */
export function inkBits(tones: usize, count: i32): i32 {
  let bits = 0;
  for (let i = 0; i < count; i++) bits = (bits << 1) | i32(load<u8>(tones + <usize>i) != 0);
  return bits;
}

/** An estimate after another 0. @param rates where the shifts of the adaptation are */
export function afterZero(estimate: i32, rates: usize): i32 {
  const zero = estimate >> 8;
  const uses = estimate & 255;
  const next = zero + ((CEILING - zero) >> (<i32>load<u8>(rates + <usize>uses)));
  return (next << 8) | (uses + i32(uses < USES - 1));
}

/** ... and after another 1. */
export function afterOne(estimate: i32, rates: usize): i32 {
  const zero = estimate >> 8;
  const uses = estimate & 255;
  const next = zero - ((zero - FLOOR) >> (<i32>load<u8>(rates + <usize>uses)));
  return (next << 8) | (uses + i32(uses < USES - 1));
}
