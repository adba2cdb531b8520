import type { Homography, Point } from '../../libs/vision/pixels/raster.js';

const { cos, PI, sin } = Math;

export const PAGE = { width: 1240, height: 1754 };
export const PHOTO = { width: 3000, height: 4000 };
export const FOCAL = 3000;
/** The camera's axis in the photograph, px. */
export const AXIS = { x: (PHOTO.width - 1) / 2, y: (PHOTO.height - 1) / 2 };

/** A sheet under a camera that looks straight down on its middle, so many px of the page away. */
export function sheetUnder(distance: number) {
  const scale = FOCAL / distance;
  const plane: Homography = [
    ...[scale, 0, AXIS.x - (scale * (PAGE.width - 1)) / 2],
    ...[0, scale, AXIS.y - (scale * (PAGE.height - 1)) / 2],
    ...[0, 0, 1],
  ] as unknown as Homography;
  /**
   * Where the sheet, rolled about a tube, shows a place, px of the photograph.
   * @param degrees by which the tube's axis points off the y axis
   * @param radius of the tube, px of the page: its ends rise towards the camera, or, below 0, fall away from it
   */
  const rolled = (degrees: number, radius: number): ((x: number, y: number) => Point) => {
    const angle = (degrees * PI) / 180;
    const [c, s] = [cos(angle), sin(angle)];
    return (x, y) => {
      const [px, py] = [x - (PAGE.width - 1) / 2, y - (PAGE.height - 1) / 2];
      const a = px * c + py * s;
      const b = -px * s + py * c;
      const along = radius * sin(a / radius);
      const depth = distance - radius * (1 - cos(a / radius));
      return {
        x: (FOCAL * (along * c - b * s)) / depth + AXIS.x,
        y: (FOCAL * (along * s + b * c)) / depth + AXIS.y,
      };
    };
  };
  return { scale, plane, rolled };
}
