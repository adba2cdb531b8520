import type { Homography, Point } from '../pixels/raster.js';

const { abs, cos, hypot, sign, sin, sqrt } = Math;

/**
 * Focal length of a telephone's main camera over the longer side of its picture: 24 to 30 mm in terms of 35-mm film,
 * cropped to 4:3.
 */
export const TYPICAL_FOCAL = 0.77;

/** A place or direction in space. */
export type Vector = readonly [number, number, number];

/** The plane that a sheet is taken for at first, as the camera has it. */
export interface SheetPose {
  focal: number;
  /** The camera's axis in the picture, px. */
  axis: Point;
  /**
   * The plane's middle and its unit axes (x, y, towards the camera) in the camera's space; a unit is half a diagonal.
   */
  middle: Vector;
  axes: readonly [Vector, Vector, Vector];
}
/**
 * Where a plane lies in space that a homography shows, for a camera of the given focal length; `width` and `height` of
 * its rectangle, in any unit, are taken for its true proportions.
 */
export function poseOf(
  toPicture: Homography,
  width: number,
  height: number,
  axis: Point,
  focal: number,
): SheetPose | null {
  const unit = hypot(width, height) / 2;
  const h = toPicture;
  const ray = (x: number, y: number, w: number): Vector => [
    (x - axis.x * w) / focal,
    (y - axis.y * w) / focal,
    w,
  ];
  const a = ray(h[0] * unit, h[3] * unit, h[6] * unit);
  const b = ray(h[1] * unit, h[4] * unit, h[7] * unit);
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const m = ray(h[0] * cx + h[1] * cy + h[2], h[3] * cx + h[4] * cy + h[5], h[6] * cx + h[7] * cy + h[8]);
  const scale = sqrt(length(a) * length(b)) * (m[2] > 0 ? 1 : -1);
  if (!(abs(scale) > 1e-12)) return null;
  // The right angle between the axes that is nearest to the angle found.
  const u = scaled(a, 1 / (length(a) * sign(scale)));
  const v = scaled(b, 1 / (length(b) * sign(scale)));
  const sum = unitOf([u[0] + v[0], u[1] + v[1], u[2] + v[2]]);
  const difference = unitOf([u[0] - v[0], u[1] - v[1], u[2] - v[2]]);
  const x = unitOf([sum[0] + difference[0], sum[1] + difference[1], sum[2] + difference[2]]);
  const y = unitOf([sum[0] - difference[0], sum[1] - difference[1], sum[2] - difference[2]]);
  // x to the right, y down, away from the camera by the right hand: towards it is the other way.
  const z = scaled(cross(x, y), -1);
  return { focal, axis, middle: scaled(m, 1 / scale), axes: [x, y, z] };
}

/** Rotation matrix, row-major, of the parameters' rotation vector (Rodrigues). */
export function turnOf(parameters: Float64Array): Float64Array {
  const [x, y, z] = parameters;
  const angle = hypot(x, y, z);
  const a = angle < 1e-9 ? 1 : sin(angle) / angle;
  const b = angle < 1e-9 ? 0.5 : (1 - cos(angle)) / (angle * angle);
  const k = [0, -z, y, z, 0, -x, -y, x, 0];
  const out = new Float64Array(9);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      let square = 0;
      for (let m = 0; m < 3; m++) square += k[3 * i + m] * k[3 * m + j];
      out[3 * i + j] = (i === j ? 1 : 0) + a * k[3 * i + j] + b * square;
    }
  return out;
}

/** The line of sight through a px of the picture, in the camera's space. */
export const rayOf = ({ axis, focal }: SheetPose, x: number, y: number): Vector => [
  (x - axis.x) / focal,
  (y - axis.y) / focal,
  1,
];

/** A direction of the camera's space in the turned plane's axes. */
export function intoPlane({ axes }: SheetPose, turn: Float64Array, v: Vector): Vector {
  const [x, y, z] = axes;
  const a = x[0] * v[0] + x[1] * v[1] + x[2] * v[2];
  const b = y[0] * v[0] + y[1] * v[1] + y[2] * v[2];
  const c = z[0] * v[0] + z[1] * v[1] + z[2] * v[2];
  return [
    turn[0] * a + turn[1] * b + turn[2] * c,
    turn[3] * a + turn[4] * b + turn[5] * c,
    turn[6] * a + turn[7] * b + turn[8] * c,
  ];
}

/** A place in the turned plane's axes in the camera's space. */
export function outOfPlane({ axes, middle }: SheetPose, turn: Float64Array, p: Vector): Vector {
  const a = turn[0] * p[0] + turn[3] * p[1] + turn[6] * p[2];
  const b = turn[1] * p[0] + turn[4] * p[1] + turn[7] * p[2];
  const c = turn[2] * p[0] + turn[5] * p[1] + turn[8] * p[2];
  const [x, y, z] = axes;
  return [
    middle[0] + a * x[0] + b * y[0] + c * z[0],
    middle[1] + a * x[1] + b * y[1] + c * z[1],
    middle[2] + a * x[2] + b * y[2] + c * z[2],
  ];
}

/** A plane by its turn against the pose: the way to it from px of the picture, and back. */
export interface SeenPlane {
  lay(p: Point): Point;
  show(x: number, y: number): Point;
  /** How far before the camera a place lies, half diagonals; negative: behind it, where no picture shows it. */
  depth(x: number, y: number): number;
}

/** @param turn rotation matrix */
export function planeAt(pose: SheetPose, turn: Float64Array): SeenPlane {
  const camera = intoPlane(pose, turn, scaled(pose.middle, -1));
  return {
    lay: ({ x, y }) => {
      const d = intoPlane(pose, turn, rayOf(pose, x, y));
      const t = -camera[2] / d[2];
      return { x: camera[0] + t * d[0], y: camera[1] + t * d[1] };
    },
    show: (x, y) => shownBy(pose, outOfPlane(pose, turn, [x, y, 0])),
    depth: (x, y) => outOfPlane(pose, turn, [x, y, 0])[2],
  };
}

/** The turn with the plane leaning about its rows, by an angle in radians. */
export function leaning(turn: Float64Array, angle: number): Float64Array {
  const [c, s] = [cos(angle), sin(angle)];
  const [a, b, d, e, f, g, h, i, j] = turn;
  return Float64Array.from([
    a,
    b,
    d,
    c * e - s * h,
    c * f - s * i,
    c * g - s * j,
    s * e + c * h,
    s * f + c * i,
    s * g + c * j,
  ]);
}

/** The px of the picture that shows a place of the camera's space. */
export const shownBy = ({ axis, focal }: SheetPose, [x, y, z]: Vector): Point => ({
  x: axis.x + (focal * x) / z,
  y: axis.y + (focal * y) / z,
});

const length = (v: Vector): number => hypot(v[0], v[1], v[2]);
export const scaled = (v: Vector, k: number): Vector => [v[0] * k, v[1] * k, v[2] * k];
const unitOf = (v: Vector): Vector => scaled(v, 1 / length(v));
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
