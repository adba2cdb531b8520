import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

const { ceil } = Math;

function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A valid two-tone PNG of `side` x `side` px: about 110 kB for 30,000. */
export function vastPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc((1 + ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface TiffOptions {
  pages: number;
  /** The last directory points back to the first. */
  loop?: boolean;
  /** Value of NewSubfileType of the pages from the second on. */
  laterKind?: number;
  /** px per inch across and down. */
  resolution?: [number, number];
  /** What its px are: 1 levels, 2 signed, 3 floating-point numbers. */
  sampleFormat?: number;
}

/** A little-endian, uncompressed, grey TIFF of 8 x 8 px pages that all share one strip. */
export function handmadeTiff({
  pages,
  loop = false,
  laterKind = 0,
  resolution = [200, 200],
  sampleFormat = 1,
}: TiffOptions): Buffer {
  const entries = 13;
  const directory = 2 + entries * 12 + 4;
  const strip = 8;
  const rationals = strip + 64;
  const first = rationals + 16;
  const file = Buffer.alloc(first + pages * directory);
  file.write('II');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(first, 4);
  for (let i = 0; i < 64; i++) file[strip + i] = i * 4;
  resolution.forEach((value, i) => {
    file.writeUInt32LE(value, rationals + 8 * i);
    file.writeUInt32LE(1, rationals + 8 * i + 4);
  });
  for (let page = 0; page < pages; page++) {
    const at = first + page * directory;
    file.writeUInt16LE(entries, at);
    const values: [tag: number, type: number, value: number][] = [
      [254, 4, page === 0 ? 0 : laterKind],
      [256, 3, 8],
      [257, 3, 8],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, strip],
      [277, 3, 1],
      [278, 3, 8],
      [279, 4, 64],
      [282, 5, rationals],
      [283, 5, rationals + 8],
      [339, 3, sampleFormat],
    ];
    values.forEach(([tag, type, value], i) => {
      const entry = at + 2 + i * 12;
      file.writeUInt16LE(tag, entry);
      file.writeUInt16LE(type, entry + 2);
      file.writeUInt32LE(1, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    });
    const next = page + 1 < pages ? at + directory : loop ? first : 0;
    file.writeUInt32LE(next, at + 2 + entries * 12);
  }
  return file;
}

/** A PDF of some kilobytes whose page takes minutes to draw: colour gradients over all of it, one upon the other. */
export function endlessPdf(): Promise<Buffer> {
  const layers = 2_000;
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    const { width, height } = document.page;
    const gradient = document.radialGradient(0, 0, 0, width / 2, height / 2, height);
    gradient.stop(0, 'red').stop(1, 'blue');
    for (let layer = 0; layer < layers; layer++) document.rect(0, 0, width, height).fill(gradient);
    document.end();
  });
}

/** A PDF with a line of text on each page, and a red square on every second. */
export function pdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'A4', ...options });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    for (let page = 0; page < pages; page++) {
      if (page > 0) document.addPage();
      document.fillColor('black').text(`Page ${page + 1}`);
      if (page % 2 === 1) document.fillColor('red').rect(72, 144, 72, 72).fill();
    }
    document.end();
  });
}
