import { decodeColour, encodeJpeg } from '../../imaging/index.js';
import { decodeProfile, drawOverlay, explainMatch, toGrey } from '../../vision/index.js';
import type { EncodedPicture } from '../contract.js';

/** Longer side of an overlay, px. */
const LONG_SIDE = 1600;
const JPEG_QUALITY = 85;
/** A picture for the screen; its density means nothing. */
const SCREEN_DPI = 72;

/**
 * A frame with what speaks for a page drawn on it; null when the page is not found in it.
 * @param page profile of the page
 * @param rival profile of the page that comes next to it
 */
export async function overlayTask(
  frame: Uint8Array,
  page: Uint8Array,
  rival: Uint8Array | null,
): Promise<EncodedPicture | null> {
  const picture = await decodeColour(frame, { longSide: LONG_SIDE });
  const explanation = explainMatch(toGrey(picture), decodeProfile(page), rival && decodeProfile(rival));
  if (!explanation) return null;
  const bytes = await encodeJpeg(drawOverlay(picture, explanation), {
    dpi: SCREEN_DPI,
    quality: JPEG_QUALITY,
  });
  return { bytes, contentType: 'image/jpeg' };
}
