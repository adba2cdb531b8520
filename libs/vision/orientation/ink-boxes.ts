import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Raster } from '../pixels/raster.js';

const { ceil, max, min } = Math;

/** Level of paper on an evened page. */
export const PAPER = 250;
/**
 * Ink is what lies more than half way from paper to the darkest px about it, so that letters that a blur has made
 * grey count as much as black ones: the level that one px in DARKEST_SHARE of a tile lies under is taken for that.
 */
const TILE = 40;
const DARKEST_SHARE = 20;
const INK_SHARE = 0.5;
/** Tiles in which nothing is darker than paper by this many levels carry no ink. */
const MIN_CONTRAST = 40;

/** Box of a piece of connected ink, px, inclusive. */
export interface InkBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
}

/** Boxes of 8-connected ink of an evened grey page (paper near white), by runs joined from row to row. */
export function inkBoxes(page: Raster): InkBox[] {
  const { counts, ends } = inkRuns(page);
  const parent: number[] = [];
  const boxes: InkBox[] = [];
  const labels = new Int32Array(ends.length >> 1);
  const find = (k: number): number => {
    while (parent[k] !== k) k = parent[k] = parent[parent[k]];
    return k;
  };
  // Runs of the row before, and of this one.
  let above = 0;
  let row = 0;
  for (let y = 0; y < counts.length; y++) {
    const next = row + counts[y];
    let first = above;
    for (let run = row; run < next; run++) {
      const from = ends[2 * run];
      const to = ends[2 * run + 1] - 1;
      let label = -1;
      while (first < row && ends[2 * first + 1] < from) first++;
      for (let k = first; k < row && ends[2 * k] <= to + 1; k++) {
        const root = find(labels[k]);
        if (label < 0) label = root;
        else if (root !== label) label = join(parent, boxes, label, root);
      }
      if (label < 0) {
        label = parent.length;
        parent.push(label);
        boxes.push({ left: from, top: y, right: to, bottom: y, area: 0 });
      }
      const box = boxes[label];
      box.left = min(box.left, from);
      box.right = max(box.right, to);
      box.bottom = y;
      box.area += to - from + 1;
      labels[run] = label;
    }
    above = row;
    row = next;
  }
  return boxes.filter((_, k) => parent[k] === k);
}

/** How many runs of ink each row has, and of one run after the other the first px and the one past the last. */
function inkRuns(page: Raster): { counts: Uint32Array; ends: Uint16Array } {
  const { data, width, height } = page;
  const { levels, cols } = inkLevels(page);
  const rows = ceil(height / TILE);
  return KernelMemory.borrow((memory) => {
    const picture = memory.take(data.length);
    const bounds = memory.take(rows * width);
    const counts = memory.take(4 * height);
    const runs = memory.take(2 * (width + 1) * height);
    memory.bytes(picture, data.length).set(data);
    const bound = memory.bytes(bounds, rows * width);
    for (let j = 0, k = 0; j < rows; j++)
      for (let i = 0; i < cols; i++) {
        const end = j * width + min(width, (i + 1) * TILE);
        bound.fill(levels[j * cols + i], k, end);
        k = end;
      }
    const count = kernels.darkRuns(picture, width, height, bounds, TILE, counts, runs);
    return { counts: memory.unsigned(counts, height).slice(), ends: memory.words(runs, 2 * count).slice() };
  });
}

/** The level under which px are ink, tile by tile; 0 where there is none. */
function inkLevels({ data, width, height }: Raster): { levels: Uint8Array; cols: number } {
  const cols = ceil(width / TILE);
  const rows = ceil(height / TILE);
  const levels = new Uint8Array(cols * rows);
  const histogram = new Uint16Array(256);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const x1 = min(width, (i + 1) * TILE);
      const y1 = min(height, (j + 1) * TILE);
      histogram.fill(0);
      for (let y = j * TILE; y < y1; y++)
        for (let k = y * width + i * TILE, end = y * width + x1; k < end; k++) histogram[data[k]]++;
      let left = ((x1 - i * TILE) * (y1 - j * TILE)) / DARKEST_SHARE;
      let dark = 0;
      for (; left > histogram[dark]; dark++) left -= histogram[dark];
      const contrast = PAPER - dark;
      levels[j * cols + i] = contrast < MIN_CONTRAST ? 0 : PAPER - INK_SHARE * contrast;
    }
  return { levels, cols };
}

function join(parent: number[], boxes: InkBox[], a: number, b: number): number {
  parent[b] = a;
  const into = boxes[a];
  const from = boxes[b];
  into.left = min(into.left, from.left);
  into.top = min(into.top, from.top);
  into.right = max(into.right, from.right);
  into.bottom = max(into.bottom, from.bottom);
  into.area += from.area;
  return a;
}
