import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min } = Math;

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
  const { data, width, height } = page;
  const { levels, cols } = inkLevels(page);
  const bounds = new Uint8Array(width);
  const parent: number[] = [];
  const boxes: InkBox[] = [];
  const find = (k: number): number => {
    while (parent[k] !== k) k = parent[k] = parent[parent[k]];
    return k;
  };
  let above: { from: number; to: number; label: number }[] = [];
  for (let y = 0; y < height; y++) {
    const runs: typeof above = [];
    const tiles = floor(y / TILE) * cols;
    if (y % TILE === 0) for (let x = 0; x < width; x++) bounds[x] = levels[tiles + floor(x / TILE)];
    let first = 0;
    for (let x = 0; x < width;) {
      if (data[y * width + x] >= bounds[x]) {
        x++;
        continue;
      }
      const from = x;
      while (x < width && data[y * width + x] < bounds[x]) x++;
      const to = x - 1;
      let label = -1;
      while (first < above.length && above[first].to < from - 1) first++;
      for (let k = first; k < above.length && above[k].from <= to + 1; k++) {
        const root = find(above[k].label);
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
      runs.push({ from, to, label });
    }
    above = runs;
  }
  return boxes.filter((_, k) => parent[k] === k);
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
