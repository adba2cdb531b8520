import type { Sharp } from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';

/** The pixels of a picture, without an alpha channel. */
export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(data),
    width: info.width,
    height: info.height,
    channels: info.channels as 1 | 3,
  };
}
