import { decodeColour, densityOf, encodeJpeg } from '../../imaging/index.js';
import type { NormalizedImage, ReferencePage } from '../contract.js';
import { pictureRoom } from './picture-room.js';
import { referenceIn } from './reference-cache.js';
import { normalizeFrame } from '../../vision/index.js';

/** JPEG quality of a normalized image: text without visible rings at about 1 MB a page of 300 dpi. */
const NORMALIZED_JPEG_QUALITY = 85;

/** Lays a frame onto its reference page, or straightens it by itself when there is none. */
export async function normalizeTask(
  frame: Uint8Array,
  reference: ReferencePage | null,
): Promise<NormalizedImage> {
  const picture = await decodeColour(frame);
  const page = reference && (await referenceIn(picture, reference));
  const { image, dpi, flag } = normalizeFrame(picture, page, pictureRoom, await densityOf(frame));
  return {
    bytes: await encodeJpeg(image, { dpi, quality: NORMALIZED_JPEG_QUALITY }),
    contentType: 'image/jpeg',
    width: image.width,
    height: image.height,
    dpi,
    flag,
  };
}
