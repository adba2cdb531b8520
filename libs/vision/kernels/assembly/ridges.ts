/**
 * Ridges of the gradient of a picture: where the change of level from a px to the next one is no smaller than that
 * before it, and larger than that after it. Along rows (`apart` 1) or columns (`apart` the width).
 * @param picture `count` bytes; one px before it and two after it, `apart` bytes each, are looked at, whatever is there
 * @param least changes under this are none
 * @param ridges `count` bytes: the change, 0 where there is no ridge; up to 15 more are written
 */
export function ridges(picture: usize, count: i32, apart: i32, least: i32, ridges: usize): void {
  const next = <usize>apart;
  const few = i8x16.splat(<i8>least);
  for (let i = 0; i < count; i += 16) {
    const p = picture + <usize>i;
    const v = v128.load(p);
    const w = v128.load(p + next);
    const change = difference(v, w);
    const before = difference(v128.load(p - next), v);
    const after = difference(w, v128.load(p + 2 * next));
    const holds = v128.and(
      v128.and(i8x16.ge_u(change, few), i8x16.ge_u(change, before)),
      i8x16.gt_u(change, after),
    );
    v128.store(ridges + <usize>i, v128.and(change, holds));
  }
}

function difference(a: v128, b: v128): v128 {
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
}

/** The least of `count` bytes: a multiple of 16. */
export function darkest(picture: usize, count: i32): i32 {
  let least = v128.load(picture);
  for (let i = 16; i < count; i += 16) least = i8x16.min_u(least, v128.load(picture + <usize>i));
  let out = 255;
  for (let level = 128; level > 0; level >>= 1) {
    // Bit by bit: whether some byte is under what is left without it.
    if (v128.any_true(i8x16.le_u(least, i8x16.splat(<i8>(out - level))))) out -= level;
  }
  return out;
}

/**
 * Runs of px darker than their bounds, row by row.
 * @param picture rows of `width` bytes, one right after the other; up to 15 bytes past the end are read
 * @param bounds for rows that have them in common, `high` at a time, a row of `width` bytes; up to 15 more are read
 * @param counts of the runs of each row, 32 bits each
 * @param runs first px and the one past the last, 16 bits each, of one run after the other: room for `width + 1` to a
 * row
 * @returns how many runs there are
 */
export function darkRuns(
  picture: usize,
  width: i32,
  height: i32,
  bounds: usize,
  high: i32,
  counts: usize,
  runs: usize,
): i32 {
  let out = runs;
  for (let y = 0; y < height; y++) {
    const row = picture + <usize>y * <usize>width;
    const bound = bounds + <usize>(y / high) * <usize>width;
    const first = out;
    // Whether the px before this vector is dark.
    let before = 0;
    for (let x = 0; x < width; x += 16) {
      let dark = i8x16.bitmask(i8x16.lt_u(v128.load(row + <usize>x), v128.load(bound + <usize>x)));
      if (x + 16 > width) dark &= (1 << (width - x)) - 1;
      // Where light turns to dark or back.
      let turns = (dark ^ ((dark << 1) | before)) & 0xffff;
      before = dark >> 15;
      for (; turns != 0; turns &= turns - 1, out += 2) store<u16>(out, <u16>(x + ctz(turns)));
    }
    if (before) {
      store<u16>(out, <u16>width);
      out += 2;
    }
    store<u32>(counts + ((<usize>y) << 2), <u32>((out - first) >> 2));
  }
  return <i32>((out - runs) >> 2);
}
