import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { Random } from '../random.js';
import { drawEmblem } from './emblem.js';
import { FormSheet, HELVETICA, PAPER, TIMES } from './form-sheet.js';
import { prose } from './form-parts.js';
import { ENGLISH_RIGHTS, SPANISH_TERMS } from './prose.js';

/** Symbols that a cover sheet may bear. */
export type CoverSymbol = 'QRCode' | 'Code128' | 'DataMatrix' | 'PDF417' | 'Aztec';

// Sides of the symbol on paper, points; bars of linear codes are stretched to their height.
const SYMBOL_WIDTH = { QRCode: 150, Code128: 320, DataMatrix: 130, PDF417: 300, Aztec: 140 };
const LINEAR_HEIGHT = 80;

let writerLoaded = false;

/** The package would fetch its WebAssembly from the network; it is read from the package itself. */
function loadWriter(): void {
  if (writerLoaded) return;
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
  writerLoaded = true;
}

/**
 * A page that carries little but a symbol that holds `text`, as PDF.
 * @throws Error when the text cannot be held by the symbol
 */
export async function coverSheet(text: string, symbol: CoverSymbol = 'QRCode'): Promise<Buffer> {
  loadWriter();
  const written = await writeBarcode(text, { format: symbol, addQuietZones: false });
  if (written.error) throw new Error(written.error);
  const { data, width, height } = written.symbol;
  const sheet = new FormSheet({
    title: `Cover sheet ${text}`,
    language: 'en',
    size: PAPER.a4,
    margin: 56,
    style: { ...HELVETICA, accent: '#000000', shade: '#eeeeee', size: 10, line: 0.8 },
  });
  sheet.newPage();
  drawEmblem(sheet, 'seal', sheet.left, sheet.y, 36, '#000000');
  sheet.say('Valmere Records Office', sheet.left + 46, sheet.y + 12, { size: 13 });
  sheet.say('Packet cover sheet', sheet.left, sheet.y + 90, {
    font: 'Helvetica-Bold',
    size: 24,
    width: sheet.width,
    align: 'center',
  });
  const cell = SYMBOL_WIDTH[symbol] / width;
  const linear = symbol === 'Code128';
  const tall = linear ? LINEAR_HEIGHT / height : cell;
  const left = sheet.left + (sheet.width - width * cell) / 2;
  const top = sheet.y + 190;
  // Runs of dark cells are drawn whole: seams between cells would show as light hairlines.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] > 127) continue;
      let end = x + 1;
      while (end < width && data[y * width + end] <= 127) end++;
      sheet.box(left + x * cell, top + y * tall, (end - x) * cell, tall * 1.02, { fill: '#000000', line: 0 });
      x = end;
    }
  sheet.say(text, sheet.left, top + height * tall + 14, {
    font: 'Courier',
    size: 11,
    width: sheet.width,
    align: 'center',
  });
  return sheet.finish();
}

/**
 * An answer sheet: numbers, each with rings for the letters A to D, in two columns; as PDF.
 * @param lettered whether the letters stand in the rings; else these stand in a ruled grid
 */
export function answerSheet(lettered = true): Promise<Buffer> {
  const sheet = new FormSheet({
    title: 'Answer sheet',
    language: 'en',
    size: PAPER.a4,
    margin: 56,
    style: { ...HELVETICA, accent: '#000000', shade: '#eeeeee', size: 9, line: 0.8 },
  });
  sheet.newPage();
  sheet.say('Name', sheet.left, sheet.y);
  const rows = 30;
  for (let k = 0; k < 2 * rows; k++) {
    const x = sheet.left + 40 + (k < rows ? 0 : sheet.width / 2);
    const y = sheet.y + 40 + (k % rows) * 22;
    sheet.say(`${k + 1}.`, x - 20, y - 4);
    [...'ABCD'].forEach((letter, i) => {
      sheet.circle(x + 20 + i * 26, y, 6.5, { line: 0.9 });
      if (lettered) sheet.say(letter, x + 17.6 + i * 26, y - 3.2, { size: 7 });
      else sheet.box(x + 7 + i * 26, y - 11, 26, 22, { line: 0.5 });
    });
  }
  return sheet.finish();
}

/** A page of no form: a letter of one's own, by seed, as PDF. */
export function letter(seed: number): Promise<Buffer> {
  const random = new Random(seed);
  const english = random.chance(0.5);
  const text = random
    .shuffled((english ? ENGLISH_RIGHTS : SPANISH_TERMS).filter((p) => !p.startsWith('#')))
    .slice(0, random.int(3, 6));
  const sheet = new FormSheet({
    title: `Letter ${seed}`,
    language: english ? 'en' : 'es',
    size: random.pick([PAPER.a4, PAPER.letter]),
    margin: random.between(58, 84),
    style: {
      ...random.pick([HELVETICA, TIMES]),
      accent: '#000000',
      shade: '#eeeeee',
      size: random.between(10, 12),
      line: 0.8,
    },
  });
  sheet.newPage();
  const sender = ['Elena Marsh', '14 Harbour Steps', 'Puerto Viejo'];
  sender.forEach((line, i) =>
    sheet.say(
      line,
      sheet.left,
      sheet.y + i * 14,
      random.chance(0.5) ? {} : { width: sheet.width, align: 'left' },
    ),
  );
  sheet.say(`${random.int(1, 28)}. ${random.int(1, 12)}. 2025`, sheet.left, sheet.y + 14, {
    width: sheet.width,
    align: 'right',
  });
  sheet.y += 110;
  sheet.y += sheet.say(english ? 'Dear Mr Okafor,' : 'Estimado señor:', sheet.left, sheet.y) + 14;
  prose(sheet, text, { after: 12, gap: 3, align: random.pick(['left', 'justify']) });
  sheet.say(english ? 'Yours sincerely,' : 'Atentamente,', sheet.left, sheet.y + 10);
  sheet.say(sender[0], sheet.left, sheet.y + 70);
  return sheet.finish();
}
