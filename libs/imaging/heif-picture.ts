import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageLimits, PageImage } from './contract.js';
import { decodeHevc } from './hevc.js';
import { decoding, openPicture, readHeader } from './picture.js';
import { checkPixels } from './probe-file.js';

/** Half as many bytes as 98 takes, and two to three times the HEIC's own; the edges of small print stay as they are. */
const JPEG_QUALITY = 95;

/**
 * The main picture of a HEIC or AVIF file as JPEG: upright by the file's own turning, transparency on white, no
 * metadata. What else is in the file (a burst's other pictures, depth, thumbnails) is left out. The wider colours of a
 * phone's HEIC (Display P3) are taken for sRGB's, and come out a little paler.
 *
 * @throws PictureError UNDECODABLE_IMAGE, TOO_LARGE
 */
export async function heifAsJpeg(bytes: Uint8Array, limits: ImageLimits): Promise<PageImage> {
  const header = await readHeader(bytes);
  checkPixels(header.width, header.height, limits);
  const picture = header.compression === 'hevc' ? await openHevc(bytes) : openAv1(bytes, header, limits);
  const { data, info } = await decoding(
    picture
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: new Uint8Array(data), contentType: 'image/jpeg', width: info.width, height: info.height };
}

async function openHevc(bytes: Uint8Array): Promise<Sharp> {
  const { data, width, height, channels } = await decodeHevc(bytes);
  return sharp(data, { raw: { width, height, channels } });
}

function openAv1(bytes: Uint8Array, { pagePrimary }: Metadata, { maxPixels }: ImageLimits): Sharp {
  return openPicture(bytes, { maxPixels, ...(pagePrimary === undefined ? {} : { page: pagePrimary }) });
}
