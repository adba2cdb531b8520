/**
 * Softens a picture by the binomial 1-2-1 along rows, then along columns: each time its blur's variance grows by half a
 * px squared. Means of two bytes are rounded up, so that faint traces stay. The first and last row keep what they have;
 * px at the ends of rows are softened with those of the next row.
 * @param picture `width * height` bytes, softened in place
 * @param scratch as many bytes and 32
 */
export function soften(picture: usize, width: i32, height: i32, times: i32, scratch: usize): void {
  const count = <usize>(width * height);
  const row = <usize>width;
  const across = scratch + 16;
  for (let k = 0; k < times; k++) {
    meanOfThree(picture, 1, 1, count - 1, across);
    store<u8>(across, load<u8>(picture));
    store<u8>(across + count - 1, load<u8>(picture + count - 1));
    meanOfThree(across, row, row, count - row, picture);
  }
}

/** Writes the weighted mean of each byte from `first` to before `end` and of those `apart` before and after it. */
function meanOfThree(from: usize, apart: usize, first: usize, end: usize, to: usize): void {
  let i = first;
  for (; i + 16 <= end; i += 16) {
    const p = from + i;
    const beside = i8x16.avgr_u(v128.load(p - apart), v128.load(p + apart));
    v128.store(to + i, i8x16.avgr_u(beside, v128.load(p)));
  }
  for (; i < end; i++) {
    const p = from + i;
    const beside = (<i32>load<u8>(p - apart) + load<u8>(p + apart) + 1) >> 1;
    store<u8>(to + i, (beside + load<u8>(p) + 1) >> 1);
  }
}
