import { quadArea, rectangleOf } from '../geometry/plane-geometry.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { isWithin } from './whole-page.js';

const { ceil, floor, hypot, max, min, round, sign } = Math;

/** Levels by which print lies under the paper about it, and beyond which darker print counts no more. */
const INK = 14;
const DARK = 60;
/** Of the px of print every so many-th is kept. */
const KEPT = 3;
/** Profiles begin so many px before a quad and end as many beyond it. */
const ROOM = 20;

/** Px of print: places in a picture, and by how many levels each is darker than its paper. */
export interface Print {
  x: Float32Array;
  y: Float32Array;
  ink: Float32Array;
}

/**
 * The print within a quad.
 *
 * @param quad px of a reduced copy
 * @param surface the copy with its text closed away
 * @param unit px of the picture a px of the copy
 */
export function printWithin(quad: Quad, surface: Raster, picture: Raster, unit: number): Print {
  const { data, width, height, channels } = picture;
  const [left, right] = [min(...quad.map(({ x }) => x)), max(...quad.map(({ x }) => x))];
  const [top, bottom] = [min(...quad.map(({ y }) => y)), max(...quad.map(({ y }) => y))];
  const x: number[] = [];
  const y: number[] = [];
  const ink: number[] = [];
  let found = 0;
  for (let row = max(0, floor(top * unit)); row < min(height, bottom * unit); row++) {
    const v = min(surface.height - 1, round(row / unit));
    for (let column = max(0, floor(left * unit)); column < min(width, right * unit); column++) {
      const paper = (v * surface.width + min(surface.width - 1, round(column / unit))) * channels;
      const place = (row * width + column) * channels;
      let depth = 0;
      for (let c = 0; c < channels; c++) depth = max(depth, surface.data[paper + c] - data[place + c]);
      if (depth < INK || found++ % KEPT || !isWithin({ x: column / unit, y: row / unit }, quad)) continue;
      x.push(column);
      y.push(row);
      ink.push(min(DARK, depth));
    }
  }
  return { x: Float32Array.from(x), y: Float32Array.from(y), ink: Float32Array.from(ink) };
}

/** The print that lies within a quad, px of the picture, so many px from its sides at least. */
export function wellWithin({ x, y, ink }: Print, quad: Quad, margin: number): Print {
  const turn = sign(quadArea(quad));
  // How deep a place lies within each side: a x + b y + c.
  const [p, q, r, s] = quad.map((from, i) => {
    const to = quad[(i + 1) % 4];
    const scale = turn / hypot(to.x - from.x, to.y - from.y);
    const [a, b] = [-scale * (to.y - from.y), scale * (to.x - from.x)];
    return { a, b, c: -a * from.x - b * from.y - margin };
  });
  const kept: Print = {
    x: new Float32Array(x.length),
    y: new Float32Array(x.length),
    ink: new Float32Array(x.length),
  };
  let count = 0;
  for (let k = 0; k < x.length; k++) {
    const [u, v] = [x[k], y[k]];
    if (p.a * u + p.b * v + p.c < 0 || q.a * u + q.b * v + q.c < 0) continue;
    if (r.a * u + r.b * v + r.c < 0 || s.a * u + s.b * v + s.c < 0) continue;
    kept.x[count] = u;
    kept.y[count] = v;
    kept.ink[count++] = ink[k];
  }
  return {
    x: kept.x.subarray(0, count),
    y: kept.y.subarray(0, count),
    ink: kept.ink.subarray(0, count),
  };
}

/**
 * How sharply print stands out in rows and in columns where a quad is seen as the rectangle it is: lines of text, rules
 * and margins fall together where they are parallel to its sides (projection profiles, as for deskewing: Postl 1986).
 *
 * @param quad px of the picture
 * @returns the energy of the second differences of the ink in px along the first side, and across it
 */
export function straightnessOf(quad: Quad, { x, y, ink }: Print): [columns: number, rows: number] {
  const rectangle = rectangleOf(quad);
  if (!rectangle) return [0, 0];
  const { width, height, plane } = rectangle;
  const [a, b, c, d, e, f, g, h, i] = plane;
  const columns = new Float64Array(ceil(width) + 2 * ROOM + 1);
  const rows = new Float64Array(ceil(height) + 2 * ROOM + 1);
  for (let k = 0; k < x.length; k++) {
    const depth = g * x[k] + h * y[k] + i;
    spread(columns, (a * x[k] + b * y[k] + c) / depth + ROOM, ink[k]);
    spread(rows, (d * x[k] + e * y[k] + f) / depth + ROOM, ink[k]);
  }
  return [energyOf(columns), energyOf(rows)];
}

/** Adds to the two entries of a profile that a place lies between; to none beyond its ends. */
function spread(profile: Float64Array, place: number, value: number): void {
  const first = floor(place);
  if (!(first >= 0 && first < profile.length - 1)) return;
  const part = place - first;
  profile[first] += (1 - part) * value;
  profile[first + 1] += part * value;
}

function energyOf(profile: Float64Array): number {
  let energy = 0;
  for (let k = 1; k < profile.length - 1; k++)
    energy += (2 * profile[k] - profile[k - 1] - profile[k + 1]) ** 2;
  return energy;
}
