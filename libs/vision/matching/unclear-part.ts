import { frameQuad, projectQuad, resizeMap } from '../geometry/plane-geometry.js';
import { compose, project } from '../geometry/projective.js';
import type { Quad, Size } from '../pixels/raster.js';
import type { FrameCandidate, FrameMatch, FramePart } from './frame-match.js';
import { outside } from '../outline/whole-page.js';
import type { SeenFrame } from './seen-frame.js';
import { NEARLY_FOUND, type VerifiedPage } from './verified-page.js';

const { max, min } = Math;

/** A best page that is ahead of the next one by this is clear. */
const CLEAR_MARGIN = 0.1;
/** A page that is found less well, and of which there are so many times the px to see, is looked at once more. */
const WELL_FOUND = 0.1;
const SEEN_SMALL = 1.8;
/** The part is so much larger on each side, relative to the frame: outlines are not exact. */
const OUTSET = 0.02;
/** Less than so many times the px across the page show no more of it. */
export const WORTH_A_LOOK = 1.15;
/** What is found in the part takes the place of what was found before, unless its score is worse by this. */
const AS_GOOD = 0.02;
/**
 * Of what the frame shows of a page the part shows this much at least, or what speaks against the page may lie beside
 * it.
 */
const SHOWN = 0.85;

/**
 * The part of a frame to look at with more px, where it is not clear which page it shows, or a small one is not found
 * well: where the best page lies if one was found, else what the likeliest outline encloses. Null where that is next to
 * all of the frame.
 *
 * @param verified closest first
 */
export function unclearPart({ grey, views }: SeenFrame, verified: readonly VerifiedPage[]): FramePart | null {
  const [best, next] = verified;
  const isFound = best !== undefined && best.score < NEARLY_FOUND;
  const quad = isFound ? cornersOf(best) : views[0] && projectQuad(views[0].toFrame, views[0].corners);
  const part = quad ? partAround(quad, grey) : null;
  if (!part || !isFound) return part;
  const isClear = (next?.score ?? 1) - best.score >= CLEAR_MARGIN;
  const isWellSeen = best.score < WELL_FOUND || gainOf(part, grey) < SEEN_SMALL;
  return isClear && isWellSeen ? null : part;
}

function cornersOf({ fit, page }: VerifiedPage): Quad {
  return projectQuad(fit.homography, frameQuad(page.profile.width, page.profile.height));
}

function partAround(quad: Quad, { width, height }: Size): FramePart | null {
  const bounds = (places: number[], size: number): [number, number] => [
    max(0, min(...places) / size - OUTSET),
    min(1, max(...places) / size + OUTSET),
  ];
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)];
  const [left, right] = bounds(xs, width);
  const [top, bottom] = bounds(ys, height);
  const part = { left, top, width: right - left, height: bottom - top };
  if (!(part.width > 0 && part.height > 0)) return null;
  return gainOf(part, { width, height }) >= WORTH_A_LOOK ? part : null;
}

/** How many times the px across a part there are to see. */
const gainOf = (part: FramePart, { width, height }: Size): number =>
  max(width, height) / max(part.width * width, part.height * height);

/**
 * What was found in a part of a frame, as found in the frame.
 *
 * @param seen size of the part as it was looked at, px
 * @param frame size of the frame as it was looked at before, px
 */
export function foundInPart(match: FrameMatch, part: FramePart, seen: Size, frame: Size): FrameMatch {
  const inFrame = resizeMap(
    (part.width * frame.width) / seen.width,
    (part.height * frame.height) / seen.height,
  );
  const toFrame = compose([1, 0, part.left * frame.width, 0, 1, part.top * frame.height, 0, 0, 1], inFrame);
  return {
    ...match,
    unclear: null,
    candidates: match.candidates.map((candidate) => ({
      ...candidate,
      homography: compose(toFrame, candidate.homography),
      points: candidate.points.map(({ x, y }) => project(toFrame, x, y)),
    })),
  };
}

/**
 * What was found in the part, if that is as much as in the whole frame and the part shows the page; else what was found
 * there.
 *
 * @param inPart as found in the frame (`foundInPart`)
 * @param frame its size, px
 */
export function surerMatch(whole: FrameMatch, inPart: FrameMatch, part: FramePart, frame: Size): FrameMatch {
  const [a, b] = [whole.candidates[0], inPart.candidates[0]];
  const isAsGood = b !== undefined && b.score <= (a?.score ?? 1) + AS_GOOD;
  return isAsGood && isShownIn(b, part, frame) ? inPart : whole;
}

/**
 * Whether a part of a frame shows what the frame shows of a page: print that the page has beyond the part was asked for
 * in neither.
 */
function isShownIn(
  { homography, pageWidth, pageHeight }: FrameCandidate,
  { left, top, width, height }: FramePart,
  frame: Size,
): boolean {
  const page = projectQuad(homography, frameQuad(pageWidth, pageHeight));
  const [x, y] = [left * frame.width, top * frame.height];
  const part = frameQuad(width * frame.width, height * frame.height).map((p) => ({
    x: p.x + x,
    y: p.y + y,
  })) as Quad;
  return 1 - outside(page, part) >= SHOWN * (1 - outside(page, frameQuad(frame.width, frame.height)));
}
