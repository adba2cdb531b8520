import { project } from './projective.js';
import type { Homography, Point } from '../pixels/raster.js';

/**
 * Takes places of one plane to places of another. An object of a class and no closure, for it is asked for thousands of
 * places of each frame: what V8 compiles of a closure lives as long as the closure, and would be compiled for each
 * frame anew, which takes longer than running it.
 */
export interface PointMap {
  at(x: number, y: number): Point;
}

/** The map of a homography. */
export class PlaneMap implements PointMap {
  constructor(private readonly homography: Homography) {}

  at(x: number, y: number): Point {
    return project(this.homography, x, y);
  }
}

/** A map of a raster's px for px of a copy of it: of `scaleX` times its width, and `scaleY` times its height. */
export class ResizedMap implements PointMap {
  constructor(
    private readonly map: PointMap,
    private readonly scaleX: number,
    private readonly scaleY: number,
  ) {}

  at(x: number, y: number): Point {
    return this.map.at((x + 0.5) * this.scaleX - 0.5, (y + 0.5) * this.scaleY - 0.5);
  }
}

/** How far beside its place on a plane each px of a page lies. */
export interface DisplacementMap {
  /** px of the page, of a px of the page. */
  displacement(x: number, y: number): Point;
}
