import type { Displacement } from '../geometry/displacement-grid.js';
import { median } from '../geometry/median.js';
import { homographyFromPoints } from '../geometry/plane-geometry.js';
import type { PointMap } from '../geometry/point-map.js';
import { invert, project } from '../geometry/projective.js';
import type { Homography, Point, Raster, Size } from '../pixels/raster.js';
import { coversAlike, isConfirmed } from './flatness.js';
import { offBy } from './grid-stiffness.js';
import { hasLittlePrint } from './little-print.js';
import { holdsAlongX, type Patch } from './patch.js';
import { lookFor, type PlaceMatch } from './place-search.js';

/** Fewer matches prove nothing. */
const MIN_MATCHES = 12;
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
