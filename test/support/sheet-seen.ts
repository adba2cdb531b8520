import type { Quad } from '../../libs/vision/pixels/raster.js';
import { PinholeCamera } from './photo-booth/camera.js';

/** A picture of 12 megapixels, and the focal length of a telephone's camera, 26 mm of 35-mm film, px of it. */
const [WIDTH, HEIGHT] = [3024, 4032];
const FOCAL = (HEIGHT * 26) / 34.6;
const DEGREE = Math.PI / 180;

/**
 * Corners of a sheet on a table as a telephone's camera sees it, and the size of its picture, px.
 *
 * @param sheet mm
 * @param pose degrees
 */
export function sheetSeen(
  sheet: { width: number; height: number },
  { tilt, azimuth, roll = 0 }: { tilt: number; azimuth: number; roll?: number },
): { quad: Quad; width: number; height: number } {
  const camera = new PinholeCamera(WIDTH, HEIGHT, FOCAL, {
    tilt: tilt * DEGREE,
    azimuth: azimuth * DEGREE,
    roll: roll * DEGREE,
  });
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u, v]) => ({ x: (u * sheet.width) / 2, y: (v * sheet.height) / 2, z: 0 }));
  camera.frame(corners, 0.7);
  return { quad: corners.map((p) => camera.project(p)) as Quad, width: WIDTH, height: HEIGHT };
}
