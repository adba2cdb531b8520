import { decodeColour, decodeGrey, encodeJpeg } from '../../imaging/index.js';
import { isPageAlone, laidFlat } from '../../vision/index.js';
import type { PageImage } from '../contract.js';
import { pictureRoom } from './picture-room.js';

/** Longer side of the copy on which it is seen what there is along the picture's border, px. */
const RIM_LONG_SIDE = 640;
/** Print is to be as sharp as it came: frames are compared with it. */
const JPEG_QUALITY = 92;

/** Cuts out and lays flat a reference page that was photographed or scanned askew; null: it stays as it came. */
export async function layFlatTask(page: Uint8Array): Promise<PageImage | null> {
  if (isPageAlone(await decodeGrey(page, { longSide: RIM_LONG_SIDE }))) return null;
  const flat = laidFlat(await decodeColour(page), pictureRoom);
  if (!flat) return null;
  const { image, dpi } = flat;
  const bytes = await encodeJpeg(image, { dpi, quality: JPEG_QUALITY });
  return { bytes, contentType: 'image/jpeg', width: image.width, height: image.height };
}
