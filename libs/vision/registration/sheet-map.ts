import { displacementAt, type DisplacementGrid } from '../geometry/displacement-grid.js';
import type { PointMap } from '../geometry/point-map.js';
import { project } from '../geometry/projective.js';
import type { Homography, Point } from '../pixels/raster.js';

/** A homography with the smooth grid of what it leaves: page px p lie at homography(p + grid(p)). */
export interface SheetLay {
  homography: Homography;
  grid: DisplacementGrid;
}

/** Where a fit has the page in the frame. */
export class SheetMap implements PointMap {
  private readonly grid: DisplacementGrid;
  private readonly homography: Homography;

  constructor({ grid, homography }: SheetLay) {
    this.grid = grid;
    this.homography = homography;
  }

  at(x: number, y: number): Point {
    const d = displacementAt(this.grid, x, y);
    return project(this.homography, x + d.x, y + d.y);
  }
}
