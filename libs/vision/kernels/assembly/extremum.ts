/**
 * Maximum, or minimum, of each channel over a square window, which is cut off at the border. Maxima of 1, 2, 4 and so
 * on neighbours are made of one another (van Herk), so that the cost grows with the logarithm of the radius.
 * @param source rows of `width` px, `step` channels interleaved, one right after the other
 * @param radius half the window's side, px
 * @param flip 0 for the maximum, 255 for the minimum
 * @param target of the same form; may be the source
 * @param scratch `(height + 1 + 2 * radius) * (width + 2 * radius) * step` bytes and 64
 */
export function extremum(
  source: usize,
  width: i32,
  height: i32,
  step: i32,
  radius: i32,
  flip: i32,
  target: usize,
  scratch: usize,
): void {
  const row = <usize>(width * step);
  const margin = <usize>(radius * step);
  const plane = scratch + row + 2 * margin + 64;
  const middle = plane + <usize>radius * row;
  const window = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    // Beyond the ends stand zeros, which never win.
    memory.fill(scratch, 0, margin);
    memory.fill(scratch + margin + row, 0, margin);
    flipped(source + <usize>y * row, row, flip, scratch + margin);
    overWindow(scratch, row, <usize>step, window, 0, middle + <usize>y * row);
  }
  memory.fill(plane, 0, <usize>radius * row);
  memory.fill(middle + <usize>height * row, 0, <usize>radius * row);
  overWindow(plane, <usize>height * row, row, window, flip, target);
}

/** Copies bytes, all bits turned over where `flip` is 255. */
function flipped(from: usize, count: usize, flip: i32, to: usize): void {
  const bits = i8x16.splat(<i8>flip);
  let i: usize = 0;
  for (; i + 16 <= count; i += 16) v128.store(to + i, v128.xor(v128.load(from + i), bits));
  for (; i < count; i++) store<u8>(to + i, load<u8>(from + i) ^ (<u8>flip));
}

/**
 * The maximum of `window` bytes `step` apart, from each of `count` on.
 * @param line `count + (window - 1) * step` bytes, which are used up
 */
function overWindow(line: usize, count: usize, step: usize, window: i32, flip: i32, out: usize): void {
  let covered = 1;
  for (; 2 * covered <= window; covered *= 2) {
    const apart = <usize>covered * step;
    const end = line + count + <usize>(window - 2 * covered) * step;
    for (let p = line; p < end; p += 16) v128.store(p, i8x16.max_u(v128.load(p), v128.load(p + apart)));
  }
  const rest = <usize>(window - covered) * step;
  const bits = i8x16.splat(<i8>flip);
  let i: usize = 0;
  for (; i + 16 <= count; i += 16) {
    const p = line + i;
    v128.store(out + i, v128.xor(i8x16.max_u(v128.load(p), v128.load(p + rest)), bits));
  }
  for (; i < count; i++) {
    const p = line + i;
    store<u8>(out + i, max(load<u8>(p), load<u8>(p + rest)) ^ (<u8>flip));
  }
}
