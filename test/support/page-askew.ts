import { remap } from '../../libs/vision/pixels/remap.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';

/** A page turned by so many degrees clockwise about its centre, in a picture of its size. */
export function pageAskew(page: Raster, degrees: number): Raster {
  const angle = (-degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return remap(
    page,
    meshFrom(page.width, page.height, (x, y) => {
      const [u, v] = [x - page.width / 2, y - page.height / 2];
      return { x: page.width / 2 + u * c - v * s, y: page.height / 2 + u * s + v * c };
    }),
  );
}
