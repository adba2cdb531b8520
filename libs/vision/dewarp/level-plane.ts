import { sidesOf } from '../geometry/plane-geometry.js';
import { strokesOf } from '../orientation/strokes.js';
import type { Point, Quad } from '../pixels/raster.js';
import type { BentLine } from './bent-line.js';
import { fitPlane, PX_PER_UNIT } from './fit-unrolling.js';
import { flatPlane, type FlatView } from './flat-view.js';
import { offStraight } from './lines-on-paper.js';
import { LEAST_SPAN, linesInFrame, spanOfRows, tracePageLines } from './page-lines.js';
import { pitchOf } from './plane-pitch.js';
import { leaning, planeAt, turnOf, type SheetPose } from './sheet-pose.js';
import { BENT, MIN_LINES, straightening, type Straightening } from './straightening.js';

const { max, min } = Math;

/** This part of the lines lies off level on a page that is seen at a slant, and keeps this part of it at most. */
const OFF_LEVEL = 0.2;
const MAX_KEPT = 0.35;
/**
 * Opposite sides of what is seen, one over the other: less is a page that is only turned, more shows a plane that leans
 * by 45 degrees and more, of which lines say little.
 */
const CONVERGENCE = [1.03, 3] as const;
/** A corner nearer to the camera's plane than this part of the page's middle is behind the camera, or next to it. */
const LEAST_DEPTH = 0.1;
/** So many rules say how columns stand, if they ask for no other lean than rows do, by this (cosine of 5 degrees). */
const MIN_COLUMNS = 4;
const SAME_LEAN = 0.996;

/** A rectangle of the paper, level. */
export interface LevelBox {
  /** Its corners, px of the frame, upright reading order. */
  quad: Quad;
  /** Width over height. */
  ratio: number;
  /** Its longer side over that of what it is about, as large as in the middle of what is seen. */
  grown: number;
}

/**
 * The rectangle of the paper about what is seen of it, on the plane on which its lines of text and rules are level: of
 * a page of which too few sides are seen to tell. The plane is fitted to half of the lines and has to level the other
 * half.
 *
 * @param about corners of what is seen, px of the frame
 * @returns null where the lines show no perspective, or none that one plane explains
 */
export function levelRows(view: FlatView, about: Quad): LevelBox | null {
  const traced = tracePageLines(view.page);
  const plane = flatPlane(view);
  if (!plane || spanOfRows(traced, view.page) < LEAST_SPAN) return null;
  const { pose, onFrame, flat } = plane;
  const lines = linesInFrame(traced, view.page, onFrame);
  const askew = lines.filter((line) => offStraight(line, flat) > BENT);
  if (lines.length < MIN_LINES || askew.length < OFF_LEVEL * lines.length) return null;
  const levelling = (turn: Float64Array, of: readonly BentLine[]): Straightening => {
    const { lay } = planeAt(pose, turn);
    const level = (p: Point): Point => {
      const { x, y } = lay(p);
      return { x: x * PX_PER_UNIT, y: y * PX_PER_UNIT };
    };
    return straightening(of.map((line) => [offStraight(line, flat), offStraight(line, level)]));
  };
  const isEven = (_: unknown, i: number): boolean => i % 2 === 0;
  const isOdd = (_: unknown, i: number): boolean => i % 2 === 1;
  const held = levelling(turnOf(fitPlane(pose, lines.filter(isEven))), lines.filter(isOdd));
  if (!held.straightStay || held.kept > MAX_KEPT) return null;
  const turn = turnOf(fitPlane(pose, lines));
  const { kept, straightStay } = levelling(turn, lines);
  if (!straightStay || kept > MAX_KEPT) return null;
  return boxOn(pose, turn, about);
}

/**
 * The same of a page whose rows are level, on the plane on which its columns stand upright: by its rules, where there
 * are enough, else by margins and the stems of letters.
 */
export function levelColumns(view: FlatView, about: Quad): LevelBox | null {
  const traced = tracePageLines(view.page);
  const plane = flatPlane(view);
  const strokes = strokesOf(view.page);
  if (!plane || !strokes) return null;
  const { pose, onFrame } = plane;
  const lines = linesInFrame(traced, view.page, onFrame);
  const rows = turnOf(
    fitPlane(
      pose,
      lines.filter(({ along }) => along === 'row'),
    ),
  );
  if (traced.columns.length >= MIN_COLUMNS) {
    const turn = turnOf(fitPlane(pose, lines));
    const lean = turn[6] * rows[6] + turn[7] * rows[7] + turn[8] * rows[8];
    if (lean > SAME_LEAN) return boxOn(pose, turn, about);
  }
  const starts = [...traced.text, ...traced.rules].map(({ points }) => points[0]);
  const pitch = pitchOf({ pose, turn: rows, strokes, starts, onFrame });
  return boxOn(pose, leaning(rows, pitch), about);
}

/**
 * The rectangle of a turned plane about what is seen of it; null where that is seen from too flat an angle, or not at
 * all: of a crumpled sheet lines may ask for a plane that the camera looks along.
 */
export function boxOn(pose: SheetPose, turn: Float64Array, about: Quad): LevelBox | null {
  const { lay, show, depth } = planeAt(pose, turn);
  const places = about.map(lay);
  const [left, right] = [min(...places.map(({ x }) => x)), max(...places.map(({ x }) => x))];
  const [top, bottom] = [min(...places.map(({ y }) => y)), max(...places.map(({ y }) => y))];
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  if (corners.some(([x, y]) => depth(x, y) < LEAST_DEPTH * pose.middle[2])) return null;
  const quad = corners.map(([x, y]) => show(x, y)) as Quad;
  const [a, b, c, d] = sidesOf(quad);
  const converges = max(a / c, c / a, b / d, d / b);
  if (!(converges > CONVERGENCE[0] && converges < CONVERGENCE[1])) return null;
  const [width, height] = [right - left, bottom - top];
  const pxPerUnit = pose.focal / pose.middle[2];
  return { quad, ratio: width / height, grown: (max(width, height) * pxPerUnit) / max(...sidesOf(about)) };
}
