/**
 * Green and how far red and blue, at half its density, are over it, joined to RGB; what lies beyond black or white is
 * cut.
 * @param green rows `stride` bytes apart; up to 15 bytes past a row are read
 * @param red 16 bits each, signed, half as dense, rows `stride` bytes apart; `blue` likewise
 * @param out rows `3 * width` bytes apart; up to 45 bytes past the last one are written
 */
export function joinPlanes(
  green: usize,
  red: usize,
  blue: usize,
  stride: usize,
  width: i32,
  height: i32,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    const half = <usize>(y >> 1) * stride;
    joinRow(green + <usize>y * stride, red + half, blue + half, width, out + <usize>y * <usize>width * 3);
  }
}

function joinRow(green: usize, red: usize, blue: usize, count: i32, out: usize): void {
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
 * A smaller copy of a picture of such planes, before red and blue are told by how far they are over green: every
 * `step`-th px of the colours, green the mean of the four px about it.
 * @param width bytes to a row of green, an even number
 * @param red 0 of a grey picture, of which the copy has one channel
 * @param out `cols * rows` px
 */
export function thinPlanes(
  green: usize,
  red: usize,
  blue: usize,
  width: i32,
  step: i32,
  cols: i32,
  rows: i32,
  out: usize,
): void {
  // Bytes from px to px: two of green, or one of a colour of 16 bits.
  const onwards = <usize>(2 * step);
  for (let y = 0; y < rows; y++) {
    let upper = green + <usize>(2 * step * y * width);
    let colour = <usize>(step * y * width);
    for (let x = 0; x < cols; x++, upper += onwards, colour += onwards) {
      const lower = upper + <usize>width;
      const sum =
        <i32>load<u8>(upper) + <i32>load<u8>(upper, 1) + <i32>load<u8>(lower) + <i32>load<u8>(lower, 1);
      if (red == 0) {
        store<u8>(out++, <u8>((sum + 2) >> 2));
        continue;
      }
      store<u8>(out, load<u8>(red + colour));
      store<u8>(out, <u8>((sum + 2) >> 2), 1);
      store<u8>(out, load<u8>(blue + colour), 2);
      out += 3;
    }
  }
}
