import { evidenceOf, joinBent, traceRim } from './traced-side.js';
import type { EdgeMap } from './edge-map.js';
import { nearlySame, type JoinedQuad } from './quad-score.js';
import { largePlaces, maskOf, type Run } from '../pixels/connected-cells.js';
import { dilate, erode } from '../pixels/morphology.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

const { abs, min } = Math;

/** Edges fainter than this part nothing, levels per px: each is tried. */
const PARTED_FROM = [4, 8];
/** A gap in an edge that is no wider than twice this, and a px, lets nothing through, px of the surface. */
const GAP = 2;
/** Smallest part of the picture that a region has. */
const MIN_AREA = 0.06;

/**
 * Quads around the regions of a picture that edges part from the rest of it: a sheet shows as one where no side of it
 * is straight, or clutter has more straight edges than the sheet.
 *
 * @param edges of the surface
 * @param surface the picture with its text closed away
 * @returns quads whose four sides were traced, with what they hold in their scores
 */
export function regionQuads(edges: EdgeMap, surface: Raster): JoinedQuad[] {
  const found: Region[] = [];
  for (const parted of PARTED_FROM)
    for (const region of regionsOf(edges, parted))
      if (!found.some((other) => nearlySame(other.corners, region.corners))) found.push(region);
  return found.map((region) => traceAround(region, edges, surface)).filter((quad) => quad !== null);
}

/** The quad around a region of a picture, its sides traced; null where they are not seen. */
export function quadAround(region: Raster, edges: EdgeMap, surface: Raster): JoinedQuad | null {
  const corners = largestQuad(hullOf(rimOf(region)));
  return corners && traceAround({ mask: region.data, corners }, edges, surface);
}

/** A part of a picture and the corners of the largest quad in it, clockwise. */
interface Region {
  /** Row-major, px other than 0 are its own. */
  mask: Uint8Array;
  corners: Quad;
}

function traceAround({ mask, corners }: Region, edges: EdgeMap, surface: Raster): JoinedQuad | null {
  const traced = [];
  for (let i = 0; i < 4; i++) {
    const side = traceRim(corners[i], corners[(i + 1) % 4], edges, mask);
    if (!side) return null;
    traced.push(side);
  }
  const sides = traced.map((side) => evidenceOf(side, edges, surface)).filter((side) => side !== null);
  return sides.length < 4 ? null : joinBent(sides, traced, surface);
}

/** The large regions without an edge of that strength, and what is left where those at the picture's border are not. */
function regionsOf(edges: EdgeMap, parted: number): Region[] {
  const { width, height } = edges;
  const parts = partsOf(betweenEdges(edges, parted));
  const within = new Uint8Array(width * height).fill(255);
  for (const { data } of parts.filter(touchesBorder))
    for (let k = 0; k < data.length; k++) if (data[k]) within[k] = 0;
  return [...parts, ...partsOf({ data: within, width, height, channels: 1 })]
    .map((part) => ({ mask: part.data, corners: largestQuad(hullOf(rimOf(part))) }))
    .filter((region): region is Region => region.corners !== null);
}

/** 255 where there is no edge of that strength. */
function betweenEdges({ strength, width, height }: EdgeMap, parted: number): Raster {
  return { data: strength.map((edge) => (edge < parted ? 255 : 0)), width, height, channels: 1 };
}

/** The parts of a mask that hang together where a gap lets nothing through. */
function placesApart(mask: Raster, least: number): Run[][] {
  return largePlaces(erode(mask, GAP).data, mask.width, least * mask.width * mask.height);
}

/** The large ones of those, each a mask of its own, with the width of the edge about them. */
function partsOf(mask: Raster): Raster[] {
  return placesApart(mask, MIN_AREA).map((runs) => dilate(maskOf(runs, mask), GAP + 1));
}

/**
 * The places that edges of a strength part from the rest of a picture, without those edges' own width.
 *
 * @param least the part of the picture that each takes up, at least
 */
export function placesParted(edges: EdgeMap, parted: number, least: number): Run[][] {
  return placesApart(betweenEdges(edges, parted), least);
}

function touchesBorder({ data, width, height }: Raster): boolean {
  const last = (height - 1) * width;
  for (let x = 0; x < width; x++) if (data[x] || data[last + x]) return true;
  for (let y = 0; y < height; y++) if (data[y * width] || data[(y + 1) * width - 1]) return true;
  return false;
}

/** The outermost px of a mask in each row. */
function rimOf({ data, width, height }: Raster): Point[] {
  const rim: Point[] = [];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(255);
    if (first >= 0) rim.push({ x: first, y }, { x: row.lastIndexOf(255), y });
  }
  return rim;
}

/** Convex hull of points, clockwise as a picture is seen (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (along: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of along) {
      while (chain.length >= 2 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The quad of most area with its corners on a convex polygon's; null where that has fewer. */
function largestQuad(hull: readonly Point[]): Quad | null {
  const count = hull.length;
  let most = 0;
  let best: Quad | null = null;
  /** Of the corners from one to the other the one farthest off the line through both. */
  const farthest = (i: number, j: number): { corner: number; area: number } => {
    let [corner, area] = [-1, 0];
    for (let k = i + 1; k < j; k++) {
      const size = abs(turn(hull[i], hull[j % count], hull[k % count]));
      if (size > area) [corner, area] = [k % count, size];
    }
    return { corner, area };
  };
  for (let i = 0; i < count; i++)
    for (let j = i + 2; j < count; j++) {
      const [a, b] = [farthest(i, j), farthest(j, i + count)];
      if (min(a.corner, b.corner) < 0 || a.area + b.area <= most) continue;
      most = a.area + b.area;
      best = [hull[i], hull[a.corner], hull[j], hull[b.corner]];
    }
  return best;
}

/** Twice the area of a triangle, signed. */
function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
