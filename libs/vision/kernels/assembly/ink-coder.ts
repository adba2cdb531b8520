/**
 * Lossless coding of an ink bitmap: each px is predicted from the sixteen decided before it around it and coded by an
 * adaptive binary range coder (the method of JBIG2's generic regions, ITU-T T.88 6.2, with the carry-propagating coder of
 * LZMA); of ink it is then told whether it is pale, in the context of the ink before it. Squares without ink cost a flag.
 */

/** Side of the squares that are flagged as empty or not, px. */
const SQUARE = 16;
/** Contexts of px (16 neighbours), of square flags (3 neighbours) and of ink's tone (4 neighbours, each paper, full or pale). */
const FIRST_FLAG_CONTEXT = 1 << 16;
const FIRST_TONE_CONTEXT = FIRST_FLAG_CONTEXT + 8;
const CONTEXTS = FIRST_TONE_CONTEXT + 81;
/** Paper left and right of a row, px, so that contexts need no border cases. */
const ROW_MARGIN: usize = 4;
/** Probabilities have 15 bits; the adaptation starts fast and settles at 2^-SLOWEST. */
const PROBABILITY_BITS = 15;
const SLOWEST = 6;
const USES = 1 << SLOWEST;
/** The coder's range is kept above this. */
const RENORM: u32 = 1 << 24;
const FLOOR = 16;
const CEILING = (1 << PROBABILITY_BITS) - 16;

/** Bytes of the estimates and of the shifts of their adaptation. */
const TABLES: usize = CONTEXTS * 4 + USES;

/** What is coded at present, and the coder's state. */
let isDecoding = false;
let bytes: usize = 0;
let end: usize = 0;
let range: u32 = 0;
let code: u32 = 0;
let low: u64 = 0;
let pending = 0;
let pendingByte: u32 = 0;
/** Adaptive estimates, a context each: how likely 0 is, times 256, plus how often it was used; then the shifts of the adaptation. */
let estimates: usize = 0;
let rates: usize = 0;
/** Tones of px of a row and of the two above it: 0 paper or not yet coded, 1 full, 2 pale. */
let row: usize = 0;
let up: usize = 0;
let up2: usize = 0;

/** Bytes of scratch memory that a bitmap of this width takes. */
export function inkScratch(width: i32): usize {
  return TABLES + 3 * rowBytes(width) + 2 * flagBytes(width);
}

/**
 * @param data `width * height` bytes: 0 paper, `full`, or anything else for pale
 * @param out as many bytes as px and 16: enough for whatever there is to code
 * @returns bytes written
 */
export function encodeInk(data: usize, width: i32, height: i32, full: i32, out: usize, scratch: usize): i32 {
  begin(scratch, width);
  isDecoding = false;
  bytes = out;
  walk(data, width, height, full, 0, scratch);
  for (let i = 0; i < 5; i++) shiftOut();
  return <i32>(bytes - out);
}

/**
 * @param coded `count` bytes; those of no encoder give some bitmap
 * @param data `width * height` zeros, which become 0, `full` or `pale`
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
  begin(scratch, width);
  isDecoding = true;
  bytes = coded;
  end = coded + <usize>count;
  code = 0;
  for (let i = 0; i < 4; i++) code = (code << 8) | nextByte();
  walk(data, width, height, full, pale, scratch);
}

function rowBytes(width: i32): usize {
  return <usize>width + 2 * ROW_MARGIN;
}

function flagBytes(width: i32): usize {
  return <usize>((width + SQUARE - 1) / SQUARE + 2);
}

function begin(scratch: usize, width: i32): void {
  estimates = scratch;
  rates = scratch + CONTEXTS * 4;
  row = rates + USES;
  up = row + rowBytes(width);
  up2 = up + rowBytes(width);
  for (let i = 0; i < CONTEXTS; i++)
    store<i32>(estimates + ((<usize>i) << 2), 1 << (PROBABILITY_BITS - 1 + 8));
  // About 1 / (n + 1.5) after n uses.
  for (let n = 0; n < USES; n++) {
    const shift = <i32>Math.round(Math.log2(<f64>n + 1.5));
    store<u8>(rates + <usize>n, <u8>min(SLOWEST, max(1, shift)));
  }
  memory.fill(row, 0, 3 * rowBytes(width) + 2 * flagBytes(width));
  range = 0xffffffff;
  low = 0;
  pending = 0;
  pendingByte = 0;
}

/** Visits flags and px in coding order. */
function walk(data: usize, width: i32, height: i32, full: i32, pale: i32, scratch: usize): void {
  const across = (width + SQUARE - 1) / SQUARE;
  let above = scratch + TABLES + 3 * rowBytes(width);
  let flags = above + flagBytes(width);
  for (let top = 0; top < height; top += SQUARE) {
    const bottom = min(height, top + SQUARE);
    for (let s = 0; s < across; s++) {
      const k = <usize>s;
      const around =
        (<i32>load<u8>(flags + k)) |
        ((<i32>load<u8>(above + k, 1)) << 1) |
        ((<i32>load<u8>(above + k, 2)) << 2);
      const left = s * SQUARE;
      const isInked = !isDecoding && hasInk(data, width, left, min(width, left + SQUARE), top, bottom);
      store<u8>(flags + k, <u8>coded(FIRST_FLAG_CONTEXT + around, i32(isInked)), 1);
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
        codeRun(data + <usize>(y * width), first * SQUARE, min(width, s * SQUARE), full, pale);
      }
    }
    const swap = above;
    above = flags;
    flags = swap;
    memory.fill(flags, 0, flagBytes(width));
  }
}

function hasInk(data: usize, width: i32, left: i32, right: i32, top: i32, bottom: i32): bool {
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (load<u8>(data + <usize>(y * width + x)) != 0) return true;
  return false;
}

/** Px `left` to `right` of a row that begins at `line`. */
function codeRun(line: usize, left: i32, right: i32, full: i32, pale: i32): void {
  let o = <usize>left + ROW_MARGIN;
  let near = inkBits(row + o - 4, 4);
  let row1 = inkBits(up + o - 3, 6);
  let row2 = inkBits(up2 + o - 2, 4);
  for (let x = left; x < right; x++, o++) {
    const p = line + <usize>x;
    row1 = ((row1 << 1) | inkBits(up + o + 3, 1)) & 127;
    row2 = ((row2 << 1) | inkBits(up2 + o + 2, 1)) & 31;
    const level = isDecoding ? 0 : <i32>load<u8>(p);
    const isInk = coded(near | (row1 << 4) | (row2 << 11), i32(level != 0));
    near = ((near << 1) | isInk) & 15;
    if (!isInk) continue;
    const around =
      <i32>load<u8>(row + o - 1) +
      3 * <i32>load<u8>(up + o) +
      9 * <i32>load<u8>(up + o - 1) +
      27 * <i32>load<u8>(up + o, 1);
    const isPale = coded(FIRST_TONE_CONTEXT + around, i32(level != full));
    store<u8>(row + o, <u8>(1 + isPale));
    if (isDecoding) store<u8>(p, <u8>(isPale ? pale : full));
  }
}

/** Which of `count` px are ink of either tone: a bit each, the last one's lowest. */
function inkBits(tones: usize, count: i32): i32 {
  let bits = 0;
  for (let i = 0; i < count; i++) bits = (bits << 1) | i32(load<u8>(tones + <usize>i) != 0);
  return bits;
}

/** Codes a bit, or finds it out, and learns from it. */
function coded(context: i32, bit: i32): i32 {
  const at = estimates + ((<usize>context) << 2);
  const estimate = load<i32>(at);
  const zero = estimate >> 8;
  const uses = estimate & 255;
  const rate = <i32>load<u8>(rates + <usize>uses);
  const bound = (range >>> PROBABILITY_BITS) * <u32>zero;
  if (isDecoding) bit = i32(code >= bound);
  let next: i32;
  if (bit) {
    range -= bound;
    if (isDecoding) code -= bound;
    else low += bound;
    next = zero - ((zero - FLOOR) >> rate);
  } else {
    range = bound;
    next = zero + ((CEILING - zero) >> rate);
  }
  store<i32>(at, (next << 8) | (uses < USES - 1 ? uses + 1 : uses));
  while (range < RENORM) {
    range <<= 8;
    if (isDecoding) code = (code << 8) | nextByte();
    else shiftOut();
  }
  return bit;
}

/** Past the end there are zeros. */
function nextByte(): u32 {
  const byte: u32 = bytes < end ? <u32>load<u8>(bytes) : 0;
  bytes++;
  return byte;
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
