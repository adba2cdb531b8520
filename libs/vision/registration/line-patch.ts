import { templateWidth } from './correlation.js';
import { holdsAlongX, type Patch, type PatchCutter } from './patch.js';

const { abs, round } = Math;

/** Patches with less cornerness show lines in one direction, along which they slide. */
const LINE_CORNERNESS = 0.02;
/** Lines centred to this many px are in the middle. */
const MOST_OFF_MIDDLE = 3;

export function showsLines(patch: Patch): boolean {
  return patch.cornerness < LINE_CORNERNESS;
}

/**
 * The patch of lines cut anew with them in its middle: a line at the border of a patch is drawn outwards where the
 * frame is blurred and half of the line lies beyond it. Null when they lie in its middle no more than before.
 */
export function centredOnLines(cutter: PatchCutter, patch: Patch, radius: number): Patch | null {
  const across = lineOffset(patch, radius);
  const { x, y } = patch.centre;
  const alongX = holdsAlongX(patch);
  const moved = cutter.cut(alongX ? x + across : x, alongX ? y : y + across);
  return moved && showsLines(moved) && abs(lineOffset(moved, radius)) <= MOST_OFF_MIDDLE ? moved : null;
}

/** How far from the patch's middle its lines lie, whole px across them: the centroid of squared slopes. */
function lineOffset(patch: Patch, radius: number): number {
  const { levels, side } = patch.template;
  const width = templateWidth(side);
  const step = holdsAlongX(patch) ? 1 : width;
  let sum = 0;
  let moment = 0;
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const slope = (levels[y * width + x + step] - levels[y * width + x - step]) ** 2;
      sum += slope;
      moment += slope * ((step === 1 ? x : y) - radius);
    }
  return sum > 0 ? round(moment / sum) : 0;
}
