import { decodeColour, decodeGrey, densityOf, encodeJpeg } from '../../imaging/index.js';
import { isPageAlone, laidFlat } from '../../vision/index.js';
import type { ReferencePicture } from '../contract.js';
import { pictureRoom } from './picture-room.js';

/** Longer side of the copy on which it is seen what there is along the picture's border, px. */
const RIM_LONG_SIDE = 640;
/** Print is to be as sharp as it came: frames are compared with it. */
const JPEG_QUALITY = 92;

/** Cuts out and lays flat a reference page that was photographed or scanned askew. */
export async function layFlatTask(page: Uint8Array): Promise<ReferencePicture> {
  if (isPageAlone(await decodeGrey(page, { longSide: RIM_LONG_SIDE }))) return { picture: null, notes: [] };
  const { flat, notes } = laidFlat(await decodeColour(page), pictureRoom, await densityOf(page));
  if (!flat) return { picture: null, notes };
  const { image, dpi } = flat;
  const { width, height } = image;
  const bytes = await encodeJpeg(image, { dpi, quality: JPEG_QUALITY });
  return { picture: { bytes, contentType: 'image/jpeg', width, height }, notes };
}
