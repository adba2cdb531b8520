import type { Displacement } from '../geometry/displacement-grid.js';
import type { Point, Raster } from '../pixels/raster.js';
import { remapGrey } from '../pixels/remap.js';
import { meshFrom } from '../pixels/warp-mesh.js';
import type { PatchSites } from './match-growth.js';
import { matchPatch, SearchedPicture } from './patch-match.js';

const { abs, ceil, floor, hypot, max, min, round } = Math;

/** Sites nearer than this to a matched one, in sites, are left to growth. */
const FAR = 3;
/** Sites looked for, those that hold best first. */
const MOST_SITES = 80;
/** Search, px: a part of the distance to the nearest match, for the farther off the less is foretold; and at most. */
const REACH_PART = 0.35;
const LEAST_REACH = 10;
const MOST_REACH = 90;
/** Shift, px, up to which a close look finds print by itself. */
const WITHIN_REACH = 1.5;
/** Correlation of a match, what it leads its rivals by, and the cornerness that keeps it from sliding. */
const MIN_CORRELATION = 0.6;
const MIN_LEAD = 0.08;
const MIN_CORNERNESS = 0.08;
/**
 * Matches agree that are this near, px, to having the same shift, and by this part of their distance more, for the
 * sheet bends.
 */
const TOLERANCE = 4;
const BENDING = 0.2;
/**
 * Distance, px, within which matches are asked whether they agree, how many have to, where none gainsays two, of clear
 * ones one, and what part of all. By chance one in fifty agrees with another.
 */
const ABOUT = 130;
const SUPPORT = 3;
const UNDISPUTED_SUPPORT = 2;
const CLEAR = 0.85;
const MAJORITY = 0.5;

/**
 * Looks for print that growth does not come to: a footer below an empty part of the page, which a bent sheet carries
 * far from where the matches above foretell it. Each of its patches is looked for widely, and those are believed that
 * agree on a shift.
 *
 * @param matched px of the page where it has been found
 * @param image the frame, grey, about as dense as the page
 * @param toImage where what is known so far has a px of the page in it; goes on beyond the page
 * @returns shifts ahead of `toImage`, px of the page; none where all of it lies about as foretold
 */
export function matchBeyondBlanks(
  sites: PatchSites,
  matched: readonly Point[],
  image: Raster,
  toImage: (x: number, y: number) => Point,
): Displacement[] {
  const far = farSites(sites, matched);
  if (far.length === 0) return [];
  const margin = MOST_REACH + sites.radius + 1;
  const left = floor(min(...far.map(({ patch }) => patch.centre.x))) - margin;
  const top = floor(min(...far.map(({ patch }) => patch.centre.y))) - margin;
  const width = ceil(max(...far.map(({ patch }) => patch.centre.x))) + margin + 1 - left;
  const height = ceil(max(...far.map(({ patch }) => patch.centre.y))) + margin + 1 - top;
  const laid = remapGrey(
    image,
    meshFrom(width, height, (x, y) => toImage(x + left, y + top)),
  );
  const matches = SearchedPicture.of(laid, margin, (picture) =>
    far.flatMap(({ patch, distance }): Displacement[] => {
      const { x, y } = patch.centre;
      const reach = round(min(MOST_REACH, max(LEAST_REACH, REACH_PART * distance)));
      const match = matchPatch(patch, sites.radius, picture, x - left, y - top, reach);
      if (!match || match.correlation < MIN_CORRELATION || match.lead < MIN_LEAD) return [];
      return [{ at: patch.centre, dx: match.dx, dy: match.dy, hold: patch.hold, weight: match.correlation }];
    }),
  );
  const believed = matches.filter((match) => isBorneOut(match, matches));
  return believed.some(({ dx, dy }) => hypot(dx, dy) > WITHIN_REACH) ? believed : [];
}

/** Sites with something to look for, far from all that is matched, and how far, px. */
function farSites(
  sites: PatchSites,
  matched: readonly Point[],
): { patch: NonNullable<PatchSites['patches'][number]>; distance: number }[] {
  const near = sitesNear(sites, matched);
  return sites.patches
    .flatMap((patch, site) => {
      if (!patch || near[site] || patch.cornerness < MIN_CORNERNESS) return [];
      let distance = Infinity;
      for (const { x, y } of matched)
        distance = min(distance, max(abs(x - patch.centre.x), abs(y - patch.centre.y)));
      return [{ patch, distance }];
    })
    .sort((a, b) => b.patch.cornerness - a.patch.cornerness)
    .slice(0, MOST_SITES);
}

/** Marks the sites less than FAR from a matched place. */
function sitesNear({ step, cols, rows }: PatchSites, matched: readonly Point[]): Uint8Array {
  const near = new Uint8Array(cols * rows);
  for (const { x, y } of matched) {
    // The site of column i lies at (1 + i) * step.
    const from = max(0, floor(x / step - FAR));
    const to = min(cols - 1, ceil(x / step + FAR) - 2);
    for (let j = max(0, floor(y / step - FAR)); j <= min(rows - 1, ceil(y / step + FAR) - 2); j++)
      if (from <= to) near.fill(1, j * cols + from, j * cols + to + 1);
  }
  return near;
}

/** Whether most of the matches about one say what it says. */
function isBorneOut(match: Displacement, matches: readonly Displacement[]): boolean {
  let about = 0;
  let agree = 0;
  for (const other of matches) {
    if (other === match) continue;
    const distance = hypot(other.at.x - match.at.x, other.at.y - match.at.y);
    if (distance > ABOUT) continue;
    about++;
    if (hypot(other.dx - match.dx, other.dy - match.dy) <= TOLERANCE + BENDING * distance) agree++;
  }
  const least = match.weight > CLEAR ? 1 : agree === about ? UNDISPUTED_SUPPORT : SUPPORT;
  return agree >= least && agree >= MAJORITY * about;
}
