import type { Displacement } from '../geometry/displacement-grid.js';
import { KernelMemory } from '../kernels/kernels.js';
import { median } from '../geometry/median.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import { invert, project } from '../geometry/projective.js';
import { readWindow, windowPlace } from '../pixels/grey-window.js';
import type { Homography, Point, Quad, Raster, Size } from '../pixels/raster.js';
import { offBy } from './grid-stiffness.js';
import { showsLines } from './line-patch.js';
import { hasLittlePrint } from './little-print.js';
import { FINE_RADIUS } from './page-copies.js';
import { holdsAlongX, type Patch } from './patch.js';
import { matchAcross, matchPatch, SearchedPicture } from './patch-match.js';

/** Search around what was measured before, px of the page's fine copy. */
export const REACH = 3;
/** A place counts as confirmed when its own match lies this near, px of the fine copy. */
export const CONFIRMED = 1.2;
/** Matches with a lower correlation are not believed. */
const MIN_CORRELATION = 0.5;
/** Rows of dots and rules match in several places: a match that is sifted has to lead its rivals by so much. */
const MIN_LEAD = 0.06;
/** Fewer matches prove nothing. */
const MIN_MATCHES = 12;
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
/** Part of the places looked for that must be found at all. */
const MIN_FOUND = 0.25;

/** The places of a page found around where a first lay has them. */
export interface Measured {
  /** The homography nearest to all of them. */
  homography: Homography;
  /** What the homography leaves of each match, px of the page. */
  left: Displacement[];
  /** Of these, the ones that confirm the homography. */
  byPlane: Displacement[];
  /** What it leaves of lines, which were found across their direction. */
  lines: Displacement[];
  /** Places looked for, and inked places of the whole page, lines left out. */
  checked: number;
  inked: number;
  /** Places of lines looked for. */
  checkedLines: number;
  /** Whether the homography alone lays all parts of the page. */
  flat: boolean;
}

/** A place of the page, and where the frame has it. */
interface PlaceMatch extends Displacement {
  frame: Point;
}

/**
 * Looks for places of a page around where a map has them in the frame.
 *
 * @param page size of the copy that the patches were cut from, px
 * @param frame the full frame, grey or RGB
 * @param map takes px of that copy to px of the frame, smoothly
 * @param reach px of that copy to look around each place
 * @param sifted leaves out matches that have a rival as good within reach, as along a ruled line
 * @returns null when too little was found to lay a plane through
 */
export function measureAround(
  page: Size,
  patches: readonly Patch[],
  frame: Raster,
  map: PointMap,
  reach: number,
  sifted = false,
): Measured | null {
  const { matches, lineMatches, ambiguous, looked, inked, linesLooked } = lookFor(
    patches,
    frame,
    map,
    reach,
    sifted,
  );
  if (matches.length < MIN_MATCHES) return null;
  // A plane through a few lines at the top says next to nothing of the foot: rules say how far down it lies.
  const held = hasLittlePrint(page, matches) ? onLines(lineMatches, matches, map) : [];
  const plane = fitPlane([...matches, ...held]);
  if (!plane) return null;
  const { homography } = plane;
  const left = plane.left.slice(0, matches.length);
  const byPlane = confirmedOf(left);
  const lines = leftBy(homography, lineMatches) ?? [];
  const found = [...left, ...lines];
  const confirmed = confirmedOf(found);
  const explained = confirmedOf(leftBy(homography, ambiguous) ?? []);
  const onPlane = [...confirmed, ...explained];
  return {
    homography,
    left,
    byPlane,
    lines,
    checked: looked.length,
    inked,
    checkedLines: linesLooked,
    flat: left.length >= MIN_FOUND * looked.length && coversAlike(page, looked, found, confirmed, onPlane),
  };
}

/**
 * Places of lines, which were found across their direction, as far along it as the other places lie off the map in the
 * middle.
 */
function onLines(lines: readonly PlaceMatch[], others: readonly PlaceMatch[], map: PointMap): PlaceMatch[] {
  const [alongX, alongY] = [median(others.map(({ dx }) => dx)), median(others.map(({ dy }) => dy))];
  return lines.map((line) => {
    const { at } = line;
    const [dx, dy] = holdsAlongX(line) ? [line.dx, alongY] : [alongX, line.dy];
    return { ...line, dx, dy, frame: map.at(at.x + dx, at.y + dy) };
  });
}

/** The places that lie about where they should. */
function confirmedOf(left: readonly Displacement[]): Displacement[] {
  return left.filter(isConfirmed);
}

export const isConfirmed = (m: Displacement): boolean => offBy(m) < CONFIRMED;

/** What came of looking for patches. */
interface Finds {
  matches: PlaceMatch[];
  lineMatches: PlaceMatch[];
  /** Those with a rival as good. */
  ambiguous: PlaceMatch[];
  /** Places looked for, lines left out, and such places of the whole page. */
  looked: Point[];
  inked: number;
  /** Places of lines looked for. */
  linesLooked: number;
}

export function lookFor(
  patches: readonly Patch[],
  frame: Raster,
  map: PointMap,
  reach: number,
  sifted: boolean,
): Finds {
  const margin = FINE_RADIUS + reach;
  const side = 2 * margin + 1;
  return KernelMemory.borrow((memory) =>
    lookInto(new SearchedPicture(memory, side, side, margin), patches, frame, map, reach, sifted),
  );
}

/** @param window for the part of the frame about a place, a patch's radius and the reach to each side */
function lookInto(
  window: SearchedPicture,
  patches: readonly Patch[],
  frame: Raster,
  map: PointMap,
  reach: number,
  sifted: boolean,
): Finds {
  const { levels, width: side } = window;
  const margin = FINE_RADIUS + reach;
  const finds: Finds = { matches: [], lineMatches: [], ambiguous: [], looked: [], inked: 0, linesLooked: 0 };
  for (const patch of patches) {
    const isLine = showsLines(patch);
    if (!isLine) finds.inked++;
    const { x, y } = patch.centre;
    const seen = map.at(x, y);
    if (!(seen.x >= 0 && seen.y >= 0 && seen.x < frame.width && seen.y < frame.height)) continue;
    if (isLine) finds.linesLooked++;
    else finds.looked.push(patch.centre);
    const corners: Quad = [
      map.at(x - margin, y - margin),
      map.at(x + margin, y - margin),
      map.at(x + margin, y + margin),
      map.at(x - margin, y + margin),
    ];
    readWindow(frame, corners, side, levels);
    const match = isLine
      ? matchAcross(patch, FINE_RADIUS, window, margin, margin, reach)
      : matchPatch(patch, FINE_RADIUS, window, margin, margin, reach, sifted);
    if (!match || match.correlation < MIN_CORRELATION) continue;
    const { dx, dy, correlation, lead } = match;
    const unsure = lead < MIN_LEAD && (sifted || isLine);
    finds[unsure ? 'ambiguous' : isLine ? 'lineMatches' : 'matches'].push({
      at: patch.centre,
      dx,
      dy,
      hold: patch.hold,
      weight: correlation ** 2,
      frame: windowPlace(corners, side, margin + dx, margin + dy),
    });
  }
  return finds;
}

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
function coversAlike(
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

/** The homography nearest to all matches, reweighted against outliers, and what it leaves, px of the page. */
function fitPlane(matches: readonly PlaceMatch[]): { homography: Homography; left: Displacement[] } | null {
  const from = matches.map(placeOf);
  const to = matches.map(frameOf);
  const weights = matches.map(weightOf);
  let homography: Homography | null = null;
  let left: Displacement[] = [];
  for (let round = 0; round < 5; round++) {
    homography = homographyFromPoints(from, to, weights);
    const rest = homography && leftBy(homography, matches);
    if (!rest) return null;
    left = rest;
    const scale = Math.max(0.5, 2 * median(left.map(offBy)));
    for (let k = 0; k < left.length; k++)
      weights[k] = left[k].weight / (1 + (offBy(left[k]) / scale) ** 2) ** 2;
  }
  return homography && { homography, left };
}

const placeOf = (m: PlaceMatch): Point => m.at;
const frameOf = (m: PlaceMatch): Point => m.frame;
const weightOf = (m: PlaceMatch): number => m.weight * Math.min(1, 0.1 + m.hold[0] * m.hold[2]);

/** What a homography leaves of matches, px of the page; null when it is singular. */
export function leftBy(
  homography: Homography,
  matches: readonly Omit<PlaceMatch, 'dx' | 'dy'>[],
): Displacement[] | null {
  const back = invert(homography);
  if (!back) return null;
  const left: Displacement[] = [];
  for (const { at, frame, hold, weight } of matches) {
    const p = project(back, frame.x, frame.y);
    left.push({ at, dx: p.x - at.x, dy: p.y - at.y, hold, weight });
  }
  return left;
}
