import { traceTextLines } from '../dewarp/text-lines.js';
import { nthValue } from '../geometry/nth-value.js';
import { inkBoxes } from '../orientation/ink-boxes.js';
import { close, dilate, erode } from '../pixels/morphology.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { placeTurned, reduceByBoxes, turn } from '../pixels/resample.js';
import { FaintSteps, type FaintSide } from './faint-sides.js';
import { isWithin } from './whole-page.js';

const { floor, max, min, round } = Math;

/** Half the side of a closing that hides strokes, px of the view. */
const STROKE_RADIUS = 4;
/**
 * Levels by which strokes are darker than their paper at least, and the part of what only a fifth of all dark px are:
 * shadows along a sheet's sides are less dark.
 */
const LEAST_DEPTH = 40;
const PART_OF_DARK = 0.5;
const DARK = 0.8;
/** What a blur leaves of strokes lies this far from them, px of the view. */
const STROKE_RIM = 2;
/** Width of a picture's border on which light is not even, px of the view. */
const BORDER = 6;
/** Places of text at either end of all that may be of something else, and so many there are at least. */
const OUTERMOST = 0.01;
const LEAST_TEXT = 20;
/** px of the view between text and the nearest side, and between that and the view's border, at least. */
const MARGIN = 3;
const LEAST_ROWS = 8;
/** Part of the text, and of all strokes, that may lie beside the sheet. */
const TEXT_BESIDE = 0.02;
const STROKES_BESIDE = 0.03;

/** A sheet is borne out so well at least, and one of a common size stands before those that are better by so much. */
const LEAST_SCORE = 0.4;
const HARDLY_WORSE = 0.08;

/** A picture as it lies when what is printed on the sheet in it is level. */
export interface LevelView {
  /** Grey, as it was lit. */
  seen: Raster;
  /** Grey, of the same proportions, light evened: about 1,500 px. */
  evened: Raster;
  /** Of the size of `seen`: 1 for each px that lies in the picture. */
  inPicture: Raster;
}

/** A sheet found in a level view. */
export interface SheetAboutPrint {
  /** Its corners, px of `seen`, clockwise from the upper left one. */
  quad: Quad;
  /** 0..1: how well its sides are borne out along all of their length, and end at its corners. */
  confidence: number;
  /** Whether it was taken for being of a common size. */
  isCommon: boolean;
}

/**
 * The sheet about what is printed on it, where its sides are too faint to be found by themselves: white paper on a
 * white desk. Print says which way they run, and that they lie outside of all of it, so that a step in light of two
 * levels tells when it goes on along one line from corner to corner.
 *
 * @param isCommon whether a quad of the view is seen as a sheet of a common size is
 * @returns null where a side is not seen, or strokes lie beside what is found
 */
export function sheetAboutPrint(view: LevelView, isCommon: (quad: Quad) => boolean): SheetAboutPrint | null {
  const text = textIn(view);
  if (text.length < LEAST_TEXT) return null;
  const strokes = strokesIn(view);
  const bare = bareOf(view, strokes);
  const sides = [0, 1, 2, 3].map((side) => sideOf(side, view, bare, text)).filter((side) => side !== null);
  if (sides.length < 4) return null;
  const found = combined(sides).filter(({ score }) => score >= LEAST_SCORE);
  const isSheet = ({ quad }: Combination): boolean =>
    holds(quad, text, TEXT_BESIDE) && holds(quad, strokes, STROKES_BESIDE);
  const best = found.find(isSheet);
  if (!best) return null;
  const near = found.filter(({ score }) => score >= best.score - HARDLY_WORSE);
  const common = near.find((other) => isCommon(other.quad) && isSheet(other));
  const { lines, quad, score } = common ?? best;
  const refined = lines.map((line, side) =>
    sides[side].steps.refined(line, ...endsOf(quad, side, sides[side])),
  );
  return { quad: cornersOf(refined, sides), confidence: score, isCommon: common !== undefined };
}

/** Four lines, the sheet's sides from the top one clockwise, its corners, and how well they are borne out, 0..1. */
interface Combination {
  lines: readonly FaintSide[];
  quad: Quad;
  score: number;
}

/** All sheets that lines of the four sides may be of, best first. */
function combined(sides: readonly SideLines[]): Combination[] {
  const [tops, rights, bottoms, lefts] = sides.map(({ lines }) => lines);
  return tops
    .flatMap((top) =>
      rights.flatMap((right) =>
        bottoms.flatMap((bottom) =>
          lefts.map((left) => {
            const lines = [top, right, bottom, left];
            const quad = cornersOf(lines, sides);
            return { lines, quad, score: scoreOf(lines, quad, sides) };
          }),
        ),
      ),
    )
    .sort((a, b) => b.score - a.score);
}

/** A side's candidates, in the view turned so that it is at the top. */
interface SideLines {
  steps: FaintSteps;
  lines: readonly FaintSide[];
  /** Width of the turned view. */
  width: number;
  /** To places of the turned view, and back. */
  turned(p: Point): Point;
  back(p: Point): Point;
}

/** Null where text leaves no room for a side. */
function sideOf(side: number, { seen }: LevelView, bare: Raster, text: readonly Point[]): SideLines | null {
  const view = turn(seen, -side);
  const turned = (p: Point): Point => placeTurned(p, -side, seen);
  const back = (p: Point): Point => placeTurned(p, side, view);
  const places = text.map(turned);
  const [from, to] = spanOf(places.map(({ x }) => x));
  const rows = floor(spanOf(places.map(({ y }) => y))[0]) - MARGIN;
  if (rows < LEAST_ROWS) return null;
  const steps = new FaintSteps(view, turn(bare, -side), rows);
  return { steps, lines: steps.linesOver(from, to), width: view.width, turned, back };
}

/** Where lines of text stand, px of the view. */
function textIn({ seen, evened }: LevelView): Point[] {
  const scale = seen.width / evened.width;
  return traceTextLines(inkBoxes(evened), evened.height)
    .flatMap(({ points }) => points)
    .map(({ x, y }) => ({ x: x * scale, y: y * scale }));
}

/** Px of the view that are thin strokes of ink. */
function strokesIn({ seen, evened, inPicture }: LevelView): Point[] {
  const { width, height } = seen;
  const small = reduceByBoxes(evened, max(width, height)).raster;
  const closed = close(small, STROKE_RADIUS);
  const within = erode(inPicture, BORDER);
  const dark: (Point & { depth: number })[] = [];
  for (let y = 0; y < min(height, small.height); y++)
    for (let x = 0; x < min(width, small.width); x++) {
      const depth = closed.data[y * small.width + x] - small.data[y * small.width + x];
      if (within.data[y * width + x] && depth >= LEAST_DEPTH) dark.push({ x, y, depth });
    }
  const depths = Float32Array.from(dark, ({ depth }) => depth);
  const least = PART_OF_DARK * nthValue(depths, floor(DARK * depths.length));
  return dark.filter(({ depth }) => depth >= least);
}

/** 1 for each px that is seen, and neither a stroke nor its rim. */
function bareOf({ seen, inPicture }: LevelView, strokes: readonly Point[]): Raster {
  const { width, height } = seen;
  const ink: Raster = { data: new Uint8Array(width * height), width, height, channels: 1 };
  for (const { x, y } of strokes) ink.data[y * width + x] = 1;
  const { data } = dilate(ink, STROKE_RIM);
  return { ...ink, data: data.map((isInk, k) => (inPicture.data[k] && !isInk ? 1 : 0)) };
}

/** Between which values most lie. */
function spanOf(values: readonly number[]): [number, number] {
  const some = Float32Array.from(values);
  const last = some.length - 1;
  return [nthValue(some, round(OUTERMOST * last)), nthValue(some, round((1 - OUTERMOST) * last))];
}

/** Where the sides' lines meet. */
function cornersOf(lines: readonly FaintSide[], sides: readonly SideLines[]): Quad {
  const ends = lines.map(({ left, right }, k) => {
    const { back, width } = sides[k];
    return [back({ x: -0.5, y: left }), back({ x: width - 0.5, y: right })] as const;
  });
  return ends.map((line, k) => crossing(ends[(k + 3) % 4], line)) as Quad;
}

/** Where two lines cross that are about at right angles. */
function crossing([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): Point {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / (ux * vy - uy * vx);
  return { x: a.x + t * ux, y: a.y + t * uy };
}

/** From where to where a quad's side goes, px across the view turned so that it is at the top. */
function endsOf(quad: Quad, side: number, { turned }: SideLines): [number, number] {
  return [turned(quad[side]).x, turned(quad[(side + 1) % 4]).x];
}

/** 0..1: how well the sides are borne out, on the whole and the least of them, less what goes on beyond the corners. */
function scoreOf(lines: readonly FaintSide[], quad: Quad, sides: readonly SideLines[]): number {
  const borne = lines.map((line, k) => sides[k].steps.borneOut(line, ...endsOf(quad, k, sides[k])));
  const mean = borne.reduce((sum, { within }) => sum + within / 4, 0);
  const least = min(...borne.map(({ within }) => within));
  const beyond = borne.reduce((sum, side) => sum + side.beyond / 4, 0);
  return (2 * mean + least - beyond) / 3;
}

/** Whether a quad holds all of some places but for a part of them. */
function holds(quad: Quad, places: readonly Point[], beside: number): boolean {
  return places.filter((place) => !isWithin(place, quad)).length <= beside * places.length;
}
