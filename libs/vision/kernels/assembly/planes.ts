/**
 * Green and how far red and blue, at half its density, are over it, joined to RGB; what lies beyond black or white is cut.
 * @param green `count` bytes; up to 15 more are read
 * @param red 16 bits each, signed, half as many; `blue` likewise
 * @param out `3 * count` bytes; up to 45 more are written
 */
export function joinRow(green: usize, red: usize, blue: usize, count: i32, out: usize): void {
  for (let x = 0; x < count; x += 16, out += 48) {
    const g = v128.load(green + <usize>x);
    const low = i16x8.extend_low_i8x16_u(g);
    const high = i16x8.extend_high_i8x16_u(g);
    const r = overGreen(low, high, v128.load(red + <usize>x));
    const b = overGreen(low, high, v128.load(blue + <usize>x));
    v128.store(
      out,
      i8x16.shuffle(
        i8x16.shuffle(r, g, 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5),
        b,
        0,
        1,
        16,
        3,
        4,
        17,
        6,
        7,
        18,
        9,
        10,
        19,
        12,
        13,
        20,
        15,
      ),
    );
    v128.store(
      out,
      i8x16.shuffle(
        i8x16.shuffle(r, g, 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26),
        b,
        0,
        21,
        2,
        3,
        22,
        5,
        6,
        23,
        8,
        9,
        24,
        11,
        12,
        25,
        14,
        15,
      ),
      16,
    );
    v128.store(
      out,
      i8x16.shuffle(
        i8x16.shuffle(r, g, 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0),
        b,
        26,
        1,
        2,
        27,
        4,
        5,
        28,
        7,
        8,
        29,
        10,
        11,
        30,
        13,
        14,
        31,
      ),
      32,
    );
  }
}

/** Sixteen px of a channel that is known over green for every second one. */
function overGreen(low: v128, high: v128, difference: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.add(low, i16x8.shuffle(difference, difference, 0, 0, 1, 1, 2, 2, 3, 3)),
    i16x8.add(high, i16x8.shuffle(difference, difference, 4, 4, 5, 5, 6, 6, 7, 7)),
  );
}

/**
 * Sixteen levels after a gain and a tone curve: `tone[min(255, round(level * gain))]`.
 * @param first gains of the first eight, 256ths, 16 bits each; `last` of the others
 * @param tone 256 bytes
 */
function toned(levels: v128, first: v128, last: v128, tone: usize): v128 {
  const half = i32x4.splat(128);
  const low = i16x8.extend_low_i8x16_u(levels);
  const high = i16x8.extend_high_i8x16_u(levels);
  const a = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(low, first), half), 8);
  const b = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(low, first), half), 8);
  const c = i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(high, last), half), 8);
  const d = i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(high, last), half), 8);
  return lookUp(i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)), tone);
}

/** Sixteen entries of a table of 256 bytes: from each sixteenth of it what falls into it, the rest 0. */
function lookUp(indices: v128, table: usize): v128 {
  const sixteen = i8x16.splat(16);
  let out = i8x16.swizzle(v128.load(table), indices);
  for (let part: usize = 16; part < 256; part += 16) {
    indices = i8x16.sub(indices, sixteen);
    out = v128.or(out, i8x16.swizzle(v128.load(table + part), indices));
  }
  return out;
}

/**
 * A row of green after gain and tone, in place.
 * @param gains of eight px each, 256ths, 16 bits each
 * @param tone 256 bytes
 */
export function toneGreen(green: usize, count: i32, gains: usize, tone: usize): void {
  for (let x = 0; x < count; x += 16) {
    const p = green + <usize>x;
    const gain = gains + ((<usize>x) >> 2);
    v128.store(p, toned(v128.load(p), v128.load16_splat(gain), v128.load16_splat(gain, 2), tone));
  }
}

/**
 * A row of the colours after gain and tone: what is left of red and blue is how far they are over green.
 * @param red 16 bits each, in place; `blue` likewise
 * @param green a byte each, seen in the same places
 * @param gains of four px each: 256ths, 16 bits each; `stride` bytes from those of red to green's and to blue's
 * @param tone 256 bytes
 */
export function toneColours(
  red: usize,
  green: usize,
  blue: usize,
  count: i32,
  gains: usize,
  stride: usize,
  tone: usize,
): void {
  for (let x = 0; x < count; x += 16) {
    const gain = gains + ((<usize>x) >> 1);
    const level = tonedByFours(v128.load(green + <usize>x), gain + stride, tone);
    overLevel(red + ((<usize>x) << 1), level, gain, tone);
    overLevel(blue + ((<usize>x) << 1), level, gain + 2 * stride, tone);
  }
}

function overLevel(p: usize, level: v128, gain: usize, tone: usize): void {
  const toneOf = tonedByFours(i8x16.narrow_i16x8_u(v128.load(p), v128.load(p, 16)), gain, tone);
  v128.store(p, i16x8.sub(i16x8.extend_low_i8x16_u(toneOf), i16x8.extend_low_i8x16_u(level)));
  v128.store(p, i16x8.sub(i16x8.extend_high_i8x16_u(toneOf), i16x8.extend_high_i8x16_u(level)), 16);
}

function tonedByFours(levels: v128, gain: usize, tone: usize): v128 {
  const four = v128.load64_zero(gain);
  return toned(
    levels,
    i16x8.shuffle(four, four, 0, 0, 0, 0, 1, 1, 1, 1),
    i16x8.shuffle(four, four, 2, 2, 2, 2, 3, 3, 3, 3),
    tone,
  );
}
