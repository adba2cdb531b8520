import sharp from 'sharp';
import type { Raster } from '../vision/pixels/raster.js';

/**
 * A grey raster enlarged by cubic convolution.
 * @param times along each axis, 1 or more; sides are rounded to whole px
 */
export async function enlargeGrey(raster: Raster, times: number): Promise<Raster> {
  if (times <= 1) return raster;
  const { data, width, height } = raster;
  const enlarged = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * times), Math.round(height * times), { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(enlarged.data.buffer, enlarged.data.byteOffset, enlarged.data.byteLength),
    width: enlarged.info.width,
    height: enlarged.info.height,
    channels: 1,
  };
}
