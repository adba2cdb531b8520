import { connectedCells } from '../pixels/connected-cells.js';
import type { Raster } from '../pixels/raster.js';

const { atan2, ceil, floor, max, min, PI, round } = Math;

/** Cells along the page's longer side: 2 mm of an A4 page, a small letter's height. */
const CELLS = 137;
const SMALLEST_CELL = 4;
/** A px is blown out when all its channels are at least this light; a cell when all but few of its px are. */
const BLOWN_OUT = 250;
const BLOWN_SHARE = 0.95;
/** Half the side of the least patch, cells: under 7 mm of an A4 page hardly a word is lost. */
const LEAST_RADIUS = 1;
/** The upper levels of a cell are its paper's, the lowest its ink's. */
const PAPER_RANK = 0.8;
const INK_RANK = 0.04;
/** A cell is printed on when its contrast is this part of what is usual on the page, which most print stays under... */
const PRINTED = 0.5;
const USUAL_RANK = 0.9;
/** ...and perhaps from this part on. */
const FAINT = 0.2;
/** Less contrast, of paper, is grain. */
const GRAIN = 0.06;
/** The part of the printed cells with less contrast than the one that stands for all. */
const CONTRAST_RANK = 0.6;
/** Rings about a patch, cells: what is veiled if a lamp is mirrored there, and what is not. */
const NEAR = 2;
const AROUND = 5;
const REACH = 10;
/**
 * Part of the cells about a patch that are printed on where print runs into it, and of eight directions those that have
 * some.
 */
const PRINTED_SHARE = 0.12;
const PRINTED_DIRECTIONS = 5;
/** Beside glare print has at most this part of the contrast that it has further off. */
const VEILED = 0.85;
/** Paper this light is overexposed all about: a patch does not stand out. */
const OVEREXPOSED = 245;
/** Levels by which paper beside glare is lighter than further off. */
const SKIRT = 4;

/**
 * The part of a page's face, 0..1, where print is lost under glare, a lamp or a flash mirrored by the page. Such light
 * is added to paper and ink alike, unlike light that falls on both: about a patch that is blown out, the darkest ink
 * gets lighter towards it, and paper does, before both are white. Bare paper and what is overexposed evenly have print
 * beside them that is as dark as elsewhere.
 *
 * @param page a copy of the page as it was photographed, its light not evened
 * @param isSeen whether the frame shows a place of the page (0..1 both)
 */
export function glareOverPrint(page: Raster, isSeen: (x: number, y: number) => boolean): number {
  const cells = cellsOf(page, isSeen);
  const cores = opened(cells);
  if (!cores.includes(1)) return 0;
  const levels = levelsOf(page, cells);
  const usual = rankOf(
    [...levels.contrast].filter((value, k) => value > GRAIN && !cells.blown[k]),
    USUAL_RANK,
  );
  let lost = 0;
  for (const patch of connectedCells(cores, cells.cols, { corners: true }))
    if (isGlare(cells, levels, patch, usual)) lost += patch.length;
  return lost / cores.length;
}

/** The cells of a page, row-major. */
interface Cells {
  /** px of the page a cell is wide. */
  size: number;
  cols: number;
  rows: number;
  /** Whether the frame shows a cell. */
  isSeen: (cell: number) => boolean;
  /** 1 where it does, and all is white. */
  blown: Uint8Array;
}

/** What each cell shows. */
interface CellLevels {
  /** Level of the paper. */
  paper: Uint8Array;
  /** How far the darkest ink is under it, as a part of it. */
  contrast: Float32Array;
}

function cellsOf(page: Raster, isSeen: (x: number, y: number) => boolean): Cells {
  const { data, width, height, channels } = page;
  const size = max(SMALLEST_CELL, round(max(width, height) / CELLS));
  const cols = ceil(width / size);
  const rows = ceil(height / size);
  const white = new Uint16Array(cols * rows);
  const last = channels - 1;
  const middle = last >> 1;
  for (let y = 0, at = 0; y < height; y++)
    for (let i = 0, k = floor(y / size) * cols; i < cols; i++, k++) {
      let count = 0;
      for (const end = (y * width + min(width, (i + 1) * size)) * channels; at < end; at += channels)
        if (data[at] >= BLOWN_OUT && data[at + middle] >= BLOWN_OUT && data[at + last] >= BLOWN_OUT) count++;
      white[k] += count;
    }
  const isCellSeen = (k: number): boolean =>
    isSeen(((k % cols) + 0.5) / cols, (floor(k / cols) + 0.5) / rows);
  const blown = new Uint8Array(cols * rows);
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) {
      const area = (min(width, (i + 1) * size) - i * size) * (min(height, (j + 1) * size) - j * size);
      blown[k] = white[k] >= BLOWN_SHARE * area && isCellSeen(k) ? 1 : 0;
    }
  return { size, cols, rows, isSeen: isCellSeen, blown };
}

function levelsOf({ data, width, height, channels }: Raster, { size, cols, rows }: Cells): CellLevels {
  const paper = new Uint8Array(cols * rows);
  const contrast = new Float32Array(cols * rows);
  const levels = new Uint8Array(size * size);
  const green = channels >> 1;
  for (let k = 0; k < paper.length; k++) {
    const left = (k % cols) * size;
    const top = floor(k / cols) * size;
    let n = 0;
    for (let y = top; y < min(height, top + size); y++)
      for (let x = left; x < min(width, left + size); x++)
        levels[n++] = data[(y * width + x) * channels + green];
    const sorted = levels.subarray(0, n).sort();
    paper[k] = sorted[floor(PAPER_RANK * (n - 1))];
    contrast[k] = 1 - sorted[floor(INK_RANK * n)] / max(1, paper[k]);
  }
  return { paper, contrast };
}

/** Blown-out cells that are part of a square of such (morphological opening). */
function opened({ cols, rows, blown }: Cells): Uint8Array {
  const out = new Uint8Array(blown.length);
  for (let j = LEAST_RADIUS; j < rows - LEAST_RADIUS; j++)
    for (let i = LEAST_RADIUS; i < cols - LEAST_RADIUS; i++) {
      if (!blown[j * cols + i]) continue;
      const square = around(i, j, LEAST_RADIUS, cols, rows);
      if (square.every((k) => blown[k])) for (const k of square) out[k] = 1;
    }
  return out;
}

/** Cells of the square about one, as far as they are on the page. */
function around(i: number, j: number, radius: number, cols: number, rows: number): number[] {
  const cells: number[] = [];
  for (let y = max(0, j - radius); y <= min(rows - 1, j + radius); y++)
    for (let x = max(0, i - radius); x <= min(cols - 1, i + radius); x++) cells.push(y * cols + x);
  return cells;
}

/** @param usual contrast that most print of the page stays under */
function isGlare(
  cells: Cells,
  { paper, contrast }: CellLevels,
  patch: readonly number[],
  usual: number,
): boolean {
  const { cols } = cells;
  const rings = ringsAbout(cells, patch);
  const near = rings.slice(0, NEAR).flat();
  const far = rings.slice(AROUND).flat();
  if (near.length === 0 || far.length === 0) return false;
  const paperFar = rankOf(
    far.map((k) => paper[k]),
    0.5,
  );
  const paperNear = rankOf(
    near.map((k) => paper[k]),
    0.5,
  );
  if (paperFar > OVEREXPOSED || paperNear < paperFar + SKIRT) return false;
  const beyond = rings.slice(NEAR).flat();
  const printed = beyond.filter((k) => contrast[k] >= max(GRAIN, PRINTED * usual));
  if (printed.length < PRINTED_SHARE * beyond.length) return false;
  const x = patch.reduce((sum, k) => sum + (k % cols), 0) / patch.length;
  const y = patch.reduce((sum, k) => sum + floor(k / cols), 0) / patch.length;
  const directions = new Set(
    printed.map((k) => floor((atan2(floor(k / cols) - y, (k % cols) - x) / PI + 1) * 4) % 8),
  );
  if (directions.size < PRINTED_DIRECTIONS) return false;
  const contrastOf = (ring: readonly number[]): number =>
    rankOf(
      ring.map((k) => contrast[k]).filter((value) => value >= max(GRAIN, FAINT * usual)),
      CONTRAST_RANK,
    );
  return contrastOf(near) < VEILED * contrastOf(far);
}

/** The cells about a patch that are seen, by their distance from it, 1 to REACH. */
function ringsAbout({ cols, rows, isSeen }: Cells, patch: readonly number[]): number[][] {
  const reached = new Set(patch);
  const rings: number[][] = [];
  let front = patch;
  for (let distance = 1; distance <= REACH; distance++) {
    const ring: number[] = [];
    for (const cell of front)
      for (const k of around(cell % cols, floor(cell / cols), 1, cols, rows))
        if (!reached.has(k)) {
          reached.add(k);
          if (isSeen(k)) ring.push(k);
        }
    rings.push(ring);
    front = ring;
  }
  return rings;
}

/** The value that a part of the values stay under; 0 of none. */
function rankOf(values: readonly number[], rank: number): number {
  return values.length === 0 ? 0 : [...values].sort((a, b) => a - b)[floor(rank * (values.length - 1))];
}
