import { maskOf, sizeOf, type Run } from '../pixels/connected-cells.js';
import { dilate } from '../pixels/morphology.js';
import type { Point, Raster } from '../pixels/raster.js';
import { findEdges } from './edge-map.js';
import { EDGE_THRESHOLD } from './picture-lines.js';
import { placesParted } from './region-quads.js';

const { floor, hypot, max, min, sqrt } = Math;

/** Edges fainter than this part nothing, levels per px: each is tried, for a fill parts a sheet as well. */
const PARTED_FROM = [4, 8, 16];
/** The part of the picture that a place takes up, at least and at most. */
const LEAST = 0.006;
const MOST = 0.12;
/** What a rectangle seen at a slant is like one, at least and at most; those of photographs are at 0.92 to 1.02. */
const RECTANGULAR = { from: 0.85, to: 1.1 };
/** px off a place, which is without its edges, between which is what lies about it. */
const ABOUT = { from: 4, to: 10 };
/** What lies about a place is so light beside it, at most... */
const DARKER = 0.8;
/** ...in this part of it. */
const SHARE = 0.85;
/** Middles of the same place lie so near, px, and the smaller one has this part of the other's px. */
const SAME = 2;
const AS_LARGE = 0.9;

/** A place that may be a sheet seen from far off, px of the picture. */
export interface LightPlace {
  middle: Point;
  /** Of the box that it lies in, the first px and those beyond the last. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** px that it takes up. */
  size: number;
  /** That, over the area of the rectangle with the same second moments. */
  likeRectangle: number;
}

/**
 * Small places of a picture that edges part from the rest of it, about rectangular and lighter than all about them,
 * largest first.
 *
 * @param closed the picture with its text closed away
 */
export function lightPlaces(closed: Raster): LightPlace[] {
  const edges = findEdges(closed, EDGE_THRESHOLD);
  return PARTED_FROM.flatMap((parted) => placesParted(edges, parted, LEAST))
    .map((runs) => ({ runs, place: measured(runs, closed.width) }))
    .filter(({ place }) => place.size <= MOST * closed.width * closed.height && isRectangular(place))
    .filter(({ runs }) => isLighter(runs, closed))
    .map(({ place }) => place)
    .sort((a, b) => b.size - a.size)
    .filter((place, k, all) => !all.slice(0, k).some((other) => isSame(place, other)));
}

/** Whether fainter and stronger edges part the same place. */
const isSame = (a: LightPlace, b: LightPlace): boolean =>
  hypot(a.middle.x - b.middle.x, a.middle.y - b.middle.y) <= SAME && a.size >= AS_LARGE * b.size;

function measured(runs: readonly Run[], cols: number): LightPlace {
  let size = 0;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  let [sumX, sumY, sumXX, sumXY, sumYY] = [0, 0, 0, 0, 0];
  for (const { from, to } of runs) {
    const y = floor(from / cols);
    const x = from - y * cols;
    const count = to - from;
    const middle = x + (count - 1) / 2;
    size += count;
    [left, right] = [min(left, x), max(right, x + count)];
    [top, bottom] = [min(top, y), max(bottom, y + 1)];
    sumX += count * middle;
    sumY += count * y;
    sumXX += count * (middle * middle + (count * count - 1) / 12);
    sumXY += count * middle * y;
    sumYY += count * y * y;
  }
  const [x, y] = [sumX / size, sumY / size];
  const [xx, xy, yy] = [sumXX / size - x * x, sumXY / size - x * y, sumYY / size - y * y];
  return {
    middle: { x, y },
    left,
    top,
    right,
    bottom,
    size,
    likeRectangle: size / (12 * sqrt(xx * yy - xy * xy)),
  };
}

const isRectangular = ({ likeRectangle }: LightPlace): boolean =>
  likeRectangle >= RECTANGULAR.from && likeRectangle <= RECTANGULAR.to;

/** Whether next to all that lies about a place is darker. */
function isLighter(runs: readonly Run[], { data, channels, ...size }: Raster): boolean {
  // Green stands for luminance.
  const levelOf = (k: number): number => data[k * channels + (channels > 1 ? 1 : 0)];
  let own = 0;
  for (const { from, to } of runs) for (let k = from; k < to; k++) own += levelOf(k);
  const dark = (DARKER * own) / sizeOf(runs);
  const near = dilate(maskOf(runs, size), ABOUT.from);
  let [about, darker] = [0, 0];
  dilate(near, ABOUT.to - ABOUT.from).data.forEach((marked, k) => {
    if (!marked || near.data[k]) return;
    about++;
    if (levelOf(k) < dark) darker++;
  });
  return about > 0 && darker >= SHARE * about;
}
