import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, max, min, round } = Math;

/** Side of a glyph crop, px. */
export const CROP_SIDE = 20;
/** Ink: levels under this on an evened page. */
const INK_LEVEL = 150;
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
 * 1 ink, each with its surroundings. At most `limit`, spread evenly over what there is.
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
  const parent: number[] = [];
  const boxes: InkBox[] = [];
  const find = (k: number): number => {
    while (parent[k] !== k) k = parent[k] = parent[parent[k]];
    return k;
  };
  let above: { from: number; to: number; label: number }[] = [];
  for (let y = 0; y < height; y++) {
    const runs: typeof above = [];
    let first = 0;
    for (let x = 0; x < width;) {
      if (data[y * width + x] >= INK_LEVEL) {
        x++;
        continue;
      }
      const from = x;
      while (x < width && data[y * width + x] < INK_LEVEL) x++;
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
      crop[k] = 1 - sum / (taps * taps * 255);
    }
  return crop;
}

/** The crop turned clockwise by a quarter. */
export function turnCrop(crop: Float32Array): Float32Array {
  const out = new Float32Array(crop.length);
  for (let y = 0, k = 0; y < CROP_SIDE; y++)
    for (let x = 0; x < CROP_SIDE; x++, k++) out[k] = crop[(CROP_SIDE - 1 - x) * CROP_SIDE + y];
  return out;
}
