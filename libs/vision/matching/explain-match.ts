import { displacementAround } from '../ink/frame-sampler.js';
import { flatten } from '../features/orb-features.js';
import { registerInk, type RegisteredBlock } from '../ink/ink-registration.js';
import { inkLook, tellApart } from './look-alikes.js';
import { matchFrame, type FrameCandidate } from './match-frame.js';
import { PageIndex } from '../features/page-index.js';
import { profileInk, type PageProfile } from '../features/page-profile.js';
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
  const { candidates } = matchFrame(frame, index);
  const found = candidates.find(({ formId }) => formId === 'page');
  if (!found) return null;
  const ink = profileInk(page);
  const { blocks } = registerInk(flatten(frame), page, ink, found.homography);
  const inFrame = (x: number, y: number) => placeInFrame(found.homography, blocks, x, y);
  return {
    outline: edgeOf(page).map(({ x, y }) => inFrame(x, y)),
    points: found.points,
    places:
      rival && candidates.some(({ formId }) => formId === 'rival')
        ? decisivePlaces(frame, { page, ink, blocks, found }, rival)
        : [],
    quarterTurns: quarterTurnsOf(found.homography, page),
  };
}

interface LaidPage {
  page: PageProfile;
  ink: ReturnType<typeof profileInk>;
  blocks: RegisteredBlock[];
  found: FrameCandidate;
}

function decisivePlaces(
  frame: Raster,
  { page, ink, blocks, found }: LaidPage,
  rival: PageProfile,
): ExplainedPlace[] {
  const sampler = { frame, homography: found.homography, blocks };
  const look = inkLook(sampler, ink, page.width / ink.width);
  const second = { profile: rival, ink: profileInk(rival) };
  const preference = tellApart(sampler, { profile: page, ink }, second, look);
  return (preference?.places ?? []).map(({ left, top, right, bottom, vote }) => {
    const shift = displacementAround(blocks, (left + right) / 2, (top + bottom) / 2);
    const corner = (x: number, y: number) => project(found.homography, x + shift.dx, y + shift.dy);
    return {
      quad: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)],
      vote,
    };
  });
}

function placeInFrame(map: Homography, blocks: RegisteredBlock[], x: number, y: number): Point {
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

function quarterTurnsOf(map: Homography, { width, height }: PageProfile): 0 | 1 | 2 | 3 {
  const from = project(map, 0.4 * width, 0.5 * height);
  const to = project(map, 0.6 * width, 0.5 * height);
  const quarters = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 2));
  return ((quarters + 4) % 4) as 0 | 1 | 2 | 3;
}
