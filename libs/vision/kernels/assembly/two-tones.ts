/**
 * Steepens a plane against the mean of the square window around each px; windows are cut at the borders.
 * @param grey levels, rows `width` bytes apart
 * @param radius half the window, px
 * @param amount of a px's difference from the mean that is added
 * @param sums scratch of `4 * width` bytes
 * @param out levels, as `grey`
 */
export function steepen(
  grey: usize,
  width: i32,
  height: i32,
  radius: i32,
  amount: f64,
  sums: usize,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    moveDown(grey, width, height, radius, y, sums, 0);
    const rows = min(height - 1, y + radius) - max(0, y - radius) + 1;
    let sum = 0;
    for (let x = 0; x < min(radius, width); x++) sum += level(sums, x);
    for (let x = 0, o = <usize>(y * width); x < width; x++, o++) {
      if (x + radius < width) sum += level(sums, x + radius);
      if (x - radius - 1 >= 0) sum -= level(sums, x - radius - 1);
      const mean = <f64>sum / <f64>(rows * columnsOf(x, radius, width));
      const own = <f64>load<u8>(grey + o);
      const value = own + amount * (own - mean);
      store<u8>(out + o, value < 0 ? 0 : value > 255 ? 255 : <u8>(<i32>value));
    }
  }
}

/**
 * Tells ink (0) from paper (255) by a threshold that follows the mean and the spread of the square window around each
 * px (Sauvola).
 * @param grey levels, rows `width` bytes apart
 * @param steep the same, steepened: these are judged
 * @param radius half the window, px
 * @param full spread of fully inked surroundings
 * @param sensitivity how far below the mean a px of even surroundings has to lie, as part of the mean
 * @param ink steepened levels below it are ink wherever they stand
 * @param paper levels from it on, before or after steepening, are paper
 * @param sums scratch of `8 * width` bytes
 * @param tones one byte a px
 */
export function tellInk(
  grey: usize,
  steep: usize,
  width: i32,
  height: i32,
  radius: i32,
  full: f64,
  sensitivity: f64,
  ink: i32,
  paper: i32,
  sums: usize,
  tones: usize,
): void {
  const squares = sums + ((<usize>width) << 2);
  for (let y = 0; y < height; y++) {
    moveDown(steep, width, height, radius, y, sums, squares);
    const rows = min(height - 1, y + radius) - max(0, y - radius) + 1;
    let sum = 0;
    // Wider than 32 bits: windows have up to a few hundred px a side.
    let square: i64 = 0;
    for (let x = 0; x < min(radius, width); x++) {
      sum += level(sums, x);
      square += level(squares, x);
    }
    for (let x = 0, o = <usize>(y * width); x < width; x++, o++) {
      if (x + radius < width) {
        sum += level(sums, x + radius);
        square += level(squares, x + radius);
      }
      if (x - radius - 1 >= 0) {
        sum -= level(sums, x - radius - 1);
        square -= level(squares, x - radius - 1);
      }
      const value = <i32>load<u8>(steep + o);
      let isInk = value < ink;
      if (!isInk && value < paper && <i32>load<u8>(grey + o) < paper) {
        const count = <f64>(rows * columnsOf(x, radius, width));
        const mean = <f64>sum / count;
        const spread = sqrt(max(0.0, <f64>square / count - mean * mean));
        isInk = <f64>value < mean * (1 - sensitivity * max(0.0, 1 - spread / full));
      }
      store<u8>(tones + o, isInk ? 0 : 255);
    }
  }
}

/**
 * Turns over what stands alone in squares of `side` px: the px just around them are all of the other tone. What is
 * within a px of the border stays as it is.
 * @param tones one byte a px, rows `width` bytes apart
 * @param out as `tones`
 */
export function dropSpecks(tones: usize, width: i32, height: i32, side: i32, out: usize): void {
  memory.copy(out, tones, <usize>(width * height));
  for (let y = 1; y < height - side; y++)
    for (let x = 1, o = <usize>(y * width + 1); x < width - side; x++, o++) {
      const around = load<u8>(tones + o - <usize>width - 1);
      if (isEven(tones + o, width, side, around) || !isRing(tones + o, width, side, around)) continue;
      for (let row = 0; row < side; row++) memory.fill(out + o + <usize>(row * width), around, <usize>side);
    }
}

/** Whether a square is all of one tone. */
function isEven(square: usize, width: i32, side: i32, tone: u8): bool {
  for (let row = 0; row < side; row++)
    for (let x = 0; x < side; x++) if (load<u8>(square + <usize>(row * width + x)) != tone) return false;
  return true;
}

/** Whether the px just around a square are all of one tone. */
function isRing(square: usize, width: i32, side: i32, tone: u8): bool {
  const corner = square - <usize>width - 1;
  const last = side + 1;
  for (let k = 0; k <= last; k++) {
    if (load<u8>(corner + <usize>k) != tone || load<u8>(corner + <usize>(last * width + k)) != tone)
      return false;
    if (load<u8>(corner + <usize>(k * width)) != tone || load<u8>(corner + <usize>(k * width + last)) != tone)
      return false;
  }
  return true;
}

/**
 * Brings the sums of the columns to the windows about a row from those about the row before; the first begins them.
 * @param squares sums of the levels' squares likewise; 0 where nobody asks
 */
function moveDown(
  plane: usize,
  width: i32,
  height: i32,
  radius: i32,
  y: i32,
  sums: usize,
  squares: usize,
): void {
  if (y == 0) {
    memory.fill(sums, 0, (<usize>width) << 2);
    if (squares) memory.fill(squares, 0, (<usize>width) << 2);
    for (let row = 0; row < min(radius, height); row++) addRow(plane, width, row, 1, sums, squares);
  }
  if (y + radius < height) addRow(plane, width, y + radius, 1, sums, squares);
  if (y - radius - 1 >= 0) addRow(plane, width, y - radius - 1, -1, sums, squares);
}

/**
 * Adds `sign` times a row's levels to the sums of the columns, 32 bits each, and their squares where these are asked
 * for.
 */
function addRow(plane: usize, width: i32, y: i32, sign: i32, sums: usize, squares: usize): void {
  const row = plane + <usize>(y * width);
  for (let x = 0, at: usize = 0; x < width; x++, at += 4) {
    const value = <i32>load<u8>(row + <usize>x);
    store<i32>(sums + at, load<i32>(sums + at) + sign * value);
    if (squares) store<i32>(squares + at, load<i32>(squares + at) + sign * value * value);
  }
}

/** A column's sum. */
function level(sums: usize, x: i32): i32 {
  return load<i32>(sums + ((<usize>x) << 2));
}

/** Columns of the window around a px. */
function columnsOf(x: i32, radius: i32, width: i32): i32 {
  return min(width - 1, x + radius) - max(0, x - radius) + 1;
}
