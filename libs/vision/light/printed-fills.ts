import { median } from '../geometry/median.js';
import { nthValue } from '../geometry/nth-value.js';
import { connectedCells, SIDES } from '../pixels/connected-cells.js';
import { close } from '../pixels/morphology.js';
import { putTogether } from './lightness.js';
import { mayBePrinted } from './rim-boxes.js';
import type { Raster } from '../pixels/raster.js';

const { abs, ceil, floor, log, max, min, round } = Math;

/**
 * Half the side of the closing that hides print, as a part of the page's longer side: lines of text up to 5 mm of an A4
 * page.
 */
const PRINT = 0.008;
/**
 * Width within which print changes its level, as a part of the page's longer side, and of what is looked at around it.
 */
const EDGE = 0.004;
const AROUND = 0.02;
/**
 * An edge is printed when this part of the change around it happens within its width; of a shadow whose edge is 6 mm
 * wide hardly more than half does.
 */
const SHARP = 0.75;
/** A change of this part of the level is an edge. */
const STEP = 0.03;
/** The part of the cells that are darker than paper, at most, is thought to be this. */
const PAPER_RANK = 0.75;
/**
 * What sends back less than this, of paper, comes out dark whatever light falls on it: its grain would tell more of it
 * than of light.
 */
const DARK = 0.4;
/** The part of a fill's border that has a sharp edge, at least: what spreads out of one place of it is no fill. */
const EDGED = 0.85;

/**
 * The places of a photographed page that are printed on all over: grey boxes, bars, shaded columns. Light changes
 * softly and print does not, so that the steps at sharp edges alone, put together again over the page, say how much of
 * the light each place sends back (lightness: Land and McCann 1971; put together by a Poisson equation: Horn 1974).
 * Dark places that reach the page's rim are none, but for boxes: a sharp shadow, a hand, a folded sheet's panel.
 *
 * @param preview a copy of the page, any number of channels
 * @param cell px of it a cell is wide
 * @param least what a place has to be: so many cells both ways, `broad`, and as dark as `lightest`, the reflectance of
 *   paper's
 * @returns the cells of each, in a lattice of the preview's size over `cell`, row-major
 */
export function printedPlaces(
  preview: Raster,
  cell: number,
  { broad, lightest }: { broad: number; lightest: number },
): number[][] {
  const { width, height } = preview;
  const cols = max(2, ceil(width / cell));
  const rows = max(2, ceil(height / cell));
  const small = halved(preview);
  const surface = close(small, max(2, round(PRINT * max(small.width, small.height))));
  const across = printedSteps(surface, cell / 2, cols, rows, false);
  const down = printedSteps(surface, cell / 2, cols, rows, true);
  if (!across.some(isStep) && !down.some(isStep)) return [];
  const lightness = putTogether(across, down, cols, rows);
  const paper = nthValue(lightness.slice(), floor(PAPER_RANK * (lightness.length - 1)));
  const ofPrint = paper + log(lightest);
  const dark = new Uint8Array(lightness.length);
  for (let k = 0; k < dark.length; k++) if (lightness[k] < ofPrint) dark[k] = 1;
  return connectedCells(dark, cols, { corners: false }).filter(
    (place) =>
      mayBePrinted(place, cols, rows) &&
      hasSquare(place, cols, broad) &&
      edgedShare(place, across, down, cols, rows) >= EDGED,
  );
}

const isStep = (step: number): boolean => step !== 0;

/** The part of a place's border along which there is a sharp edge, a cell further in or out at most. */
function edgedShare(
  place: readonly number[],
  across: Float32Array,
  down: Float32Array,
  cols: number,
  rows: number,
): number {
  const cells = new Set(place);
  let edged = 0;
  let count = 0;
  for (const k of place)
    for (const [dx, dy] of SIDES) {
      const step = dy * cols + dx;
      if (cells.has(k + step) || isBeyondRim(k, dx, dy, cols, rows)) continue;
      const steps = dx === 0 ? down : across;
      // The step to the next cell right or below stands with the former of the two.
      const at = min(k, k + step);
      count++;
      if ([at - step, at, at + step].some((from) => steps[from])) edged++;
    }
  return edged / count;
}

/** Whether the cell beside another one is beyond the lattice's rim. */
function isBeyondRim(k: number, dx: number, dy: number, cols: number, rows: number): boolean {
  const [x, y] = [(k % cols) + dx, floor(k / cols) + dy];
  return min(x, y) < 0 || x >= cols || y >= rows;
}

function hasSquare(place: readonly number[], cols: number, side: number): boolean {
  const cells = new Set(place);
  for (const k of place) if ((k % cols) + side <= cols && holdsSquare(cells, k, cols, side)) return true;
  return false;
}

/** Whether the square whose upper left cell is `first` is among the cells. */
function holdsSquare(cells: ReadonlySet<number>, first: number, cols: number, side: number): boolean {
  for (let row = 0, k = first; row < side; row++, k += cols)
    for (let i = 0; i < side; i++) if (!cells.has(k + i)) return false;
  return true;
}

/**
 * Gives printed places the level that paper would have there: theirs over their print's reflectance, which is told by
 * what lies on either side of their borders.
 *
 * @param cells level of each cell, in place
 */
export function liftFills(cells: Raster, places: readonly number[][]): void {
  const { data, channels } = cells;
  const levels = Uint8Array.from(data);
  const owner = new Int32Array(levels.length / channels).fill(-1);
  for (let n = 0; n < places.length; n++) for (const k of places[n]) owner[k] = n;
  for (let n = 0; n < places.length; n++) {
    const borders = bordersOf(places[n], n, owner, cells);
    if (borders.length === 0) continue;
    for (let c = 0; c < channels; c++) liftFill(data, levels, channels, c, places[n], borders);
  }
}

/**
 * Lifts one channel of a printed place.
 *
 * @param data of the cells, in place; `levels` are what they were
 */
function liftFill(
  data: Uint8Array,
  levels: Uint8Array,
  channels: number,
  channel: number,
  place: readonly number[],
  borders: readonly BorderCell[],
): void {
  const paper: number[] = [];
  const ratios: number[] = [];
  for (const { within, beyond } of borders) {
    const level = levels[beyond * channels + channel];
    paper.push(level);
    ratios.push(levels[within * channels + channel] / max(1, level));
  }
  const ratio = median(ratios);
  const around = median(paper);
  for (const k of place) {
    const at = k * channels + channel;
    data[at] = ratio < DARK ? around : min(255, round(levels[at] / min(1, ratio)));
  }
  // Cells at the border may be partly paper.
  for (let i = 0; i < borders.length; i++) data[borders[i].cell * channels + channel] = paper[i];
}

/** A cell at the border of a printed place, one further within, and the second one beyond, which is paper. */
interface BorderCell {
  cell: number;
  within: number;
  beyond: number;
}

function bordersOf(
  place: readonly number[],
  n: number,
  owner: Int32Array,
  { width, height }: Raster,
): BorderCell[] {
  const borders: BorderCell[] = [];
  for (const cell of place)
    for (const [dx, dy] of SIDES) {
      const x = (cell % width) + 2 * dx;
      const y = floor(cell / width) + 2 * dy;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const step = dy * width + dx;
      if (owner[cell + step] === n || owner[cell + 2 * step] >= 0) continue;
      borders.push({ cell, within: owner[cell - step] === n ? cell - step : cell, beyond: y * width + x });
    }
  return borders;
}

/** Green at half the size, the lightest of four px: print is thinned by it. */
function halved({ data, width, height, channels }: Raster): Raster {
  const half = { width: ceil(width / 2), height: ceil(height / 2) };
  const out = new Uint8Array(half.width * half.height);
  const last = width - 1;
  for (let y = 0, k = 0; y < height; y += 2) {
    const above = y * width * channels + (channels >> 1);
    const below = y + 1 < height ? above + width * channels : above;
    for (let x = 0; x < width; x += 2, k++) {
      const left = x * channels;
      const right = min(last, x + 1) * channels;
      out[k] = max(data[above + left], data[above + right], data[below + left], data[below + right]);
    }
  }
  return { data: out, ...half, channels: 1 };
}

/**
 * The change of the level's logarithm from each cell to the next one, right or below, as far as sharp edges make it.
 */
function printedSteps(
  surface: Raster,
  cell: number,
  cols: number,
  rows: number,
  isDown: boolean,
): Float32Array {
  const { data, width, height } = surface;
  const length = isDown ? height : width;
  const side = max(width, height);
  const half = max(1, round((EDGE * side) / 2));
  const reach = max(half + 2, round((AROUND * side) / 2));
  const steps = new Float32Array(cols * rows);
  const level = new Float32Array(length);
  const lanes = isDown ? cols : rows;
  const stepAlong = isDown ? width : 1;
  const stepAcross = isDown ? 1 : width;
  for (let lane = 0; lane < lanes; lane++) {
    const last = min(isDown ? width : height, ceil((lane + 1) * cell));
    const first = min(last - 1, floor(lane * cell));
    const logarithms = logarithmsOfMeans(last - first);
    for (let t = 0; t < length; t++) {
      let sum = 0;
      const from = t * stepAlong + first * stepAcross;
      for (let n = first, k = from; n < last; n++, k += stepAcross) sum += data[k];
      level[t] = logarithms[sum];
    }
    const at = (t: number): number => level[max(0, min(length - 1, t))];
    for (let t = 0; t + 1 < length; t++) {
      const near = at(t + 1 + half) - at(t - half);
      if (abs(near) < STEP || abs(near) < SHARP * abs(at(t + 1 + reach) - at(t - reach))) continue;
      // Between the middles of two cells.
      const from = floor((t + 0.5) / cell - 0.5);
      if (from < 0 || from + 1 >= (isDown ? rows : cols)) continue;
      steps[isDown ? from * cols + lane : lane * cols + from] += level[t + 1] - level[t];
    }
  }
  return steps;
}

/** For each sum of so many levels the logarithm of their mean. */
function logarithmsOfMeans(count: number): Float32Array {
  let table = meanLogarithms.get(count);
  if (!table) {
    table = new Float32Array(255 * count + 1);
    for (let sum = 0; sum < table.length; sum++) table[sum] = log(max(1, sum / count));
    meanLogarithms.set(count, table);
  }
  return table;
}

const meanLogarithms = new Map<number, Float32Array>();
