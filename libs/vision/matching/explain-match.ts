import { displacementAround } from '../ink/frame-sampler.js';
import type { RegisteredBlock } from '../ink/ink-registration.js';
import { preferenceBetween } from './decide-look-alikes.js';
import { layInk } from './lay-ink.js';
import type { Preference } from './look-alikes.js';
import { matchPages } from './match-frame.js';
import { seenFrame } from './seen-frame.js';
import { turnOf } from '../features/feature-pairs.js';
import { PageIndex } from '../features/page-index.js';
import type { PageProfile } from '../features/page-profile.js';
import { project } from '../geometry/projective.js';
import type { Homography, Point, Quad, Raster } from '../pixels/raster.js';

/** Pieces in which each side of the page is drawn, so that its outline follows a curled sheet. */
const SIDE_PIECES = 16;

/** A place where the page differs from its look-alike, and for which of the two the frame speaks there. */
export interface ExplainedPlace {
  /** Px of the frame, in the page's reading order. */
  quad: Quad;
  /** -1 for the look-alike .. 1 for the page. */
  vote: number;
}

/** Why a frame is taken for a page, in px of the frame. */
export interface MatchExplanation {
  /** The page's edge, closed, beginning at its top left corner and going round clockwise on the page. */
  outline: Point[];
  /** Features that agree with the page's. */
  points: Point[];
  /** Empty without a look-alike, or when it is none. */
  places: ExplainedPlace[];
  /** Quarter turns clockwise by which the page appears turned. */
  quarterTurns: 0 | 1 | 2 | 3;
}

/**
 * Lays a page onto a frame and shows where the two agree, and where the frame tells the page from a look-alike.
 * @param frame grey, longest side about FRAME_LONG_SIDE
 * @param rival the page that comes next to it; null when there is none
 * @returns null when the page is not found in the frame
 */
export function explainMatch(
  frame: Raster,
  page: PageProfile,
  rival: PageProfile | null,
): MatchExplanation | null {
  // A library of these two: found in all the ways in which classification finds a page.
  const index = new PageIndex();
  index.add('page', 1, page);
  if (rival) index.add('rival', 1, rival);
  const seen = seenFrame(frame);
  const verified = matchPages(seen, index);
  const [found, second] = ['page', 'rival'].map((id) => {
    const one = verified.find((each) => each.page.formId === id);
    if (one && !one.ink) layInk(seen, one, index.ink(one.page.profile));
    return one;
  });
  if (!found?.ink) return null;
  const { homography, points } = found.fit;
  const { blocks } = found.ink;
  return {
    outline: edgeOf(page).map(({ x, y }) => placeInFrame(homography, blocks, x, y)),
    points: points.frame,
    places: second ? decisivePlaces(homography, blocks, preferenceBetween(frame, found, second)) : [],
    quarterTurns: quarterTurnsOf(turnOf(homography, page)),
  };
}

function decisivePlaces(
  homography: Homography,
  blocks: readonly RegisteredBlock[],
  preference: Preference | null,
): ExplainedPlace[] {
  return (preference?.places ?? []).map(({ left, top, right, bottom, vote }) => {
    const shift = displacementAround(blocks, (left + right) / 2, (top + bottom) / 2);
    const corner = (x: number, y: number) => project(homography, x + shift.dx, y + shift.dy);
    return {
      quad: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
      vote,
    };
  });
}

function placeInFrame(map: Homography, blocks: readonly RegisteredBlock[], x: number, y: number): Point {
  const { dx, dy } = displacementAround(blocks, x, y);
  return project(map, x + dx, y + dy);
}

/** Points along the edge of a page. */
function edgeOf({ width, height }: PageProfile): Point[] {
  const corners: Quad = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return corners.flatMap((from, side) => {
    const to = corners[(side + 1) % 4];
    return Array.from({ length: SIDE_PIECES }, (_, i) => ({
      x: from.x + ((to.x - from.x) * i) / SIDE_PIECES,
      y: from.y + ((to.y - from.y) * i) / SIDE_PIECES,
    }));
  });
}

function quarterTurnsOf(angle: number): 0 | 1 | 2 | 3 {
  return ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as 0 | 1 | 2 | 3;
}
