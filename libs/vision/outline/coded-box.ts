import type { Quad, Raster } from '../pixels/raster.js';
import { bilinear } from './quad-score.js';

const { max, min, round } = Math;

/** A quad is looked at along so many lines each way, which keep off its sides by this part of it... */
const LINES = 12;
const OFF_SIDES = 0.1;
/** ...and at so many places along each. */
const PLACES = 160;
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
 *
 * @param quad px of a reduced copy
 * @param unit px of the picture a px of the copy
 */
export function isCode(quad: Quad, picture: Raster, unit: number): boolean {
  return [false, true].some((down) => {
    const lines = linesThrough(quad, picture, unit, down).map(inLight);
    const levels = lines.flat();
    const bars = levels.filter((level) => level < BAR).length;
    const gaps = levels.filter((level) => level > GAP).length;
    const busy = lines.filter((line) => changesIn(line) >= CHANGES).length;
    return min(bars, gaps) >= LEAST_PART * levels.length && busy >= BUSY * LINES;
  });
}

/** Levels along lines through the quad, that run down it or across. */
function linesThrough(quad: Quad, picture: Raster, unit: number, down: boolean): number[][] {
  const { data, width, height, channels } = picture;
  const channel = channels >> 1;
  return Array.from({ length: LINES }, (_, line) => {
    const across = OFF_SIDES + ((1 - 2 * OFF_SIDES) * line) / (LINES - 1);
    const levels: number[] = [];
    for (let place = 0; place < PLACES; place++) {
      const along = OFF_SIDES + ((1 - 2 * OFF_SIDES) * place) / (PLACES - 1);
      const [u, v] = down ? [across, along] : [along, across];
      const x = round((bilinear(quad, u, v, 'x') + 0.5) * unit - 0.5);
      const y = round((bilinear(quad, u, v, 'y') + 0.5) * unit - 0.5);
      if (x >= 0 && y >= 0 && x < width && y < height)
        levels.push(data[(y * width + x) * channels + channel]);
    }
    return levels;
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
