import type { Raster } from '../pixels/raster.js';
import { everyFourth, strokesOf, type Strokes } from './strokes.js';

const { ceil, cos, floor, hypot, max, round, sin, PI } = Math;

/** Sheets lie in scanners within these angles, degrees either way; the steps, each finer about the best before. */
const SLIGHT_SKEW = 6;
const COARSE_STEP = 0.4;
const FINER_STEPS = [0.1, 0.02];
/** Beyond these angles, rows have to differ by this many times what they do within... */
const FAR_LEAD = 1.5;
/** ...but where they differ within by this many times what they do at either end (print: 3 to 240): they are level. */
const LEVEL_LEAD = 3;
/**
 * The angle, degrees clockwise and slight, by which rows of ink fall away from the horizontal: the one whose rows of
 * ink differ most (projection profile: Postl, 1986). Rules take part as well as text, black areas, such as a scanner's
 * lid, do not. 0 where the page tells nothing.
 *
 * @param page grey, light evened, upright
 */
export function skewOf(page: Raster): { degrees: number; confidence: number } {
  const strokes = strokesOf(page);
  if (!strokes) return { degrees: 0, confidence: 0 };
  const profile = new RowProfile(page);
  const some = everyFourth(strokes);
  let best = steepest((degrees) => profile.energy(some, degrees), 0, SLIGHT_SKEW, COARSE_STEP);
  const energy = (degrees: number) => profile.energy(strokes, degrees);
  let span = COARSE_STEP;
  for (const step of FINER_STEPS) {
    best = steepest(energy, best, span, step);
    span = step;
  }
  return { degrees: best, confidence: energy(best) / energy(0) - 1 };
}

/**
 * The angle, degrees clockwise within 45 either way, by which a page lies askew whose rows or columns of ink are far
 * from level, to within a coarse step; 0 where they are about level, and where the page tells nothing.
 *
 * @param page grey, light evened; any way up
 */
export function leanOf(page: Raster): number {
  const strokes = strokesOf(page);
  if (!strokes) return 0;
  const profile = new RowProfile(page);
  const some = everyFourth(strokes);
  const roughly = (degrees: number) => profile.energy(some, degrees);
  const energy = (degrees: number) => profile.energy(strokes, degrees);
  let mostSlight = 0;
  for (const level of [0, 90]) {
    const slight = steepest(roughly, level, SLIGHT_SKEW, COARSE_STEP);
    const ends = max(roughly(level - SLIGHT_SKEW), roughly(level + SLIGHT_SKEW));
    if (roughly(slight) > LEVEL_LEAD * ends) return 0;
    mostSlight = max(mostSlight, energy(slight));
  }
  const far = [45, 135].map((between) => steepest(roughly, between, 45 - SLIGHT_SKEW, COARSE_STEP));
  const lean = roughly(far[0]) > roughly(far[1]) ? far[0] : far[1];
  return energy(lean) > FAR_LEAD * mostSlight ? lean - 90 * round(lean / 90) : 0;
}

/** The angle about a centre, in steps within a span either way, of the greatest energy. */
export function steepest(
  energy: (angle: number) => number,
  centre: number,
  span: number,
  step: number,
): number {
  let best = centre;
  let most = energy(centre);
  for (let a = centre - span; a <= centre + span + 1e-9; a += step) {
    const value = energy(a);
    if (value > most) [most, best] = [value, a];
  }
  return best;
}

/** How much ink lies in each row of a page, and how much rows differ. */
class RowProfile {
  private readonly reach: number;
  private readonly rows: Float64Array;

  constructor({ width, height }: Raster) {
    this.reach = ceil(hypot(width, height));
    this.rows = new Float64Array(2 * this.reach + 2);
  }

  /** Sum of the squared differences between neighbouring rows that fall away by `degrees`. */
  energy({ xs, ys }: Strokes, degrees: number): number {
    const { rows, reach } = this;
    rows.fill(0);
    const angle = (degrees * PI) / 180;
    const [c, s] = [cos(angle), sin(angle)];
    for (let k = 0; k < xs.length; k++) {
      const at = c * ys[k] - s * xs[k] + reach;
      const row = floor(at);
      rows[row] += 1 - (at - row);
      rows[row + 1] += at - row;
    }
    let sum = 0;
    for (let i = 1; i < rows.length; i++) sum += (rows[i] - rows[i - 1]) ** 2;
    return sum;
  }
}
