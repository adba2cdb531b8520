import { median } from '../geometry/median.js';
import { centroid } from '../geometry/plane-geometry.js';
import { evidenceOf, meanAlong, offSide, placeAlong, type LineEvidence } from './line-evidence.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

/** A quad of the reduced picture with how well it is borne out. */
export interface ScoredQuad {
  quad: Quad;
  /** Side i runs from corner i to corner i + 1; true where it is the picture's border. */
  cut: boolean[];
  /** 0..1. */
  score: number;
}

/** Opposite sides converge by at most this much, radians (40 degrees). */
export const MAX_CONVERGENCE = 0.7;
/** Corners lie outside the picture by at most this part of its size. */
const OUTSIDE = 0.12;
/** Score of what is no quad. */
export const NO_QUAD = -1;
/** Sides that the picture's border may be. */
export const MAX_BORDERS = 2;
/** Smallest part of the picture that a page fills. */
const MIN_AREA = 0.06;
/** px beyond a corner in which a side that goes on speaks against the corner. */
const BEYOND = 14;
/** What a side on the picture's border counts: the page may be cut there, seen edges are better. */
const BORDER_VALUE = 0.36;
/** Quads that get a look at their inside. */
const LOOKED_INTO = 60;

/** Depth of the strip inside a border that must look like the page, as a part of the page. */
const STRIP = 0.1;
/** Part of that strip that looks like the page where a page is cut off there... */
const STRIP_SHARE = 0.6;
/** ...and what a quad's score keeps where none of it does. */
const STRIP_VALUE = 0.75;
/** Of the best quads, this many get their border sides tried against weaker lines. */
const MENDED = 4;

/** A quad and the lines it was joined from: side i on line i. */
export interface JoinedQuad extends ScoredQuad {
  sides: readonly LineEvidence[];
}

/**
 * The quads with what they hold in their scores; best first, near doubles dropped.
 *
 * @param found quads by their sides alone, best first
 * @param spare weaker lines, which may only take the place of a border
 */
export function scoreQuads(
  found: Iterable<JoinedQuad>,
  surface: Raster,
  spare: readonly LineEvidence[] = [],
): JoinedQuad[] {
  const { width, height } = surface;
  const kept: JoinedQuad[] = [];
  for (const quad of found) {
    if (kept.some((other) => nearlySame(quad.quad, other.quad))) continue;
    kept.push({ ...quad });
    if (kept.length >= LOOKED_INTO) break;
  }
  const judge = (quad: JoinedQuad): void => {
    quad.score *= insideScore(quad, surface);
  };
  kept.forEach(judge);
  kept.sort((x, y) => y.score - x.score);
  const mended = kept.slice(0, MENDED).flatMap((quad) => withoutBorders(quad, spare, width, height));
  mended.forEach(judge);
  return [...kept, ...mended].sort((x, y) => y.score - x.score);
}

/** The quad with one of its border sides moved onto each of the spare lines in turn. */
function withoutBorders(
  { sides }: JoinedQuad,
  spare: readonly LineEvidence[],
  width: number,
  height: number,
): JoinedQuad[] {
  return sides.flatMap((side, i) =>
    side.border
      ? spare
          .filter((line) => angleBetween(line, sides[(i + 2) % 4]) <= MAX_CONVERGENCE)
          .map((line) => join(sides.with(i, line), width, height))
          .filter((quad) => quad !== null)
      : [],
  );
}

export function angleBetween(a: LineEvidence, b: LineEvidence): number {
  const gap = Math.abs(a.line.theta - b.line.theta);
  return gap > Math.PI / 2 ? Math.PI - gap : gap;
}

/** Where two sides cross; null where they hardly do, or far outside of a picture. */
export function crossing(a: LineEvidence, b: LineEvidence, width: number, height: number): Point | null {
  const determinant = a.nx * b.ny - a.ny * b.nx;
  if (Math.abs(determinant) < 0.35) return null;
  const x = (a.line.rho * b.ny - b.line.rho * a.ny) / determinant;
  const y = (a.nx * b.line.rho - b.nx * a.line.rho) / determinant;
  if (x < -OUTSIDE * width || x > (1 + OUTSIDE) * width) return null;
  return y < -OUTSIDE * height || y > (1 + OUTSIDE) * height ? null : { x, y };
}

/** The quad of four lines in a row, scored by its sides alone; null where they bound none. */
export function join(sides: readonly LineEvidence[], width: number, height: number): JoinedQuad | null {
  if (sides.filter((s) => s.border).length > MAX_BORDERS) return null;
  const quad: Point[] = [];
  for (let i = 0; i < 4; i++) {
    const corner = crossing(sides[(i + 3) % 4], sides[i], width, height);
    if (!corner) return null;
    quad.push(corner);
  }
  const score = sidesScore(sides, quad as Quad, width, height);
  return score === NO_QUAD ? null : { sides, quad: quad as Quad, cut: sides.map((s) => s.border), score };
}

/** What a quad scores by its sides alone, 0..1; NO_QUAD where it is none that a page may be. */
export function sidesScore(
  sides: readonly LineEvidence[],
  quad: Quad,
  width: number,
  height: number,
): number {
  if (!convex(quad)) return NO_QUAD;
  let area = 0;
  for (let i = 0; i < 4; i++) {
    const c = quad[i];
    const d = quad[(i + 1) % 4];
    area += (c.x * d.y - d.x * c.y) / 2;
  }
  area = Math.abs(area) / (width * height);
  if (area < MIN_AREA) return NO_QUAD;
  const value = sideValue(sides, quad, width, height);
  return value === NO_QUAD ? NO_QUAD : value * sizeValue(area);
}

/**
 * 0.8..1: what its area, as a part of the picture's, is worth to a quad. A larger page is likelier, but weakly so: a
 * page seen small is a page too.
 */
export function sizeValue(area: number): number {
  return 0.8 + 0.2 * Math.min(1, Math.sqrt(area / 0.5));
}

function sideValue(sides: readonly LineEvidence[], quad: Quad, width: number, height: number): number {
  const minSide = 0.14 * Math.min(width, height);
  let value = 0;
  let perimeter = 0;
  let weakest = 1;
  let inwards = 0;
  let seen = 0;
  for (let i = 0; i < 4; i++) {
    const side = sides[i];
    const from = quad[i];
    const to = quad[(i + 1) % 4];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length < minSide) return NO_QUAD;
    perimeter += length;
    if (side.border) {
      value += length * BORDER_VALUE;
      continue;
    }
    const ta = placeAlong(side, from);
    const tb = placeAlong(side, to);
    const low = Math.min(ta, tb);
    const high = Math.max(ta, tb);
    const edge = meanAlong(side, side.edge, low + 2, high - 2);
    const contrast = meanAlong(side, side.contrast, low + 4, high - 4);
    const beyond =
      (meanAlong(side, side.edge, low - BEYOND, low - 3) +
        meanAlong(side, side.edge, high + 3, high + BEYOND)) /
      2;
    const mine = Math.max(0, evidenceOf(edge, contrast) - 0.16 * beyond);
    weakest = Math.min(weakest, mine);
    value += length * mine;
    // Luminance step towards the inside.
    const cx = (quad[0].x + quad[2].x) / 2;
    const cy = (quad[0].y + quad[2].y) / 2;
    const inside = Math.sign(cx * side.nx + cy * side.ny - side.line.rho);
    inwards += inside * meanAlong(side, side.step, low + 4, high - 4);
    seen++;
  }
  value /= perimeter;
  // Paper is lighter than what it lies on, as a rule: a side that says so is worth more.
  const lighter = inwards / Math.max(1, seen);
  return value * (0.75 + 0.25 * Math.min(1, weakest / 0.5)) * (0.9 + 0.1 * lighter);
}

function convex(quad: readonly Point[]): boolean {
  let sign = 0;
  for (let i = 0; i < 4; i++) {
    const a = quad[i];
    const b = quad[(i + 1) % 4];
    const c = quad[(i + 2) % 4];
    const ux = b.x - a.x;
    const uy = b.y - a.y;
    const vx = c.x - b.x;
    const vy = c.y - b.y;
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) < 0.4 * Math.hypot(ux, uy) * Math.hypot(vx, vy)) return false;
    if (sign && Math.sign(cross) !== sign) return false;
    sign = Math.sign(cross);
  }
  return true;
}

/** px by which a point lies within each side of a quad, bent as it is; negative outside. */
export function depthsWithin({ quad, sides }: JoinedQuad, point: Point): number[] {
  const middle = centroid(quad);
  return sides.map((side) => Math.sign(offSide(side, middle)) * offSide(side, point));
}

/** Whether two quads have their corners within 5 px of each other's. */
export function nearlySame(a: Quad, b: Quad): boolean {
  // The same four lines may be joined from another corner, either way round.
  return a.every((p) => b.some((q) => Math.abs(p.x - q.x) + Math.abs(p.y - q.y) < 5));
}

/**
 * 0.4..1: how much the inside looks like one sheet (its closed surface is smooth and near its own median), and
 * whether it still does at the picture's borders: there the table may show beyond the page.
 */
export function insideScore({ quad, cut }: ScoredQuad, surface: Raster): number {
  const { channels } = surface;
  const inside = sampleGrid(quad, surface, [0.04, 0.96], [0.04, 0.96]);
  const medians = Array.from({ length: channels }, (_, c) =>
    median(Array.from({ length: inside.length / channels }, (_, k) => inside[k * channels + c])),
  );
  const share = (levels: Uint8Array): number => {
    let like = 0;
    for (let k = 0; k < levels.length; k += channels) if (isLike(levels, k, medians)) like++;
    return like / (levels.length / channels);
  };
  let value = 0.55 + 0.45 * share(inside);
  const near: Range = [0.01, STRIP];
  const far: Range = [1 - STRIP, 0.99];
  const along: Range = [0.06, 0.94];
  cut.forEach((border, side) => {
    if (!border) return;
    const u = side === 1 ? far : side === 3 ? near : along;
    const v = side === 0 ? near : side === 2 ? far : along;
    const paper = Math.min(1, share(sampleGrid(quad, surface, u, v)) / STRIP_SHARE);
    value *= STRIP_VALUE + (1 - STRIP_VALUE) * paper;
  });
  return value;
}

/** From and to, as parts of a quad's side. */
type Range = [number, number];
/** Samples along either side of a quad. */
const SAMPLES = 14;

/** Whether the px at `k` is of about that colour. */
export function isLike(levels: ArrayLike<number>, k: number, colour: readonly number[]): boolean {
  for (let c = 0; c < colour.length; c++)
    if (!(Math.abs(levels[k + c] - colour[c]) < 22 + 0.16 * colour[c])) return false;
  return true;
}

/** The px of a lattice over a part of a quad that lie in the picture, channels interleaved; black where none does. */
function sampleGrid(quad: Quad, surface: Raster, [u0, u1]: Range, [v0, v1]: Range): Uint8Array {
  const { data, width, height, channels } = surface;
  const samples = new Uint8Array(SAMPLES * SAMPLES * channels);
  let count = 0;
  for (let i = 0; i < SAMPLES; i++)
    for (let j = 0; j < SAMPLES; j++) {
      const u = u0 + ((u1 - u0) * (i + 0.5)) / SAMPLES;
      const v = v0 + ((v1 - v0) * (j + 0.5)) / SAMPLES;
      const x = Math.round(bilinear(quad, u, v, 'x'));
      const y = Math.round(bilinear(quad, u, v, 'y'));
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const k = (y * width + x) * channels;
      for (let c = 0; c < channels; c++) samples[count++] = data[k + c];
    }
  return samples.subarray(0, count || channels);
}

/** Place in a quad, one coordinate of it, of the parts `u` (0..1) along its first side and `v` along its second. */
export function bilinear(quad: Quad, u: number, v: number, axis: 'x' | 'y'): number {
  const top = quad[0][axis] * (1 - u) + quad[1][axis] * u;
  const bottom = quad[3][axis] * (1 - u) + quad[2][axis] * u;
  return top * (1 - v) + bottom * v;
}
