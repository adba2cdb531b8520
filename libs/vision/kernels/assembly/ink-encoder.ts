import {
  afterOne,
  afterZero,
  ROWS,
  ROW_MARGIN,
  SQUARE,
  PROBABILITY_BITS,
  RATES,
  RENORM,
  clearScratch,
  flagBytes,
  flagContext,
  inkBits,
  rowBytes,
  toneContext,
} from './ink-contexts';

/** The coder's state: what is written next, and the bytes that wait since a carry may still come. */
let bytes: usize = 0;
let range: u32 = 0;
let low: u64 = 0;
let pending = 0;
let pendingByte: u32 = 0;
/** Adaptive estimates, a context each; then the shifts of the adaptation. */
let estimates: usize = 0;
let rates: usize = 0;
/** Tones of px of a row and of the two above it: 0 paper or not yet coded, 1 full, 2 pale. */
let row: usize = 0;
let up: usize = 0;
let up2: usize = 0;

/**
 * @param data `width * height` bytes: 0 paper, `full`, or anything else for pale
 * @param out as many bytes as px and 16: enough for whatever there is to code
 * @param scratch see `inkScratch`
 * @returns bytes written
 */
export function encodeInk(data: usize, width: i32, height: i32, full: i32, out: usize, scratch: usize): i32 {
  clearScratch(scratch, width);
  estimates = scratch;
  rates = scratch + RATES;
  row = scratch + ROWS;
  up = row + rowBytes(width);
  up2 = up + rowBytes(width);
  bytes = out;
  range = 0xffffffff;
  low = 0;
  pending = 0;
  pendingByte = 0;
  const across = (width + SQUARE - 1) / SQUARE;
  let above = scratch + ROWS + 3 * rowBytes(width);
  let flags = above + flagBytes(width);
  for (let top = 0; top < height; top += SQUARE) {
    const bottom = min(height, top + SQUARE);
    for (let s = 0; s < across; s++) {
      const left = s * SQUARE;
      const isInked = hasInk(data, width, left, min(width, left + SQUARE), top, bottom);
      code(flagContext(flags, above, <usize>s), isInked);
      store<u8>(flags + <usize>s, <u8>isInked, 1);
    }
    for (let y = top; y < bottom; y++) {
      const oldest = up2;
      up2 = up;
      up = row;
      row = oldest;
      memory.fill(row, 0, rowBytes(width));
      // Squares with ink that lie side by side are coded as one.
      for (let s = 0; s < across; s++) {
        if (load<u8>(flags + <usize>s, 1) == 0) continue;
        const first = s;
        while (load<u8>(flags + <usize>s, 1) != 0) s++;
        encodeRun(data + <usize>(y * width), first * SQUARE, min(width, s * SQUARE), full);
      }
    }
    const swap = above;
    above = flags;
    flags = swap;
    memory.fill(flags, 0, flagBytes(width));
  }
  for (let i = 0; i < 5; i++) shiftOut();
  return <i32>(bytes - out);
}

function hasInk(data: usize, width: i32, left: i32, right: i32, top: i32, bottom: i32): bool {
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (load<u8>(data + <usize>(y * width + x)) != 0) return true;
  return false;
}

/** Px `left` to `right` of a row that begins at `line`. */
function encodeRun(line: usize, left: i32, right: i32, full: i32): void {
  let o = <usize>left + ROW_MARGIN;
  let near = inkBits(row + o - 4, 4);
  let row1 = inkBits(up + o - 3, 6);
  let row2 = inkBits(up2 + o - 2, 4);
  for (let x = left; x < right; x++, o++) {
    row1 = ((row1 << 1) | inkBits(up + o + 3, 1)) & 127;
    row2 = ((row2 << 1) | inkBits(up2 + o + 2, 1)) & 31;
    const level = <i32>load<u8>(line + <usize>x);
    code(near | (row1 << 4) | (row2 << 11), level != 0);
    near = ((near << 1) | i32(level != 0)) & 15;
    if (level == 0) continue;
    code(toneContext(row + o, up + o), level != full);
    store<u8>(row + o, <u8>(1 + i32(level != full)));
  }
}

/** Codes a bit, and learns from it. */
function code(context: i32, bit: bool): void {
  const at = estimates + ((<usize>context) << 2);
  const estimate = load<i32>(at);
  const bound = (range >>> PROBABILITY_BITS) * <u32>(estimate >> 8);
  if (bit) {
    range -= bound;
    low += bound;
  } else range = bound;
  store<i32>(at, bit ? afterOne(estimate, rates) : afterZero(estimate, rates));
  while (range < RENORM) {
    range <<= 8;
    shiftOut();
  }
}

/** Moves the top byte out; it and all 255s that follow it wait, since a carry may still come. */
function shiftOut(): void {
  const carry = <u32>(low >> 32);
  const low32 = <u32>low;
  if (low32 < 0xff000000 || carry != 0 || pending == 0) {
    if (pending > 0) store<u8>(bytes++, <u8>(pendingByte + carry));
    for (; pending > 1; pending--) store<u8>(bytes++, <u8>(255 + carry));
    pending = 0;
    pendingByte = low32 >>> 24;
  }
  pending++;
  low = <u64>(low32 << 8);
}
