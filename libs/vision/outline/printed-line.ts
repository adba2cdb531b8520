import { median } from '../geometry/median.js';
import { meanAlong, placeAlong } from './line-evidence.js';
import type { JoinedQuad } from './quad-score.js';
import { meanLevelAt } from '../pixels/level-between.js';
import type { Raster } from '../pixels/raster.js';

const { abs, max, min } = Math;

/**
 * px of the reduced picture off a side within which a printed line is darkest, and between which there is paper beside
 * it.
 */
const LINE_REACH = 2;
const BESIDE = [5, 6, 7];
/** Places looked at along a side. */
const PLACES = 60;
/** px left out at a side's ends. */
const AT_CORNER = 4;
/**
 * Levels by which a printed line lies under the paper on both its sides, at least, in the median of its places, and
 * luminance step across it, text closed away, of 24 levels, at most. Of outlines on white desks the sides across which
 * light changes as little are shadows, 24 levels deep at most but for one (55); frames and rulings are 50 to 200.
 */
const DEPTH = 40;
const SAME_PAPER = 0.35;

/** Mean luminance step across a side, 0..1, of 24 levels, its ends left out. */
export function lightStepAcross({ quad, sides }: JoinedQuad, side: number): number {
  const across = sides[side];
  const [from, to] = [placeAlong(across, quad[side]), placeAlong(across, quad[(side + 1) % 4])];
  return abs(meanAlong(across, across.step, min(from, to) + AT_CORNER, max(from, to) - AT_CORNER));
}

/**
 * Whether a side of an outline is a printed line: thin, dark, the same paper on both sides. A paper's edge is a step.
 *
 * @param plain the reduced picture, text and all
 */
export function isPrintedLine(outline: JoinedQuad, side: number, plain: Raster): boolean {
  if (outline.cut[side] || lightStepAcross(outline, side) >= SAME_PAPER) return false;
  const depths = depthsAlong(outline, side, plain);
  return depths.length > 0 && median(depths) >= DEPTH;
}

/** Levels by which the places along a side lie under the darker of what is beside them. */
function depthsAlong({ quad, sides }: JoinedQuad, side: number, plain: Raster): number[] {
  const [a, b] = [quad[side], quad[(side + 1) % 4]];
  const { nx, ny } = sides[side];
  return Array.from({ length: PLACES }, (_, i) => (i + 0.5) / PLACES).flatMap((part) => {
    const [x, y] = [a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)];
    const levels = (offsets: readonly number[]): number[] =>
      offsets.map((off) => meanLevelAt(plain, x + off * nx, y + off * ny)).filter((level) => level !== null);
    const line = levels(Array.from({ length: 2 * LINE_REACH + 1 }, (_, k) => k - LINE_REACH));
    const [before, after] = [levels(BESIDE.map((off) => -off)), levels(BESIDE)];
    if (line.length === 0 || before.length === 0 || after.length === 0) return [];
    return [min(median(before), median(after)) - min(...line)];
  });
}
