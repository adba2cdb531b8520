import { differingPlaces, inkRaster, warpInk, type DifferingPlace } from './ink-difference.js';
import { localView, type FrameSampler } from './frame-sampler.js';
import { gaussianBlur } from './gaussian-blur.js';
import { compose, invert, rescaled } from './projective.js';
import { refineFit, type FrameFeatures } from './page-homography.js';
import { PointGrid } from './point-grid.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { PageProfile } from './page-profile.js';
import type { Homography, Raster } from './raster.js';

/**
 * Tells two pages that share most of their ink apart: by the ink in the places where THEY differ, and by
 * nothing else. In each such place the frame is registered by the ink that both pages share around it,
 * its contrast is measured on that ink, and the squared error against either page votes.
 */

/** Pages whose features agree less with each other are no look-alikes. */
const MIN_SHARED_FEATURES = 0.2;
/** Places looked at, most differing px first. */
const MAX_PLACES = 40;
/** Shared ink is taken from this far around a place, px of the ink. */
const CONTEXT = 26;
/** The frame is shifted by up to this to fit the shared ink, px of the ink. */
const REGISTRATION = 4;
/** ... and then by up to this to fit either page. */
const SLACK = 1;
/** Blurs (standard deviation, px of the ink) tried to make ink look as in the frame. */
const BLURS = [0.8, 1.3, 2, 3];
/** Grey difference of the blurred pages under which ink counts as shared. */
const SHARED = 24;
/** Spread of shared ink (standard deviation, of 255) needed to register and to measure contrast on it. */
const MIN_SPREAD = 14;
/** Correlation with the shared ink under which a place is taken to be covered. */
const COVERED = 0.3;

/** One of two look-alikes: the page with its ink and its fit to the frame. */
export interface Rival {
  profile: PageProfile;
  ink: InkBitmap;
  homography: Homography;
}

/** A place that was decisive, in px of the first page as described. */
export interface DecisivePlace {
  left: number;
  top: number;
  right: number;
  bottom: number;
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
  places: DecisivePlace[];
}

/**
 * @param frame samples the frame through the first page's registration
 * @returns null when the two pages are no look-alikes of each other
 */
export function tellApart(frame: FrameSampler, first: Rival, second: Rival): Preference | null {
  const map = pageToPage(first, second);
  if (!map) return null;
  const a = inkRaster(first.ink);
  const b = warpInk(inkRaster(second.ink), map, a.width, a.height);
  const places = differingPlaces(a, b);
  const unit = first.profile.width / a.width;
  const windows = places.slice(0, MAX_PLACES).flatMap((place) => {
    const window = cut(frame, place, a, b, unit);
    return window ? [window] : [];
  });
  if (windows.length === 0) return { value: 0, differing: places.length, places: [] };
  const blur = bestBlur(windows);
  const fits = windows.map((window) => fitShared(window, blur));
  const contrast = median(fits.flatMap((f) => (f.reliable ? [f.gain] : [])));
  const decisive: DecisivePlace[] = [];
  let sum = 0;
  let weights = 0;
  windows.forEach((window, k) => {
    const fit = fits[k]!;
    if (fit.reliable && fit.correlation < COVERED) return;
    const vote = voteOf(window, fit, contrast);
    if (vote === null) return;
    const weight = Math.sqrt(window.place.pixels) * (fit.reliable ? fit.correlation : 0.5);
    sum += weight * vote;
    weights += weight;
    const { left, top, right, bottom } = window.place;
    decisive.push({
      left: left * unit,
      top: top * unit,
      right: right * unit,
      bottom: bottom * unit,
      vote,
      weight,
    });
  });
  return { value: weights > 0 ? sum / weights : 0, differing: places.length, places: decisive };
}

/** Map from px of the first page's ink to px of the second's, by the pages' own features. */
function pageToPage(first: Rival, second: Rival): Homography | null {
  const toFirst = invert(first.homography);
  if (!toFirst) return null;
  const { width, height, features } = first.profile;
  const grid = new PointGrid(features.x, features.y, width, height, 0.03 * Math.max(width, height));
  const asFrame: FrameFeatures = { width, height, features, grid };
  const fit = refineFit(asFrame, second.profile, compose(toFirst, second.homography));
  if (!fit || fit.inliers < MIN_SHARED_FEATURES * Math.min(features.count, second.profile.features.count))
    return null;
  const inverse = invert(fit.homography);
  if (!inverse) return null;
  return rescaled(inverse, first.ink.width / width, second.ink.width / second.profile.width);
}

/** A place with its surroundings: ink of both pages and the frame, with a margin for shifts on the latter. */
interface Window {
  place: DifferingPlace;
  a: Raster;
  b: Raster;
  /** Larger than `a` by PAD on each side. */
  frame: Float32Array;
  frameWidth: number;
}

const PAD = REGISTRATION + SLACK;

function cut(frame: FrameSampler, place: DifferingPlace, a: Raster, b: Raster, unit: number): Window | null {
  const left = Math.max(0, place.left - CONTEXT);
  const top = Math.max(0, place.top - CONTEXT);
  const width = Math.min(a.width, place.right + CONTEXT) - left;
  const height = Math.min(a.height, place.bottom + CONTEXT) - top;
  const view = localView(frame, unit, left - PAD, top - PAD, width + 2 * PAD, height + 2 * PAD);
  if (!view) return null;
  return {
    place: { ...place },
    a: crop(a, left, top, width, height),
    b: crop(b, left, top, width, height),
    frame: view,
    frameWidth: width + 2 * PAD,
  };
}

function crop(raster: Raster, left: number, top: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const o = (top + y) * raster.width + left;
    data.set(raster.data.subarray(o, o + width), y * width);
  }
  return { data, width, height, channels: 1 };
}

/** How the frame shows the ink that both pages share around a place. */
interface SharedFit {
  a: Float32Array;
  b: Float32Array;
  dx: number;
  dy: number;
  correlation: number;
  /** Frame = paper + gain * ink; gain < 0, since ink is dark. */
  paper: number;
  gain: number;
  /** Whether there was ink enough to tell. */
  reliable: boolean;
}

function fitShared(window: Window, blur: number): SharedFit {
  const a = gaussianBlur(window.a, blur);
  const b = gaussianBlur(window.b, blur);
  const { width, height } = window.a;
  const shared: number[] = [];
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) < SHARED) shared.push(i);
  const best: SharedFit = { a, b, dx: 0, dy: 0, correlation: -1, paper: 0, gain: 0, reliable: false };
  let sm = 0;
  let smm = 0;
  for (const i of shared) {
    const m = (a[i]! + b[i]!) / 2;
    sm += m;
    smm += m * m;
  }
  const n = shared.length;
  const variance = n > 0 ? smm / n - (sm / n) ** 2 : 0;
  best.reliable = n > 100 && variance > MIN_SPREAD * MIN_SPREAD;
  const reach = best.reliable ? REGISTRATION : 0;
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      let sf = 0;
      let sff = 0;
      let sfm = 0;
      for (const i of shared) {
        const y = Math.floor(i / width);
        const f = window.frame[(y + dy + PAD) * window.frameWidth + (i - y * width) + dx + PAD]!;
        sf += f;
        sff += f * f;
        sfm += (f * (a[i]! + b[i]!)) / 2;
      }
      const covariance = sfm / n - (sm / n) * (sf / n);
      const spread = sff / n - (sf / n) ** 2;
      const correlation = best.reliable && spread > 0 ? -covariance / Math.sqrt(spread * variance) : 0;
      if (correlation <= best.correlation) continue;
      best.dx = dx;
      best.dy = dy;
      best.correlation = correlation;
      best.gain = best.reliable ? covariance / variance : 0;
      best.paper = sf / n - (best.gain * sm) / n;
    }
  void height;
  return best;
}

/** The blur at which shared ink fits the frame best, over the places with most ink around them. */
function bestBlur(windows: Window[]): number {
  let best = BLURS[0]!;
  let most = -Infinity;
  for (const blur of BLURS) {
    let sum = 0;
    for (const window of windows.slice(0, 6)) {
      const fit = fitShared(window, blur);
      if (fit.reliable) sum += fit.correlation;
    }
    if (sum > most) {
      most = sum;
      best = blur;
    }
  }
  return best;
}

/** -1 for the second page .. 1 for the first; null when the frame has no contrast to tell by. */
function voteOf(window: Window, fit: SharedFit, contrast: number): number | null {
  const gain = fit.reliable && fit.gain < 0 ? fit.gain : contrast;
  if (!(gain < 0)) return null;
  const { width } = window.a;
  const { place } = window;
  void place;
  let errorA = Infinity;
  let errorB = Infinity;
  let apart = 0;
  const decisive: number[] = [];
  for (let i = 0; i < fit.a.length; i++) {
    const difference = Math.abs(fit.a[i]! - fit.b[i]!);
    if (difference < SHARED) continue;
    decisive.push(i);
    apart += difference * difference;
  }
  if (decisive.length === 0) return null;
  const slack = fit.reliable ? SLACK : PAD;
  for (let sy = -slack; sy <= slack; sy++)
    for (let sx = -slack; sx <= slack; sx++) {
      const dx = Math.max(-PAD, Math.min(PAD, fit.dx + sx));
      const dy = Math.max(-PAD, Math.min(PAD, fit.dy + sy));
      let ea = 0;
      let eb = 0;
      for (const i of decisive) {
        const y = Math.floor(i / width);
        const f = window.frame[(y + dy + PAD) * window.frameWidth + (i - y * width) + dx + PAD]!;
        const ink = (f - fit.paper) / gain;
        const da = ink - fit.a[i]!;
        const db = ink - fit.b[i]!;
        ea += da * da;
        eb += db * db;
      }
      if (ea < errorA) errorA = ea;
      if (eb < errorB) errorB = eb;
    }
  return Math.max(-1, Math.min(1, (errorB - errorA) / apart));
}

function median(values: number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
