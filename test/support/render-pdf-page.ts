import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const POINTS_PER_INCH = 72;

let library: Promise<PDFiumLibrary> | undefined;

/**
 * A page of a PDF as RGB pixels, drawn by PDFium with its built-in substitutes for the 14 standard fonts.
 * A place at (x, y) points from the page's top left corner lies at (x * dpi / 72 - 0.5, y * dpi / 72 - 0.5)
 * of the raster, since a raster's (0, 0) is the centre of its first pixel.
 * @param page counted from 1
 * @param dpi px per inch
 * @throws RangeError when the document has no such page
 */
export async function renderPdfPage(pdf: Uint8Array, page: number, dpi: number): Promise<Raster> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(pdf);
  try {
    if (page < 1 || page > document.getPageCount()) throw new RangeError(`the document has no page ${page}`);
    const sheet = document.getPage(page - 1);
    const { originalWidth, originalHeight } = sheet.getOriginalSize();
    // Given by size: by `scale`, the wrapper drops the fraction of a point that A4 has.
    const picture = await sheet.render({
      width: Math.round((originalWidth * dpi) / POINTS_PER_INCH),
      height: Math.round((originalHeight * dpi) / POINTS_PER_INCH),
      render: 'bitmap',
      colorSpace: 'BGRA',
    });
    // PDFium writes BGRA, the wrapper turns it to RGBA.
    const pixels = picture.width * picture.height;
    const data = new Uint8Array(pixels * 3);
    for (let i = 0, s = 0, d = 0; i < pixels; i++, s += 4, d += 3) {
      data[d] = picture.data[s];
      data[d + 1] = picture.data[s + 1];
      data[d + 2] = picture.data[s + 2];
    }
    return { data, width: picture.width, height: picture.height, channels: 3 };
  } finally {
    document.destroy();
  }
}

/**
 * The first page of a PDF as a scanner gives it, JPEG.
 * @param dpi px per inch
 */
export async function scanPdf(pdf: Uint8Array, dpi: number): Promise<Buffer> {
  const { data, width, height, channels } = await renderPdfPage(pdf, 1, dpi);
  return sharp(data, { raw: { width, height, channels } }).jpeg().toBuffer();
}
