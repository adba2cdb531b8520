import { solve } from '../geometry/plane-geometry.js';
import { compose } from '../geometry/projective.js';
import type { Homography, Point, Size } from '../pixels/raster.js';

const { hypot, max } = Math;

/**
 * A camera as a matrix, 3 x 4, row-major: takes (x, y, z, 1) of space, px of the page from its middle, to homogeneous
 * px of the page on the plane, from its middle too.
 */
export interface SheetView {
  matrix: readonly number[];
  middle: Point;
}

/**
 * Focal length of a telephone's main camera over the longer side of its picture: 26 mm in terms of 35-mm film, cropped
 * to 4:3.
 */
const FOCAL = 26 / 34.6;
/** Of the corrections of a view the first is to where height shows, after 8 to the plane's homography. */
export const LIFT = 8;

/** What places a bent sheet in the plane's px. */
export interface Frame {
  middle: Point;
  /** Half of the page's diagonal, px. */
  unit: number;
  /** Where a unit of height over the plane goes, in homogeneous px of the plane. */
  lift: readonly [number, number, number];
}

/** Where height over the plane shows, from the plane's homography and the focal length cameras have. */
export function frameOf(page: Size, photo: Size, homography: Homography): Frame | null {
  const unit = hypot(page.width, page.height) / 2;
  const middle = { x: (page.width - 1) / 2, y: (page.height - 1) / 2 };
  const h = compose(homography, [unit, 0, middle.x, 0, unit, middle.y, 0, 0, 1]);
  const f = FOCAL * max(photo.width, photo.height);
  const axis = { x: (photo.width - 1) / 2, y: (photo.height - 1) / 2 };
  // Columns of the inverse camera matrix times the homography: the plane's axes as the camera has them.
  const ray = (k: number): [number, number, number] => [
    (h[k] - axis.x * h[6 + k]) / f,
    (h[3 + k] - axis.y * h[6 + k]) / f,
    h[6 + k],
  ];
  const a = ray(0);
  const b = ray(1);
  const scale = (hypot(...a) + hypot(...b)) / 2;
  const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]].map(
    (v) => v / scale,
  );
  const seen = Float64Array.of(f * n[0] + axis.x * n[2], f * n[1] + axis.y * n[2], n[2]);
  const lift = solve(Float64Array.from(h), seen);
  return lift && { middle, unit, lift: [lift[0], lift[1], lift[2]] };
}

/**
 * The camera, with 8 corrections of the plane's homography and 3 of where height shows, in halves of the page's
 * diagonal.
 */
export function viewOf({ lift, middle, unit }: Frame, d: Float64Array): SheetView {
  return {
    matrix: [
      ...[1 + d[0], d[1], lift[0] + d[LIFT], d[2] * unit],
      ...[d[3], 1 + d[4], lift[1] + d[LIFT + 1], d[5] * unit],
      ...[d[6] / unit, d[7] / unit, (lift[2] + d[LIFT + 2]) / unit, 1],
    ],
    middle,
  };
}
