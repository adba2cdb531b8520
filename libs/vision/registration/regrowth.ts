import type { Displacement } from '../geometry/displacement-grid.js';
import { KernelMemory } from '../kernels/kernels.js';
import type { Point, Raster } from '../pixels/raster.js';
import { isConfirmed } from './flatness.js';
import { less } from './grid-stiffness.js';
import { showsLines } from './line-patch.js';
import { LocalTrend } from './local-trend.js';
import { FINE_STEP, type PageCopies } from './page-copies.js';
import { holdsAlongX, type Patch } from './patch.js';
import { leftBy } from './place-measurement.js';
import { isInSight, MIN_LEAD, PlaceSearch, type PlaceMatch } from './place-search.js';
import type { SheetFit } from './sheet-fit.js';
import { SheetMap } from './sheet-map.js';

const { abs, hypot, max, min, round } = Math;

/** Search around what those about a place foretell, px of the fine copy. */
const REACH = 10;
/** Sites to each side that foretell one, and how near the nearest of them has to be: rows of a table are. */
const NEIGHBOURHOOD = 5;
const NEXT = 3.6;
/** A place lies so near, px, to what those about it foretell, and by so many px more a site to the nearest of them. */
const AGREEMENT = 2;
const BENDING = 2.2;
/** Distance, sites, at which a known one counts most. */
const LEAST_DISTANCE = 0.5;
/** A place is looked for anew where it is foretold so far, px, from where it was not found; so many times in all. */
const ELSEWHERE = 2;
const TRIES = 8;

/** A shift along one axis, px. */
interface Known {
  at: Point;
  shift: number;
}

/**
 * Grows on from the places and lines that a bent sheet's fit has right to those it misses, at full density. Lines take
 * part, which the first growth leaves out, each by its shift across itself: over the rows of a table they lead from the
 * print above it to that below, however far a crease has bent them off.
 *
 * @param frame the full frame, grey or RGB
 * @returns what the fit's homography leaves of all of them; null where no more were found
 */
export function regrow(
  copies: PageCopies,
  frame: Raster,
  fit: SheetFit,
): Pick<SheetFit, 'left' | 'lines'> | null {
  const left = fit.left.filter((m) => isConfirmed(less(m, fit.grid)));
  const lines = fit.lines.filter((m) => isConfirmed(less(m, fit.grid)));
  const known = new KnownShifts(copies);
  for (const m of left) known.add(less(m, fit.grid), false);
  for (const m of lines) known.add(less(m, fit.grid), true);
  const grown = growFrom(copies, frame, fit, known);
  const more = grown.length > 0 ? leftBy(fit.homography, grown) : null;
  more?.forEach((m, k) => (grown[k].isLine ? lines : left).push(m));
  return more && { left, lines };
}

type Grown = PlaceMatch & { isLine: boolean };

/** Looks for what is not known yet, next to what is, until no more is found. */
function growFrom(copies: PageCopies, frame: Raster, fit: SheetFit, known: KnownShifts): Grown[] {
  const map = new SheetMap(fit);
  const grown: Grown[] = [];
  KernelMemory.borrow((memory) => {
    const search = new PlaceSearch(memory, frame, map, REACH);
    const tried = new Map<Patch, Point[]>();
    let rest = copies.finePatches('all').filter((patch) => !known.has(patch) && isInSight(patch, frame, map));
    for (;;) {
      const found: Grown[] = [];
      rest = rest.filter((patch) => {
        const isLine = showsLines(patch);
        const foretold = known.foretell(patch, isLine);
        const before = tried.get(patch);
        if (!foretold || (before && distanceOf(before.at(-1)!, foretold.shift) < ELSEWHERE)) return true;
        const match = search.find(patch, true, foretold.shift);
        if (match && match.lead >= MIN_LEAD && agrees(match, foretold)) {
          found.push({ ...match, isLine });
          return false;
        }
        tried.set(patch, [...(before ?? []), foretold.shift]);
        return (before?.length ?? 0) + 1 < TRIES;
      });
      if (found.length === 0) return;
      // Only then: what is found in one round does not depend on the order in which it is looked for.
      for (const match of found) known.add(match, match.isLine);
      grown.push(...found);
    }
  });
  return grown;
}

/** What is foretold for a place, and how far off, sites, the nearest is that foretells it. */
interface Foretold {
  shift: Point;
  distance: number;
}

const distanceOf = (p: Point, q: Point): number => hypot(p.x - q.x, p.y - q.y);

function agrees({ dx, dy }: PlaceMatch, { shift, distance }: Foretold): boolean {
  return hypot(dx - shift.x, dy - shift.y) <= AGREEMENT + BENDING * distance;
}

/** Shifts against a fit that are known on the fine copy's lattice: of places both ways, of lines across them. */
class KnownShifts {
  private readonly cols: number;
  private readonly alongX = new Map<number, Known>();
  private readonly alongY = new Map<number, Known>();
  private readonly sites = new Set<number>();

  constructor({ fine }: PageCopies) {
    // Patches of lines lie up to a radius off their site.
    this.cols = round(fine.raster.width / FINE_STEP) + 2;
  }

  add(m: Displacement, isLine: boolean): void {
    const site = this.siteOf(m.at);
    this.sites.add(site);
    const acrossX = holdsAlongX(m);
    if (!isLine || acrossX) this.alongX.set(site, { at: m.at, shift: m.dx });
    if (!isLine || !acrossX) this.alongY.set(site, { at: m.at, shift: m.dy });
  }

  has({ centre }: Patch): boolean {
    return this.sites.has(this.siteOf(centre));
  }

  /** Null where nothing near is known; a line is foretold across itself. */
  foretell(patch: Patch, isLine: boolean): Foretold | null {
    const x = this.foretellAlong(this.alongX, patch.centre);
    const y = this.foretellAlong(this.alongY, patch.centre);
    const across = holdsAlongX(patch) ? x : y;
    if (isLine ? !across : !(x && y)) return null;
    const distance = isLine && across ? across.distance : max(x?.distance ?? 0, y?.distance ?? 0);
    return { shift: { x: x?.shift ?? 0, y: y?.shift ?? 0 }, distance };
  }

  private foretellAlong(
    known: ReadonlyMap<number, Known>,
    { x, y }: Point,
  ): { shift: number; distance: number } | null {
    const trend = new LocalTrend();
    const middle = this.siteOf({ x, y });
    let nearest = Infinity;
    for (let j = -NEIGHBOURHOOD; j <= NEIGHBOURHOOD; j++)
      for (let i = -NEIGHBOURHOOD; i <= NEIGHBOURHOOD; i++) {
        const one = known.get(middle + j * this.cols + i);
        if (!one) continue;
        const u = (one.at.x - x) / FINE_STEP;
        const v = (one.at.y - y) / FINE_STEP;
        // The lattice's rows go on into each other.
        if (max(abs(u), abs(v)) > NEIGHBOURHOOD + 1) continue;
        const distance = hypot(u, v);
        nearest = min(nearest, distance);
        trend.add(u, v, 1 / max(LEAST_DISTANCE, distance) ** 2, one.shift);
      }
    return trend.count >= 2 && nearest < NEXT ? { shift: trend.foretold(), distance: nearest } : null;
  }

  private siteOf({ x, y }: Point): number {
    return round(y / FINE_STEP) * this.cols + round(x / FINE_STEP);
  }
}
