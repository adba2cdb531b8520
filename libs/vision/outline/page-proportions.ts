import type { Quad } from '../pixels/raster.js';

/** Size of the paper a quad shows. */
export interface PageProportions {
  /** Side 0 (top) over side 1 (right) of the paper. */
  ratio: number;
  /** Longer side of the paper in millimetres: of the sheet it was taken for, or 297 where none fits. */
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
const TYPICAL_FOCAL = 0.76;
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
/** Step of the numeric derivatives, in the same unit. */
const DERIVATIVE_STEP = 1e-5;
/** No measurement of proportions is better than this: paper is cut, and lenses bend, by so much. */
const RATIO_FLOOR = 0.0025;
/** Error of the proportions of a bent sheet over the bow of its sides. */
const BOW_ERROR = 1;

/** What one focal length makes of a quad. */
interface Shape {
  /** Cosine between the paper's sides; of a sheet it is 0. */
  cosine: number;
  /** Logarithm of side 0 over side 1. */
  logRatio: number;
}

/**
 * Proportions of the paper from its perspective (geometry: Zhang and He, "Whiteboard scanning and image
 * enhancement", Digital Signal Processing 2007; principal point at the picture's centre, square pixels). For each
 * focal length the error of the corners is carried over to the paper's angle and proportions; the sheets people use and
 * the lenses telephones have are the prior; what is likeliest of a common sheet and any other page wins. So a page is
 * taken for a sheet only as far off as the measurement may be.
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
  const size = Math.max(width, height);
  const corners = new Float64Array(8);
  quad.forEach((p, i) => {
    corners[2 * i] = (p.x - (width - 1) / 2) / size;
    corners[2 * i + 1] = (p.y - (height - 1) / 2) / size;
  });
  const hypotheses = sheetHypotheses(uncertain);
  const weights = new Float64Array(hypotheses.length);
  const floor = RATIO_FLOOR ** 2 + (BOW_ERROR * bow) ** 2;
  let other = 0;
  let mean = 0;
  let square = 0;
  let focalSum = 0;
  for (let k = FOCAL_FROM; k <= FOCAL_TO; k++) {
    const focal = TYPICAL_FOCAL * Math.exp(k * FOCAL_STEP);
    const measured = measureAt(corners, focal);
    if (!measured) continue;
    const { cosine, cosineVariance, logRatio } = measured;
    const variance = measured.variance + floor;
    const likelihood = focalPrior(k * FOCAL_STEP) * Math.exp((-0.5 * cosine * cosine) / cosineVariance);
    const share = likelihood * Math.sqrt(2 * Math.PI * variance);
    other += share;
    mean += share * logRatio;
    square += share * (logRatio * logRatio + variance);
    focalSum += share * Math.log(focal);
    hypotheses.forEach((h, i) => {
      weights[i] += likelihood * Math.exp((-0.5 * (logRatio - h.logRatio) ** 2) / variance);
    });
  }
  if (!(other > 0)) return unknownPage(sideRatio(quad), Infinity);
  mean /= other;
  const uncertainty = Math.sqrt(Math.max(0, square / other - mean * mean));
  const focal = Math.exp(focalSum / other) * size;
  let best = -1;
  let most = (other * OTHER_PRIOR) / (2 * OTHER_SPAN);
  hypotheses.forEach((h, i) => {
    if (weights[i] * h.prior <= most) return;
    most = weights[i] * h.prior;
    best = i;
  });
  if (best < 0) return { ...unknownPage(Math.exp(mean), focal), uncertainty };
  const { sheet, long, logRatio } = hypotheses[best];
  return { ratio: Math.exp(logRatio), longSideMm: long, sheet, focal, uncertainty };
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

/**
 * Error of the logarithm of proportions of a bent sheet rolled out: of 70 curled photographs made up 0.0036, 68 of them within 0.006;
 * real paper is no cylinder.
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

function sheetHypotheses(none: boolean): ((typeof SHEETS)[number] & { logRatio: number })[] {
  if (none) return [];
  return SHEETS.flatMap((s) => {
    const logRatio = Math.log(s.long / s.short);
    return [
      { ...s, prior: s.prior / 2, logRatio },
      { ...s, prior: s.prior / 2, logRatio: -logRatio },
    ];
  }) as ((typeof SHEETS)[number] & { logRatio: number })[];
}

/** @param off logarithm of the focal length over the typical one */
function focalPrior(off: number): number {
  const normal = (spread: number): number => Math.exp(-0.5 * (off / spread) ** 2) / spread;
  return (1 - OTHER_CAMERAS) * normal(FOCAL_SPREAD) + OTHER_CAMERAS * normal(OTHER_FOCAL_SPREAD);
}

/**
 * The paper's angle and, given that it must be right, its proportions, each with its variance from the corners'
 * errors. Null when no paper can look like that with this focal length.
 */
function measureAt(
  corners: Float64Array,
  focal: number,
): { cosine: number; cosineVariance: number; logRatio: number; variance: number } | null {
  const here = shapeOf(corners, focal);
  if (!Number.isFinite(here.cosine) || !Number.isFinite(here.logRatio)) return null;
  let cc = 0;
  let cl = 0;
  let ll = 0;
  const moved = Float64Array.from(corners);
  for (let i = 0; i < 8; i++) {
    moved[i] = corners[i] + DERIVATIVE_STEP;
    const there = shapeOf(moved, focal);
    moved[i] = corners[i];
    const dc = (there.cosine - here.cosine) / DERIVATIVE_STEP;
    const dl = (there.logRatio - here.logRatio) / DERIVATIVE_STEP;
    cc += dc * dc;
    cl += dc * dl;
    ll += dl * dl;
  }
  const unit = CORNER_ERROR * CORNER_ERROR;
  if (!(cc > 0) || !Number.isFinite(ll)) return null;
  return {
    cosine: here.cosine,
    cosineVariance: cc * unit,
    logRatio: here.logRatio - (cl / cc) * here.cosine,
    variance: Math.max(0, ll - (cl * cl) / cc) * unit,
  };
}

/** @param corners x, y of top left, top right, bottom right, bottom left about the picture's centre */
function shapeOf(corners: Float64Array, focal: number): Shape {
  const [ax, ay, bx, by, dx, dy, cx, cy] = corners;
  // In the paper's names: 1 is a, 2 is b, 3 is c (bottom left), 4 is d (bottom right).
  const adc = determinant(ax, ay, dx, dy, cx, cy);
  const k2 = adc / determinant(bx, by, dx, dy, cx, cy);
  const k3 = determinant(ax, ay, dx, dy, bx, by) / determinant(cx, cy, dx, dy, bx, by);
  const ux = (k2 * bx - ax) / focal;
  const uy = (k2 * by - ay) / focal;
  const uz = k2 - 1;
  const vx = (k3 * cx - ax) / focal;
  const vy = (k3 * cy - ay) / focal;
  const vz = k3 - 1;
  const u = ux * ux + uy * uy + uz * uz;
  const v = vx * vx + vy * vy + vz * vz;
  return {
    cosine: (ux * vx + uy * vy + uz * vz) / Math.sqrt(u * v),
    logRatio: 0.5 * Math.log(u / v),
  };
}

/** (p x q) . r of three points with third coordinate 1: twice the area of their triangle. */
function determinant(px: number, py: number, qx: number, qy: number, rx: number, ry: number): number {
  return px * (qy - ry) - py * (qx - rx) + (qx * ry - qy * rx);
}

function sideRatio(quad: Quad): number {
  const side = (i: number): number =>
    Math.hypot(quad[(i + 1) % 4].x - quad[i].x, quad[(i + 1) % 4].y - quad[i].y);
  return (side(0) + side(2)) / (side(1) + side(3));
}
