import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { renderPdfPage } from '../support/render-pdf-page.js';

export interface SheetEntry {
  photo: Buffer;
  normalized: Buffer | null;
  title: string;
  form: string;
  /** 0..1 */
  confidence: number;
  flag: string | null;
}

/** Points of a PDF page. */
const cell = { width: 250, height: 215, picture: 150, gap: 6 };
const columns = 3;
const margin = 14;
const renderDpi = 144;
/** Pictures are shrunk to this many px a side before they are placed. */
const pictureLongSide = 420;

/**
 * Each photograph beside its normalized page, with form and confidence under them, as PNG. Text is set by
 * pdfkit's own fonts and rendered by pdfium, so that it looks the same on a machine without any.
 */
export async function drawPictureSheet(entries: readonly SheetEntry[]): Promise<Buffer> {
  const rows = Math.ceil(entries.length / columns);
  const size: [number, number] = [2 * margin + columns * cell.width, 2 * margin + rows * cell.height];
  const document = new PDFDocument({ size, margin: 0 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.rect(0, 0, ...size).fill('#eceff1');
  for (const [index, entry] of entries.entries()) {
    const x = margin + (index % columns) * cell.width;
    const y = margin + Math.floor(index / columns) * cell.height;
    await drawEntry(document, entry, x, y);
  }
  document.end();
  await ended;
  const page = await renderPdfPage(Buffer.concat(chunks), 1, renderDpi);
  const { width, height, channels } = page;
  return sharp(page.data, { raw: { width, height, channels } }).png().toBuffer();
}

async function drawEntry(
  document: PDFKit.PDFDocument,
  entry: SheetEntry,
  x: number,
  y: number,
): Promise<void> {
  const half = cell.width / 2 - cell.gap;
  await place(document, entry.photo, x, y, half);
  if (entry.normalized) await place(document, entry.normalized, x + half + cell.gap, y, half);
  const width = cell.width - 2 * cell.gap;
  const top = y + cell.picture + 5;
  document
    .fillColor('#607d8b')
    .font('Helvetica')
    .fontSize(7.5)
    .text(entry.title, x, top, { width, lineBreak: false });
  document
    .fillColor('#000')
    .font('Helvetica-Bold')
    .fontSize(8)
    .text(entry.form, x, top + 11, { width, height: 20, ellipsis: true });
  const notes = [`confidence ${entry.confidence.toFixed(2)}`, ...(entry.flag ? [entry.flag] : [])].join(
    '   ',
  );
  document
    .fillColor('#37474f')
    .font('Helvetica')
    .fontSize(7.5)
    .text(notes, x, top + 33, { width, lineBreak: false });
}

async function place(
  document: PDFKit.PDFDocument,
  bytes: Buffer,
  x: number,
  y: number,
  width: number,
): Promise<void> {
  const small = await sharp(bytes)
    .autoOrient()
    .resize(pictureLongSide, pictureLongSide, { fit: 'inside' })
    .jpeg({ quality: 88 })
    .toBuffer();
  document.image(small, x, y, { fit: [width, cell.picture], align: 'center', valign: 'center' });
}
