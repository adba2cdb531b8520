import { bilinearRow, colourRow } from './bilinear-rows';
import { cubicRow } from './cubic-row';
import { COLOUR_SHIFT, GREEN_SHIFT, PLACE_BITS, PLACE_UNIT } from './warp-places';

/**
 * The cells of a mesh that lie in a picture with px to spare: green, or grey, of each px of the output, and the colours
 * of each second one along both axes, in the middle of four, bilinear. Other cells are left as they are.
 *
 * @param source the part of the picture that is seen, rows `stride` bytes apart; up to 16 bytes past a px are read
 * @param channels 1 or 3
 * @param left px of the picture at which that part begins; `top` likewise
 * @param width of the whole picture, px; `height` likewise
 * @param meshX source px of the nodes, 32-bit floats, `cols + 1` to a row; `meshY` likewise
 * @param step output px from node to node: a multiple of 8
 * @param cols cells along x; `rows` along y
 * @param cubic whether green is bicubic
 * @param green rows `greenStride` px apart, of which `greenWidth` are written: multiples of 4
 * @param red 16 bits each, half as many px to a row, and half as many rows; `halfGreen` (bytes) and `blue` likewise; 0
 * each where no colours are wanted, or there is but one channel
 */
export function warpCells(
  source: usize,
  stride: i32,
  channels: i32,
  left: i32,
  top: i32,
  width: i32,
  height: i32,
  meshX: usize,
  meshY: usize,
  step: i32,
  cols: i32,
  rows: i32,
  cubic: bool,
  green: usize,
  greenStride: i32,
  greenWidth: i32,
  red: usize,
  halfGreen: usize,
  blue: usize,
): void {
  const across = <f64>step;
  const nodes = cols + 1;
  const halfStride = greenStride >> 1;
  const originX = left << PLACE_BITS;
  const originY = top << PLACE_BITS;
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const node = (<usize>(j * nodes + i)) << 2;
      const below = node + ((<usize>nodes) << 2);
      if (!liesInside(meshX, node, below, width - 4) || !liesInside(meshY, node, below, height - 4)) continue;
      const x0 = <f64>load<f32>(meshX + node);
      const x1 = <f64>load<f32>(meshX + node, 4);
      const x2 = <f64>load<f32>(meshX + below);
      const x3 = <f64>load<f32>(meshX + below, 4);
      const y0 = <f64>load<f32>(meshY + node);
      const y1 = <f64>load<f32>(meshY + node, 4);
      const y2 = <f64>load<f32>(meshY + below);
      const y3 = <f64>load<f32>(meshY + below, 4);
      const x = x0 * PLACE_UNIT;
      const y = y0 * PLACE_UNIT;
      const downX = (x2 * PLACE_UNIT - x) / across;
      const downY = (y2 * PLACE_UNIT - y) / across;
      const acrossX = (x1 * PLACE_UNIT - x) / across;
      const acrossY = (y1 * PLACE_UNIT - y) / across;
      const turnX = ((x3 * PLACE_UNIT - x2 * PLACE_UNIT) / across - acrossX) / across;
      const turnY = ((y3 * PLACE_UNIT - y2 * PLACE_UNIT) / across - acrossY) / across;
      const wide = min(step, greenWidth - i * step);
      for (let row = 0; row < step; row++) {
        const down = <f64>row;
        const startX = <i32>(x + downX * down + <f64>(1 << (GREEN_SHIFT - 1))) - originX;
        const startY = <i32>(y + downY * down + <f64>(1 << (GREEN_SHIFT - 1))) - originY;
        const goX = <i32>(acrossX + turnX * down);
        const goY = <i32>(acrossY + turnY * down);
        const to = green + <usize>((j * step + row) * greenStride + i * step);
        if (cubic) cubicRow(source, stride, channels, startX, startY, goX, goY, to, wide);
        else bilinearRow(source, stride, channels, startX, startY, goX, goY, to, wide);
      }
      if (red == 0) continue;
      const half = step >> 1;
      for (let row = 0; row < half; row++) {
        const down = 2 * <f64>row + 0.5;
        const goX = acrossX + turnX * down;
        const goY = acrossY + turnY * down;
        const at = <usize>((j * half + row) * halfStride + i * half);
        colourRow(
          source,
          stride,
          <i32>(x + downX * down + goX / 2 + <f64>(1 << (COLOUR_SHIFT - 1))) - originX,
          <i32>(y + downY * down + goY / 2 + <f64>(1 << (COLOUR_SHIFT - 1))) - originY,
          <i32>(2 * goX),
          <i32>(2 * goY),
          red + (at << 1),
          halfGreen + at,
          blue + (at << 1),
          wide >> 1,
        );
      }
    }
}

/** Whether a cell's corners lie from 2 up to under `end` along one axis; places that are no numbers do not. */
function liesInside(mesh: usize, node: usize, below: usize, end: i32): bool {
  const a = load<f32>(mesh + node);
  const b = load<f32>(mesh + node, 4);
  const c = load<f32>(mesh + below);
  const d = load<f32>(mesh + below, 4);
  return min(min(a, b), min(c, d)) >= 2 && max(max(a, b), max(c, d)) < <f32>end;
}
