/** Bits of a place after the point. */
const PLACE_BITS: i32 = 8;

/**
 * A picture as a page lies in it, ink light, px by px between foretold places; what lies outside of the picture is 0.
 * @param picture grey, rows `stride` bytes apart
 * @param nodes where each row of the page lies, every `step` px along it: x and y in turn, 64-bit floats, 256ths of a px
 * @param nodesARow `ceil(width / step) + 1`
 * @param out `width * height` bytes
 */
export function viewPage(
  picture: usize,
  stride: i32,
  pictureHeight: i32,
  nodes: usize,
  nodesARow: i32,
  step: i32,
  width: i32,
  height: i32,
  out: usize,
): void {
  const right = (stride - 1) << PLACE_BITS;
  const bottom = (pictureHeight - 1) << PLACE_BITS;
  memory.fill(out, 0, <usize>(width * height));
  for (let row = 0; row < height; row++) {
    let node = nodes + ((<usize>(row * nodesARow)) << 4);
    let o = out + <usize>(row * width);
    for (let x = 0; x < width; x += step, node += 16) {
      let px = load<f64>(node);
      let py = load<f64>(node, 8);
      const stepX = (load<f64>(node, 16) - px) / <f64>step;
      const stepY = (load<f64>(node, 24) - py) / <f64>step;
      const end = o + <usize>min(step, width - x);
      for (; o < end; o++, px += stepX, py += stepY) {
        const fx = <i32>px;
        const fy = <i32>py;
        if (px < 0 || py < 0 || fx >= right || fy >= bottom) continue;
        const k = picture + <usize>((fy >> PLACE_BITS) * stride + (fx >> PLACE_BITS));
        const below = k + <usize>stride;
        const ax = fx & 255;
        const upper = ((<i32>load<u8>(k)) << 8) + (<i32>load<u8>(k, 1) - <i32>load<u8>(k)) * ax;
        const lower = ((<i32>load<u8>(below)) << 8) + (<i32>load<u8>(below, 1) - <i32>load<u8>(below)) * ax;
        store<u8>(o, <u8>(255 - (((upper << 8) + (lower - upper) * (fy & 255) + 32768) >> 16)));
      }
    }
  }
}
