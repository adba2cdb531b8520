import { FULL_INK, PALE_INK, type InkBitmap } from './ink-bitmap.js';

/**
 * Lossless coding of an ink bitmap: each pixel is predicted from the sixteen decided before it around it and
 * coded by an adaptive binary range coder (the method of JBIG2's generic regions, ITU-T T.88 6.2, with the
 * carry-propagating coder of LZMA); of ink it is then told whether it is pale, in the context of the ink before it.
 * Squares without ink cost a flag. A dense page at 150 px an inch
 * takes 15 to 30 kB.
 */

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, imul, log2, max, min, round } = Math;

/** Side of the squares that are flagged as empty or not, px. */
const SQUARE = 16;
/** Contexts of pixels (16 neighbours), of square flags (3 neighbours) and of ink's tone (4 neighbours, each paper, full or pale). */
const PIXEL_CONTEXTS = 1 << 16;
const FLAG_CONTEXTS = 1 << 3;
const TONE_CONTEXTS = 3 ** 4;
const FIRST_FLAG_CONTEXT = PIXEL_CONTEXTS;
const FIRST_TONE_CONTEXT = FIRST_FLAG_CONTEXT + FLAG_CONTEXTS;
const CONTEXTS = FIRST_TONE_CONTEXT + TONE_CONTEXTS;
/** Paper left and right of a row, px, so that contexts need no border cases. */
const ROW_MARGIN = 4;
/** Probabilities have 15 bits; the adaptation starts fast and settles at 2^-SLOWEST. */
const PROBABILITY_BITS = 15;
const SLOWEST = 6;
/** The coder's range is kept above 2^24. */
const RENORM = 2 ** 24;

const FLOOR = 16;
const CEILING = (1 << PROBABILITY_BITS) - 16;
/** Shift of the adaptation by the number of uses: about 1/(n + 1.5). */
const RATE = Uint8Array.from({ length: 1 << SLOWEST }, (_, n) => min(SLOWEST, max(1, round(log2(n + 1.5)))));

/** Adaptive estimates, a context each: how likely 0 is, times 256, plus how often it was used. */
function estimates(): Int32Array {
  return new Int32Array(CONTEXTS).fill((1 << (PROBABILITY_BITS - 1)) << 8);
}

/** An estimate after one bit more. */
function learned(estimate: number, bit: number): number {
  const zero = estimate >> 8;
  const uses = estimate & 255;
  const next = bit === 0 ? zero + ((CEILING - zero) >> RATE[uses]) : zero - ((zero - FLOOR) >> RATE[uses]);
  return (next << 8) | (uses < RATE.length - 1 ? uses + 1 : uses);
}

class RangeEncoder {
  private low = 0;
  private range = 2 ** 32 - 1;
  private pending = 0;
  private pendingByte = 0;
  private readonly out: number[] = [];
  private readonly estimates = estimates();

  put(context: number, bit: number): void {
    const bound = (this.range >>> PROBABILITY_BITS) * (this.estimates[context] >> 8);
    if (bit === 0) this.range = bound;
    else {
      this.low += bound;
      this.range = (this.range - bound) >>> 0;
    }
    this.estimates[context] = learned(this.estimates[context], bit);
    while (this.range < RENORM) {
      this.range = (this.range * 256) >>> 0;
      this.shift();
    }
  }

  finish(): Uint8Array {
    for (let i = 0; i < 5; i++) this.shift();
    return Uint8Array.from(this.out);
  }

  /** Moves the top byte out; it and all 255s that follow it wait, since a carry may still come. */
  private shift(): void {
    const carry = this.low >= 2 ** 32 ? 1 : 0;
    const low32 = this.low - carry * 2 ** 32;
    if (low32 < 0xff000000 || carry || this.pending === 0) {
      if (this.pending > 0) this.out.push((this.pendingByte + carry) & 255);
      for (; this.pending > 1; this.pending--) this.out.push((255 + carry) & 255);
      this.pending = 0;
      this.pendingByte = floor(low32 / RENORM);
    }
    this.pending++;
    this.low = (low32 % RENORM) * 256;
  }
}

class RangeDecoder {
  private readonly estimates = estimates();
  private range = 2 ** 32 - 1;
  private code = 0;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | (bytes[this.at++] ?? 0)) >>> 0;
  }

  /** Whether a square has ink, by the flags of its neighbours. */
  flag(neighbours: number): number {
    const context = FIRST_FLAG_CONTEXT + neighbours;
    const bound = imul(this.range >>> PROBABILITY_BITS, this.estimates[context] >> 8) >>> 0;
    const bit = this.code < bound ? 0 : 1;
    this.range = bit === 0 ? bound : this.range - bound;
    if (bit === 1) this.code -= bound;
    this.estimates[context] = learned(this.estimates[context], bit);
    while (this.range < RENORM) {
      this.range *= 256;
      this.code = ((this.code << 8) | (this.bytes[this.at++] ?? 0)) >>> 0;
    }
    return bit;
  }

  /**
   * Decodes px `left` to `right` of a row; `out` takes the levels of ink. The coder's state is kept in local variables
   * meanwhile: fields that hold more than 31 bits are slow.
   */
  px({ row, up, up2 }: Rows, left: number, right: number, out: Uint8Array, start: number): void {
    const { estimates, bytes } = this;
    let { range, code, at } = this;
    let o = left + ROW_MARGIN;
    let near = bitsOf(row, o - 4, o);
    let row1 = bitsOf(up, o - 3, o + 3);
    let row2 = bitsOf(up2, o - 2, o + 2);
    let isTone = false;
    for (const end = right + ROW_MARGIN; o < end;) {
      let context: number;
      if (isTone) context = toneContext(row, up, o);
      else {
        row1 = ((row1 << 1) | inkBit(up[o + 3])) & 127;
        row2 = ((row2 << 1) | inkBit(up2[o + 2])) & 31;
        context = near | (row1 << 4) | (row2 << 11);
      }
      const estimate = estimates[context];
      const bound = imul(range >>> PROBABILITY_BITS, estimate >> 8) >>> 0;
      let bit = 0;
      if (code < bound) range = bound;
      else {
        bit = 1;
        code = (code - bound) >>> 0;
        range = (range - bound) >>> 0;
      }
      estimates[context] = learned(estimate, bit);
      while (range < RENORM) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | (at < bytes.length ? bytes[at] : 0)) >>> 0;
        at++;
      }
      if (isTone) {
        row[o] = 1 + bit;
        out[start + o - ROW_MARGIN] = bit === 1 ? PALE_INK : FULL_INK;
      } else near = ((near << 1) | bit) & 15;
      // Of ink the next bit tells its tone.
      isTone = !isTone && bit === 1;
      if (!isTone) o++;
    }
    this.range = range;
    this.code = code;
    this.at = at;
  }
}

/** Compresses a bitmap; its size is not part of the bytes. Ink that is not FULL_INK is pale. */
export function encodeInk({ data, width, height }: InkBitmap): Uint8Array {
  const encoder = new RangeEncoder();
  const flag = (neighbours: number, left: number, top: number): number => {
    const bit = hasInk(data, width, height, left, top) ? 1 : 0;
    encoder.put(FIRST_FLAG_CONTEXT + neighbours, bit);
    return bit;
  };
  walk(width, height, flag, ({ row, up, up2 }, left, right, start) => {
    for (let x = left; x < right; x++) {
      const o = x + ROW_MARGIN;
      const level = data[start + x];
      const around =
        bitsOf(row, o - 4, o) | (bitsOf(up, o - 3, o + 4) << 4) | (bitsOf(up2, o - 2, o + 3) << 11);
      encoder.put(around, level > 0 ? 1 : 0);
      if (level === 0) continue;
      const isPale = level < FULL_INK ? 1 : 0;
      encoder.put(toneContext(row, up, o), isPale);
      row[o] = 1 + isPale;
    }
  });
  return encoder.finish();
}

/** Restores a bitmap of the given size. Bytes that no encoder made give some bitmap, never an error. */
export function decodeInk(bytes: Uint8Array, width: number, height: number): InkBitmap {
  const decoder = new RangeDecoder(bytes);
  const data = new Uint8Array(width * height);
  walk(
    width,
    height,
    (neighbours) => decoder.flag(neighbours),
    (rows, left, right, start) => decoder.px(rows, left, right, data, start),
  );
  return { width, height, data };
}

/** Tones of px of a row and of the two above it: 0 paper or not yet coded, 1 full, 2 pale. Px 0 is at ROW_MARGIN. */
interface Rows {
  row: Uint8Array;
  up: Uint8Array;
  up2: Uint8Array;
}

/**
 * Visits flags and px in coding order.
 * @param flag given the flags of the squares around one, and its place, answers with its own
 * @param px codes a row's px from `left` to `right`, and sets their tones; `start` is the number of the row's px 0
 */
function walk(
  width: number,
  height: number,
  flag: (neighbours: number, left: number, top: number) => number,
  px: (rows: Rows, left: number, right: number, start: number) => void,
): void {
  const across = ceil(width / SQUARE);
  let [row, up, up2] = [0, 1, 2].map(() => new Uint8Array(width + 2 * ROW_MARGIN));
  let above = new Uint8Array(across + 2);
  for (let top = 0; top < height; top += SQUARE) {
    const flags = new Uint8Array(across + 2);
    for (let s = 0; s < across; s++)
      flags[s + 1] = flag(flags[s] | (above[s + 1] << 1) | (above[s + 2] << 2), s * SQUARE, top);
    above = flags;
    for (let y = top; y < min(height, top + SQUARE); y++) {
      [row, up, up2] = [up2, row, up];
      row.fill(0);
      // Squares with ink that lie side by side are coded as one.
      for (let s = 0, next; s < across; s = next + 1) {
        for (next = s; flags[next + 1]; next++);
        if (next > s) px({ row, up, up2 }, s * SQUARE, min(width, next * SQUARE), y * width);
      }
    }
  }
}

/** Which px of `from` to `to`, exclusive, are ink: a bit each, the last one's lowest. */
function bitsOf(tones: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let o = from; o < to; o++) bits = (bits << 1) | inkBit(tones[o]);
  return bits;
}

/** 1 for ink of either tone. */
function inkBit(tone: number): number {
  return (tone + 1) >> 1;
}

function toneContext(row: Uint8Array, up: Uint8Array, o: number): number {
  return FIRST_TONE_CONTEXT + row[o - 1] + 3 * up[o] + 9 * up[o - 1] + 27 * up[o + 1];
}

function hasInk(data: Uint8Array, width: number, height: number, left: number, top: number): boolean {
  const right = min(width, left + SQUARE);
  const bottom = min(height, top + SQUARE);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (data[y * width + x]) return true;
  return false;
}
