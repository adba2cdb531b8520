import { FULL_INK, PALE_INK, type InkBitmap } from './ink-bitmap.js';

/**
 * Lossless coding of an ink bitmap: each pixel is predicted from the sixteen decided before it around it and
 * coded by an adaptive binary range coder (the method of JBIG2's generic regions, ITU-T T.88 6.2, with the
 * carry-propagating coder of LZMA); of ink it is then told whether it is pale, in the context of the ink before it.
 * Squares without ink cost a flag. A dense page at 150 px an inch
 * takes 15 to 30 kB.
 */

/** Side of the squares that are flagged as empty or not, px. */
const SQUARE = 16;
/** Contexts of pixels (16 neighbours), of square flags (3 neighbours) and of ink's tone (4 neighbours, each paper, full or pale). */
const PIXEL_CONTEXTS = 1 << 16;
const FLAG_CONTEXTS = 1 << 3;
const TONE_CONTEXTS = 3 ** 4;
const FIRST_TONE_CONTEXT = PIXEL_CONTEXTS + FLAG_CONTEXTS;
const CONTEXTS = FIRST_TONE_CONTEXT + TONE_CONTEXTS;
/** Probabilities have 15 bits; the adaptation starts fast and settles at 2^-SLOWEST. */
const PROBABILITY_BITS = 15;
const SLOWEST = 6;
/** The coder's range is kept above 2^24. */
const RENORM = 2 ** 24;

/** Adaptive estimates, a context each: how likely 0 is, and how often it was used. */
class Estimates {
  readonly zero = new Uint16Array(CONTEXTS).fill(1 << (PROBABILITY_BITS - 1));
  readonly uses = new Uint8Array(CONTEXTS);

  learn(context: number, bit: number): void {
    const n = this.uses[context];
    const shift = RATE[n];
    const p = this.zero[context];
    this.zero[context] = bit === 0 ? p + ((CEILING - p) >> shift) : p - ((p - FLOOR) >> shift);
    if (n < RATE.length - 1) this.uses[context] = n + 1;
  }
}

const FLOOR = 16;
const CEILING = (1 << PROBABILITY_BITS) - 16;
/** Shift of the adaptation by the number of uses: about 1/(n + 1.5). */
const RATE = Uint8Array.from({ length: 1 << SLOWEST }, (_, n) =>
  Math.min(SLOWEST, Math.max(1, Math.round(Math.log2(n + 1.5)))),
);

class RangeEncoder {
  private low = 0;
  private range = 2 ** 32 - 1;
  private pending = 0;
  private pendingByte = 0;
  private readonly out: number[] = [];

  constructor(private readonly estimates: Estimates) {}

  put(context: number, bit: number): void {
    const bound = (this.range >>> PROBABILITY_BITS) * this.estimates.zero[context];
    if (bit === 0) this.range = bound;
    else {
      this.low += bound;
      this.range = (this.range - bound) >>> 0;
    }
    this.estimates.learn(context, bit);
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
      this.pendingByte = Math.floor(low32 / RENORM);
    }
    this.pending++;
    this.low = (low32 % RENORM) * 256;
  }
}

class RangeDecoder {
  private range = 2 ** 32 - 1;
  private code = 0;
  private at = 0;

  constructor(
    private readonly estimates: Estimates,
    private readonly bytes: Uint8Array,
  ) {
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  get(context: number): number {
    const bound = (this.range >>> PROBABILITY_BITS) * this.estimates.zero[context];
    let bit: number;
    if (this.code < bound) {
      this.range = bound;
      bit = 0;
    } else {
      this.code = (this.code - bound) >>> 0;
      this.range = (this.range - bound) >>> 0;
      bit = 1;
    }
    this.estimates.learn(context, bit);
    while (this.range < RENORM) {
      this.range = (this.range << 8) >>> 0;
      this.code = ((this.code << 8) | this.next()) >>> 0;
    }
    return bit;
  }

  private next(): number {
    return this.at < this.bytes.length ? this.bytes[this.at++] : 0;
  }
}

/** Compresses a bitmap; its size is not part of the bytes. Ink that is not FULL_INK is pale. */
export function encodeInk(ink: InkBitmap): Uint8Array {
  const encoder = new RangeEncoder(new Estimates());
  walk(ink.width, ink.height, ink.data, (context, bit) => {
    encoder.put(context, bit);
    return bit;
  });
  return encoder.finish();
}

/** Restores a bitmap of the given size. Bytes that no encoder made give some bitmap, never an error. */
export function decodeInk(bytes: Uint8Array, width: number, height: number): InkBitmap {
  const decoder = new RangeDecoder(new Estimates(), bytes);
  return { width, height, data: walk(width, height, null, (context) => decoder.get(context)) };
}

/**
 * Visits flags and pixels in coding order. `code` is given a context and, when encoding, the bit, and answers
 * with the bit. The same walk serves both directions, so that they cannot disagree.
 */
function walk(
  width: number,
  height: number,
  source: Uint8Array | null,
  code: (context: number, bit: number) => number,
): Uint8Array {
  const out = new Uint8Array(width * height);
  const across = Math.ceil(width / SQUARE);
  // Two rows above and margins left and right, so that contexts need no border cases.
  const stride = width + 8;
  const padded = new Uint8Array(stride * (height + 2));
  /** 0 paper, 1 full, 2 pale. */
  const tones = new Uint8Array(stride * (height + 2));
  let above = new Uint8Array(across + 2);
  for (let top = 0; top < height; top += SQUARE) {
    const bottom = Math.min(height, top + SQUARE);
    const flags = new Uint8Array(across + 2);
    for (let s = 0; s < across; s++) {
      const context = PIXEL_CONTEXTS + (flags[s] | (above[s + 1] << 1) | (above[s + 2] << 2));
      flags[s + 1] = code(context, source ? squareFlag(source, width, s * SQUARE, top, bottom) : 0);
    }
    above = flags;
    for (let y = top; y < bottom; y++)
      for (let s = 0; s < across; s++) {
        if (!flags[s + 1]) continue;
        const left = s * SQUARE;
        const right = Math.min(width, left + SQUARE);
        let o = (y + 2) * stride + left + 4;
        const up = o - stride;
        const up2 = up - stride;
        let near = padded[o - 1] | (padded[o - 2] << 1) | (padded[o - 3] << 2) | (padded[o - 4] << 3);
        let row1 =
          (padded[up - 3] << 5) |
          (padded[up - 2] << 4) |
          (padded[up - 1] << 3) |
          (padded[up] << 2) |
          (padded[up + 1] << 1) |
          padded[up + 2];
        let row2 = (padded[up2 - 2] << 3) | (padded[up2 - 1] << 2) | (padded[up2] << 1) | padded[up2 + 1];
        for (let x = left; x < right; x++, o++) {
          row1 = ((row1 << 1) | padded[o - stride + 3]) & 127;
          row2 = ((row2 << 1) | padded[o - 2 * stride + 2]) & 31;
          const level = source ? source[y * width + x] : 0;
          const bit = code(near | (row1 << 4) | (row2 << 11), level > 0 ? 1 : 0);
          near = ((near << 1) | bit) & 15;
          if (bit === 0) continue;
          padded[o] = bit;
          const up = o - stride;
          const tone = tones[o - 1] + 3 * tones[up] + 9 * tones[up - 1] + 27 * tones[up + 1];
          const isPale = code(FIRST_TONE_CONTEXT + tone, level < FULL_INK ? 1 : 0);
          tones[o] = 1 + isPale;
          out[y * width + x] = isPale ? PALE_INK : FULL_INK;
        }
      }
  }
  return out;
}

function squareFlag(data: Uint8Array, width: number, left: number, top: number, bottom: number): number {
  const right = Math.min(width, left + SQUARE);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (data[y * width + x]) return 1;
  return 0;
}
