import { MM_PER_INCH } from '../geometry/paper-units.js';
import type { Quad, Size } from '../pixels/raster.js';
import { ratioOfRightAngled, sheetPerspective } from './sheet-perspective.js';

/** Size of the paper a quad shows. */
export interface PageProportions {
  /** Side 0 (top) over side 1 (right) of the paper. */
  ratio: number;
  /** Longer side of the paper, mm: of the sheet it was taken for, 297 where none fits, or as a scan's file says. */
  longSideMm: number;
  /** The sheet, or null when the proportions are no common sheet's. */
  sheet: 'A4' | 'Letter' | 'Legal' | null;
  /** Focal length that explains the perspective best, in px of the picture. */
  focal: number;
  /** Standard deviation of the ratio that was measured, as a part of it, before a sheet was assumed. */
  uncertainty: number;
}

/**
 * Common sheets, mm, and how often a page is one of them before it is measured. A5 and A3 have A4's proportions and
 * count as A4: a photograph does not tell how large the paper is. The rest are other pages.
 */
const SHEETS = [
  { sheet: 'A4', short: 210, long: 297, prior: 0.42 },
  { sheet: 'Letter', short: 215.9, long: 279.4, prior: 0.38 },
  { sheet: 'Legal', short: 215.9, long: 355.6, prior: 0.08 },
] as const;
const OTHER_PRIOR = 0.12;
/** Proportions of other pages: any from square to three to one, evenly by their logarithm. */
const OTHER_SPAN = Math.log(3);

/** Focal length of telephones' main cameras over the picture's longer side: 24 to 28 mm lenses. */
export const TYPICAL_FOCAL = 0.76;
/** Spread of the logarithm of that over makes, and the part of cameras of which nothing of the kind is known. */
const FOCAL_SPREAD = 0.09;
const OTHER_CAMERAS = 0.15;
const OTHER_FOCAL_SPREAD = 0.5;
/** Focal lengths tried: the typical one times exp(k * FOCAL_STEP). */
const FOCAL_STEP = 0.03;
const FOCAL_FROM = -40;
const FOCAL_TO = 50;
/** Error of each coordinate of the corners found, over the longer side of the picture. */
const CORNER_ERROR = 0.0006;

/**
 * What may have become of a picture before it came here, and how often: of pictures with a camera's sides, and of
 * others. Errors (standard deviations) of the corners and of the principal point are parts of the picture's longer
 * side, focal lengths logarithms over the typical one. Chosen on corners of sheets projected by made-up cameras: a
 * history that is rare, but with large errors, costs pages of uncommon proportions and of zoom lenses more than it
 * gains.
 */
const HISTORIES = [
  {
    ofCamera: 0.99,
    ofOthers: 0.17,
    cornerError: CORNER_ERROR,
    pointError: 0,
    focal: 0,
    focalSpread: FOCAL_SPREAD,
  },
  // Cropped: the middle is another, and the longer side shorter.
  {
    ofCamera: 0.01,
    ofOthers: 0.75,
    cornerError: CORNER_ERROR,
    pointError: 0.07,
    focal: 0.15,
    focalSpread: 0.2,
  },
  // Warped by hand or by an app: no pinhole shows it, and the corners stand where they should but roughly.
  { ofCamera: 0, ofOthers: 0.08, cornerError: 0.03, pointError: 0, focal: 0, focalSpread: FOCAL_SPREAD },
] as const;
type History = (typeof HISTORIES)[number];
/** Longer over shorter side of what cameras give, and how far sizes rounded to whole blocks stand off. */
const CAMERA_SIDES = [4 / 3, 3 / 2, 16 / 9, 1];
const CAMERA_SIDES_OFF = 0.004;
/** No measurement of proportions is better than this: paper is cut, and lenses bend, by so much. */
const RATIO_FLOOR = 0.0025;
/** Error of the proportions of a bent sheet over the bow of its sides. */
const BOW_ERROR = 1;

/** Where the logarithm of the ratio lies for one focal length and history, and how likely that is. */
interface RatioLikelihood {
  likelihood: number;
  logRatio: number;
  variance: number;
  focal: number;
}

/**
 * Proportions of the paper from its perspective (`sheet-perspective.ts`). For each focal length the error of the
 * corners is carried over to the paper's angle and proportions; the sheets people use, the lenses telephones have and
 * what may have become of the picture are the prior; what is likeliest of a common sheet and any other page wins. So a
 * page is taken for a sheet only as far off as the measurement may be: further where the picture's sides are no
 * camera's, which was cropped, and where no lens shows a page with right angles so.
 *
 * @param quad corners of the page in px of a picture of `width` x `height`
 * @param uncertain true when a side is the picture's border or guessed: then no sheet is assumed
 * @param bow how far the sides stand off straight lines, as a part of their length: a bent sheet's corners tell less
 */
export function pageProportions(
  quad: Quad,
  width: number,
  height: number,
  uncertain = false,
  bow = 0,
): PageProportions {
  const ratios = ratioLikelihoods(quad, width, height, bow);
  const total = sum(ratios, () => 1);
  if (!(total > 0)) return unknownPage(sideRatio(quad), Infinity);
  const mean = sum(ratios, (r) => r.logRatio) / total;
  const square = sum(ratios, (r) => r.logRatio * r.logRatio + r.variance) / total;
  const uncertainty = Math.sqrt(Math.max(0, square - mean * mean));
  const focal = Math.exp(sum(ratios, (r) => Math.log(r.focal)) / total) * Math.max(width, height);
  const likeliest = uncertain ? null : likeliestSheet(ratios);
  if (!likeliest || likeliest.odds <= 1) return { ...unknownPage(Math.exp(mean), focal), uncertainty };
  const { sheet, long, logRatio } = likeliest;
  return { ratio: Math.exp(logRatio), longSideMm: long, sheet, focal, uncertainty };
}

/**
 * The common sheet that a page's proportions fit best, and how many times as likely as a page of any other proportions
 * that is; null where its perspective is no page's.
 *
 * @param quad, width, height, bow as `pageProportions` has them
 */
export function fittingSheet(
  quad: Quad,
  width: number,
  height: number,
  bow: number,
): { sheet: NonNullable<PageProportions['sheet']>; ratio: number; odds: number } | null {
  const likeliest = likeliestSheet(ratioLikelihoods(quad, width, height, bow));
  if (!likeliest) return null;
  const { sheet, logRatio, odds } = likeliest;
  return { sheet, ratio: Math.exp(logRatio), odds };
}

/** The common sheet that is likeliest, and how many times as likely as any other page; null where nothing is likely. */
function likeliestSheet(ratios: readonly RatioLikelihood[]): (SheetHypothesis & { odds: number }) | null {
  const other = (sum(ratios, () => 1) * OTHER_PRIOR) / (2 * OTHER_SPAN);
  let best: (SheetHypothesis & { odds: number }) | null = null;
  for (const hypothesis of sheetHypotheses(false)) {
    const { logRatio, prior } = hypothesis;
    const weight = prior * sum(ratios, (r) => normal(logRatio - r.logRatio, Math.sqrt(r.variance)));
    const odds = weight / other;
    if (odds > (best?.odds ?? 0)) best = { ...hypothesis, odds };
  }
  return best;
}

function sum(ratios: readonly RatioLikelihood[], value: (r: RatioLikelihood) => number): number {
  return ratios.reduce((all, r) => all + r.likelihood * value(r), 0);
}

/** As `pageProportions` has them. */
function ratioLikelihoods(quad: Quad, width: number, height: number, bow: number): RatioLikelihood[] {
  const floor = RATIO_FLOOR ** 2 + (BOW_ERROR * bow) ** 2;
  const size = Math.max(width, height);
  const corners = new Float64Array(8);
  quad.forEach((p, i) => {
    corners[2 * i] = (p.x - (width - 1) / 2) / size;
    corners[2 * i + 1] = (p.y - (height - 1) / 2) / size;
  });
  const ofCamera = hasCameraSides(width, height);
  const ratios: RatioLikelihood[] = [];
  for (let k = FOCAL_FROM; k <= FOCAL_TO; k++) {
    const focal = TYPICAL_FOCAL * Math.exp(k * FOCAL_STEP);
    const seen = sheetPerspective(corners, focal);
    if (!seen) continue;
    for (const history of HISTORIES) {
      const share = ofCamera ? history.ofCamera : history.ofOthers;
      const { cosineDeviation, logRatio, variance } = ratioOfRightAngled(
        seen,
        history.cornerError,
        history.pointError,
      );
      // Density of a right angle over the one that corners off by 1 give: else focal lengths at which corners tell
      // little win.
      const angle = Math.sqrt(seen.byCorners.cc) * normal(seen.cosine, cosineDeviation);
      const likelihood = share * focalPrior(k * FOCAL_STEP, history) * angle;
      ratios.push({ likelihood, logRatio, variance: variance + floor, focal });
    }
  }
  return ratios;
}

function hasCameraSides(width: number, height: number): boolean {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return CAMERA_SIDES.some((sides) => Math.abs(ratio / sides - 1) < CAMERA_SIDES_OFF);
}

/** Proportions of a part of a page, its width over its height: of the page nothing is known. */
export function partProportions(ratio: number): PageProportions {
  return unknownPage(ratio, Infinity);
}

/** Proportions of a page that fills a picture seen straight on. */
export function flatProportions(width: number, height: number): PageProportions {
  const ratio = width / height;
  const near = SHEETS.map((s) => ({
    ...s,
    off: Math.abs(Math.abs(Math.log(ratio)) - Math.log(s.long / s.short)),
  })).sort((a, b) => a.off - b.off)[0];
  const fits = near.off < FLAT_SNAP;
  return {
    ratio,
    longSideMm: fits ? near.long : 297,
    sheet: fits ? near.sheet : null,
    focal: Infinity,
    uncertainty: 0,
  };
}

/** Density of a scan or a drawn page; cameras, and programs that know of none, write 72 or 96. */
const LOWEST_DENSITY = 100;
/** Longer side of the paper that people scan and print on, mm: from a card's to A3 with a margin. */
const SMALLEST_PAPER = 70;
const LARGEST_PAPER = 460;

/**
 * Proportions of a page seen straight on, with the size that its file's density makes of it, where that may be paper's:
 * A3 and A5 are told from A4 so.
 *
 * @param longSide of the page, px
 * @param density that the file says it has, px an inch; null when it says none
 */
export function ofDensity(
  proportions: PageProportions,
  longSide: number,
  density: number | null,
): PageProportions {
  if (density === null || density < LOWEST_DENSITY) return proportions;
  const longSideMm = (longSide / density) * MM_PER_INCH;
  return longSideMm >= SMALLEST_PAPER && longSideMm <= LARGEST_PAPER
    ? { ...proportions, longSideMm }
    : proportions;
}

/**
 * Density of a page that fills its picture, px an inch of paper.
 *
 * @param declared as `density` of `ofDensity`
 */
export function pageDensity({ width, height }: Size, declared: number | null): number {
  const longSide = Math.max(width, height);
  const { longSideMm } = ofDensity(flatProportions(width, height), longSide, declared);
  return (longSide / longSideMm) * MM_PER_INCH;
}

/**
 * Error of the logarithm of proportions of a bent sheet rolled out: of 70 curled photographs made up 0.0036, 68 of them
 * within 0.006; real paper is no cylinder.
 */
const ROLLED_OUT_ERROR = 0.005;

/**
 * Proportions of a bent page that was rolled out: of the sheet it is likeliest to be, or as they were measured.
 *
 * @param ratio width over height as measured
 * @param uncertain true when a side is the picture's border: then no sheet is assumed
 */
export function rolledOutProportions(ratio: number, uncertain: boolean): PageProportions {
  const measured = Math.log(ratio);
  let best: PageProportions = { ...unknownPage(ratio, Infinity), uncertainty: ROLLED_OUT_ERROR };
  let most = (OTHER_PRIOR * Math.sqrt(2 * Math.PI) * ROLLED_OUT_ERROR) / (2 * OTHER_SPAN);
  for (const { sheet, long, logRatio, prior } of sheetHypotheses(uncertain)) {
    const likelihood = prior * Math.exp(-0.5 * ((measured - logRatio) / ROLLED_OUT_ERROR) ** 2);
    if (likelihood <= most) continue;
    most = likelihood;
    best = { ...best, ratio: Math.exp(logRatio), longSideMm: long, sheet };
  }
  return best;
}

/** A scan is cropped this loosely about its sheet. */
const FLAT_SNAP = 0.035;

function unknownPage(ratio: number, focal: number): PageProportions {
  return { ratio, longSideMm: 297, sheet: null, focal, uncertainty: 0 };
}

/** A sheet, one way up. */
type SheetHypothesis = (typeof SHEETS)[number] & { logRatio: number };

function sheetHypotheses(none: boolean): SheetHypothesis[] {
  if (none) return [];
  return SHEETS.flatMap((s) => {
    const logRatio = Math.log(s.long / s.short);
    return [
      { ...s, prior: s.prior / 2, logRatio },
      { ...s, prior: s.prior / 2, logRatio: -logRatio },
    ];
  }) as SheetHypothesis[];
}

/** @param off logarithm of the focal length over the typical one */
function focalPrior(off: number, { focal, focalSpread }: History): number {
  return (
    (1 - OTHER_CAMERAS) * normal(off - focal, focalSpread) + OTHER_CAMERAS * normal(off, OTHER_FOCAL_SPREAD)
  );
}

/** Density of a normal distribution. */
function normal(off: number, deviation: number): number {
  return Math.exp(-0.5 * (off / deviation) ** 2) / (Math.sqrt(2 * Math.PI) * deviation);
}

function sideRatio(quad: Quad): number {
  const side = (i: number): number =>
    Math.hypot(quad[(i + 1) % 4].x - quad[i].x, quad[(i + 1) % 4].y - quad[i].y);
  return (side(0) + side(2)) / (side(1) + side(3));
}
