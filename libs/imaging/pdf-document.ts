import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import type { Raster } from '../vision/pixels/raster.js';
import { PictureError } from './contract.js';
import { isWasmCrash } from './wasm-crash.js';

/** Density that pages are rendered at: what a good scanner gives. */
const PDF_DPI = 300;
/** Points of PDF per inch. */
const POINTS_PER_INCH = 72;
/**
 * Largest rendering in px, whatever the service's own limit: each px takes 4 bytes of the WebAssembly heap and 4
 * outside of it. A3 at 300 dpi has 17.4 million.
 */
const PDF_MAX_PIXELS = 25_000_000;

let library: Promise<PDFiumLibrary> | undefined;

/** The renderer of this thread, loaded on first use from the package's own file. */
function pdfium(): Promise<PDFiumLibrary> {
  library ??= (async () => {
    const file = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
    return PDFiumLibrary.init({ wasmBinary: new Uint8Array(file).buffer });
  })();
  return library;
}

/**
 * Opens a PDF, runs `work` on it and closes it again.
 * @throws PictureError UNDECODABLE_IMAGE when it is damaged, encrypted, or crashes the renderer
 */
async function withPdf<T>(bytes: Uint8Array, work: (document: PDFiumDocument) => Promise<T> | T): Promise<T> {
  const renderer = await pdfium();
  let document: PDFiumDocument | undefined;
  try {
    document = await renderer.loadDocument(bytes);
    const result = await work(document);
    document.destroy();
    return result;
  } catch (error) {
    if (isWasmCrash(error)) {
      // The renderer's heap is in an unknown state: leave it to the garbage collector, start afresh next time.
      library = undefined;
    } else document?.destroy();
    if (error instanceof PictureError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PictureError('UNDECODABLE_IMAGE', `cannot be decoded: ${reason}`);
  }
}

/**
 * Number of pages of a PDF; none is rendered.
 * @throws PictureError TOO_LARGE over `maxPages`; UNDECODABLE_IMAGE when it is damaged, encrypted or has none
 */
export function pdfPageCount(bytes: Uint8Array, maxPages: number): Promise<number> {
  return withPdf(bytes, (document) => {
    const pages = document.getPageCount();
    if (pages < 1) throw new PictureError('UNDECODABLE_IMAGE', 'a PDF without pages');
    if (pages > maxPages) throw new PictureError('TOO_LARGE', `more than ${maxPages} pages`);
    return pages;
  });
}

/**
 * A page of a PDF drawn on white at 300 dpi, or at the density that keeps it within `maxPixels`; the fields of a
 * fillable one as a viewer shows them, filled in or empty.
 * @param index page, from 0
 * @returns RGBA pixels, opaque, and their density in px per inch
 * @throws PictureError UNDECODABLE_IMAGE when the page is not there or cannot be drawn
 */
export function renderPdfPage(
  bytes: Uint8Array,
  index: number,
  maxPixels: number,
): Promise<{ raster: Raster; dpi: number }> {
  return withPdf(bytes, async (document) => {
    if (index < 0 || index >= document.getPageCount())
      throw new PictureError('UNDECODABLE_IMAGE', `no page ${index + 1} in the PDF`);
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0))
      throw new PictureError('UNDECODABLE_IMAGE', `page ${index + 1} of the PDF has no size`);
    const inches = { width: originalWidth / POINTS_PER_INCH, height: originalHeight / POINTS_PER_INCH };
    const allowed = Math.min(maxPixels, PDF_MAX_PIXELS);
    const dpi = Math.min(PDF_DPI, Math.sqrt(allowed / (inches.width * inches.height)));
    // A sliver of a page keeps one px; the other side is held to the limit.
    const width = Math.min(allowed, Math.max(1, Math.floor(inches.width * dpi)));
    const height = Math.min(Math.floor(allowed / width), Math.max(1, Math.floor(inches.height * dpi)));
    // What someone typed or ticked stands in fields, which are drawn only when asked for. This build of PDFium has no
    // JavaScript, so that none of the document's runs. A page is drawn once: `render` closes it.
    const drawn = await page.render({
      width,
      height,
      scale: 1,
      colorSpace: 'BGRA',
      render: 'bitmap',
      renderFormFields: true,
    });
    return { raster: { data: drawn.data, width: drawn.width, height: drawn.height, channels: 4 }, dpi };
  });
}
