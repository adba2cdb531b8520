import { LocalTrend } from './local-trend.js';
import type { Patch } from './patch.js';
import { matchPatch, SearchedPicture } from './patch-match.js';
import type { Displacement } from '../geometry/displacement-grid.js';
import type { Point, Raster } from '../pixels/raster.js';

const { floor, hypot, max, min } = Math;

/** Patches of a page on a square lattice of sites; null where the page is blank. */
export interface PatchSites {
  /** px of the page between sites, and from the border to the first. */
  step: number;
  cols: number;
  rows: number;
  radius: number;
  patches: (Patch | null)[];
}

/** Correlation that starts a growth, and that lets it go on. */
const SEED_CORRELATION = 0.7;
const GROW_CORRELATION = 0.55;
/** Patches with less cornerness slide along their lines. */
const MIN_CORNERNESS = 0.08;
/** Peaks with a rival as good within the search are not believed. */
const MIN_LEAD = 0.06;
/** Search from a seed, px; and around a prediction: from neighbours next door, and over a blank. */
const SEED_REACH = 5;
const GROW_REACH = 3;
const LEAP_REACH = 5;
/** Neighbours up to this many sites away take part in a prediction. */
const NEIGHBOURHOOD = 3;
/** A match must lie this near to what its neighbours foretell, px. */
const AGREEMENT = 1.6;
/** Times a site is tried before it is given up. */
const TRIES = 3;
/** Blank sites a growth leaps over. */
const FARTHEST_LEAP = 6;

/**
 * Matches sites of a page with an image that is roughly laid over it, growing from seeds: a site next to matched
 * ones is looked for where these foretell it (local linear extrapolation of their shifts), the best-matched
 * sites first. Where the growth stops at a blank it leaps over it, searching wider.
 *
 * @param seeds places of the page where the rough lay is known to be good
 * @returns one entry a site: the shift from page to image px, or null
 */
export function growMatches(
  sites: PatchSites,
  image: Raster,
  seeds: readonly Point[],
): (Displacement | null)[] {
  const margin = sites.radius + max(SEED_REACH, GROW_REACH, LEAP_REACH);
  return SearchedPicture.of(image, margin, (picture) => growIn(sites, picture, seeds));
}

function growIn(sites: PatchSites, image: SearchedPicture, seeds: readonly Point[]): (Displacement | null)[] {
  const found: (Displacement | null)[] = Array<Displacement | null>(sites.patches.length).fill(null);
  const tries = new Uint8Array(sites.patches.length);
  const queue: number[][] = Array.from({ length: 32 }, () => []);
  const enqueue = (site: number, correlation: number): void => {
    queue[max(0, min(31, floor(correlation * 32)))].push(site);
  };
  for (const site of seedSites(sites, seeds)) {
    const match = attempt(sites, image, site, { x: 0, y: 0 }, SEED_REACH, SEED_CORRELATION);
    if (match) {
      found[site] = match;
      enqueue(site, match.weight);
    }
  }
  dropStrays(sites, found, AGREEMENT);
  const leapTries = new Uint8Array(sites.patches.length);
  for (let leap = 1; leap <= FARTHEST_LEAP; leap++) {
    grow(sites, image, found, tries, queue, enqueue);
    // From every match on the rim, over blanks of `leap` sites.
    const targets = sitesWithin(sites, found, leap + 1);
    let more = 0;
    for (const site of targets) {
      if (leapTries[site]++ >= TRIES) continue;
      const foretold = foretell(sites, found, site, NEIGHBOURHOOD + leap);
      if (!foretold) continue;
      const match = attempt(sites, image, site, foretold.shift, LEAP_REACH, GROW_CORRELATION + 0.05);
      if (!match) continue;
      found[site] = match;
      enqueue(site, match.weight);
      more++;
    }
    if (more) leap = 0;
  }
  dropStrays(sites, found, AGREEMENT);
  return found;
}

function seedSites(sites: PatchSites, seeds: readonly Point[]): Set<number> {
  const chosen = new Set<number>();
  for (const seed of seeds) {
    const i = Math.round(seed.x / sites.step) - 1;
    const j = Math.round(seed.y / sites.step) - 1;
    for (let v = j - 1; v <= j + 1; v++)
      for (let u = i - 1; u <= i + 1; u++)
        if (u >= 0 && v >= 0 && u < sites.cols && v < sites.rows) chosen.add(v * sites.cols + u);
  }
  return chosen;
}

function grow(
  sites: PatchSites,
  image: SearchedPicture,
  found: (Displacement | null)[],
  tries: Uint8Array,
  queue: number[][],
  enqueue: (site: number, correlation: number) => void,
): void {
  for (;;) {
    let level = queue.length - 1;
    while (level >= 0 && queue[level].length === 0) level--;
    if (level < 0) return;
    const from = queue[level].pop()!;
    if (!found[from]) continue;
    const i = from % sites.cols;
    const j = (from - i) / sites.cols;
    for (let v = max(0, j - 1); v <= min(sites.rows - 1, j + 1); v++)
      for (let u = max(0, i - 1); u <= min(sites.cols - 1, i + 1); u++) {
        const site = v * sites.cols + u;
        if (found[site] || !sites.patches[site] || tries[site] >= TRIES) continue;
        tries[site]++;
        const foretold = foretell(sites, found, site, NEIGHBOURHOOD);
        if (!foretold) continue;
        const match = attempt(sites, image, site, foretold.shift, GROW_REACH, GROW_CORRELATION);
        if (!match) continue;
        const off = hypot(match.dx - foretold.shift.x, match.dy - foretold.shift.y);
        if (foretold.count >= 5 && off > AGREEMENT) continue;
        found[site] = match;
        enqueue(site, match.weight);
      }
  }
}

function attempt(
  sites: PatchSites,
  image: SearchedPicture,
  site: number,
  shift: Point,
  reach: number,
  least: number,
): Displacement | null {
  const patch = sites.patches[site];
  if (!patch || patch.cornerness < MIN_CORNERNESS) return null;
  const { x, y } = patch.centre;
  const match = matchPatch(patch, sites.radius, image, x + shift.x, y + shift.y, reach);
  if (!match || match.correlation < least || match.lead < MIN_LEAD) return null;
  return {
    at: patch.centre,
    dx: shift.x + match.dx,
    dy: shift.y + match.dy,
    hold: patch.hold,
    weight: match.correlation,
  };
}

/** What the matched sites around foretell for one: their shifts, extrapolated linearly. Itself left out. */
function foretell(
  sites: PatchSites,
  found: readonly (Displacement | null)[],
  site: number,
  radius: number,
): { shift: Point; count: number } | null {
  const i = site % sites.cols;
  const j = (site - i) / sites.cols;
  const alongX = new LocalTrend();
  const alongY = new LocalTrend();
  for (let v = max(0, j - radius); v <= min(sites.rows - 1, j + radius); v++)
    for (let u = max(0, i - radius); u <= min(sites.cols - 1, i + radius); u++) {
      const k = v * sites.cols + u;
      const match = found[k];
      if (!match || k === site) continue;
      const p = u - i;
      const q = v - j;
      const w = match.weight / (p * p + q * q);
      alongX.add(p, q, w, match.dx);
      alongY.add(p, q, w, match.dy);
    }
  const { count } = alongX;
  return count < 2 ? null : { shift: { x: alongX.foretold(), y: alongY.foretold() }, count };
}

/** Forgets matches that their neighbours gainsay, or that have none. */
function dropStrays(sites: PatchSites, found: (Displacement | null)[], tolerance: number): void {
  for (let round = 0; round < 2; round++) {
    const strays: number[] = [];
    found.forEach((match, site) => {
      if (!match) return;
      const foretold = foretell(sites, found, site, 2);
      if (!foretold || hypot(match.dx - foretold.shift.x, match.dy - foretold.shift.y) > tolerance)
        strays.push(site);
    });
    for (const site of strays) found[site] = null;
  }
}

/** Unmatched sites with something to look for, at most `distance` sites from a matched one. */
function sitesWithin(sites: PatchSites, found: readonly (Displacement | null)[], distance: number): number[] {
  const targets: number[] = [];
  sites.patches.forEach((patch, site) => {
    if (!patch || found[site] || patch.cornerness < MIN_CORNERNESS) return;
    const i = site % sites.cols;
    const j = (site - i) / sites.cols;
    for (let v = max(0, j - distance); v <= min(sites.rows - 1, j + distance); v++)
      for (let u = max(0, i - distance); u <= min(sites.cols - 1, i + distance); u++)
        if (found[v * sites.cols + u]) {
          targets.push(site);
          return;
        }
  });
  return targets;
}
