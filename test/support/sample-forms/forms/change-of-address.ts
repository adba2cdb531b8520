import { HELVETICA, PAPER } from '../form-sheet.js';
import { pageFooter, signatureLines } from '../form-parts.js';
import { centredTitle } from '../form-titles.js';
import type { FormDefinition } from '../sample-form.js';

/** A short form with combs and much white. */
export const changeOfAddress: FormDefinition = {
  key: 'cr-12',
  name: 'CR-12 Notice of Change of Address',
  language: 'en',
  size: PAPER.letter,
  margin: 54,
  style: { ...HELVETICA, accent: '#7a1f1f', shade: '#f3e6e6', size: 10, line: 0.8 },
  draw(sheet) {
    sheet.newPage();
    centredTitle(sheet, {
      number: 'CR-12',
      year: '2025',
      title: 'Notice of Change of Address',
      subtitle: 'Civil Registry Ordinance, section 9: to be handed in within 14 days of moving',
      office: ['Valmere Civil Registry', 'Office of Residents'],
      control: 'Free of charge',
      emblem: 'shield',
    });
    sheet.y += 16;
    for (const [label, cells] of [
      ['Family name', 26],
      ['Given names', 26],
      ['Personal number', 10],
      ['Moved on (day, month, year)', 8],
      ['Former street and number', 26],
      ['New street and number', 26],
      ['Town', 18],
      ['Postal code', 5],
    ] as const) {
      sheet.say(label, sheet.left, sheet.y, { font: 'Helvetica-Bold', size: 9 });
      sheet.comb(sheet.left, sheet.y + 12, 19, cells, 19);
      sheet.y += 45;
    }
    sheet.y += 8;
    signatureLines(sheet, [
      { label: 'Signature', share: 2 },
      { label: 'Place and date', share: 1, kind: 'date' },
    ]);
    pageFooter(sheet, 'Valmere Civil Registry', 'CR-12 / 03.2025', '1 of 1');
  },
};
