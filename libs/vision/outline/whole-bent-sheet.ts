import { areaOf } from '../geometry/plane-geometry.js';
import { borneOutBeyond } from './enclosing-sheet.js';
import { depthsWithin, type JoinedQuad } from './quad-score.js';
import { sheetGoesOn } from './whole-page.js';
import type { Raster } from '../pixels/raster.js';

const { abs, max } = Math;

/**
 * A band's straight side stands off its sheet's bent one, or out of it, by this much at most, px of the reduced
 * picture.
 */
const NEAR = 14;
/**
 * The sheet has so many times the part's area, and this part of its score, at least: half of a sheet printed black
 * looks little like one sheet, and scores 0.75 of what its white half does.
 */
const LARGER = 1.06;
const WORSE = 0.7;
/**
 * What it has and the part has not is borne out this well along each side. Of 18 curled pages with bands printed from
 * side to side (seeds from 421000) whose outline was a part, 14 have an outline of all the sheet, with 0.87 and more
 * but for two that are off at a corner (0.6 and 0.7); outlines that go on beyond the sheet have 0.66 at most.
 */
const MIN_BORNE_OUT = 0.8;
/**
 * Part of what it has beyond that looks like the part, from which the two are sheets side by side: two of 42
 * photographs of two sheets (both 1.0), and of sixteen bent pages with bands one, of thin ones (0.86), the others at
 * most 0.44.
 */
const OTHER_SHEET = 0.65;

/**
 * The bent sheet of which the best outline is a band that is printed, or left white, from one side to the other: two
 * opposite sides of the band lie on the sheet's own. A page that lies on something larger does not share them, and one
 * beside another of its like has no other colour beyond.
 *
 * @param part the best outline
 * @param beyond quads with bent sides that go on beyond a side of a quad, best first
 * @param surface the picture with its text closed away
 * @returns null where the outline is no band of any
 */
export function wholeBentSheet(part: JoinedQuad, beyond: QuadsBeyond, surface: Raster): JoinedQuad | null {
  const sheet = growBeyond(part, beyond);
  return sheet && sheetGoesOn(sheet.quad, part.quad, surface) < OTHER_SHEET ? sheet : null;
}

type QuadsBeyond = (part: JoinedQuad) => readonly JoinedQuad[];

function growBeyond(part: JoinedQuad, beyond: QuadsBeyond): JoinedQuad | null {
  for (const other of beyond(part)) {
    if (other.score < WORSE * part.score || areaOf(other) < LARGER * areaOf(part)) continue;
    if (!isBandOf(part, other)) continue;
    const borneOut = borneOutBeyond(other, part.quad, NEAR);
    if (borneOut < MIN_BORNE_OUT) continue;
    // Two colours are no reason for doubt here: it is as sure as the part, as far as the rest is borne out.
    const sheet = { ...other, score: max(other.score, borneOut * part.score) };
    // A sheet's head and foot may both be bands.
    return growBeyond(sheet, beyond) ?? sheet;
  }
  return null;
}

/** Whether a quad lies within another one, two opposite sides of it on sides of that. */
function isBandOf(part: JoinedQuad, sheet: JoinedQuad): boolean {
  const within = part.quad.map((corner) => depthsWithin(sheet, corner));
  if (within.flat().some((depth) => depth < -NEAR)) return false;
  const shared = within.map((depths, i) =>
    depths.some((depth, side) => abs(depth) <= NEAR && abs(within[(i + 1) % 4][side]) <= NEAR),
  );
  return (shared[0] && shared[2]) || (shared[1] && shared[3]);
}
