import {
  decodeGrey,
  densityOf,
  encodeBitonalPng,
  encodeBitonalTiff,
  encodeJpeg,
} from '../../imaging/index.js';
import { toBitonal } from '../../vision/light/bitonal.js';
import type { EncodedPicture, PictureTone } from '../contract.js';

/** As normalized images are written: text without visible rings. */
const JPEG_QUALITY = 85;
/** Density taken for pictures that say none, px an inch. */
const USUAL_DPI = 200;

/** A normalized image, given as an encoded picture, in grey or in two tones; its density is kept. */
export async function toneTask(picture: Uint8Array, tone: PictureTone): Promise<EncodedPicture> {
  const grey = await decodeGrey(picture);
  const dpi = (await densityOf(picture)) ?? USUAL_DPI;
  switch (tone) {
    case 'gray':
      return { bytes: await encodeJpeg(grey, { dpi, quality: JPEG_QUALITY }), contentType: 'image/jpeg' };
    case 'bitonal-png':
      return { bytes: encodeBitonalPng(toBitonal(grey, dpi), { dpi }), contentType: 'image/png' };
    case 'bitonal-tiff':
      return {
        bytes: await encodeBitonalTiff(toBitonal(grey, dpi), { dpi }),
        contentType: 'image/tiff',
      };
  }
}
