import { glyphCrops } from './glyph-crops.js';
import { decodeNetwork, turnLikelihoods } from './glyph-uprightness.js';
import { UPRIGHTNESS_WEIGHTS } from './glyph-uprightness-weights.js';
import { withoutGrain } from './grain.js';
import type { Raster } from '../pixels/raster.js';

const { ceil, floor, max, min, tan } = Math;

/** How a page has to be turned to stand upright. */
export interface Uprightness {
  /** Clockwise quarter turns that make the page upright. */
  quarters: 0 | 1 | 2 | 3;
  /** Mean log-likelihood a glyph by which the best turn leads the second; 0 where nothing tells. */
  confidence: number;
  /** Letters looked at. */
  glyphs: number;
}

/** Letters looked at; the answer of three hundred is no better than that of two hundred. */
const GLYPHS = 260;
/** With fewer letters a page is left as it lies. */
const MIN_GLYPHS = 6;
/**
 * A turn is made only when it leads staying by this much a letter: print leads by 0.2 to 2, the least where
 * it is blurred.
 */
const MIN_LEAD = 0.15;
/**
 * Turned upside down it is only when that leads by more: figures and capitals, as tills print them, look much the same
 * so, and some real print leads by up to 0.25 the wrong way; that of 40 photographed forms, however blurred, by 0.35 or
 * more the right way.
 */
const MIN_HALF_TURN_LEAD = 0.3;
/**
 * ...and when the letters look upright then, by their mean log-likelihood: a guess among four turns has -1.39. Print
 * has -0.5 to -1.1, however blurred, handwriting too, but for scribbles; of answer sheets the best turn has -1.4 to -2.
 */
const MIN_LIKELIHOOD = -1.25;
/**
 * ...or, of a quarter turn, hardly less likely when it leads staying by this much, as where dots among blurred letters
 * speak against all turns: of 77 real photographs the best turn of upright ones leads by 0.44 at most, of sideways ones
 * by 1.5. Things that are no letters (cutlery, a code's cells) may lead by as much, and have -1.5 and less.
 */
const SURE_LEAD = 0.8;
const MIN_LIKELIHOOD_OF_SURE = -1.5;
/** Angles tried by `skewOf`, degrees either way, and its steps. */
const MAX_SKEW = 20;
const SKEW_STEPS = [0.4, 0.1, 0.02];
/** Sheets lie in scanners within these angles; beyond, rows have to differ by this many times what they do within. */
export const SLIGHT_SKEW = 6;
const FAR_LEAD = 1.5;
/**
 * Levels under this are ink, and the side of a square that is wider than letters' strokes, px of a page of about 1,500.
 */
const INK = 150;
const SOLID = 12;

const network = decodeNetwork(UPRIGHTNESS_WEIGHTS);

/**
 * Which way up a page stands, by its letters.
 *
 * @param page grey, light evened (paper near white), lines of text within a few degrees of an axis; letters
 *   of 6 to 40 px, that is a page of about 1,000 to 1,600 px
 */
export function findUpright(page: Raster): Uprightness {
  const crops = glyphCrops(withoutGrain(page), GLYPHS);
  if (crops.length < MIN_GLYPHS) return { quarters: 0, confidence: 0, glyphs: crops.length };
  const scores = turnLikelihoods(network, crops);
  const order = [0, 1, 2, 3].sort((a, b) => scores[b] - scores[a]);
  const lead = scores[order[0]] - scores[order[1]];
  const overStaying = scores[order[0]] - scores[0];
  const halfTurn = order[0] === 2;
  const sure = !halfTurn && overStaying >= SURE_LEAD;
  const likely = scores[order[0]] >= (sure ? MIN_LIKELIHOOD_OF_SURE : MIN_LIKELIHOOD);
  const enough = likely && overStaying >= (halfTurn ? MIN_HALF_TURN_LEAD : MIN_LEAD);
  return {
    quarters: (enough ? order[0] : 0) as Uprightness['quarters'],
    confidence: lead,
    glyphs: crops.length,
  };
}

/**
 * The angle, degrees clockwise, by which rows of ink fall away from the horizontal: the one whose rows of ink differ
 * most (projection profile: Postl, 1986). Rules take part as well as text, black areas, such as a scanner's lid, do
 * not. 0 where the page tells nothing.
 *
 * @param page grey, light evened, upright
 */
export function skewOf(page: Raster): { degrees: number; confidence: number } {
  const { xs, ys, all } = strokePlaces(page);
  if (all < 200) return { degrees: 0, confidence: 0 };
  const reach = ceil(page.width * tan((MAX_SKEW * 1.2 * Math.PI) / 180));
  const histogram = new Float64Array(page.height + 2 * reach + 2);
  const energy = (degrees: number): number => {
    histogram.fill(0);
    const slope = tan((degrees * Math.PI) / 180);
    for (let k = 0; k < xs.length; k++) {
      const at = ys[k] - slope * xs[k] + reach;
      const row = floor(at);
      histogram[row] += 1 - (at - row);
      histogram[row + 1] += at - row;
    }
    let sum = 0;
    for (let i = 1; i < histogram.length; i++) sum += (histogram[i] - histogram[i - 1]) ** 2;
    return sum;
  };
  const level = energy(0);
  const steepest = (centre: number, span: number, step: number): number => {
    let best = centre;
    let most = energy(centre);
    for (let a = centre - span; a <= centre + span + 1e-9; a += step) {
      const value = energy(a);
      if (value > most) {
        most = value;
        best = a;
      }
    }
    return best;
  };
  const [coarse, ...finer] = SKEW_STEPS;
  const slight = steepest(0, SLIGHT_SKEW, coarse);
  const far = steepest(0, MAX_SKEW, coarse);
  let best = energy(far) > FAR_LEAD * energy(slight) ? far : slight;
  let span = coarse;
  for (const step of finer) {
    best = steepest(best, span, step);
    span = step;
  }
  return { degrees: best, confidence: energy(best) / level - 1 };
}

/** Tens of thousands of px tell as much as a million. */
const ASKED = 60_000;

/** Places of ink that is not solid, row by row; of many (`all`) every so many-th, ASKED to twice as many. */
function strokePlaces(page: Raster): { xs: Int32Array; ys: Int32Array; all: number } {
  const { data, width, height } = page;
  const solid = besideSolid(page);
  const cols = ceil(width / SOLID);
  const isStroke = (x: number, y: number) =>
    data[y * width + x] < INK && !solid[floor(y / SOLID) * cols + floor(x / SOLID)];
  let all = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isStroke(x, y)) all++;
  const every = max(1, floor(all / ASKED));
  const xs = new Int32Array(ceil(all / every));
  const ys = new Int32Array(xs.length);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isStroke(x, y)) continue;
      if (k % every === 0) [xs[k / every], ys[k / every]] = [x, y];
      k++;
    }
  return { xs, ys, all };
}

/** 1 for each square of a page that is black all over, or has such a one beside it; row-major. */
function besideSolid({ data, width, height }: Raster): Uint8Array {
  const cols = ceil(width / SOLID);
  const rows = ceil(height / SOLID);
  const ink = new Uint16Array(cols * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x] < INK) ink[floor(y / SOLID) * cols + floor(x / SOLID)]++;
  const out = new Uint8Array(cols * rows);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const area = (min(width, (i + 1) * SOLID) - i * SOLID) * (min(height, (j + 1) * SOLID) - j * SOLID);
      if (ink[j * cols + i] < area) continue;
      for (let v = max(0, j - 1); v <= min(rows - 1, j + 1); v++)
        out.fill(1, v * cols + max(0, i - 1), v * cols + min(cols, i + 2));
    }
  return out;
}
