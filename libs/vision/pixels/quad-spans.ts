import type { Run } from './connected-cells.js';
import type { Quad, Size } from './raster.js';

const { ceil, floor, max, min } = Math;

/** The px of a picture that lie in a convex quad, row by row; sides count. */
export function spansOf(quad: Quad, { width, height }: Size): Run[] {
  const spans: Run[] = [];
  const ys = quad.map(({ y }) => y);
  for (let y = max(0, ceil(min(...ys))); y <= min(height - 1, floor(max(...ys))); y++) {
    const xs = quad.flatMap((a, i) => {
      const b = quad[(i + 1) % 4];
      if (y < min(a.y, b.y) || y > max(a.y, b.y)) return [];
      return a.y === b.y ? [a.x, b.x] : [a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)];
    });
    const [from, to] = [max(0, ceil(min(...xs))), min(width - 1, floor(max(...xs)))];
    if (from <= to) spans.push({ from: y * width + from, to: y * width + to + 1 });
  }
  return spans;
}
