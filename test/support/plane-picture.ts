import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from './grain-at.js';

export type Colour = readonly [number, number, number];
/** The colour at a place of a plane, mm; null where the table is seen. */
export type ColourAt = (place: Point) => Colour | null;

const [WIDTH, HEIGHT] = [900, 1200];

/**
 * What lies on a table, seen at an angle, with a grain that is the same every time.
 *
 * @param sheet where the picture has a sheet of A4, whose upper left corner is the plane's first place
 * @param grain part of the light that a level of it is
 */
export function planePicture(sheet: Quad, colourAt: ColourAt, table: Colour, grain: number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const toSheet = homographyFromPoints(sheet, frameQuad(210, 297))!;
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      const colour = colourAt(project(toSheet, x, y)) ?? table;
      const light = 1 + grainAt(x, y, 5) * grain;
      for (let c = 0; c < 3; c++) data[k + c] = Math.min(255, colour[c] * light);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}
