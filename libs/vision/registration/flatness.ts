import type { Displacement } from '../geometry/displacement-grid.js';
import { median } from '../geometry/median.js';
import type { Point, Size } from '../pixels/raster.js';
import { offBy } from './grid-stiffness.js';

/** A place counts as confirmed when its own match lies this near, px of the fine copy. */
export const CONFIRMED = 1.2;
/**
 * A sheet is flat when its homography confirms this part of the places found: at a reach of 6 px 24 flat sheets had
 * 0.98 and more, blurred and half covered ones among them, 10 curled ones 0.83 at most.
 */
const FLAT_SHARE = 0.97;
/**
 * In a blurred frame more places are off by themselves: this part confirmed is enough where next to none are off
 * together.
 */
const FLAT_SHARE_IN_BLUR = 0.9;
/** ...and this part in each of FLAT_PARTS squared parts of the page: a curl fails in a corner or at a side. */
const FLAT_PART_SHARE = 0.5;
const FLAT_PARTS = 5;
/** Places that must be found in a part for it to be asked. */
const MIN_IN_PART = 3;
/**
 * A part of which next to nothing is found on the plane, against the usual, may stand far off: part of that, and places
 * looked for. Rules and dots that match in several places are evidence enough here, as one of them lies where it
 * should.
 */
const FOUND_PART_SHARE = 0.2;
const MIN_ASKED = 6;
/** What lies about a place, px: its neighbours and theirs, at the density of a close look. */
const ABOUT = 130;

export const isConfirmed = (m: Displacement): boolean => offBy(m) < CONFIRMED;

/**
 * How many places stand off the plane together with those about them. A bend moves neighbours alike, while in a blurred
 * or noisy frame some places are off by themselves.
 */
export function standingOffTogether(left: readonly Displacement[]): number {
  const standsOff = (m: Displacement): boolean => {
    if (offBy(m) < CONFIRMED) return false;
    const about = thoseAbout(m, left);
    const dx = median(about.map((n) => n.dx));
    const dy = median(about.map((n) => n.dy));
    return about.length < MIN_IN_PART || offBy({ ...m, dx, dy }) >= CONFIRMED / 2;
  };
  return left.filter(standsOff).length;
}

/** A place's neighbours and theirs. */
function thoseAbout(m: Displacement, left: readonly Displacement[]): Displacement[] {
  const about: Displacement[] = [];
  for (const n of left)
    if (n !== m && (n.at.x - m.at.x) ** 2 + (n.at.y - m.at.y) ** 2 < ABOUT * ABOUT) about.push(n);
  return about;
}

/**
 * Whether all over the page enough of the places found are among the confirmed ones.
 *
 * @param onPlane the confirmed ones and those ambiguous ones that the plane explains
 */
export function coversAlike(
  page: Size,
  looked: readonly Point[],
  found: readonly Displacement[],
  confirmed: readonly Displacement[],
  onPlane: readonly Displacement[],
): boolean {
  const part = ({ x, y }: Point): number =>
    FLAT_PARTS * Math.floor((FLAT_PARTS * y) / page.height) + Math.floor((FLAT_PARTS * x) / page.width);
  const all = new Uint32Array(FLAT_PARTS * FLAT_PARTS);
  const good = new Uint32Array(all.length);
  const asked = new Uint32Array(all.length);
  const explained = new Uint32Array(all.length);
  for (const p of looked) asked[part(p)]++;
  for (const m of found) all[part(m.at)]++;
  for (const m of confirmed) good[part(m.at)]++;
  for (const m of onPlane) explained[part(m.at)]++;
  const usual = onPlane.length / looked.length;
  return (
    (confirmed.length >= FLAT_SHARE * found.length ||
      (confirmed.length >= FLAT_SHARE_IN_BLUR * found.length &&
        standingOffTogether(found) <= (1 - FLAT_SHARE) * found.length)) &&
    asked.every((count, k) => count < MIN_ASKED || explained[k] >= FOUND_PART_SHARE * usual * count) &&
    all.every((count, k) => count < MIN_IN_PART || good[k] >= FLAT_PART_SHARE * count)
  );
}
