import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../vision/pixels/raster.js';

/**
 * zlib level for PNG pages. A dense form at 300 dpi, grey: 829 kB in 32 ms of one core; level 1 takes 1,062 kB
 * in 11 ms, level 9 808 kB in 186 ms.
 */
export const PNG_LEVEL = 6;

/**
 * Huffman tables made for each picture save 8 % of a normalized page (676 kB instead of 732 at 270 dpi) and take
 * 37 ms of one core for the encoding instead of 15.
 */
export const OPTIMISE_CODING = false;

/**
 * A raster as JPEG with its density written, no orientation and no other metadata.
 * @param dpi px per inch, rounded to an integer
 * @param quality 1..100
 */
export function encodeJpeg(
  raster: Raster,
  { dpi, quality }: { dpi: number; quality: number },
): Promise<Uint8Array> {
  return encoded(raster, dpi, (picture) => picture.jpeg({ quality, optimiseCoding: OPTIMISE_CODING }));
}

/** A raster as PNG with its density written; one channel stays one, of four the last is left out. Lossless. */
export function encodePng(raster: Raster, { dpi }: { dpi: number }): Promise<Uint8Array> {
  return encoded(raster, dpi, (picture) => picture.removeAlpha().png({ compressionLevel: PNG_LEVEL }));
}

async function encoded(raster: Raster, dpi: number, write: (picture: Sharp) => Sharp): Promise<Uint8Array> {
  const { data, width, height, channels } = raster;
  const picture = sharp(data, { raw: { width, height, channels } })
    // Else a raster of one channel is written as three.
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .withDensity(Math.max(1, Math.round(dpi)));
  return new Uint8Array(await write(picture).toBuffer());
}
