import { decoding, openPicture } from './picture.js';

/**
 * Density that a picture's file says it has, px per inch; null when it says none.
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function densityOf(bytes: Uint8Array): Promise<number | null> {
  const { density } = await decoding(openPicture(bytes).metadata());
  return density ?? null;
}
