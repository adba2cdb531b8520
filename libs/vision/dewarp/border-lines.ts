import { close } from '../pixels/morphology.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import { steepestPath } from '../geometry/steepest-path.js';
import { remap } from '../pixels/remap.js';
import { meshAt, meshFrom } from '../pixels/warp-mesh.js';
import { placeTurned, turn } from '../pixels/resample.js';

const { abs, floor, max, min, round } = Math;

/**
 * Longer side of the page in the copy in which its borders are traced, px, and what is seen beyond it, as a part of it.
 */
const VIEW_SIDE = 700;
const MARGIN = 0.09;
/** Half the side of the closing that hides text, px of the copy. */
const TEXT_RADIUS = 5;
/** px along a border between places, and by which it may rise from one to the next. */
const STEP = 4;
const MAX_RISE = 2;
/** What a rise of a px costs against the step in colour, levels; of more, times its square. */
const RISE_COST = 2;
/** px to either side that are compared, and the part of the border over which the step is averaged, places. */
const REACH = 3;
const ALONG = 2;
/** Step in colour, levels, from which there is an edge; beyond the upper one it tells no more. */
const MIN_STEP = 5;
const FULL_STEP = 40;
/** What a step the other way, or in another colour, counts: tables are patterned. */
const OTHER_WAY = 0.4;
/** Part of a border's places that have an edge. */
const MIN_SEEN = 0.6;
/** How far the plain view's step may lie beside the closed one's, px. */
const NEAR = 4;
/** Ends of a border left out, as a part of it: corners are rounded and folded. */
const ENDS = 0.03;

/**
 * The paper's borders as they bend, near the sides of what it was taken for: along each side the path of the steepest
 * step from the colours inside to those outside.
 *
 * @param picture the frame, reduced
 * @param toPicture takes px of a page of that size, and of what is about it, to px of the picture
 * @returns for the top side, then clockwise, places in px of the page; null where no border is seen
 */
export function traceBorders(
  picture: Raster,
  toPicture: (p: Point) => Point,
  { width, height }: Size,
  cut: readonly boolean[],
): (Point[] | null)[] {
  const scale = VIEW_SIDE / max(width, height);
  const margin = round(MARGIN * VIEW_SIDE);
  const [w, h] = [round(width * scale) + 2 * margin, round(height * scale) + 2 * margin];
  const onPage = ({ x, y }: Point): Point => ({
    x: (x + 0.5 - margin) / scale - 0.5,
    y: (y + 0.5 - margin) / scale - 0.5,
  });
  const shown = meshFrom(w, h, (x, y) => toPicture(onPage({ x, y })));
  const seen = remap(picture, shown);
  const outside = (x: number, y: number): boolean => {
    const p = meshAt(shown, x, y);
    return p.x < 2 || p.y < 2 || p.x > picture.width - 3 || p.y > picture.height - 3;
  };
  const view = close(seen, TEXT_RADIUS);
  return [0, 1, 2, 3].map((side) => {
    if (cut[side]) return null;
    // The side is turned to the top, its inside below it.
    const [turned, plain] = [view, seen].map((raster) => turn(raster, -side, 2 * margin));
    const size = side % 2 === 0 ? { width: w, height: h } : { width: h, height: w };
    const back = (p: Point): Point => placeTurned(p, side, size);
    const path = tracePath(turned, plain, margin, (x, y) => {
      const p = back({ x, y });
      return outside(p.x, p.y);
    });
    return path && path.map((p) => onPage(back(p)));
  });
}

/**
 * The path of the step along the top side of a view, by dynamic programming over the view with its text closed away,
 * then moved onto the plain view's step near by: closing joins what is light on the table to the paper.
 */
function tracePath(
  closed: Raster,
  plain: Raster,
  margin: number,
  outside: (x: number, y: number) => boolean,
): Point[] | null {
  const rows = 2 * margin - 2 * REACH;
  const first = margin + round(ENDS * (closed.width - 2 * margin));
  const count = floor((closed.width - 2 * first) / STEP);
  const apart = colourApart(closed, margin);
  const places = Array.from({ length: count }, (_, i) => first + i * STEP);
  const steps = along(places.map((x) => stepsAt(closed, x, rows, apart, outside)));
  const path = steepestPath(steps, MAX_RISE, (rise) => RISE_COST * rise * rise);
  const fine = along(places.map((x) => stepsAt(plain, x, rows, apart, outside)));
  const points: Point[] = [];
  path.forEach((at, i) => {
    if (steps[i][at] < MIN_STEP) return;
    const column = fine[i];
    let y = at;
    for (let k = max(1, at - NEAR); k <= min(rows - 2, at + NEAR); k++) if (column[k] > column[y]) y = k;
    if (column[y] < MIN_STEP || y < 1 || y > rows - 2) return;
    const bend = column[y - 1] - 2 * column[y] + column[y + 1];
    const shift = bend < 0 ? max(-0.5, min(0.5, (column[y - 1] - column[y + 1]) / (2 * bend))) : 0;
    // Row y of the steps parts the px REACH + y - 1 from the next.
    points.push({ x: places[i], y: y + REACH - 0.5 + shift });
  });
  return points.length >= MIN_SEEN * count ? points : null;
}

/** Each place's steps averaged with those of its neighbours. */
function along(steps: readonly Float32Array[]): Float32Array[] {
  return steps.map((own, i) => {
    const sum = new Float32Array(own.length);
    const from = max(0, i - ALONG);
    const to = min(steps.length - 1, i + ALONG);
    for (let k = from; k <= to; k++) for (let y = 0; y < sum.length; y++) sum[y] += steps[k][y];
    return sum.map((v) => min(FULL_STEP, max(0, v / (to - from + 1))));
  });
}

/**
 * How the inside of the top side differs in colour from its outside: a direction in the channels, of length 1 (sum of
 * magnitudes).
 */
function colourApart({ data, width, channels }: Raster, margin: number): number[] {
  const mean = (from: number, to: number): number[] => {
    const sum = new Array<number>(channels).fill(0);
    let n = 0;
    for (let y = round(from); y < to; y += 2)
      for (let x = margin * 2; x < width - 2 * margin; x += 2, n++)
        for (let c = 0; c < channels; c++) sum[c] += data[(y * width + x) * channels + c];
    return sum.map((s) => s / max(1, n));
  };
  const inside = mean(1.3 * margin, 2 * margin);
  const beyond = mean(0, 0.7 * margin);
  const difference = inside.map((v, c) => v - beyond[c]);
  const total = difference.reduce((s, v) => s + abs(v), 0);
  return total < 1 ? difference.map(() => 1 / channels) : difference.map((v) => v / total);
}

/** Step in colour from outside (above) to inside (below) at each row of a column, levels. */
function stepsAt(
  { data, width, channels }: Raster,
  x: number,
  rows: number,
  apart: readonly number[],
  outside: (x: number, y: number) => boolean,
): Float32Array {
  const out = new Float32Array(rows);
  for (let y = 0; y < rows; y++) {
    // Row y parts px y + REACH - 1 from y + REACH.
    if (outside(x, y)) continue;
    let sum = 0;
    let largest = 0;
    for (let c = 0; c < channels; c++) {
      let step = 0;
      for (let d = 0; d < REACH; d++)
        step +=
          data[((y + REACH + d) * width + x) * channels + c] -
          data[((y + REACH - 1 - d) * width + x) * channels + c];
      sum += apart[c] * step;
      largest = max(largest, abs(step));
    }
    sum = max(sum, OTHER_WAY * largest);
    out[y] = sum / REACH;
  }
  return out;
}
