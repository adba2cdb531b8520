/**
 * Adds a row that is moved along itself, borders repeated.
 * @param light the row: 16 bits a value, three channels interleaved
 * @param stride values of a row
 * @param shift what is added to a value is that of so many values on; a multiple of 3
 * @param sums 32 bits a value
 */
export function addMovedRow(light: usize, stride: i32, shift: i32, sums: usize): void {
  const from = min(stride, max(0, -shift));
  const to = max(from, min(stride, stride - shift));
  for (let i = 0; i < from; i++) addTo(sums, i, load<u16>(light + ((<usize>(i % 3)) << 1)));
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const at = sums + ((<usize>i) << 2);
    v128.store(at, i32x4.add(v128.load(at), v128.load16x4_u(light + ((<usize>(i + shift)) << 1))));
  }
  for (; i < to; i++) addTo(sums, i, load<u16>(light + ((<usize>(i + shift)) << 1)));
  for (; i < stride; i++) addTo(sums, i, load<u16>(light + ((<usize>(stride - 3 + (i % 3))) << 1)));
}

/** The mean of `count` rows that were added, 16 bits a value. */
export function meanRow(sums: usize, stride: i32, count: i32, out: usize): void {
  for (let i: usize = 0; i < <usize>stride; i++)
    store<u16>(out + (i << 1), <u16>(load<u32>(sums + (i << 2)) / <u32>count));
}

function addTo(sums: usize, i: i32, value: u16): void {
  const at = sums + ((<usize>i) << 2);
  store<u32>(at, load<u32>(at) + value);
}
