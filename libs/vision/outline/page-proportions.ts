import type { Quad } from '../pixels/raster.js';

/** Size of the paper a quad shows. */
export interface PageProportions {
  /** Side 0 (top) over side 1 (right) of the paper. */
  ratio: number;
  /** Longer side of the paper in millimetres: of the sheet it was snapped to, or 297 where none fits. */
  longSideMm: number;
  /** The sheet, or null when the proportions are no common sheet's. */
  sheet: 'A4' | 'Letter' | 'Legal' | null;
  /** Focal length that explains the perspective best, in px of the picture. */
  focal: number;
}

/**
 * Common sheets, mm. A5 and A3 have A4's proportions and count as A4: a photograph does not tell how large the
 * paper is.
 */
const SHEETS = [
  { sheet: 'A4', short: 210, long: 297 },
  { sheet: 'Letter', short: 215.9, long: 279.4 },
  { sheet: 'Legal', short: 215.9, long: 355.6 },
] as const;
/** Proportions within this part of a sheet's are the sheet's. */
const SNAP = 0.035;
/** Focal length of telephones' main cameras over the picture's longer side: 24 to 28 mm lenses. */
const TYPICAL_FOCAL = 0.76;
/** Spread of the logarithm of that, over makes. */
const FOCAL_SPREAD = 0.22;
/** Error of the corners found, over the longer side of the picture. */
const CORNER_ERROR = 0.0012;

/**
 * Proportions of the paper from its perspective (Zhang and He, "Whiteboard scanning and image enhancement",
 * Digital Signal Processing 2007): principal point at the picture's centre, square pixels. Where the perspective
 * is too weak to fix the focal length, a telephone's usual one decides; both are weighed by their errors.
 *
 * @param quad corners of the page in px of a picture of `width` x `height`
 * @param uncertain true when a side is the picture's border or guessed: then no sheet is assumed
 */
export function pageProportions(
  quad: Quad,
  width: number,
  height: number,
  uncertain = false,
): PageProportions {
  const size = Math.max(width, height);
  const centred = quad.map((p) => ({ x: p.x - (width - 1) / 2, y: p.y - (height - 1) / 2 }));
  const [m1, m2, m4, m3] = centred.map((p) => [p.x / size, p.y / size, 1]);
  // m1 top left, m2 top right, m3 bottom left, m4 bottom right, as in the paper.
  const k2 = dot(cross(m1, m4), m3) / dot(cross(m2, m4), m3);
  const k3 = dot(cross(m1, m4), m2) / dot(cross(m3, m4), m2);
  const n2 = [0, 1, 2].map((i) => k2 * m2[i] - m1[i]);
  const n3 = [0, 1, 2].map((i) => k3 * m3[i] - m1[i]);
  const focal = likeliestFocal(n2, n3);
  const length = (n: number[]): number => (n[0] * n[0] + n[1] * n[1]) / (focal * focal) + n[2] * n[2];
  let ratio = Math.sqrt(length(n2) / length(n3));
  if (!Number.isFinite(ratio) || ratio <= 0) ratio = sideRatio(quad);
  return snap(ratio, focal * size, uncertain);
}

/** Proportions of a page that fills a picture seen straight on. */
export function flatProportions(width: number, height: number): PageProportions {
  return { ...snap(width / height, Infinity, false), ratio: width / height };
}

function snap(ratio: number, focal: number, uncertain: boolean): PageProportions {
  const long = Math.max(ratio, 1 / ratio);
  const match = uncertain
    ? undefined
    : SHEETS.map((s) => ({ ...s, off: Math.abs(Math.log((long * s.short) / s.long)) }))
        .filter((s) => s.off < SNAP)
        .sort((a, b) => a.off - b.off)[0];
  if (!match) return { ratio, longSideMm: 297, sheet: null, focal };
  const snapped = match.long / match.short;
  return { ratio: ratio > 1 ? snapped : 1 / snapped, longSideMm: match.long, sheet: match.sheet, focal };
}

/**
 * The focal length (over the longer side) of greatest likelihood: the page's sides must come out at right angles
 * within the corners' error, and telephones have the lenses they have.
 */
function likeliestFocal(n2: number[], n3: number[]): number {
  let best = TYPICAL_FOCAL;
  let least = Infinity;
  const strength = Math.hypot(n2[0], n2[1]) * Math.hypot(n3[0], n3[1]);
  for (let k = -30; k <= 40; k++) {
    const focal = TYPICAL_FOCAL * Math.exp(k * 0.025);
    const dotted = (n2[0] * n3[0] + n2[1] * n3[1]) / (focal * focal) + n2[2] * n3[2];
    const a = Math.sqrt((n2[0] ** 2 + n2[1] ** 2) / focal ** 2 + n2[2] ** 2);
    const b = Math.sqrt((n3[0] ** 2 + n3[1] ** 2) / focal ** 2 + n3[2] ** 2);
    const cosine = dotted / (a * b);
    // Corner errors tilt a side by about their size over the side's length in the picture.
    const tilt = (CORNER_ERROR * 3) / Math.max(0.05, Math.sqrt(strength));
    const cost = (cosine / tilt) ** 2 + (Math.log(focal / TYPICAL_FOCAL) / FOCAL_SPREAD) ** 2;
    if (cost < least) {
      least = cost;
      best = focal;
    }
  }
  return best;
}

function sideRatio(quad: Quad): number {
  const side = (i: number): number =>
    Math.hypot(quad[(i + 1) % 4].x - quad[i].x, quad[(i + 1) % 4].y - quad[i].y);
  return (side(0) + side(2)) / (side(1) + side(3));
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
