import { decoding, openPicture } from './picture.js';

/** Fine enough for a look: a form's print at 256 px cannot be read at any quality. */
const JPEG_QUALITY = 80;

/**
 * A picture made small, as JPEG: upright by EXIF, transparency on white, no metadata. A JPEG is decoded at a part of
 * its size.
 *
 * @param width px; a narrower picture keeps its own
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function thumbnail(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  const picture = openPicture(bytes)
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: JPEG_QUALITY });
  return new Uint8Array(await decoding(picture.toBuffer()));
}
