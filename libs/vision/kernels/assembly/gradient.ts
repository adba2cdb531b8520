/** Bytes of scratch that `sobel` needs, for rows of so many bytes. */
export function sobelScratch(rowBytes: i32): i32 {
  return 4 * rowBytes + 64;
}

/**
 * Sobel gradient of the channel that changes most; the outermost px are left out.
 * @param picture rows of `width * channels` bytes; up to 15 bytes more are read
 * @param gx 16 bits each, signed: eight times the change of the level from px to px; `gy` likewise
 * @param magnitude 32-bit floats: levels per px
 * @param scratch as `sobelScratch` says
 */
export function sobel(
  picture: usize,
  width: i32,
  height: i32,
  channels: i32,
  gx: usize,
  gy: usize,
  magnitude: usize,
  scratch: usize,
): void {
  const row = <usize>(width * channels);
  const next = <usize>channels;
  const alongX = scratch;
  const alongY = scratch + 2 * row + 32;
  for (let y = 1; y < height - 1; y++) {
    const line = picture + <usize>y * row;
    for (let b = next; b < row - next; b += 8) {
      const p = line + b;
      const nw = v128.load8x8_u(p - row - next);
      const ne = v128.load8x8_u(p - row + next);
      const sw = v128.load8x8_u(p + row - next);
      const se = v128.load8x8_u(p + row + next);
      const we = i16x8.sub(v128.load8x8_u(p + next), v128.load8x8_u(p - next));
      const ns = i16x8.sub(v128.load8x8_u(p + row), v128.load8x8_u(p - row));
      const falling = i16x8.sub(se, nw);
      const rising = i16x8.sub(ne, sw);
      v128.store(alongX + (b << 1), i16x8.add(i16x8.add(we, we), i16x8.add(falling, rising)));
      v128.store(alongY + (b << 1), i16x8.add(i16x8.add(ns, ns), i16x8.sub(falling, rising)));
    }
    const first = y * width;
    for (let x = 1; x < width - 1; x++) {
      let best = -1;
      let bestX = 0;
      let bestY = 0;
      for (let c = 0; c < channels; c++) {
        const b = (<usize>(x * channels + c)) << 1;
        const dx = <i32>load<i16>(alongX + b);
        const dy = <i32>load<i16>(alongY + b);
        const square = dx * dx + dy * dy;
        if (square > best) {
          best = square;
          bestX = dx;
          bestY = dy;
        }
      }
      const i = <usize>(first + x);
      store<i16>(gx + (i << 1), <i16>bestX);
      store<i16>(gy + (i << 1), <i16>bestY);
      store<f32>(magnitude + (i << 2), <f32>(sqrt<f64>(<f64>best) / 8));
    }
  }
}
