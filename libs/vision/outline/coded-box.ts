import { readWindow } from '../pixels/grey-window.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { max, min, round } = Math;

/** A quad is looked at in so many places each way, of which those by its sides are left out... */
const SIDE = 200;
const BY_SIDES = 20;
/** ...along so many lines each way. */
const LINES = 12;
/** Light about a place is the lightest of so many places to either side of it along the line. */
const ABOUT = 8;
/** Levels darker than this part of the light about them are bars, those lighter than that one are gaps. */
const BAR = 0.6;
const GAP = 0.75;
/** This part of the quad is bars, at least, and as much gaps. Text covers less than a fifth of a page. */
const LEAST_PART = 0.3;
/** A line is through bars where it changes so many times to a bar or a gap. */
const CHANGES = 24;
/** Part of the lines of one way that are: the outermost may be beside the bars. */
const BUSY = 0.75;

/**
 * Whether a quad is a barcode, of one or two dimensions, and no sheet of paper: as much bar as gap, on most of its
 * lines, one way or the other. On a sheet that hardly stands out from its table it is the clearest rectangle.
 */
export function isCode(quad: Quad, picture: Raster): boolean {
  const levels = new Uint8Array(SIDE * SIDE);
  readWindow(picture, quad, SIDE, levels);
  return [1, SIDE].some((step) => {
    const lines = linesOf(levels, step).map(inLight);
    const places = lines.flat();
    const bars = places.filter((level) => level < BAR).length;
    const gaps = places.filter((level) => level > GAP).length;
    const busy = lines.filter((line) => changesIn(line) >= CHANGES).length;
    return min(bars, gaps) >= LEAST_PART * places.length && busy >= BUSY * LINES;
  });
}

/** Lines through a window: its rows, where a place of theirs lies `step` 1 behind the one before, or its columns. */
function linesOf(levels: Uint8Array, step: number): number[][] {
  const between = SIDE / step;
  const count = SIDE - 2 * BY_SIDES;
  return Array.from({ length: LINES }, (_, line) => {
    const first = BY_SIDES * (step + between) + between * round(((count - 1) * line) / (LINES - 1));
    return Array.from({ length: count }, (_, place) => levels[first + step * place]);
  });
}

/** Levels as parts of the light about them. */
function inLight(levels: readonly number[]): number[] {
  return levels.map((level, i) => {
    let light = 1;
    for (let k = max(0, i - ABOUT), end = min(levels.length, i + ABOUT + 1); k < end; k++)
      if (levels[k] > light) light = levels[k];
    return level / light;
  });
}

/** How often a line goes from a bar to a gap or back. */
function changesIn(levels: readonly number[]): number {
  let changes = 0;
  let side = 0;
  for (const level of levels) {
    if (level >= BAR && level <= GAP) continue;
    const now = level < BAR ? -1 : 1;
    if (now === -side) changes++;
    side = now;
  }
  return changes;
}
