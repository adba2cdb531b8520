import { median } from '../geometry/median.js';
import { largePlaces, maskOf, rimOf } from '../pixels/connected-cells.js';
import { valueBetween } from '../pixels/level-between.js';
import { close, dilate, erode } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';
import type { PaperLevels } from './paper-levels.js';

const { abs, floor, log, max, min, round, sqrt } = Math;

/** Cells to either side of a shadow's edge over which the map of the light is smoothed. */
const REACH = 3;
/** From here on, the light beside a shadow over that in it, its edge is kept: less is evened well enough without. */
const STEEP = 1.4;
/** A shadow takes as much from each channel: natural logarithms differ from their mean by this at most. */
const GREY = 0.12;
/** The part of the page that lies in the shadow, at least. */
const LEAST = 0.03;
/** px of the preview from one node of the finer lattice to the next. */
const NODE = 2;
/** Half the side of the closing that hides text, px of the preview. */
const TEXT_RADIUS = 4;
/** An edge is hard where so many px about a place lie this part of the way from the shadow's level to the light's. */
const ABOUT = 6;
const HARD = 0.55;
/** The part of its edge along which a shadow's edge is steep, hard and grey. */
const MOST = 0.8;
/** On the edge itself so much of the way lies about a place. */
const ON_EDGE = 0.25;
/** Beside it what is up to here, or from here on, of the way is in the shadow, or beside it. */
const SHADED = 0.2;
const LIT = 0.8;

/** Contrasts, the lightest level over the darkest, are kept as bytes in this unit. */
const UNIT = 32;

/** A grey preview with its text closed away, and the darkest and the lightest level about each of its px. */
interface Surface extends Raster {
  darkest: Uint8Array;
  lightest: Uint8Array;
}

/** What lies on both sides of a shadow's edge about a cell: the darkest shaded cell, and the lightest one in light. */
interface Sides {
  /** Where the levels of each lie. */
  dark: number;
  light: number;
  /** Their mean levels, 1 at least. */
  from: number;
  to: number;
}

/** A shadow's edge on a page: its sides of each cell near it. */
interface ShadowEdge {
  sides: readonly (Sides | null)[];
  surface: Surface;
}

/**
 * The levels of a page's paper on a finer lattice where a shadow with a hard edge falls on it from beyond its rim.
 * Smoothed, they pass over the edge so slowly that the paper in the shadow stays grey beside it. By the edge each place
 * has the light of one side or the other, as its own level tells (after Kopf and others, "Joint bilateral upsampling",
 * 2007), and on it what is in between.
 *
 * @param cells the levels before they were smoothed, of cells of so many px of the preview
 * @returns the levels as they are where there is no such shadow
 */
export function withShadowEdges(
  paper: PaperLevels,
  cells: Float32Array,
  cell: number,
  preview: Raster,
): PaperLevels {
  const edge = shadowEdge(paper, cells, cell, preview);
  return edge ? refined(paper, cells, cell, edge) : paper;
}

/** Null where no shadow has a hard edge. */
function shadowEdge(
  { cols, rows, channels }: PaperLevels,
  cells: Float32Array,
  cell: number,
  preview: Raster,
): ShadowEdge | null {
  const light = greyOf(cells, cols, rows, channels);
  const shaded = shadowsOn(light);
  if (!shaded) return null;
  const within = erode(shaded, REACH).data;
  const sides = Array.from(dilate(shaded, REACH).data, (isNear, k) =>
    isNear && !within[k] ? sidesAbout(k, light, shaded, cells, channels) : null,
  );
  const near = sides.filter((side) => side !== null);
  const isAlongMost = (places: number): boolean => places > 0 && places >= MOST * near.length;
  const isSteep = (side: Sides): boolean =>
    side.to >= STEEP * side.from && isGrey(cells, side.dark, side.light, channels);
  if (!isAlongMost(near.filter(isSteep).length)) return null;
  const closed = greyOf(close(preview, TEXT_RADIUS).data, preview.width, preview.height, channels);
  const surface: Surface = {
    ...closed,
    darkest: erode(closed, ABOUT).data,
    lightest: dilate(closed, ABOUT).data,
  };
  const steps = stepsOf(surface, cell, cols, rows);
  const hard = sides.filter(
    (side, k) => side && isSteep(side) && steps[k] >= HARD * log(side.to / side.from),
  );
  return isAlongMost(hard.length) ? { sides, surface } : null;
}

/** What lies in shadows that fall on the page from beyond its rim, by the light on its cells; null without any. */
function shadowsOn(light: Raster): Raster | null {
  const { width, height } = light;
  const [darkest, lightest] = [erode(light, REACH).data, dilate(light, REACH).data];
  const limits: number[] = [];
  darkest.forEach((dark, k) => {
    if (lightest[k] >= STEEP * max(1, dark)) limits.push(sqrt(dark * lightest[k]));
  });
  if (limits.length === 0) return null;
  const limit = median(limits);
  const dark = light.data.map((level) => (level < limit ? 1 : 0));
  const shadows = largePlaces(dark, width, LEAST * dark.length).filter(
    (runs) => rimOf(runs, width, height) > 0,
  );
  return shadows.length > 0 ? maskOf(shadows.flat(), light) : null;
}

/** The levels on the finer lattice. */
function refined(
  paper: PaperLevels,
  cells: Float32Array,
  cell: number,
  { sides, surface }: ShadowEdge,
): PaperLevels {
  const { cols, rows, channels } = paper;
  const [fineCols, fineRows] = [floor(surface.width / NODE), floor(surface.height / NODE)];
  const levels = new Float32Array(fineCols * fineRows * channels);
  for (let j = 0, k = 0; j < fineRows; j++)
    for (let i = 0; i < fineCols; i++, k += channels) {
      const at = min(rows - 1, floor((NODE * j) / cell)) * cols + min(cols - 1, floor((NODE * i) / cell));
      const side = sides[at];
      if (!side) {
        interpolate(paper, (i * (cols - 1)) / (fineCols - 1), (j * (rows - 1)) / (fineRows - 1), levels, k);
        continue;
      }
      const px = NODE * (j * surface.width + i);
      const part = partOf(surface.data[px], surface.lightest[px] / max(1, surface.darkest[px]), side);
      for (let c = 0; c < channels; c++)
        levels[k + c] = cells[side.dark + c] ** (1 - part) * cells[side.light + c] ** part;
    }
  return { ...paper, cols: fineCols, rows: fineRows, levels };
}

/** 0..1: how much of the light a place has between a shadow's level and the level beside it. */
function partOf(level: number, contrast: number, { from, to }: Sides): number {
  if (to <= from) return 1;
  const way = log(to / from);
  const part = max(0, min(1, log(max(1, level) / from) / way));
  if (log(contrast) >= ON_EDGE * way) return part;
  const clear = max(0, min(1, (part - SHADED) / (LIT - SHADED)));
  return clear * clear * (3 - 2 * clear);
}

/** Of each cell how much of the light changes about one of its px at most, natural logarithm, or of one near it. */
function stepsOf(
  { width, height, darkest, lightest }: Surface,
  cell: number,
  cols: number,
  rows: number,
): Float32Array {
  const contrast: Raster = { data: new Uint8Array(cols * rows), width: cols, height: rows, channels: 1 };
  for (let y = 0; y < height; y++) {
    const row = min(rows - 1, floor(y / cell)) * cols;
    for (let x = 0, px = y * width; x < width; x++, px++) {
      const k = row + min(cols - 1, floor(x / cell));
      const found = (UNIT * lightest[px]) / max(1, darkest[px]);
      if (found > contrast.data[k]) contrast.data[k] = min(255, found);
    }
  }
  return Float32Array.from(dilate(contrast, REACH).data, (level) => log(level / UNIT));
}

function sidesAbout(
  at: number,
  { data, width, height }: Raster,
  shaded: Raster,
  cells: Float32Array,
  channels: number,
): Sides {
  const [column, row] = [at % width, floor(at / width)];
  let [darkest, lightest] = [at, at];
  for (let v = max(0, row - REACH); v <= min(height - 1, row + REACH); v++)
    for (let u = max(0, column - REACH); u <= min(width - 1, column + REACH); u++) {
      const k = v * width + u;
      if (shaded.data[k] && data[k] < data[darkest]) darkest = k;
      if (!shaded.data[k] && data[k] > data[lightest]) lightest = k;
    }
  const [dark, light] = [darkest * channels, lightest * channels];
  return {
    dark,
    light,
    from: max(1, meanOf(cells, dark, channels)),
    to: max(1, meanOf(cells, light, channels)),
  };
}

/** Whether as much is missing of each channel. */
function isGrey(cells: Float32Array, dark: number, light: number, channels: number): boolean {
  const missing = Array.from({ length: channels }, (_, c) => log(cells[light + c] / max(1, cells[dark + c])));
  const mean = missing.reduce((sum, value) => sum + value, 0) / channels;
  return missing.every((value) => abs(value - mean) <= GREY);
}

/** The mean of all channels, rounded. */
function greyOf(levels: ArrayLike<number>, width: number, height: number, channels: number): Raster {
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) data[i] = round(meanOf(levels, i * channels, channels));
  return { data, width, height, channels: 1 };
}

function meanOf(levels: ArrayLike<number>, from: number, count: number): number {
  let sum = 0;
  for (let k = from; k < from + count; k++) sum += levels[k];
  return sum / count;
}

/** Writes the levels between four cells. */
function interpolate(paper: PaperLevels, u: number, v: number, to: Float32Array, at: number): void {
  const { cols, rows, channels, levels } = paper;
  const [column, row] = [min(cols - 2, floor(u)), min(rows - 2, floor(v))];
  const first = (row * cols + column) * channels;
  for (let c = 0; c < channels; c++)
    to[at + c] = valueBetween(levels, first + c, channels, cols * channels, u - column, v - row);
}
