import { USAC_MAGSAC, cv, withMats } from '../pixels/opencv.js';
import { findFeatures, flatten, type Features } from './orb-features.js';
import { guidedPairs, nearestPairs, type FrameFeatures } from './feature-pairs.js';
import { PointGrid } from '../geometry/point-grid.js';
import { affineConsensus, asHomography, type FeaturePairs } from '../geometry/similarity-consensus.js';
import { project } from '../geometry/projective.js';
import type { PageProfile } from './page-profile.js';
import type { Homography, Point, Raster, Size } from '../pixels/raster.js';

const { abs, hypot, max } = Math;

/** Longest side, px, to which the caller decodes a frame. */
export const FRAME_LONG_SIDE = 1650;
/** Features looked for in a frame at FEATURE_LONG_SIDE. */
const FRAME_FEATURES = 1500;
/** Features looked for on a closer look, at FRAME_LONG_SIDE: for pages that fill a small part of the frame. */
const CLOSE_FEATURES = 3000;
/** ... and of a sheet that is densely written on: with 6,000 half as many of the print's are among them. */
const ALL_FEATURES = 12_000;

/** Inlier distance of the robust fit, in px of the copy in which features were found. */
const INLIER_DISTANCE = 4;
/** Search radii, relative to the page's longest side: around an affine guess, around a homography. */
const WIDE_RADIUS = 0.05;
const MIDDLE_RADIUS = 0.02;
const NARROW_RADIUS = 0.008;
/** Fewer inliers prove nothing. */
const MIN_INLIERS = 8;
/** A page with fewer features cannot be found: of its features a photograph shows about half. */
const FEWEST_FEATURES = 2 * MIN_INLIERS;

/** Whether there is next to nothing on a page to know it by. Pages of a few words have 26 features and more. */
export const isBlankPage = ({ features }: PageProfile): boolean => features.count < FEWEST_FEATURES;
/** Below this share of agreeing features the frame is looked at closely. */
const TRUSTED_SHARE = 0.08;

/** A page laid onto a frame. */
export interface PageFit {
  /** Takes px of the page (as described, longest side PAGE_LONG_SIDE) to px of the frame. */
  homography: Homography;
  /** Features that agree with it. */
  inliers: number;
  /** Features of the page that it places inside the frame. */
  visible: number;
  /** The agreeing places, `page[k]` in px of the page and `frame[k]` in px of the frame. */
  points: { page: Point[]; frame: Point[] };
}

/**
 * @param frame grey, longest side FRAME_LONG_SIDE (smaller ones are taken as they are)
 * @param flat its flat copy, where the caller has it already
 */
export function describeFrame(frame: Raster, flat = flatten(frame)): FrameFeatures {
  return withGrid(frame, findFeatures(flat, FRAME_FEATURES));
}

/** The same at full resolution, with twice the features. */
export function describeFrameClosely(frame: Raster): FrameFeatures {
  return withGrid(frame, findFeatures(flatten(frame, FRAME_LONG_SIDE), CLOSE_FEATURES));
}

/**
 * Next to all features of a sheet seen straight: where much is written over print, the strongest are of the writing.
 */
export function describeFully(view: Raster): FrameFeatures {
  return withGrid(view, findFeatures(flatten(view), ALL_FEATURES));
}

function withGrid(frame: Raster, features: Features): FrameFeatures {
  const cell = max(16, 0.05 * max(frame.width, frame.height));
  const grid = new PointGrid(features.x, features.y, frame.width, frame.height, cell);
  return { width: frame.width, height: frame.height, features, grid };
}

/**
 * Lays a known page onto a frame, any side up: nearest descriptors with Lowe's ratio test, an affine
 * consensus, then a homography by MAGSAC (Barath et al., CVPR 2019) from matches near where the guess
 * expects them.
 * @returns null when the page is not found in the frame
 */
export function fitDescribed(frame: FrameFeatures, profile: PageProfile): PageFit | null {
  const fit = fitPage(frame, profile, nearestPairs(frame.features, profile.features));
  return fit && fit.inliers >= TRUSTED_SHARE * fit.visible ? fit : null;
}

/** Lays a page onto a frame from tentative pairs; null when they do not agree on a plausible map. */
export function fitPage(frame: FrameFeatures, profile: PageProfile, pairs: FeaturePairs): PageFit | null {
  const side = max(profile.width, profile.height);
  const guess = affineConsensus(profile.features, frame.features, pairs, side);
  if (!guess) return null;
  return refineFit(frame, profile, asHomography(guess.map));
}

/** Lays a page onto a frame from a first guess of the map page px -> frame px. */
export function refineFit(frame: FrameFeatures, profile: PageProfile, guess: Homography): PageFit | null {
  const side = max(profile.width, profile.height);
  let homography = guess;
  for (const radius of [WIDE_RADIUS, MIDDLE_RADIUS, NARROW_RADIUS]) {
    const near = guidedPairs(frame, profile, homography, radius * side);
    const fitted = robustHomography(frame.features, profile, near);
    if (!fitted || !isPlausible(fitted, profile)) return null;
    homography = fitted;
  }
  const limit = INLIER_DISTANCE * frame.features.unit;
  const near = guidedPairs(frame, profile, homography, limit);
  if (near.page.length < MIN_INLIERS) return null;
  const points = {
    page: near.page.map((i) => ({ x: profile.features.x[i], y: profile.features.y[i] })),
    frame: near.frame.map((i) => ({ x: frame.features.x[i], y: frame.features.y[i] })),
  };
  return { homography, inliers: near.page.length, visible: near.visible, points };
}

/**
 * Features of a page that the frame shows about where a map puts them; few more than agree with the best map close to
 * it.
 */
export function roughlyAgreeing(frame: FrameFeatures, profile: PageProfile, map: Homography): number {
  const side = max(profile.width, profile.height);
  return guidedPairs(frame, profile, map, MIDDLE_RADIUS * side).page.length;
}

function robustHomography(frame: Features, profile: PageProfile, pairs: FeaturePairs): Homography | null {
  const n = pairs.page.length;
  if (n < MIN_INLIERS) return null;
  return withMats((scope) => {
    const source = new Array<number>(2 * n);
    const target = new Array<number>(2 * n);
    for (let k = 0; k < n; k++) {
      source[2 * k] = profile.features.x[pairs.page[k]]!;
      source[2 * k + 1] = profile.features.y[pairs.page[k]]!;
      target[2 * k] = frame.x[pairs.frame[k]]!;
      target[2 * k + 1] = frame.y[pairs.frame[k]]!;
    }
    const found = scope.own(
      cv.findHomography(
        scope.fromArray(n, 1, cv.CV_32FC2, source),
        scope.fromArray(n, 1, cv.CV_32FC2, target),
        USAC_MAGSAC,
        INLIER_DISTANCE * frame.unit,
        scope.mat(),
        500,
        0.99,
      ),
    );
    return found.empty() ? null : (Array.from(found.data64F) as Homography);
  });
}

/** Corner angles of a page in a photograph stay within these cosines (20 to 160 degrees). */
const MAX_CORNER_COSINE = 0.94;
/** Opposite sides may differ by this factor through perspective. */
const MAX_SIDE_RATIO = 3.5;
/** The page's area in the frame, px² of the frame a px² of the page. */
const MIN_AREA_SCALE = 0.02;
const MAX_AREA_SCALE = 16;

/** Whether a camera can have seen the page so: convex, not mirrored, of a sane size and perspective. */
function isPlausible(map: Homography, page: Size): boolean {
  const corners = [
    [0, 0],
    [page.width, 0],
    [page.width, page.height],
    [0, page.height],
  ] as const;
  if (corners.some(([x, y]) => map[6] * x + map[7] * y + map[8] <= 0.05)) return false;
  const quad = corners.map(([x, y]) => project(map, x, y));
  const sides: number[] = [];
  let area = 0;
  for (let k = 0; k < 4; k++) {
    const [p, q, r] = [quad[k], quad[(k + 1) % 4], quad[(k + 2) % 4]];
    const ux = q.x - p.x;
    const uy = q.y - p.y;
    const vx = r.x - q.x;
    const vy = r.y - q.y;
    if (ux * vy - uy * vx <= 0) return false;
    sides.push(hypot(ux, uy));
    if (abs(ux * vx + uy * vy) > MAX_CORNER_COSINE * hypot(ux, uy) * hypot(vx, vy)) return false;
    area += (p.x * q.y - q.x * p.y) / 2;
  }
  const ratio = (a: number, b: number) => max(a / b, b / a);
  if (ratio(sides[0], sides[2]) > MAX_SIDE_RATIO || ratio(sides[1], sides[3]) > MAX_SIDE_RATIO) return false;
  const scale = area / (page.width * page.height);
  return scale > MIN_AREA_SCALE && scale < MAX_AREA_SCALE;
}
