import { areaOf } from '../geometry/plane-geometry.js';
import { MIN_OUTLINE_CONFIDENCE, type PageOutline } from './refined-outline.js';
import { outside } from './whole-page.js';

const { max } = Math;

/** A page is about as sure as a part of it, and so many times as large; this much of the part lies outside, at most. */
const AS_SURE = 0.8;
const LARGER = 1.2;
const HELD = 0.1;

/**
 * The best of the outlines about as sure that take in a part of a page and are none themselves; null where there is
 * none. Up to the picture's border any page may be thought to go on: none is cut off by it on more sides than the part.
 *
 * @param part known to be a part
 * @param outlines best first
 * @param isPart whether another one is
 */
export function pageAround(
  part: PageOutline,
  outlines: readonly PageOutline[],
  isPart: (outline: PageOutline) => boolean,
): PageOutline | null {
  const confidence = max(MIN_OUTLINE_CONFIDENCE, AS_SURE * part.confidence);
  const area = LARGER * areaOf(part);
  const holds = (other: PageOutline): boolean =>
    other.confidence >= confidence &&
    areaOf(other) >= area &&
    outside(part.quad, other.quad) <= HELD &&
    cutSides(other) <= cutSides(part);
  return outlines.find((other) => holds(other) && !isPart(other)) ?? null;
}

const cutSides = ({ cut }: PageOutline): number => cut.filter(Boolean).length;
