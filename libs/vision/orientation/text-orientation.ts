import { glyphCrops, looksAlikeTurned } from './glyph-crops.js';
import { decodeNetwork, turnLikelihoods } from './glyph-uprightness.js';
import { UPRIGHTNESS_WEIGHTS } from './glyph-uprightness-weights.js';
import { withoutGrain } from './grain.js';
import type { Raster } from '../pixels/raster.js';

/** How a page has to be turned to stand upright. */
export interface Uprightness {
  /** Clockwise quarter turns that make the page upright. */
  quarters: 0 | 1 | 2 | 3;
  /** Mean log-likelihood a glyph by which the best turn leads the second; 0 where nothing tells. */
  confidence: number;
  /** Letters that may tell. */
  glyphs: number;
}

/** Letters looked at; the answer of three hundred is no better than that of two hundred. */
const GLYPHS = 260;
/** With fewer letters a page is left as it lies. */
const MIN_GLYPHS = 6;
/**
 * Fewer than these have to look upright, by their mean log-likelihood: a column of figures before rows of rings, seen
 * at a slant, led by 1.7 a figure lying on its side, with -0.8 to -1.5. Of 901 real pictures it was the one that so few
 * turned.
 */
const FEW_GLYPHS = 20;
const MIN_LIKELIHOOD_OF_FEW = -0.75;
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
 * has -0.5 to -1.1, however blurred, handwriting too, but for scribbles; rings with letters in them, before they were
 * left out, -1.1 to -2.
 */
const MIN_LIKELIHOOD = -1.25;
/**
 * ...or, of a quarter turn, hardly less likely when it leads staying by this much, as where dots among blurred letters
 * speak against all turns: of 77 real photographs the best turn of upright ones leads by 0.44 at most, of sideways ones
 * by 1.5. Things that are no letters (cutlery, a code's cells) may lead by as much, and have -1.5 and less.
 */
const SURE_LEAD = 0.8;
const MIN_LIKELIHOOD_OF_SURE = -1.5;
const network = decodeNetwork(UPRIGHTNESS_WEIGHTS);

/**
 * Which way up a page stands, by its letters.
 *
 * @param page grey, light evened (paper near white), lines of text within a few degrees of an axis; letters
 *   of 6 to 40 px, that is a page of about 1,000 to 1,600 px
 */
export function findUpright(page: Raster): Uprightness {
  const crops = glyphCrops(withoutGrain(page), GLYPHS).filter((crop) => !looksAlikeTurned(crop));
  if (crops.length < MIN_GLYPHS) return { quarters: 0, confidence: 0, glyphs: crops.length };
  const scores = turnLikelihoods(network, crops);
  const order = [0, 1, 2, 3].sort((a, b) => scores[b] - scores[a]);
  const lead = scores[order[0]] - scores[order[1]];
  const overStaying = scores[order[0]] - scores[0];
  const halfTurn = order[0] === 2;
  const sure = !halfTurn && overStaying >= SURE_LEAD;
  const least = sure ? MIN_LIKELIHOOD_OF_SURE : MIN_LIKELIHOOD;
  const likely = scores[order[0]] >= (crops.length < FEW_GLYPHS ? MIN_LIKELIHOOD_OF_FEW : least);
  const enough = likely && overStaying >= (halfTurn ? MIN_HALF_TURN_LEAD : MIN_LEAD);
  return {
    quarters: (enough ? order[0] : 0) as Uprightness['quarters'],
    confidence: lead,
    glyphs: crops.length,
  };
}
