import type { Region, Sharp } from 'sharp';
import type { Raster } from '../vision/pixels/raster.js';
import { decoding, openPicture, readHeader } from './picture.js';

export interface DecodeOptions {
  /** Shrink to this many px on the longer side; a smaller picture keeps its size. Full size when left out. */
  longSide?: number;
}

/**
 * The luminance of a picture: one channel, 8 bits, upright by EXIF, transparency on white, whatever the
 * file's depth and colour space.
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function decodeGrey(bytes: Uint8Array, options: DecodeOptions = {}): Promise<Raster> {
  // Not `greyscale()`: it turns the picture grey at its size before shrinking, which takes as long as decoding it
  // twice.
  return toRaster(open(bytes, options).toColourspace('b-w'));
}

/**
 * The colours of a picture: sRGB, three channels, 8 bits, upright by EXIF, transparency on white, whatever
 * the file's depth and colour space.
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function decodeColour(bytes: Uint8Array, options: DecodeOptions = {}): Promise<Raster> {
  return toRaster(open(bytes, options).toColourspace('srgb'));
}

/**
 * The luminance of a part of a picture, as `decodeGrey`.
 * @param part bounds in the upright picture, from 0 to 1
 * @param longSide the part is shrunk to this many px on the longer side
 * @throws PictureError UNDECODABLE_IMAGE
 */
export async function decodeGreyPart(
  bytes: Uint8Array,
  part: { left: number; top: number; width: number; height: number },
  longSide: number,
): Promise<Raster> {
  const { autoOrient: size } = await readHeader(bytes);
  const along = (start: number, length: number, px: number): [number, number] => {
    const first = Math.min(px - 1, Math.floor(start * px));
    return [first, Math.max(1, Math.min(px, Math.ceil((start + length) * px)) - first)];
  };
  const [left, width] = along(part.left, part.width, size.width);
  const [top, height] = along(part.top, part.height, size.height);
  return toRaster(open(bytes, { longSide }, { left, top, width, height }).toColourspace('b-w'));
}

/** @param region of the upright picture, px; all of it when left out */
function open(bytes: Uint8Array, { longSide }: DecodeOptions, region?: Region): Sharp {
  let picture = openPicture(bytes).autoOrient();
  if (region) picture = picture.extract(region);
  picture = picture.flatten({ background: 'white' });
  if (longSide !== undefined)
    picture = picture.resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true });
  return picture;
}

async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await decoding(
    picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3) throw new RangeError(`decoded to ${channels} channels`);
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    width,
    height,
    channels,
  };
}
