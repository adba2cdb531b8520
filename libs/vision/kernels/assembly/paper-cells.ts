/** px of a cell to a side, at most. */
const SIDE = 8;

/**
 * The level of paper in each cell of a picture: the mean of what lies near the upper levels of its luminance.
 * @param picture rows of `width` px, `channels` (1 or 3) interleaved, one right after the other; up to 48 bytes past
 * the end are read
 * @param cell px a cell is wide and high, 8 at most; the last ones are moved inwards, and smaller where the picture is
 * @param rank the part of a cell's px that are darker than its upper level
 * @param margin levels under that one which count as paper too, at least; `part` of it, at least
 * @param cells `cols * rows * channels` bytes
 * @param scratch `(3 * channels + 1) * (width + 32) * 8` bytes
 */
export function paperCells(
  picture: usize,
  width: i32,
  height: i32,
  channels: i32,
  cell: i32,
  rank: f64,
  margin: f64,
  part: f64,
  cells: usize,
  cols: i32,
  rows: i32,
  scratch: usize,
): void {
  const stride = <usize>(width + 32);
  const plane = stride * SIDE;
  const luminance = channels == 1 ? scratch : scratch + 3 * plane;
  const row = <usize>(width * channels);
  for (let j = 0; j < rows; j++) {
    const bottom = min(height, (j + 1) * cell);
    const top = max(0, bottom - cell);
    const high = bottom - top;
    for (let y = 0; y < high; y++) {
      const from = picture + <usize>(top + y) * row;
      const to = scratch + <usize>y * stride;
      if (channels == 1) memory.copy(to, from, row);
      else splitRow(from, width, to, plane);
    }
    for (let i = 0; i < cols; i++) {
      const right = min(width, (i + 1) * cell);
      const left = max(0, right - cell);
      const wide = right - left;
      // Bytes of a row that belong to the cell.
      const inside = i64x2.splat(wide == SIDE ? -1 : ((<i64>1) << ((<i64>wide) << 3)) - 1);
      const light = lightPart(luminance + <usize>left, stride, high, inside, wide * high, rank, margin, part);
      const out = cells + <usize>((j * cols + i) * channels);
      for (let c = 0; c < channels; c++)
        store<u8>(
          out + <usize>c,
          <u8>(
            meanOver(
              scratch + <usize>c * plane + <usize>left,
              luminance + <usize>left,
              stride,
              high,
              inside,
              light,
            )
          ),
        );
    }
  }
}

/** The lowest luminance that counts as paper in a cell. */
function lightPart(
  cell: usize,
  stride: usize,
  high: i32,
  inside: v128,
  count: i32,
  rank: f64,
  margin: f64,
  part: f64,
): i32 {
  const above = count - <i32>floor(rank * <f64>(count - 1));
  // The highest level that so many px reach, bit by bit.
  let upper = 0;
  for (let bit = 128; bit > 0; bit >>= 1) {
    const level = i8x16.splat(<i8>(upper | bit));
    let reached = 0;
    for (let y = 0; y < high; y++) {
      const v = v128.and(v128.load64_zero(cell + <usize>y * stride), inside);
      reached += popcnt(i8x16.bitmask(i8x16.ge_u(v, level)));
    }
    if (reached >= above) upper |= bit;
  }
  const least = <f64>upper - max(margin, part * <f64>upper);
  return max(0, <i32>ceil(least));
}

/** The mean, rounded, of a channel over those px of a cell that have a luminance at least. */
function meanOver(cell: usize, luminance: usize, stride: usize, high: i32, inside: v128, least: i32): i32 {
  const level = i8x16.splat(<i8>least);
  let count = 0;
  let sum = i16x8.splat(0);
  for (let y = 0; y < high; y++) {
    const at = <usize>y * stride;
    const light = v128.and(i8x16.ge_u(v128.load64_zero(luminance + at), level), inside);
    const low = v128.and(light, i64x2(-1, 0));
    count += popcnt(i8x16.bitmask(low));
    sum = i16x8.add(sum, i16x8.extadd_pairwise_i8x16_u(v128.and(v128.load64_zero(cell + at), low)));
  }
  const fours = i32x4.extadd_pairwise_i16x8_u(sum);
  const total = i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1);
  return <i32>floor(<f64>total / <f64>count + 0.5);
}

/** A row of RGB as three rows of bytes and one of luminance (ITU-R BT.601), `plane` bytes apart. */
function splitRow(from: usize, width: i32, to: usize, plane: usize): void {
  for (let x = 0; x < width; x += 16, from += 48, to += 16) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const red = i8x16.shuffle(
      i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0),
      c,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      17,
      20,
      23,
      26,
      29,
    );
    const green = i8x16.shuffle(
      i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0),
      c,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      18,
      21,
      24,
      27,
      30,
    );
    const blue = i8x16.shuffle(
      i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0),
      c,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      16,
      19,
      22,
      25,
      28,
      31,
    );
    v128.store(to, red);
    v128.store(to + plane, green);
    v128.store(to + 2 * plane, blue);
    const low = luminanceOf(
      i16x8.extend_low_i8x16_u(red),
      i16x8.extend_low_i8x16_u(green),
      i16x8.extend_low_i8x16_u(blue),
    );
    const high = luminanceOf(
      i16x8.extend_high_i8x16_u(red),
      i16x8.extend_high_i8x16_u(green),
      i16x8.extend_high_i8x16_u(blue),
    );
    v128.store(to + 3 * plane, i8x16.narrow_i16x8_u(low, high));
  }
}

function luminanceOf(red: v128, green: v128, blue: v128): v128 {
  const sum = i16x8.add(
    i16x8.add(i16x8.mul(red, i16x8.splat(77)), i16x8.mul(green, i16x8.splat(150))),
    i16x8.mul(blue, i16x8.splat(29)),
  );
  return i16x8.shr_u(sum, 8);
}
