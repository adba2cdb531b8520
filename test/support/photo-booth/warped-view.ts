import { frameQuad, homographyFromPoints } from '../../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../../libs/vision/geometry/projective.js';
import type { Point, Quad } from '../../../libs/vision/pixels/raster.js';
import type { Random } from '../random.js';
import type { LineOfSight, View } from './camera.js';
import type { Point3 } from './paper-shape.js';

const { hypot, max, min, PI, sin } = Math;

/**
 * Steps in which a place is found that a warp takes to a given one: each leaves a tenth at most of what the last one
 * left.
 */
const STEPS = 16;

/** Takes a place of a picture to where the camera shows it, px. */
export type PictureWarp = (at: Point) => Point;

/** A view whose picture is warped: no pinhole gives it. */
export class WarpedView implements View {
  readonly width: number;
  readonly height: number;

  constructor(
    private readonly view: View,
    private readonly warp: PictureWarp,
  ) {
    this.width = view.width;
    this.height = view.height;
  }

  project(point: Point3): Point {
    return this.warp(this.view.project(point));
  }

  ray(x: number, y: number): LineOfSight {
    let at = { x, y };
    for (let step = 0; step < STEPS; step++) {
      const to = this.warp(at);
      at = { x: at.x + x - to.x, y: at.y + y - to.y };
    }
    return this.view.ray(at.x, at.y);
  }
}

/**
 * A lens that bows straight lines.
 * @param bow how far it moves the picture's corners outwards, a part of half the diagonal: barrels are negative
 */
export function lensWarp({ width, height }: View, bow: number): PictureWarp {
  const middle = { x: (width - 1) / 2, y: (height - 1) / 2 };
  const corner = hypot(width, height) / 2;
  return ({ x, y }) => {
    const [dx, dy] = [x - middle.x, y - middle.y];
    const more = bow * (hypot(dx, dy) / corner) ** 2;
    return { x: x + more * dx, y: y + more * dy };
  };
}

/**
 * A camera that swayed while its rows were read, or an app that has straightened what it took for bent: rows and
 * columns are waves of about half a length to a length and a half across the picture.
 * @param sway by how much they move, a part of the picture's longer side
 */
export function swayWarp({ width, height }: View, sway: number, random: Random): PictureWarp {
  const long = Math.max(width, height);
  const wave = (): ((at: number) => number) => {
    const [waves, phase] = [random.between(0.5, 1.5), random.between(0, 2 * PI)];
    return (at) => sway * long * sin(2 * PI * waves * at + phase);
  };
  const [across, down] = [wave(), wave()];
  return ({ x, y }) => ({ x: x + across(y / height), y: y + down(x / width) });
}

/**
 * A picture whose corners were moved freely, as by hand in an app: neither its middle nor its focal length are a
 * camera's any more. What is on the page's outline fills as much of the picture as before, at the same place.
 * @param outline of the page, px
 * @param most by how much a corner is moved each way, a part of the picture's longer side
 */
export function freeCornersWarp(
  { width, height }: View,
  outline: readonly Point[],
  most: number,
  random: Random,
): PictureWarp {
  const frame = frameQuad(width, height);
  const reach = most * max(width, height);
  const moved = frame.map(({ x, y }) => ({
    x: x + random.between(-reach, reach),
    y: y + random.between(-reach, reach),
  })) as Quad;
  const h = homographyFromPoints(frame, moved);
  if (!h) throw new RangeError('the moved corners of a picture span an area');
  const before = boxOf(outline);
  const after = boxOf(outline.map(({ x, y }) => project(h, x, y)));
  const scale = min(before.width / after.width, before.height / after.height);
  return ({ x, y }) => {
    const to = project(h, x, y);
    return { x: before.x + scale * (to.x - after.x), y: before.y + scale * (to.y - after.y) };
  };
}

/** Middle and size of the box about some places. */
function boxOf(points: readonly Point[]): Point & { width: number; height: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [min(...xs), max(...xs), min(...ys), max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}
