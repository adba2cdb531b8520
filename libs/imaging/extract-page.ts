import type { Raster } from '../vision/pixels/raster.js';
import { PictureError, type ImageLimits, type PageImage } from './contract.js';
import { PNG_LEVEL, encodePng } from './encode.js';
import { sniffFormat, unsupported } from './file-format.js';
import { heifAsJpeg } from './heif-picture.js';
import { renderPdfPage } from './pdf-document.js';
import { decoding, openPicture, readHeader } from './picture.js';
import { checkPixels } from './probe-file.js';
import { readTiffPages, type TiffPage } from './tiff-directory.js';

/** Px that are wider than high (or the reverse) by more than this get squared. */
const SQUARE_PIXEL_TOLERANCE = 0.02;
/** Density written into a page whose file does not tell one, px per inch. */
const UNKNOWN_DPI = 72;

/**
 * One page of an uploaded file as it is stored. A single picture keeps its bytes untouched; a page of a
 * TIFF or PDF becomes a PNG (a PDF's at 300 dpi, or less where that would exceed the limits). A TIFF of one
 * page keeps its bytes too, unless its pixels are not square, as fax machines write them. HEIC and AVIF, which
 * few viewers show, become JPEG.
 *
 * @param index page of the file, from 0
 * @throws PictureError UNSUPPORTED_IMAGE, TOO_LARGE, UNDECODABLE_IMAGE
 */
export async function extractPage(bytes: Uint8Array, index: number, limits: ImageLimits): Promise<PageImage> {
  const format = sniffFormat(bytes);
  if (format === null) throw unsupported(bytes);
  if (format === 'pdf') {
    const { raster, dpi } = await renderPdfPage(bytes, index, limits.maxPixels);
    return pngPage(inFewestChannels(raster), dpi);
  }
  if (format === 'tiff') return extractTiffPage(bytes, index, limits);
  if (index !== 0) throw new PictureError('UNDECODABLE_IMAGE', `no page ${index + 1} in a ${format} file`);
  if (format === 'heif') return heifAsJpeg(bytes, limits);
  const { width, height } = await orientedSize(bytes);
  checkPixels(width, height, limits);
  return { bytes, contentType: `image/${format}`, width, height };
}

async function extractTiffPage(bytes: Uint8Array, index: number, limits: ImageLimits): Promise<PageImage> {
  const pages = readTiffPages(bytes, limits.maxPages);
  const page = pages[index];
  if (page === undefined) throw new PictureError('UNDECODABLE_IMAGE', `no page ${index + 1} in the TIFF`);
  checkPixels(page.width, page.height, limits);
  if (pages.length === 1 && page.directory === 0 && hasSquarePixels(page)) {
    const { width, height } = await orientedSize(bytes);
    return { bytes, contentType: 'image/tiff', width, height };
  }
  const header = await readHeader(bytes, page.directory);
  let picture = openPicture(bytes, { page: page.directory, maxPixels: limits.maxPixels });
  if (!hasSquarePixels(page)) {
    // The coarser direction is stretched: nothing of the finer one is lost.
    const { width, height } = squared(page, limits);
    picture = picture.resize(width, height, { fit: 'fill' });
  }
  const { data, info } = await decoding(
    picture
      .autoOrient()
      .flatten({ background: 'white' })
      // Else a grey page is written as three channels.
      .toColourspace(header.space === 'b-w' || header.space === 'grey16' ? 'b-w' : 'srgb')
      .withDensity(Math.round(header.density ?? UNKNOWN_DPI) || UNKNOWN_DPI)
      .png({ compressionLevel: PNG_LEVEL })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: new Uint8Array(data), contentType: 'image/png', width: info.width, height: info.height };
}

function hasSquarePixels(page: TiffPage): boolean {
  return Math.abs(page.pixelAspect - 1) <= SQUARE_PIXEL_TOLERANCE;
}

/** Size with square px, in px: as large as the finer direction asks for, within the limits. */
function squared(page: TiffPage, limits: ImageLimits): { width: number; height: number } {
  const aspect = page.pixelAspect;
  const full =
    aspect > 1
      ? { width: page.width, height: page.height * aspect }
      : { width: page.width / aspect, height: page.height };
  const shrink = Math.min(1, Math.sqrt(limits.maxPixels / (full.width * full.height)));
  return {
    width: Math.max(1, Math.floor(full.width * shrink)),
    height: Math.max(1, Math.floor(full.height * shrink)),
  };
}

/** Size in px as a viewer shows the picture. */
async function orientedSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await readHeader(bytes);
  return autoOrient;
}

async function pngPage(raster: Raster, dpi: number): Promise<PageImage> {
  return {
    bytes: await encodePng(raster, { dpi }),
    contentType: 'image/png',
    width: raster.width,
    height: raster.height,
  };
}

/** An RGBA raster as luminance, where all is grey: most forms are, and a third of the size. */
function inFewestChannels({ data, width, height, channels }: Raster): Raster {
  const grey = luminanceIfGrey(data);
  return grey ? { data: grey, width, height, channels: 1 } : { data, width, height, channels };
}

/** Of RGBA px whose three colours are the same everywhere, that colour; null else. */
function luminanceIfGrey(data: Raster['data']): Uint8Array | null {
  const grey = new Uint8Array(data.length / 4);
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    const level = data[at];
    if (level !== data[at + 1] || level !== data[at + 2]) return null;
    grey[i] = level;
  }
  return grey;
}
