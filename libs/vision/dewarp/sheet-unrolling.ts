import type { Point } from '../pixels/raster.js';
import { heightAt, KNOTS, lengthAt, meet, placeAt, surfaceOf } from './bent-surface.js';
import { intoPlane, outOfPlane, rayOf, scaled, shownBy, turnOf, type SheetPose } from './sheet-pose.js';

const { cos, sin } = Math;

/**
 * A sheet bent one way, as paper that does not stretch, seen by a pinhole camera, and the way back from the picture:
 * the ray of a px meets the sheet, and the paper is rolled out from there. Lengths are in halves of the diagonal of the
 * plane that the sheet was first taken for.
 */
export interface Unrolling {
  /**
   * Turn of the plane (rotation vector), direction of bending (radians from the plane's x axis), then the rise of the
   * sheet (its slope as a tangent) at each knot across the plane.
   */
  parameters: Float64Array;
  /** Where on the paper a px of the picture is. */
  unroll(p: Point): Point;
  /** The px of the picture that shows a place of the paper. */
  show(x: number, y: number): Point;
}

/** Places of the parameters. */
export const THETA = 3;
export const RISE = 4;
export const COUNT = RISE + KNOTS;

/** The sheet of the given parameters. */
export function unrollingOf(pose: SheetPose, parameters: Float64Array): Unrolling {
  const surface = surfaceOf(parameters.subarray(RISE));
  const turn = turnOf(parameters);
  const camera = intoPlane(pose, turn, scaled(pose.middle, -1));
  const [c, s] = [cos(parameters[THETA]), sin(parameters[THETA])];
  return {
    parameters,
    unroll: (p) => {
      const d = intoPlane(pose, turn, rayOf(pose, p.x, p.y));
      const hit = meet(surface, camera, d, c, s, -camera[2] / d[2]);
      const a = lengthAt(surface, hit.u);
      return { x: a * c - hit.b * s, y: a * s + hit.b * c };
    },
    show: (x, y) => {
      const a = x * c + y * s;
      const b = y * c - x * s;
      const u = placeAt(surface, a);
      const z = heightAt(surface, u);
      return shownBy(pose, outOfPlane(pose, turn, [u * c - b * s, u * s + b * c, z]));
    },
  };
}
