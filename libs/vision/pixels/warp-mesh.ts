import { PlaneMap, type PointMap } from '../geometry/point-map.js';
import type { Homography, Point, Size } from './raster.js';

const { floor, max, min } = Math;

/**
 * A smooth map from px of an output image to px of a source picture, given at the nodes of a square lattice and
 * linear between them.
 */
export interface WarpMesh {
  /** Size of the output image, px. */
  width: number;
  height: number;
  /** px of the output between neighbouring nodes. */
  step: number;
  /** Nodes along x and y; node (i, j) stands at output px (i * step, j * step), the last ones beyond the border. */
  cols: number;
  rows: number;
  /** Source px of each node, row-major. */
  x: Float32Array;
  y: Float32Array;
}

/** px between nodes: over 16 px a homography of a photographed page bends by well under 0.02 px. */
const MESH_STEP = 16;

/** A mesh from any map of output px to source px. */
export function meshFrom(width: number, height: number, map: (x: number, y: number) => Point): WarpMesh {
  return meshOf(width, height, { at: map });
}

/** The same, of a map that frame after frame has. */
export function meshOf(width: number, height: number, map: PointMap): WarpMesh {
  const step = MESH_STEP;
  const cols = floor((width - 1) / step) + 2;
  const rows = floor((height - 1) / step) + 2;
  const x = new Float32Array(cols * rows);
  const y = new Float32Array(cols * rows);
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < cols; i++, k++) {
      const p = map.at(i * step, j * step);
      x[k] = p.x;
      y[k] = p.y;
    }
  return { width, height, step, cols, rows, x, y };
}

/** A mesh of a homography from output px to source px. */
export function meshFromHomography(width: number, height: number, h: Homography): WarpMesh {
  return meshOf(width, height, new PlaneMap(h));
}

/** Where the mesh takes an output px. */
export function meshAt(mesh: WarpMesh, x: number, y: number): Point {
  const i = min(mesh.cols - 2, max(0, floor(x / mesh.step)));
  const j = min(mesh.rows - 2, max(0, floor(y / mesh.step)));
  const u = x / mesh.step - i;
  const v = y / mesh.step - j;
  const k = j * mesh.cols + i;
  const mix = (a: Float32Array): number =>
    (a[k] * (1 - u) + a[k + 1] * u) * (1 - v) + (a[k + mesh.cols] * (1 - u) + a[k + mesh.cols + 1] * u) * v;
  return { x: mix(mesh.x), y: mix(mesh.y) };
}

/**
 * How far within a picture of that size a place of the output, px, was taken from, px of the picture; beyond its border
 * negative.
 */
export function depthInPicture(mesh: WarpMesh, x: number, y: number, { width, height }: Size): number {
  const p = meshAt(mesh, x, y);
  return min(p.x, p.y, width - 1 - p.x, height - 1 - p.y);
}

/** The map of a mesh, from output px to source px. */
export class MeshMap implements PointMap {
  constructor(private readonly mesh: WarpMesh) {}

  at(x: number, y: number): Point {
    return meshAt(this.mesh, x, y);
  }
}
