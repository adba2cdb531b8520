import { open } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';

const { min, round } = Math;

/** Cells to each side of a peak: what is wider than three of them is lit so, or printed. */
const RADIUS = 1;
/** A cell is a peak that is redder or bluer than those about it by this factor; grain makes 1.01 of it. */
const PEAK = 1.03;
/** A channel's level as a part of green's, in steps that fit a byte; of more than twice green's nothing is told. */
const STEPS = 128;
const MOST = 255;

/**
 * The cells of a light map, no redder and no bluer than those about them: where red or blue print stands close, a
 * camera's sharpening leaves paper between it that is lighter in the print's own colour than all paper is, a cell here
 * and there, and a closing would lend that to all of it, which came out in the opposite colour.
 */
export function withoutColourPeaks(cells: Raster): Raster {
  const { channels } = cells;
  if (channels === 1) return cells;
  const green = (at: number): number => cells.data[at - (at % channels) + 1];
  const shares = cells.data.map((level, at) => min(MOST, round((STEPS * level) / (green(at) || 1))));
  const about = open({ ...cells, data: shares }, RADIUS).data;
  const data = cells.data.map((level, at) => {
    const most = (about[at] * green(at)) / STEPS;
    return about[at] < MOST && level > PEAK * most ? round(most) : level;
  });
  return { ...cells, data };
}
