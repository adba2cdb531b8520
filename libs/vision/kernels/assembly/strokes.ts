/**
 * Top-hat transform (Serra 1982) by a square: what stands out, light, and is narrower than it. Windows are cut at the borders,
 * as OpenCV's `morphologyEx` does.
 */

/** Half the widest square, px: rows have so much room on either side. */
const MARGIN: usize = 16;

/** Bytes of scratch memory that a picture of this size takes. */
export function topHatScratch(width: i32, height: i32, radius: i32): usize {
  return 2 * strideOf(width) * <usize>(height + 2 * radius) + MARGIN;
}

function strideOf(width: i32): usize {
  return ((<usize>width + 15) & ~15) + 2 * MARGIN;
}

/**
 * @param picture `width * height` bytes, row after row
 * @param radius half the square's side, px, at most 15
 * @param target as many bytes, and 16
 * @param scratch see `topHatScratch`
 */
export function topHat(
  picture: usize,
  width: i32,
  height: i32,
  radius: i32,
  target: usize,
  scratch: usize,
): void {
  const stride = strideOf(width);
  const above = <usize>radius * stride;
  const padded = scratch;
  const across = padded + stride * <usize>(height + 2 * radius);
  const right = stride - MARGIN - <usize>width;
  memory.fill(padded, 255, stride * <usize>(height + 2 * radius));
  for (let y = 0; y < height; y++)
    memory.copy(padded + above + <usize>y * stride + MARGIN, picture + <usize>(y * width), width);
  for (let y = 0; y < height; y++)
    leastBelow(padded + <usize>y * stride, stride, radius, across + <usize>y * stride);
  // Where the darkest of the square was taken, there is nothing beyond the borders.
  memory.fill(padded, 0, above);
  memory.fill(padded + above + <usize>height * stride, 0, above);
  for (let y = 0; y < height; y++) {
    const row = padded + above + <usize>y * stride;
    leastBeside(across + <usize>y * stride + MARGIN, width, radius, row + MARGIN);
    memory.fill(row, 0, MARGIN);
    memory.fill(row + MARGIN + <usize>width, 0, right);
  }
  for (let y = 0; y < height; y++)
    mostBelow(padded + <usize>y * stride, stride, radius, across + <usize>y * stride);
  for (let y = 0; y < height; y++) {
    const from = picture + <usize>(y * width);
    standOut(from, across + <usize>y * stride + MARGIN, width, radius, target + <usize>(y * width));
  }
}

/** The least of a column's px of `2 * radius + 1` rows, from `rows` on. */
function leastBelow(rows: usize, stride: usize, radius: i32, out: usize): void {
  for (let x: usize = 0; x < stride; x += 16) {
    let least = v128.load(rows + x);
    for (let k = 1; k <= 2 * radius; k++) least = i8x16.min_u(least, v128.load(rows + x + <usize>k * stride));
    v128.store(out + x, least);
  }
}

function mostBelow(rows: usize, stride: usize, radius: i32, out: usize): void {
  for (let x: usize = 0; x < stride; x += 16) {
    let most = v128.load(rows + x);
    for (let k = 1; k <= 2 * radius; k++) most = i8x16.max_u(most, v128.load(rows + x + <usize>k * stride));
    v128.store(out + x, most);
  }
}

/** The least of the px within `radius` in a row. */
function leastBeside(row: usize, width: i32, radius: i32, out: usize): void {
  for (let x = 0; x < width; x += 16) {
    const first = row + <usize>(x - radius);
    let least = v128.load(first);
    for (let k = 1; k <= 2 * radius; k++) least = i8x16.min_u(least, v128.load(first + <usize>k));
    v128.store(out + <usize>x, least);
  }
}

/** What is left of a row's px without the most of those within `radius` in `opened`. */
function standOut(row: usize, opened: usize, width: i32, radius: i32, out: usize): void {
  for (let x = 0; x < width; x += 16) {
    const first = opened + <usize>(x - radius);
    let most = v128.load(first);
    for (let k = 1; k <= 2 * radius; k++) most = i8x16.max_u(most, v128.load(first + <usize>k));
    v128.store(out + <usize>x, i8x16.sub_sat_u(v128.load(row + <usize>x), most));
  }
}
