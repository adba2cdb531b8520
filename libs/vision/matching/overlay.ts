import type { Mat } from '@techstark/opencv-js';
import type { MatchExplanation } from './explain-match.js';
import { cv, toRaster, withMats, type MatScope } from '../pixels/opencv.js';
import type { Point, Raster } from '../pixels/raster.js';
import { placeTurned, turn } from '../pixels/resample.js';

type Colour = readonly [red: number, green: number, blue: number];

const OUTLINE: Colour = [30, 90, 255];
const POINT: Colour = [0, 190, 220];
const FOR_PAGE: Colour = [0, 160, 40];
const FOR_OTHER: Colour = [225, 40, 20];
const UNDECIDED: Colour = [150, 150, 150];
const LEGEND_TEXT: Colour = [40, 40, 40];

/** A place whose vote lies nearer to 0 than this speaks for neither page. */
const DECIDED = 0.1;
/** How strongly a decisive place is tinted, 0..1. */
const TINT = 0.25;
/** Strokes, dots and the legend's height in parts of the picture's longer side: 2, 3 and 34 px of 1,600. */
const STROKE = 2 / 1600;
const DOT = 3 / 1600;
const LEGEND_ROW = 34 / 1600;
/** A frame is set around decisive places, which may be as small as a digit; parts of the longer side. */
const PLACE_MARGIN = 4 / 1600;
/** Height of OpenCV's Hershey letters at scale 1, px. */
const LETTER_PX = 22;

/**
 * Draws why a frame is taken for a page onto it: the page's outline, the agreeing points, the decisive places, and
 * a legend below. Letters are OpenCV's own strokes (Hershey): no fonts.
 * @param picture RGB, the frame that was explained, same size
 * @returns RGB, turned so that the page stands upright
 */
export function drawOverlay(picture: Raster, explanation: MatchExplanation): Raster {
  if (picture.channels !== 3) throw new RangeError('an overlay is drawn in colour');
  const turns = -explanation.quarterTurns;
  const upright = turn(picture, turns);
  const place = (p: Point): Point => placeTurned(p, turns, picture);
  const side = Math.max(upright.width, upright.height);
  const px = (share: number) => Math.max(1, Math.round(share * side));
  return withMats((scope) => {
    const canvas = scope.fromRaster(upright);
    const places = explanation.places.map(({ quad, vote }) => ({
      corners: grown(quad.map(place), PLACE_MARGIN * side),
      colour: Math.abs(vote) < DECIDED ? UNDECIDED : vote > 0 ? FOR_PAGE : FOR_OTHER,
    }));
    for (const point of explanation.points.map(place))
      cv.circle(canvas, rounded(point), px(DOT), rgb(POINT), cv.FILLED, cv.LINE_AA);
    outline(scope, canvas, explanation.outline.map(place), OUTLINE, px(STROKE));
    for (const colour of [UNDECIDED, FOR_OTHER, FOR_PAGE])
      mark(
        scope,
        canvas,
        places.filter((one) => one.colour === colour).map(({ corners }) => corners),
        colour,
        px(STROKE),
      );
    return stacked(toRaster(canvas), legend(upright.width, px(LEGEND_ROW), explanation));
  });
}

/** A row that says what is drawn, as wide as the picture. */
function legend(width: number, row: number, { places }: MatchExplanation): Raster {
  const entries: [Colour, string][] = [
    [OUTLINE, 'page'],
    [POINT, 'agreeing points'],
  ];
  if (places.length > 0) entries.push([FOR_PAGE, 'speaks for this page'], [FOR_OTHER, 'for its look-alike']);
  return withMats((scope) => {
    const strip = scope.filled(row, width, cv.CV_8UC3, 255);
    const scale = (0.5 * row) / LETTER_PX;
    const swatch = Math.round(row / 2);
    entries.forEach(([colour, text], i) => {
      const x = Math.round((i * width) / entries.length + row / 2);
      const corner = new cv.Point(x, Math.round(row / 4));
      const opposite = new cv.Point(x + swatch, Math.round(row / 4) + swatch);
      cv.rectangle(strip, corner, opposite, rgb(colour), cv.FILLED);
      const start = new cv.Point(x + 2 * swatch, Math.round(row * 0.72));
      cv.putText(strip, text, start, cv.FONT_HERSHEY_SIMPLEX, scale, rgb(LEGEND_TEXT), 1, cv.LINE_AA);
    });
    return toRaster(strip);
  });
}

function stacked(upper: Raster, lower: Raster): Raster {
  const data = new Uint8Array(upper.data.length + lower.data.length);
  data.set(upper.data);
  data.set(lower.data, upper.data.length);
  return { data, width: upper.width, height: upper.height + lower.height, channels: upper.channels };
}

function outline(
  scope: MatScope,
  canvas: Mat,
  points: readonly Point[],
  colour: Colour,
  stroke: number,
): void {
  const lines = scope.matVector();
  lines.push_back(polygon(scope, points));
  cv.polylines(canvas, lines, true, rgb(colour), stroke, cv.LINE_AA);
}

/** Tints areas, and draws a line around them; those that overlap become one. */
function mark(
  scope: MatScope,
  canvas: Mat,
  areas: readonly (readonly Point[])[],
  colour: Colour,
  stroke: number,
): void {
  if (areas.length === 0) return;
  // Not `clone`: that is a second handle to the same px.
  const tinted = scope.mat();
  canvas.copyTo(tinted);
  const mask = scope.filled(canvas.rows, canvas.cols, cv.CV_8UC1, 0);
  for (const area of areas) {
    const corners = polygon(scope, area);
    cv.fillConvexPoly(mask, corners, new cv.Scalar(255));
    cv.fillConvexPoly(tinted, corners, rgb(colour));
  }
  cv.addWeighted(tinted, TINT, canvas, 1 - TINT, 0, canvas);
  const lines = scope.matVector();
  cv.findContours(mask, lines, scope.mat(), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_SIMPLE);
  cv.polylines(canvas, lines, true, rgb(colour), stroke, cv.LINE_AA);
}

function polygon(scope: MatScope, points: readonly Point[]): Mat {
  const flat = points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);
  return scope.fromArray(points.length, 1, cv.CV_32SC2, flat);
}

/** Corners moved away from their middle by some px. */
function grown(corners: readonly Point[], by: number): Point[] {
  const cx = corners.reduce((sum, { x }) => sum + x, 0) / corners.length;
  const cy = corners.reduce((sum, { y }) => sum + y, 0) / corners.length;
  return corners.map(({ x, y }) => ({ x: x + Math.sign(x - cx) * by, y: y + Math.sign(y - cy) * by }));
}

const rounded = ({ x, y }: Point) => new cv.Point(Math.round(x), Math.round(y));
const rgb = ([red, green, blue]: Colour) => new cv.Scalar(red, green, blue, 255);
