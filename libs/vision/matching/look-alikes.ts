import { median } from '../geometry/median.js';
import {
  CONTEXT,
  fitSharedInk,
  frameAround,
  unlikeMoved,
  voteOf,
  type InkWindow,
  type SharedInk,
} from './decisive-place.js';
import { crop, cropThrough } from './ink-crop.js';
import { differingPlaces, type DifferingPlace } from '../ink/ink-difference.js';
import { keptDifference } from './kept-difference.js';
import { invert, rescaled } from '../geometry/projective.js';
import { fitPage, nearestPairs, type FrameFeatures } from '../features/page-homography.js';
import { PointGrid } from '../geometry/point-grid.js';
import { isSeenAround, type FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { isTwoTone } from '../ink/kept-ink.js';
import type { PageProfile } from '../features/page-profile.js';
import type { Homography } from '../pixels/raster.js';

const { max, min, round, sqrt } = Math;

/**
 * Tells two pages that share most of their ink apart: by the ink in the places where THEY differ, and by
 * nothing else. In each such place the frame is registered by the ink that both pages share around it,
 * its contrast is measured on that ink, and the squared error against either page votes.
 */

/** How two pages differ, whatever the frame. */
interface PageDifference {
  /** Takes px of the first page's ink to px of the second's. */
  map: Homography;
  /** The PLACES_KEPT most differing places, of all `differing` ones. */
  places: DifferingPlace[];
  differing: number;
  /** Share of the pages' ink in which they differ. */
  share: number;
}

/** Pairs whose difference is kept, some 5 kB each: a library's look-alikes meet again and again. */
const PAIRS_KEPT = 512;

/** Differences of pairs of pages, those used last. A profile is never changed, so that they hold for good. */
class Differences {
  private readonly numbers = new WeakMap<PageProfile, number>();
  private readonly kept = new Map<string, PageDifference | null>();
  private profiles = 0;

  /** Null when the two are no look-alikes. */
  of(first: Rival, second: Rival): PageDifference | null {
    const key = `${this.numberOf(first.profile)} ${this.numberOf(second.profile)}`;
    let known = this.kept.get(key);
    if (known === undefined) {
      const map = pageToPage(first, second);
      const places = map ? differingPlaces(first.ink, second.ink, map) : [];
      const pixels = places.reduce((sum, place) => sum + place.pixels, 0);
      const share = min(1, pixels / max(1, min(first.profile.inkPixels, second.profile.inkPixels)));
      known = map ? { map, places: places.slice(0, PLACES_KEPT), differing: places.length, share } : null;
    }
    this.kept.delete(key);
    this.kept.set(key, known);
    if (this.kept.size > PAIRS_KEPT) this.kept.delete(this.kept.keys().next().value!);
    return known;
  }

  private numberOf(profile: PageProfile): number {
    const number = this.numbers.get(profile) ?? ++this.profiles;
    this.numbers.set(profile, number);
    return number;
  }
}

const differences = new Differences();

/** Pages whose features agree less with each other are no look-alikes. */
const MIN_SHARED_FEATURES = 0.2;
/**
 * Features of a page that are compared with all of the other's for a first guess: any prefix is spread over the page.
 */
const PAIRED_FEATURES = 200;
/** Places known of a pair, and those looked at in a frame: of the ones in sight those with most differing px. */
const PLACES_KEPT = 64;
const MAX_PLACES = 16;
/**
 * Of a frame of two tones a place counts of whose differing ink such frames keep this share: the rest may be there or
 * not.
 */
const KEPT = 0.8;
/** Correlation with the shared ink under which a place is taken to be covered. */
const COVERED = 0.3;
/** Weight of a place without shared ink around it, where one with it has its correlation. */
const UNSHARED_WEIGHT = 0.5;
/** A place where even a perfect frame would say less than this says nothing. */
const MIN_POWER = 0.1;
/** Variance of a place's vote before any is known; counts as much as one place. */
const VOTE_VARIANCE = 0.1;
/** Blurs (standard deviation, px of the ink) tried to make ink look as in the frame. */
const BLURS = [0.8, 1.3, 2, 3];
/** Blocks on which the blur is measured, and half a window's side there, px of the ink. */
const BLUR_BLOCKS = 5;
const BLUR_REACH = 36;

/** One of two look-alikes: the page with its ink. */
export interface Rival {
  profile: PageProfile;
  ink: InkBitmap;
}

/** Px of a page as described. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place that was decisive, on the first page. */
export interface DecisivePlace extends Box {
  /** -1 for the second page .. 1 for the first. */
  vote: number;
  weight: number;
}

/** How a frame decides between two look-alikes. */
export interface Preference {
  /** -1 all for the second page .. 0 undecided .. 1 all for the first. */
  value: number;
  /** Number of places where the pages differ, in the frame or not. */
  differing: number;
  /** Share of the pages' ink in which they differ. */
  share: number;
  places: DecisivePlace[];
}

/**
 * @param sampler samples the frame through the first page's registration
 * @param look of ink in the frame, see `inkLook`
 * @returns null when the two pages are no look-alikes of each other
 */
export function tellApart(
  sampler: FrameSampler,
  first: Rival,
  second: Rival,
  look: InkLook,
): Preference | null {
  const difference = differences.of(first, second);
  if (!difference) return null;
  const { map, places } = difference;
  const unit = first.profile.width / first.ink.width;
  const windows: { place: DifferingPlace; onPage: Box; window: InkWindow; fit: SharedInk }[] = [];
  for (const place of places) {
    if (windows.length === MAX_PLACES) break;
    const onPage = {
      left: place.left * unit,
      top: place.top * unit,
      right: place.right * unit,
      bottom: place.bottom * unit,
    };
    if (!isSeenAround(sampler.blocks, onPage)) continue;
    if (look.isTwoTone && keptDifference(place, first.ink, second.ink, map) < KEPT) continue;
    const window = windowAt(sampler, unit, place, first.ink, second.ink, map);
    if (window) windows.push({ place, onPage, window, fit: fitSharedInk(window, look.blur) });
  }
  const gains = windows.flatMap(({ fit }) => (fit.reliable ? [fit.gain] : []));
  const contrast = gains.length > 0 ? median(gains) : look.gain;
  const decisive: DecisivePlace[] = [];
  for (const { place, onPage, window, fit } of windows) {
    const said = fit.reliable && fit.correlation < COVERED ? null : voteOf(window, fit, contrast);
    if (!said || said.power < MIN_POWER) continue;
    const weight = sqrt(place.pixels) * (fit.reliable ? fit.correlation : UNSHARED_WEIGHT);
    // A vote is taken relative to what it can be, and weighted by the inverse variance that it then has.
    const vote = max(-1, min(1, said.vote / said.power));
    const certainty = said.power * unlikeMoved(fit, window.a.width, window.a.height);
    decisive.push({ ...onPage, vote, weight: weight * certainty ** 2 });
  }
  const { differing, share } = difference;
  return { value: agreed(decisive), differing, share, places: decisive };
}

/**
 * Weighted mean of the votes, drawn towards 0 the less certain it is: by its own variance relative to its square (James
 * and Stein's estimator). Few places, and places that contradict each other, decide with little margin or none.
 */
function agreed(places: readonly DecisivePlace[]): number {
  const total = (value: (place: DecisivePlace) => number) =>
    places.reduce((sum, place) => sum + value(place), 0);
  const weights = total(({ weight }) => weight);
  if (!(weights > 0)) return 0;
  const mean = total(({ weight, vote }) => weight * vote) / weights;
  const count = weights ** 2 / total(({ weight }) => weight ** 2);
  const spread = total(({ weight, vote }) => weight * (vote - mean) ** 2) / weights;
  const variance = (VOTE_VARIANCE + count * spread) / count ** 2;
  return mean * max(0, 1 - variance / mean ** 2);
}

/**
 * Takes px of the first page as described to px of the second where they show the same ink; null when they are no
 * look-alikes.
 */
export function mapBetween(first: Rival, second: Rival): Homography | null {
  const map = differences.of(first, second)?.map;
  return map
    ? rescaled(map, first.profile.width / first.ink.width, second.profile.width / second.ink.width)
    : null;
}

/** How a frame shows ink. */
export interface InkLook {
  /** Standard deviation, px of the ink, of the blur that makes a page's ink look most like the frame. */
  blur: number;
  /** Grey of the frame that full ink adds to paper's; negative, 0 when it cannot be told. */
  gain: number;
  /** See `isTwoTone`: of such a frame only differences in the ink that it keeps say anything. */
  isTwoTone: boolean;
}

/** Measures how a frame shows a page's ink, where that is clearest. */
export function inkLook(sampler: FrameSampler, ink: InkBitmap, unit: number): InkLook {
  const clearest = sampler.blocks
    .filter((b) => b.visible)
    .sort((p, q) => q.correlation - p.correlation)
    .slice(0, BLUR_BLOCKS);
  const windows = clearest.flatMap((block) => {
    const left = max(0, min(ink.width - 2 * BLUR_REACH, round(block.x / unit) - BLUR_REACH));
    const top = max(0, min(ink.height - 2 * BLUR_REACH, round(block.y / unit) - BLUR_REACH));
    const width = min(2 * BLUR_REACH, ink.width);
    const height = min(2 * BLUR_REACH, ink.height);
    const frame = frameAround(sampler, unit, left, top, width, height);
    const a = crop(ink, left, top, width, height);
    return frame ? [{ a, b: a, frame }] : [];
  });
  let best: InkLook = { blur: BLURS[0], gain: 0, isTwoTone: isTwoTone(sampler.frame) };
  let most = -Infinity;
  for (const blur of BLURS) {
    const fits = windows.map((window) => fitSharedInk(window, blur));
    const sum = fits.reduce((total, fit) => total + fit.correlation, 0);
    // The further from the right blur, the less alike.
    if (sum <= most) break;
    most = sum;
    best = { ...best, blur, gain: median(fits.map(({ gain }) => gain)) };
  }
  return best;
}

/** Map from px of the first page's ink to px of the second's, by the pages' own features. */
function pageToPage(first: Rival, second: Rival): Homography | null {
  const { width, height, features } = first.profile;
  const grid = new PointGrid(features.x, features.y, width, height, 0.05 * max(width, height));
  const asFrame: FrameFeatures = { width, height, features, grid };
  const others = second.profile.features;
  const some = { ...others, count: min(others.count, PAIRED_FEATURES) };
  const fit = fitPage(asFrame, second.profile, nearestPairs(features, some));
  const fewer = min(features.count, others.count);
  if (!fit || fit.inliers < MIN_SHARED_FEATURES * fewer) return null;
  const inverse = invert(fit.homography);
  if (!inverse) return null;
  return rescaled(inverse, first.ink.width / width, second.ink.width / second.profile.width);
}

function windowAt(
  sampler: FrameSampler,
  unit: number,
  place: DifferingPlace,
  first: InkBitmap,
  second: InkBitmap,
  map: Homography,
): InkWindow | null {
  const left = place.left - CONTEXT;
  const top = place.top - CONTEXT;
  const width = place.right + CONTEXT - left;
  const height = place.bottom + CONTEXT - top;
  const frame = frameAround(sampler, unit, left, top, width, height);
  if (!frame) return null;
  return {
    a: crop(first, left, top, width, height),
    b: cropThrough(second, map, left, top, width, height),
    frame,
  };
}
