import { connectedRuns, largePlaces, maskOf, rimOf, SIDES, sizeOf } from '../pixels/connected-cells.js';
import type { Raster, Size } from '../pixels/raster.js';
import { PAPER } from './illumination.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';

const { abs, ceil, floor, max, min, round } = Math;

/** Levels under this are a dark lid, or print. */
const DARK = 75;
/** What is narrower than twice this, as a part of the picture's longer side, is print that runs off the picture. */
const THICK = 0.003;
/** A lid is this part of the picture, at least. */
const LEAST = 0.0004;
/** ...and has as much of its border as this part of its width and height. */
const DARK_RIM = 0.02;
/** A page's edge is not parallel to the picture's: it rises by this part along it... */
const SLANT = 0.005;
/**
 * ...over this part of the picture's side, and stands off a straight line by this part of the longer side (root mean
 * square).
 */
const RUN = 0.15;
const STRAIGHT = 0.004;
/** White within what is dark, such as letters of a title on black, is less than this part of it in a lid. */
const HOLES = 0.05;
/** What is dark and hangs together with it within this many times THICK is a lid's ragged rim. */
const RAGGED = 6;
/** Px of the reduced copy over which a lid's rim runs out. */
const FRINGE = 2;

/** Where a scan shows the scanner's dark lid beside the page. */
export interface ScannerLid {
  /** Not 0 where the lid is, row-major, of a copy of the frame. */
  mask: Uint8Array;
  width: number;
  height: number;
}

/**
 * The dark lid beside a page that lies askew in its scan: thick, dark, without letters, from the picture's border to a
 * straight edge that is not parallel to it. A bar that is printed off the page's edge is parallel to it where the scan
 * is the page.
 *
 * @param grey the scan, made small
 * @returns null where there is none
 */
export function scannerLid({ data, width, height }: Raster): ScannerLid | null {
  const long = max(width, height);
  const dark = new Uint8Array(data.length);
  for (let k = 0; k < dark.length; k++) dark[k] = data[k] < DARK ? 1 : 0;
  const rim = borderPx(width, height).reduce((sum, k) => sum + dark[k], 0);
  if (rim < DARK_RIM * (width + height)) return null;
  const reach = max(2, round(THICK * long));
  const thick = complement(about(complement(dark), width, reach));
  const parts = largePlaces(thick, width, LEAST * thick.length)
    .filter((runs) => rimOf(runs, width, height) > 0)
    .map((runs) => about(maskOf(runs, { width, height }).data, width, reach))
    .filter((part) => holesIn(part, width) < HOLES);
  if (!parts.some((part) => hasSlantedEdge(part, width, height))) return null;
  const mask = new Uint8Array(thick.length);
  for (const part of parts) for (let k = 0; k < mask.length; k++) mask[k] |= part[k];
  growWithin(dark, mask, width, RAGGED * reach);
  return { mask: about(mask, width, FRINGE), width, height };
}

function complement(marked: Uint8Array): Uint8Array {
  const others = new Uint8Array(marked.length);
  for (let k = 0; k < others.length; k++) others[k] = 1 - marked[k];
  return others;
}

/** The px along the border of a picture, each once. */
function borderPx(width: number, height: number): number[] {
  const across = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]);
  const down = Array.from({ length: height - 2 }, (_, y) => [(y + 1) * width, (y + 2) * width - 1]);
  return [...across, ...down].flat();
}

/** The squares of `2 * reach + 1` px about all that is marked. */
function about(marked: Uint8Array, width: number, reach: number): Uint8Array {
  const squares = new Uint8Array(marked.length);
  for (let from = 0; from < marked.length; from += width) stretch(marked, squares, from, width, reach);
  // Rows at a time: a column's px lie far apart in memory.
  const last = marked.length - width;
  const sources = squares.slice();
  spread(sources, squares, width, reach, 0, width);
  spread(sources, squares, width, reach, last, -width);
  return squares;
}

/** Marks the stretches about all that is marked of the row that begins at `start`. */
function stretch(from: Uint8Array, to: Uint8Array, start: number, count: number, reach: number): void {
  let done = 0;
  for (let k = 0; k < count; k++) {
    if (!from[start + k]) continue;
    const end = min(count, k + reach + 1);
    to.fill(1, start + max(done, k - reach), start + end);
    done = end;
  }
}

/** Marks up to `reach` px beyond what is marked in each column, from the row at `start` on by `step`. */
function spread(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  reach: number,
  start: number,
  step: number,
): void {
  const more = new Int32Array(width);
  for (let row = start; row >= 0 && row < from.length; row += step)
    for (let x = 0; x < width; x++) {
      if (from[row + x]) more[x] = reach;
      else if (more[x] > 0) {
        more[x]--;
        to[row + x] = 1;
      }
    }
}

/** Marks what hangs together with the marked px within others, up to so many px away. */
function growWithin(within: Uint8Array, marked: Uint8Array, width: number, reach: number): void {
  let front: number[] = [];
  for (let k = 0; k < marked.length; k++) if (marked[k]) front.push(k);
  for (let step = 0; step < reach && front.length > 0; step++) {
    const next: number[] = [];
    for (const k of front)
      for (const [dx, dy] of SIDES) {
        const x = (k % width) + dx;
        const to = k + dx + dy * width;
        if (x < 0 || x >= width || !within[to] || marked[to]) continue;
        marked[to] = 1;
        next.push(to);
      }
    front = next;
  }
}

function hasSlantedEdge(lid: Uint8Array, width: number, height: number): boolean {
  const depths = [
    depthsFrom(lid, width, height, (x, y) => y * width + x),
    depthsFrom(lid, width, height, (x, y) => (height - 1 - y) * width + x),
    depthsFrom(lid, height, width, (y, x) => y * width + x),
    depthsFrom(lid, height, width, (y, x) => y * width + width - 1 - x),
  ];
  return depths.some((side) => isSlanted(side, max(width, height)));
}

/** How deep a lid reaches in from each px of a side, px. */
function depthsFrom(
  lid: Uint8Array,
  along: number,
  deep: number,
  at: (along: number, deep: number) => number,
): number[] {
  return Array.from({ length: along }, (_, k) => {
    let depth = 0;
    while (depth < deep && lid[at(k, depth)]) depth++;
    return depth;
  });
}

/** Whether some stretch of a side has a straight, slanted edge. */
function isSlanted(depths: number[], long: number): boolean {
  const run = ceil(RUN * depths.length);
  for (let from = 0; from + run <= depths.length; from += ceil(run / 4)) {
    const stretch = depths.slice(from, from + run);
    if (stretch.some((depth) => depth === 0 || depth > long / 2)) continue;
    const { slope, deviation } = lineThrough(stretch);
    if (abs(slope) >= SLANT && deviation <= STRAIGHT * long) return true;
  }
  return false;
}

function lineThrough(values: number[]): { slope: number; deviation: number } {
  const middle = (values.length - 1) / 2;
  let [sum, product, squares] = [0, 0, 0];
  values.forEach((value, k) => {
    sum += value;
    product += (k - middle) * value;
    squares += (k - middle) ** 2;
  });
  const slope = product / squares;
  const mean = sum / values.length;
  const off = values.reduce((total, value, k) => total + (value - mean - slope * (k - middle)) ** 2, 0);
  return { slope, deviation: Math.sqrt(off / values.length) };
}

/** Px that a lid encloses, as a part of it: all that hangs together beside it but the page. */
function holesIn(lid: Uint8Array, width: number): number {
  const beside = connectedRuns(complement(lid), width, { corners: false }).map(sizeOf);
  const all = beside.reduce((sum, length) => sum + length, 0);
  const page = beside.reduce((largest, length) => max(largest, length), 0);
  return (all - page) / (lid.length - all);
}

/**
 * Paints a lid as paper: what a scanner with a white lid shows.
 *
 * @param image the picture as it comes out, changed in place
 * @param mesh where its px come from in the frame
 * @param frame size of the frame, px
 */
export function paintLid(image: Raster, mesh: WarpMesh, frame: Size, lid: ScannerLid): void {
  const { data, channels } = image;
  const { mask, width, height } = lid;
  const [across, down] = [width / frame.width, height / frame.height];
  // Beside the frame's border lies what it is blended with.
  const columnAt = (x: number) => min(width - 1, max(0, floor((x + 0.5) * across)));
  const rowAt = (y: number) => min(height - 1, max(0, floor((y + 0.5) * down)));
  const { step } = mesh;
  const shows = boxesOf(lid);
  for (let top = 0, j = 0; top < image.height; top += step, j++)
    for (let left = 0, i = 0; left < image.width; left += step, i++) {
      // Within a cell of the mesh lies what lies between its nodes.
      const nodes = [0, 1, mesh.cols, mesh.cols + 1].map((k) => j * mesh.cols + i + k);
      const columns = nodes.map((k) => columnAt(mesh.x[k]));
      const rows = nodes.map((k) => rowAt(mesh.y[k]));
      if (!shows(min(...columns) - 1, min(...rows) - 1, max(...columns) + 1, max(...rows) + 1)) continue;
      for (let y = top; y < min(image.height, top + step); y++)
        for (let x = left; x < min(image.width, left + step); x++) {
          const p = meshAt(mesh, x, y);
          if (!mask[rowAt(p.y) * width + columnAt(p.x)]) continue;
          const at = (y * image.width + x) * channels;
          data.fill(PAPER, at, at + channels);
        }
    }
}

/** Tells whether a lid shows in a box, its right and bottom px included; by sums over all that lies before a px. */
function boxesOf({ mask, width, height }: ScannerLid) {
  const stride = width + 1;
  const sums = new Int32Array(stride * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0, row = 0; x < width; x++) {
      row += mask[y * width + x];
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row;
    }
  return (left: number, top: number, right: number, bottom: number): boolean => {
    const [x, y] = [max(0, left), max(0, top)];
    const [u, v] = [min(width, right + 1), min(height, bottom + 1)];
    return sums[v * stride + u] - sums[y * stride + u] - sums[v * stride + x] + sums[y * stride + x] > 0;
  };
}
