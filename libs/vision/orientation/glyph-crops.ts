import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min, round } = Math;

/** Side of a glyph crop, px. */
export const CROP_SIDE = 20;
/** Level of paper on an evened page. */
const PAPER = 250;
/**
 * Ink is what lies more than half way from paper to the darkest px about it, so that letters that a blur has made
 * grey count as much as black ones: the level that one px in DARKEST_SHARE of a tile lies under is taken for that.
 */
const TILE = 40;
const DARKEST_SHARE = 20;
const INK_SHARE = 0.5;
/** Tiles in which nothing is darker than paper by this many levels carry no ink. */
const MIN_CONTRAST = 40;
/** Darkest px of a crop count as full ink, unless they are this near to paper: then they are noise. */
const MIN_INK = 0.15;
/** Size of connected ink that may be a letter, px. */
const MIN_HEIGHT = 5;
const MAX_HEIGHT = 44;
const MIN_AREA = 10;
/** Longer side over shorter side of a letter's box, at most; longer ones are strokes and rules. */
const MAX_ASPECT = 3.5;
/** A crop shows this many times the letter's longer side, so that its neighbours on the line are seen. */
const CONTEXT = 2.1;

/** Box of a piece of connected ink, px, inclusive. */
interface InkBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
}

/**
 * Crops around letter-like pieces of ink of an evened grey page (paper near white): CROP_SIDE squared, 0 paper to
 * 1 the darkest ink of the crop, each with its surroundings. At most `limit`, spread evenly over what there is.
 */
export function glyphCrops(page: Raster, limit: number): Float32Array[] {
  const boxes = inkBoxes(page).filter((box) => {
    const w = box.right - box.left + 1;
    const h = box.bottom - box.top + 1;
    const long = max(w, h);
    return (
      long >= MIN_HEIGHT &&
      long <= MAX_HEIGHT &&
      min(w, h) >= 2 &&
      long / min(w, h) <= MAX_ASPECT &&
      box.area >= MIN_AREA
    );
  });
  const every = max(1, boxes.length / limit);
  const crops: Float32Array[] = [];
  for (let k = 0; k < boxes.length; k += every) crops.push(cropOf(page, boxes[floor(k)]));
  return crops;
}

/** Boxes of 8-connected ink, by runs joined from row to row. */
function inkBoxes(page: Raster): InkBox[] {
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

/** The surroundings of a box, bilinear where enlarged and box-averaged where reduced. */
function cropOf(page: Raster, box: InkBox): Float32Array {
  const { data, width, height } = page;
  const side = CONTEXT * max(box.right - box.left + 1, box.bottom - box.top + 1);
  const left = (box.left + box.right + 1) / 2 - side / 2;
  const top = (box.top + box.bottom + 1) / 2 - side / 2;
  const unit = side / CROP_SIDE;
  const taps = max(1, round(unit));
  const crop = new Float32Array(CROP_SIDE * CROP_SIDE);
  for (let v = 0, k = 0; v < CROP_SIDE; v++)
    for (let u = 0; u < CROP_SIDE; u++, k++) {
      let sum = 0;
      for (let q = 0; q < taps; q++)
        for (let p = 0; p < taps; p++) {
          const x = left + (u + (p + 0.5) / taps) * unit - 0.5;
          const y = top + (v + (q + 0.5) / taps) * unit - 0.5;
          const xi = floor(x);
          const yi = floor(y);
          if (xi < 0 || yi < 0 || xi >= width - 1 || yi >= height - 1) {
            sum += 255;
            continue;
          }
          const i = yi * width + xi;
          const fx = x - xi;
          const fy = y - yi;
          sum +=
            (data[i] * (1 - fx) + data[i + 1] * fx) * (1 - fy) +
            (data[i + width] * (1 - fx) + data[i + width + 1] * fx) * fy;
        }
      crop[k] = max(0, 1 - sum / (taps * taps * PAPER));
    }
  const darkest = max(
    MIN_INK,
    crop.reduce((a, b) => max(a, b), 0),
  );
  for (let k = 0; k < crop.length; k++) crop[k] /= darkest;
  return crop;
}

/** The crop turned clockwise by a quarter. */
export function turnCrop(crop: Float32Array): Float32Array {
  const out = new Float32Array(crop.length);
  for (let y = 0, k = 0; y < CROP_SIDE; y++)
    for (let x = 0; x < CROP_SIDE; x++, k++) out[k] = crop[(CROP_SIDE - 1 - x) * CROP_SIDE + y];
  return out;
}
