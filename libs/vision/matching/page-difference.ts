import { nearestPairs, type FrameFeatures } from '../features/feature-pairs.js';
import { fitPage } from '../features/page-homography.js';
import type { PageProfile } from '../features/page-profile.js';
import { PointGrid } from '../geometry/point-grid.js';
import { invert, rescaled } from '../geometry/projective.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import { differingPlaces, type DifferingPlace, pxOfSecond } from '../ink/ink-difference.js';
import type { Homography } from '../pixels/raster.js';

const { max, min } = Math;

/** Pages whose features agree less with each other are no look-alikes. */
const MIN_SHARED_FEATURES = 0.2;
/**
 * Features of a page that are compared with all of the other's for a first guess: any prefix is spread over the page.
 */
const PAIRED_FEATURES = 200;
/** Places known of a pair: those with most differing px. */
const PLACES_KEPT = 64;
/** Pairs whose difference is kept, some 5 kB each: a library's look-alikes meet again and again. */
const PAIRS_KEPT = 512;

/** A page with its ink. */
export interface InkedPage {
  profile: PageProfile;
  ink: InkBitmap;
}

/** How two pages differ, whatever the frame. */
export interface PageDifference {
  /** Takes px of the first page's ink to px of the second's. */
  map: Homography;
  /** The PLACES_KEPT most differing places, of all `differing` ones. */
  places: DifferingPlace[];
  differing: number;
  /** Share of the pages' ink in which they differ. */
  share: number;
  /** Shares of the first page's ink, and of the second's, that the other one lacks. */
  ofFirst: number;
  ofSecond: number;
}

/** Differences of pairs of pages, those used last. A profile is never changed, so that they hold for good. */
class Differences {
  private readonly numbers = new WeakMap<PageProfile, number>();
  private readonly kept = new Map<string, PageDifference | null>();
  private profiles = 0;

  /** Null when the two are no look-alikes. */
  of(first: InkedPage, second: InkedPage): PageDifference | null {
    const key = `${this.numberOf(first.profile)} ${this.numberOf(second.profile)}`;
    let known = this.kept.get(key);
    if (known === undefined) {
      const map = pageToPage(first, second);
      const places = map ? differingPlaces(first.ink, second.ink, map) : [];
      known = map && {
        map,
        places: places.slice(0, PLACES_KEPT),
        differing: places.length,
        ...sharesOf(places, first.profile.inkPixels, second.profile.inkPixels / pxOfSecond(map) ** 2),
      };
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

/** In which shares of their ink, px of it in all (of the first page's), two pages differ. */
function sharesOf(
  places: readonly DifferingPlace[],
  inkOfFirst: number,
  inkOfSecond: number,
): Pick<PageDifference, 'share' | 'ofFirst' | 'ofSecond'> {
  const pixels = places.reduce((sum, place) => sum + place.pixels, 0);
  const ofSecond = places.reduce((sum, place) => sum + place.ofSecond, 0);
  return {
    share: min(1, pixels / max(1, min(inkOfFirst, inkOfSecond))),
    ofFirst: (pixels - ofSecond) / max(1, inkOfFirst),
    ofSecond: ofSecond / max(1, inkOfSecond),
  };
}

const differences = new Differences();

/** How two pages differ; null when they are no look-alikes of each other. */
export function differenceOf(first: InkedPage, second: InkedPage): PageDifference | null {
  return differences.of(first, second);
}

/**
 * Takes px of the first page as described to px of the second where they show the same ink; null when they are no
 * look-alikes.
 */
export function mapBetween(first: InkedPage, second: InkedPage): Homography | null {
  const map = differenceOf(first, second)?.map;
  return map
    ? rescaled(map, first.profile.width / first.ink.width, second.profile.width / second.ink.width)
    : null;
}

/** Map from px of the first page's ink to px of the second's, by the pages' own features. */
function pageToPage(first: InkedPage, second: InkedPage): Homography | null {
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
