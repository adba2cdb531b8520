import {
  decodeGrey,
  densityOf,
  encodeBitonalPng,
  encodeBitonalTiff,
  encodeJpeg,
  resizedGrey,
} from '../../imaging/index.js';
import type { Raster } from '../../vision/index.js';
import { toBitonal } from '../../vision/light/bitonal.js';
import type { EncodedPicture, PictureTone } from '../contract.js';

/** As normalized images are written: text without visible rings. */
const JPEG_QUALITY = 85;
/** Density taken for pictures that say none, px an inch. */
const USUAL_DPI = 200;
/**
 * Density of two-tone pictures, px an inch, as archives have it: what a px's grey says of a stroke's width and place is
 * lost with two tones, and kept by more of them.
 */
const BITONAL_DPI = 300;
/** Enlarged at most so many times along each axis, and to so many px (A3 at 300 dpi has 17.4 million). */
const MOST_TIMES = 2;
const MOST_PIXELS = 24e6;

/**
 * A normalized image, given as an encoded picture: in grey at its own density, or in two tones, enlarged to 300 dpi or
 * twice its density where it has less.
 */
export async function toneTask(picture: Uint8Array, tone: PictureTone): Promise<EncodedPicture> {
  const grey = await decodeGrey(picture);
  const dpi = (await densityOf(picture)) ?? USUAL_DPI;
  if (tone === 'gray')
    return { bytes: await encodeJpeg(grey, { dpi, quality: JPEG_QUALITY }), contentType: 'image/jpeg' };
  const times = enlargement(grey, dpi);
  const tones = toBitonal(await resizedGrey(grey, times), dpi * times, Math.round(times));
  const density = { dpi: dpi * times };
  return tone === 'bitonal-png'
    ? { bytes: encodeBitonalPng(tones, density), contentType: 'image/png' }
    : { bytes: await encodeBitonalTiff(tones, density), contentType: 'image/tiff' };
}

/** How many times a picture is enlarged along each axis before its tones are told, 1 or more. */
function enlargement({ width, height }: Raster, dpi: number): number {
  return Math.max(1, Math.min(BITONAL_DPI / dpi, MOST_TIMES, Math.sqrt(MOST_PIXELS / (width * height))));
}
