import type { Raster } from '../pixels/raster.js';

const { abs, floor, max } = Math;

/** How the paper of a page may differ from its median, over the page, as light falls on it. */
export interface PaperLikeness {
  /** Share by which a channel may be more or less, against the others. */
  colour: number;
  /** Share of the level that is left at least. */
  darkest: number;
  /** Whether places printed on all over are told by their edges; where more than a page is in sight, what lies about it has such too. */
  fills: boolean;
}

/** Lamps and daylight differ in colour, and shadows are deep. */
export const PHOTOGRAPHED: PaperLikeness = { colour: 0.3, darkest: 0, fills: false };
/** The same, of a page and nothing else. */
export const PHOTOGRAPHED_PAGE: PaperLikeness = { ...PHOTOGRAPHED, fills: true };
/** A scanner's lamp is one, and even; what is tinted or darker is meant to be. */
export const SCANNED: PaperLikeness = { colour: 0.04, darkest: 0.88, fills: false };

/** With less paper than this the page's own cannot be told from what is printed on it. */
const MIN_PAPER = 0.4;

/**
 * Levels of a page's cells in which those that are no paper (fills, stamps, pictures, tints) have the level of the paper around
 * them: light is evened by what paper tells, and colours stay.
 */
export function withoutFills(cells: Raster, likeness: PaperLikeness): Float32Array<ArrayBuffer> {
  const { width, height, channels } = cells;
  const levels = Float32Array.from(cells.data);
  const known = paperCells(cells, likeness);
  let open: number[] = [];
  for (let k = 0; k < known.length; k++) if (!known[k]) open.push(k);
  if (known.length - open.length < MIN_PAPER * known.length) return levels;
  while (open.length > 0) {
    const reached: number[] = [];
    const left: number[] = [];
    for (const k of open) (spread(k) ? reached : left).push(k);
    for (const k of reached) known[k] = 1;
    open = left;
  }
  return levels;

  /** Gives a cell the mean level of the known ones beside it; false where there are none. */
  function spread(k: number): boolean {
    const x = k % width;
    const y = (k - x) / width;
    let n = 0;
    const sum = [0, 0, 0];
    for (let v = max(0, y - 1); v <= y + 1 && v < height; v++)
      for (let u = max(0, x - 1); u <= x + 1 && u < width; u++) {
        if (!known[v * width + u]) continue;
        n++;
        for (let c = 0; c < channels; c++) sum[c] += levels[(v * width + u) * channels + c];
      }
    for (let c = 0; n > 0 && c < channels; c++) levels[k * channels + c] = sum[c] / n;
    return n > 0;
  }
}

/** 1 for each cell that is like the page's paper. */
function paperCells(
  { data, width, height, channels }: Raster,
  { colour, darkest }: PaperLikeness,
): Uint8Array {
  const count = width * height;
  const paper = Array.from({ length: channels }, (_, c) => max(1, middleLevel(data, c, channels)));
  const shares = new Float64Array(channels);
  const like = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += shares[c] = data[k * channels + c] / paper[c];
    const mean = sum / channels;
    let isLike = mean >= darkest;
    for (let c = 0; c < channels; c++) isLike &&= abs(shares[c] - mean) <= colour * mean;
    if (isLike) like[k] = 1;
  }
  return like;
}

/** The median of each `step`-th level from the first one on. */
function middleLevel(data: Uint8Array, first: number, step: number): number {
  const histogram = new Uint32Array(256);
  for (let k = first; k < data.length; k += step) histogram[data[k]]++;
  let left = floor(data.length / step / 2);
  let level = 0;
  for (; left >= histogram[level]; level++) left -= histogram[level];
  return level;
}
