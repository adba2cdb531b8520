import { PAPER, TIMES } from '../form-sheet.js';
import { signatureLines } from '../form-parts.js';
import type { FormDefinition } from '../sample-form.js';

/** Hardly anything on it but lines to write on. */
export const swornStatement: FormDefinition = {
  key: 'dj-1',
  name: 'DJ-1 Declaración jurada',
  language: 'es',
  size: PAPER.a4,
  margin: 62,
  style: { ...TIMES, accent: '#000000', shade: '#eeeeee', size: 11, line: 0.7 },
  draw(sheet) {
    sheet.newPage();
    sheet.say('DJ-1', sheet.left, sheet.y, { font: 'Times-Bold', size: 14 });
    sheet.say('Juzgado de Paz de Valmera', sheet.left, sheet.y + 2, { width: sheet.width, align: 'right' });
    sheet.y += 90;
    sheet.y +=
      sheet.say('DECLARACIÓN JURADA', sheet.left, sheet.y, {
        font: 'Times-Bold',
        size: 20,
        width: sheet.width,
        align: 'center',
      }) + 50;
    for (const lead of ['Don / Doña', 'con documento', 'y domicilio en']) {
      sheet.say(lead, sheet.left, sheet.y);
      sheet.rule(sheet.left + 82, sheet.y + 11, sheet.right, sheet.y + 11);
      sheet.field('text', sheet.left + 84, sheet.y - 8, sheet.width - 84, 18);
      sheet.y += 34;
    }
    sheet.y += sheet.say('DECLARA BAJO JURAMENTO:', sheet.left, sheet.y + 8, { font: 'Times-Bold' }) + 30;
    for (let i = 0; i < 7; i++) {
      sheet.rule(sheet.left, sheet.y + 14, sheet.right, sheet.y + 14, 0.4);
      sheet.field('text', sheet.left, sheet.y - 6, sheet.width, 19);
      sheet.y += 30;
    }
    signatureLines(
      sheet,
      [
        { label: 'Firma', share: 1 },
        { label: 'Fecha', share: 1, kind: 'date' },
      ],
      60,
    );
    sheet.say('DJ-1 (2021)', sheet.left, sheet.bottom - 10, { size: 7 });
  },
};
