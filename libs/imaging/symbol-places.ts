import type { Raster } from '../vision/pixels/raster.js';
import type { Box } from './barcode-votes.js';

const { floor, max, min } = Math;

/** Cells across the picture's longer side: of a sheet that fills it, some 2 mm each. */
const CELLS = 137;
/** Cells around one in which the paper's level is looked for: more than the half of any symbol. */
const PAPER_REACH = 12;
/**
 * Mean level of a cell, relative to paper, under which it may be part of a symbol. Bars and modules cover about half
 * of the paper; lines of print a sixth of it.
 */
const DARK = 0.8;
/** Cells of a clump at least: the smallest symbols on a sheet that fills the picture have 20. */
const LEAST_CELLS = 6;
/** Kept around the clumps, cells: quiet zones, and what is paler than the rest of its symbol. */
const SURROUNDINGS = 8;

/**
 * The part of a picture where machine-readable symbols may be: a box around all clumps as dark as a symbol is from
 * afar. Most pictures without symbols have none, or far smaller ones than the whole.
 * @param grey one channel
 * @param isSheet whether a place, px, belongs to the sheet on which symbols are looked for
 * @returns px of the picture; null when nothing on it is dark enough
 */
export function symbolBox(grey: Raster, isSheet: (x: number, y: number) => boolean): Box | null {
  const side = max(1, max(grey.width, grey.height) / CELLS);
  const columns = floor(grey.width / side);
  const rows = floor(grey.height / side);
  const levels = cellMeans(grey, side, columns, rows);
  const paper = maximumAround(levels, columns, rows);
  const dark = Uint8Array.from(levels, (level, i) => {
    const x = ((i % columns) + 0.5) * side;
    const y = (floor(i / columns) + 0.5) * side;
    return level < DARK * paper[i] && isSheet(x, y) ? 1 : 0;
  });
  let [left, top, right, bottom] = [columns, rows, -1, -1];
  for (const clump of clumps(dark, columns, rows)) {
    if (clump.length < LEAST_CELLS) continue;
    for (const cell of clump) {
      left = min(left, cell % columns);
      right = max(right, cell % columns);
      top = min(top, floor(cell / columns));
      bottom = max(bottom, floor(cell / columns));
    }
  }
  if (right < 0) return null;
  return {
    left: max(0, (left - SURROUNDINGS) * side),
    top: max(0, (top - SURROUNDINGS) * side),
    right: min(grey.width, (right + 1 + SURROUNDINGS) * side),
    bottom: min(grey.height, (bottom + 1 + SURROUNDINGS) * side),
  };
}

function cellMeans({ data, width }: Raster, side: number, columns: number, rows: number): Float32Array {
  const means = new Float32Array(columns * rows);
  for (let r = 0; r < rows; r++) {
    const top = floor(r * side);
    const bottom = max(top + 1, floor((r + 1) * side));
    for (let c = 0; c < columns; c++) {
      const left = floor(c * side);
      const right = max(left + 1, floor((c + 1) * side));
      let sum = 0;
      for (let y = top; y < bottom; y++)
        for (let o = y * width + left; o < y * width + right; o++) sum += data[o];
      means[r * columns + c] = sum / ((right - left) * (bottom - top));
    }
  }
  return means;
}

/** Largest value within PAPER_REACH cells, along rows and then along columns. */
function maximumAround(values: Float32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      let most = 0;
      for (let k = max(0, c - PAPER_REACH); k <= min(columns - 1, c + PAPER_REACH); k++)
        most = max(most, values[r * columns + k]);
      across[r * columns + c] = most;
    }
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      let most = 0;
      for (let k = max(0, r - PAPER_REACH); k <= min(rows - 1, r + PAPER_REACH); k++)
        most = max(most, across[k * columns + c]);
      out[r * columns + c] = most;
    }
  return out;
}

/** Connected cells (diagonals too), a list of their indices each. */
function clumps(dark: Uint8Array, columns: number, rows: number): number[][] {
  const seen = new Uint8Array(dark.length);
  const found: number[][] = [];
  for (let start = 0; start < dark.length; start++) {
    if (!dark[start] || seen[start]) continue;
    seen[start] = 1;
    const members = [start];
    for (let k = 0; k < members.length; k++) {
      const r = floor(members[k] / columns);
      const c = members[k] % columns;
      for (let y = max(0, r - 1); y <= min(rows - 1, r + 1); y++)
        for (let x = max(0, c - 1); x <= min(columns - 1, c + 1); x++) {
          const at = y * columns + x;
          if (!dark[at] || seen[at]) continue;
          seen[at] = 1;
          members.push(at);
        }
    }
    found.push(members);
  }
  return found;
}
