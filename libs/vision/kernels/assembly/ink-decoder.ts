import {
  afterOne,
  afterZero,
  PROBABILITY_BITS,
  RATES,
  RENORM,
  ROWS,
  ROW_MARGIN,
  SQUARE,
  clearScratch,
  flagBytes,
  flagContext,
  inkBits,
  rowBytes,
  toneContext,
} from './ink-contexts';

/** The coder's state: what is read next, and where that ends. */
let bytes: usize = 0;
let end: usize = 0;
let range: u32 = 0;
let value: u32 = 0;
/** Adaptive estimates, a context each; then the shifts of the adaptation. */
let estimates: usize = 0;
let rates: usize = 0;
/** Tones of px of a row and of the two above it: 0 paper or not yet known, 1 full, 2 pale. */
let row: usize = 0;
let up: usize = 0;
let up2: usize = 0;

/**
 * The inverse of `encodeInk`.
 * @param coded `count` bytes; those of no encoder give some bitmap
 * @param data `width * height` zeros, which become 0, `full` or `pale`
 * @param scratch see `inkScratch`
 */
export function decodeInk(
  coded: usize,
  count: i32,
  data: usize,
  width: i32,
  height: i32,
  full: i32,
  pale: i32,
  scratch: usize,
): void {
  clearScratch(scratch, width);
  estimates = scratch;
  rates = scratch + RATES;
  row = scratch + ROWS;
  up = row + rowBytes(width);
  up2 = up + rowBytes(width);
  bytes = coded;
  end = coded + <usize>count;
  range = 0xffffffff;
  value = 0;
  for (let i = 0; i < 4; i++) value = (value << 8) | nextByte();
  const across = (width + SQUARE - 1) / SQUARE;
  let above = scratch + ROWS + 3 * rowBytes(width);
  let flags = above + flagBytes(width);
  for (let top = 0; top < height; top += SQUARE) {
    for (let s = 0; s < across; s++)
      store<u8>(flags + <usize>s, <u8>decoded(flagContext(flags, above, <usize>s)), 1);
    for (let y = top; y < min(height, top + SQUARE); y++) {
      const oldest = up2;
      up2 = up;
      up = row;
      row = oldest;
      memory.fill(row, 0, rowBytes(width));
      for (let s = 0; s < across; s++) {
        if (load<u8>(flags + <usize>s, 1) == 0) continue;
        const first = s;
        while (load<u8>(flags + <usize>s, 1) != 0) s++;
        decodeRun(data + <usize>(y * width), first * SQUARE, min(width, s * SQUARE), full, pale);
      }
    }
    const swap = above;
    above = flags;
    flags = swap;
    memory.fill(flags, 0, flagBytes(width));
  }
}

/**
 * Px `left` to `right` of a row that begins at `line`. What follows a px without ink, as most are, is known before the
 * px itself is: a branch each, so that the processor goes ahead.
 */
function decodeRun(line: usize, left: i32, right: i32, full: i32, pale: i32): void {
  let o = <usize>left + ROW_MARGIN;
  let near = inkBits(row + o - 4, 4);
  let row1 = inkBits(up + o - 3, 6);
  let row2 = inkBits(up2 + o - 2, 4);
  // The coder's state, kept at hand.
  let width = range;
  let rest = value;
  for (let x = left; x < right; x++, o++) {
    if ((near | row1 | row2) == 0) {
      range = width;
      value = rest;
      const paper = paperAhead(right - x, up + o + 3, up2 + o + 2);
      width = range;
      rest = value;
      x += paper;
      o += <usize>paper;
      if (x == right) break;
    }
    row1 = ((row1 << 1) | inkBits(up + o + 3, 1)) & 127;
    row2 = ((row2 << 1) | inkBits(up2 + o + 2, 1)) & 31;
    const at = estimates + ((<usize>(near | (row1 << 4) | (row2 << 11))) << 2);
    const estimate = load<i32>(at);
    const bound = (width >>> PROBABILITY_BITS) * <u32>(estimate >> 8);
    near = (near << 1) & 15;
    if (rest < bound) {
      width = bound;
      store<i32>(at, afterZero(estimate, rates));
      while (width < RENORM) {
        width <<= 8;
        rest = (rest << 8) | nextByte();
      }
      continue;
    }
    width -= bound;
    rest -= bound;
    store<i32>(at, afterOne(estimate, rates));
    while (width < RENORM) {
      width <<= 8;
      rest = (rest << 8) | nextByte();
    }
    near |= 1;
    range = width;
    value = rest;
    const isPale = decoded(toneContext(row + o, up + o));
    width = range;
    rest = value;
    store<u8>(row + o, <u8>(1 + i32(isPale)));
    store<u8>(line + <usize>x, <u8>(isPale ? pale : full));
  }
  range = width;
  value = rest;
}

/**
 * Finds px without ink in a row, as long as there is none around them either, eight at a time: all of them have one
 * context.
 * @param count px left of the row
 * @param above the px of the row above that comes to be known next; @param above2 likewise of the one above that
 * @returns how many were found
 */
function paperAhead(count: i32, above: usize, above2: usize): i32 {
  let estimate = load<i32>(estimates);
  let found = 0;
  let width = range;
  let rest = value;
  while (found + 8 <= count && (load<u64>(above + <usize>found) | load<u64>(above2 + <usize>found)) == 0) {
    const last = found + 8;
    for (; found < last; found++) {
      const bound = (width >>> PROBABILITY_BITS) * <u32>(estimate >> 8);
      if (rest >= bound) break;
      width = bound;
      estimate = afterZero(estimate, rates);
      while (width < RENORM) {
        width <<= 8;
        rest = (rest << 8) | nextByte();
      }
    }
    if (found < last) break;
  }
  store<i32>(estimates, estimate);
  range = width;
  value = rest;
  return found;
}

/** Finds a bit out, and learns from it. */
function decoded(context: i32): bool {
  const at = estimates + ((<usize>context) << 2);
  const estimate = load<i32>(at);
  const bound = (range >>> PROBABILITY_BITS) * <u32>(estimate >> 8);
  const bit = value >= bound;
  if (bit) {
    range -= bound;
    value -= bound;
    store<i32>(at, afterOne(estimate, rates));
  } else {
    range = bound;
    store<i32>(at, afterZero(estimate, rates));
  }
  while (range < RENORM) {
    range <<= 8;
    value = (value << 8) | nextByte();
  }
  return bit;
}

/** Past the end there are zeros. */
function nextByte(): u32 {
  const byte: u32 = bytes < end ? <u32>load<u8>(bytes) : 0;
  bytes++;
  return byte;
}
