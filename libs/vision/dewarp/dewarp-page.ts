import { median } from '../geometry/median.js';
import { areaOf, resizeMap } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import { STRAIGHT } from '../outline/refined-outline.js';
import type { Point, Quad, Size } from '../pixels/raster.js';
import type { Reduced } from '../pixels/resample.js';
import type { BentLine } from './bent-line.js';
import { traceBorders } from './border-lines.js';
import { fitUnrolling } from './fit-unrolling.js';
import { flatPlane, type FlatView } from './flat-view.js';
import { offRolledOut, offStraight, straightened } from './lines-on-paper.js';
import { LEAST_SPAN, linesInFrame, seemBent, spanOfRows, tracePageLines } from './page-lines.js';
import type { SheetPose } from './sheet-pose.js';
import type { Unrolling } from './sheet-unrolling.js';
import { BENT, MAX_KEPT, MIN_LINES } from './straightening.js';

const { abs, hypot, max, min, sqrt } = Math;

/** A bent page rolled out. */
export interface RolledOutPage {
  /** Width over height of the paper. */
  ratio: number;
  /** Takes a place of the page, 0..1 across and down, to px of the frame. */
  show(u: number, v: number): Point;
}

/** A page as a plane shows it, and what is known of its sides. */
interface OutlinedView extends FlatView {
  /** Reduced copy of the frame. */
  reduced: Reduced;
  /** Sides of the quad (0 top, clockwise) on which the paper's border is not seen. */
  cut: readonly boolean[];
  /** How far its sides stand off straight lines, as a part of their length. */
  bow: number;
  /** Part of the side seen least along which there is an edge near a straight line. */
  borne: number;
}

/**
 * Sides of flat pages lie on edges along this part of their length (of 20 photographs 0.95; of 24 curled ones 0.77 at
 * most).
 */
const BORNE = 0.85;
/** So many bent lines a bent page shows. */
const MIN_BENT = 2;
/**
 * Of fewer bent lines held out, or a smaller part of all of those, nothing is asked; then no border may stand off by
 * more than this, px of a page of 1,500 px.
 */
const FEW_BENT = 6;
const FEW_PART = 0.2;
const MAX_BORDER_LEFT = 3;
/** Borders that stand off by more, px of the same, are some other thing's. */
const ASTRAY = 4;
/**
 * A side's corners lie as far out as each other to this part of the page; where that is farther out than its border by
 * more than this, the border is that of something printed from side to side, which stands out more than the paper's.
 */
const CORNERS_AGREE = 0.02;
const PRINTED_WITHIN = 0.025;
/**
 * Who photographs a page to read it holds the camera so that no part of it is more than so many times as large as
 * another (45 real and made photographs of bent pages: 1.1 to 2.6). A fit that says otherwise has taken lines for what
 * they are not.
 */
const MAX_FORESHORTENING = 3.5;
/**
 * ...and of what fills the picture, of which no border is seen, no two opposite ends show one so many times as long as
 * the other (of 60 such frames that show a bent page 1.5 times at most).
 */
const MAX_CONVERGENCE = 1.6;
/**
 * A corner of which both sides are seen lies off the outline's by this part of the page at most, as sides of a square
 * of its area: of 110 real and made pictures of bent pages 0.13 at most, of two crumpled ones laid wrongly 0.25, 0.9.
 */
const CORNER_OFF = 0.18;
/** Places looked at each way, and the step between two of them, as a part of the page. */
const SCALES = 9;
const SCALE_STEP = 0.02;
/** A border's places count this many times: it is the one thing that tells of columns on many pages. */
const BORDER_WEIGHT = 3;
/** How far a border's places scatter, px of the page's copy. */
const BORDER_SCATTER = 0.7;

/**
 * Takes a page's curl out: traces what is straight on paper (lines of text, rules, the paper's own borders), rolls out
 * the sheet on which it is, and says where each place of the paper is seen.
 *
 * @returns null where the page is flat, or rolling it out does not straighten its lines, those held out as well
 */
export function rollOutPage(view: OutlinedView): RolledOutPage | null {
  const { page } = view;
  const straightSides = hasStraightSides(view);
  if (straightSides && !view.cut.some(Boolean)) return null;
  const traced = tracePageLines(page);
  if (view.cut.every(Boolean) && spanOfRows(traced, page) < LEAST_SPAN) return null;
  if (straightSides && !seemBent(traced, page)) return null;
  const plane = flatPlane(view);
  if (!plane) return null;
  const { pose, onFrame, flat } = plane;
  const borders = bordersIn(view, onFrame, page);
  const lines = linesInFrame(traced, page, onFrame);
  const seen = borders.filter((line) => line !== null);
  // A page with hardly any print is told by its borders, if all of them are seen; where none is, either half of the
  // lines has to tell by itself what the paper does.
  const fewest = view.cut.every(Boolean) ? 2 * MIN_LINES : MIN_LINES;
  if (lines.length < fewest && seen.length < borders.length) return null;
  if (!seen.some((border) => offStraight(border, flat) > BENT) && !seemBent(traced, page)) return null;
  const some = [...lines.filter((_, i) => i % 2 === 0), ...seen];
  const heldOut = lines.filter((_, i) => i % 2 === 1);
  const first = fitUnrolling(pose, some);
  if (!first) return null;
  const held = straightened(first, flat, heldOut);
  const fewBent = held.bent < max(FEW_BENT, FEW_PART * heldOut.length);
  if (!held.straightStay || (!fewBent && held.kept > MAX_KEPT)) return null;
  const all = [...lines, ...seen];
  const sheet = fitUnrolling(pose, all, first);
  if (!sheet) return null;
  const { bent, kept, straightStay } = straightened(sheet, flat, all);
  // Where hardly any line but the borders is bent, those have to be borders of a sheet beyond doubt.
  if (fewBent && seen.some((border) => offRolledOut(border, sheet) > MAX_BORDER_LEFT)) return null;
  if (!straightStay || bent < MIN_BENT || kept > MAX_KEPT) return null;
  const rolledOut = layOut({ pose, sheet, lines, borders }, view);
  return isFarFetched(rolledOut, view) ? null : rolledOut;
}

/** The page's borders, px of the frame. @param show takes px of a picture of the page to px of the frame */
function bordersIn(
  { reduced, cut }: Pick<OutlinedView, 'reduced' | 'cut'>,
  show: (p: Point) => Point,
  size: Size,
): (BentLine | null)[] {
  const toReduced = resizeMap(reduced.scaleX, reduced.scaleY);
  const inReduced = (p: Point): Point => {
    const q = show(p);
    return project(toReduced, q.x, q.y);
  };
  return traceBorders(reduced.raster, inReduced, size, cut).map(
    (points, i) =>
      points && {
        along: i % 2 ? 'column' : 'row',
        points: points.map(show),
        weight: BORDER_WEIGHT,
        scatter: BORDER_SCATTER,
      },
  );
}

/** Whether edges bear out that a page lies flat. */
export const hasStraightSides = ({ bow, borne }: Pick<OutlinedView, 'bow' | 'borne'>): boolean =>
  bow < STRAIGHT && borne >= BORNE;

/**
 * Whether a page would be seen as nobody photographs one, or elsewhere than its outline: lines were taken for what they
 * are not.
 */
export const isFarFetched = (
  page: RolledOutPage,
  { frame, cut, quad }: Pick<OutlinedView, 'frame' | 'cut' | 'quad'>,
): boolean =>
  foreshortening(page, frame) > MAX_FORESHORTENING ||
  (cut.every(Boolean) && convergence(page) > MAX_CONVERGENCE) ||
  cornersOff(page, quad, cut) > CORNER_OFF * sqrt(areaOf({ quad }));

/** px by which a corner of which both sides are seen lies off the outline's, at most. */
function cornersOff({ show }: Pick<RolledOutPage, 'show'>, quad: Quad, cut: readonly boolean[]): number {
  const shown = [show(0, 0), show(1, 0), show(1, 1), show(0, 1)];
  const off = shown.map(({ x, y }, i) =>
    cut[i] || cut[(i + 3) % 4] ? 0 : hypot(x - quad[i].x, y - quad[i].y),
  );
  return max(...off);
}

/** How many times as large the frame shows one part of a page as another, in length. */
export function foreshortening(
  { show }: Pick<RolledOutPage, 'show'>,
  { width, height }: OutlinedView['frame'],
): number {
  const scales: number[] = [];
  for (let j = 0; j < SCALES; j++)
    for (let i = 0; i < SCALES; i++) {
      const [u, v] = [(i + 0.5) / SCALES, (j + 0.5) / SCALES];
      const p = show(u, v);
      if (min(p.x, p.y) < 0 || p.x >= width || p.y >= height) continue;
      const [q, r] = [show(u + SCALE_STEP, v), show(u, v + SCALE_STEP)];
      scales.push(abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)));
    }
  return sqrt(max(...scales) / min(...scales));
}

/** How many times as long the frame shows one end of a page as the opposite one, or any row or column between. */
function convergence({ show }: Pick<RolledOutPage, 'show'>): number {
  const length = (p: Point, q: Point): number => hypot(q.x - p.x, q.y - p.y);
  const parts = Array.from({ length: SCALES }, (_, k) => k / (SCALES - 1));
  const lengths = [
    parts.map((v) => length(show(0, v), show(1, v))),
    parts.map((u) => length(show(u, 0), show(u, 1))),
  ];
  return max(...lengths.map((of) => max(...of) / min(...of)));
}

/** A sheet and what it was fitted to, px of the frame. */
interface FittedSheet {
  pose: SheetPose;
  sheet: Unrolling;
  lines: readonly BentLine[];
  /** Of the top side, then clockwise; null where none is seen. */
  borders: readonly (BentLine | null)[];
}

/**
 * The page between its borders. What was taken for a border on the plane, but is not straight on the sheet, is some
 * other thing's: they are looked for once more where the sheet has the page, and the sheet is fitted to those.
 */
function layOut({ pose, sheet, lines, borders }: FittedSheet, view: OutlinedView): RolledOutPage {
  const straight = straightOn(sheet, borders);
  const page = betweenBorders(sheet, view, straight);
  if (straight.every((border, i) => border !== null || view.cut[i])) return page;
  const [width, height] = [view.page.width, view.page.width / page.ratio];
  const show = ({ x, y }: Point): Point => page.show((x + 0.5) / width, (y + 0.5) / height);
  const found = straightOn(sheet, bordersIn(view, show, { width, height }));
  const anew = fitUnrolling(pose, [...lines, ...found.filter((border) => border !== null)], sheet);
  return anew ? betweenBorders(anew, view, found) : page;
}

/** The borders that are straight on a sheet rolled out, the others left out. */
function straightOn(sheet: Unrolling, borders: readonly (BentLine | null)[]): (BentLine | null)[] {
  return borders.map((border) => (border && offRolledOut(border, sheet) <= ASTRAY ? border : null));
}

/**
 * The page between its borders on the sheet rolled out; where one is not seen, to the quad's corners; and around all of
 * the side where the page is cut off there.
 */
function betweenBorders(
  sheet: Unrolling,
  { quad, cut }: OutlinedView,
  borders: readonly (BentLine | null)[],
): RolledOutPage {
  const levelsOf = (points: readonly Point[], i: number): number[] =>
    points.map((p) => sheet.unroll(p)[i % 2 ? 'x' : 'y']);
  const isFar = (i: number): boolean => i === 1 || i === 2;
  const levels = borders.map((border, i) => {
    const places = levelsOf(border?.points ?? along(quad[i], quad[(i + 1) % 4]), i);
    if (!cut[i]) return median(places);
    return isFar(i) ? max(...places) : min(...places);
  });
  const [top, right, bottom, left] = levels.map((level, i) => {
    const size = abs(levels[(i + 2) % 4] - level);
    const corners = levelsOf([quad[i], quad[(i + 1) % 4]], i);
    const beyond = corners.map((corner) => ((isFar(i) ? 1 : -1) * (corner - level)) / size);
    if (cut[i] || abs(beyond[0] - beyond[1]) > CORNERS_AGREE) return level;
    return borders[i] === null || min(...beyond) > PRINTED_WITHIN ? (corners[0] + corners[1]) / 2 : level;
  });
  return {
    ratio: (right - left) / (bottom - top),
    show: (u, v) => sheet.show(left + u * (right - left), top + v * (bottom - top)),
  };
}

/** Places looked at along a straight side. */
const PLACES = 15;

function along(from: Point, to: Point): Point[] {
  return Array.from({ length: PLACES }, (_, k) => {
    const t = (k + 0.5) / PLACES;
    return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
  });
}
