import { connectedCells } from '../vision/pixels/connected-cells.js';
import type { Raster } from '../vision/pixels/raster.js';
import { areaOf, type Box } from './picture-part.js';

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
/** Kept around a clump on a sheet, cells: quiet zones, and what is paler than the rest of its symbol. */
const SURROUNDINGS = 8;
/** ... and where it is looked at closer: quiet zones. */
const MARGIN = 3;

/**
 * The parts of a picture where machine-readable symbols may be, px: clumps as dark as a symbol is from afar, each with
 * room for what is paler than the rest of its symbol, the largest first. Most pictures without symbols have none, or
 * far smaller ones than the whole.
 * @param grey one channel
 * @param isSheet whether a place, px, belongs to the sheet on which symbols are looked for
 */
export function symbolParts(grey: Raster, isSheet: (x: number, y: number) => boolean): Box[] {
  return darkClumps(grey, isSheet, SURROUNDINGS);
}

/**
 * Places of a picture where a symbol each may be, px, the largest first: clumps as dark as a symbol is from afar,
 * with their quiet zones.
 * @param grey one channel
 */
export function symbolPlaces(grey: Raster): Box[] {
  return darkClumps(grey, () => true, MARGIN);
}

/** Boxes of the dark clumps with so many cells around each, px, the largest first. */
function darkClumps(grey: Raster, isSheet: (x: number, y: number) => boolean, around: number): Box[] {
  const cells = cellsOf(grey);
  return darkBoxes(grey, cells, isSheet)
    .map((box) => inPx(box, around, cells, grey))
    .sort((a, b) => areaOf(b) - areaOf(a));
}

interface Cells {
  /** px */
  side: number;
  columns: number;
  rows: number;
}

function cellsOf({ width, height }: Raster): Cells {
  const side = max(1, max(width, height) / CELLS);
  return { side, columns: floor(width / side), rows: floor(height / side) };
}

/** Boxes of the clumps of dark cells, in cells, right and bottom included. */
function darkBoxes(grey: Raster, cells: Cells, isSheet: (x: number, y: number) => boolean): Box[] {
  const { side, columns, rows } = cells;
  const levels = cellMeans(grey, cells);
  const paper = maximumAround(levels, columns, rows);
  const dark = Uint8Array.from(levels, (level, i) => {
    const x = ((i % columns) + 0.5) * side;
    const y = (floor(i / columns) + 0.5) * side;
    return level < DARK * paper[i] && isSheet(x, y) ? 1 : 0;
  });
  return connectedCells(dark, columns, { corners: true })
    .filter((clump) => clump.length >= LEAST_CELLS)
    .map((clump) => {
      const box = { left: columns, top: rows, right: -1, bottom: -1 };
      for (const cell of clump) {
        box.left = min(box.left, cell % columns);
        box.right = max(box.right, cell % columns);
        box.top = min(box.top, floor(cell / columns));
        box.bottom = max(box.bottom, floor(cell / columns));
      }
      return box;
    });
}

/** A box of cells with so many around it, in px of the picture. */
function inPx({ left, top, right, bottom }: Box, around: number, { side }: Cells, picture: Raster): Box {
  return {
    left: max(0, (left - around) * side),
    top: max(0, (top - around) * side),
    right: min(picture.width, (right + 1 + around) * side),
    bottom: min(picture.height, (bottom + 1 + around) * side),
  };
}

function cellMeans({ data, width }: Raster, { side, columns, rows }: Cells): Float32Array {
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
