import { HELVETICA, PAPER } from '../form-sheet.js';
import { checkList, fieldRow, pageFooter, prose, signatureLines, yesNoQuestions } from '../form-parts.js';
import { runningTitle } from '../form-titles.js';
import type { FormDefinition } from '../sample-form.js';

/** Two columns of boxes, one for either party, on small paper. */
export const vehicleTransfer: FormDefinition = {
  key: 'tr-5',
  name: 'TR-5 Transfer of a Vehicle',
  language: 'en',
  size: PAPER.a5,
  margin: 24,
  style: { ...HELVETICA, accent: '#4a3a8c', shade: '#e7e4f3', size: 7.5, line: 0.6 },
  draw(sheet) {
    sheet.newPage();
    runningTitle(sheet, 'TRANSPORT OFFICE OF VALMERE', 'TR-5 · 2025', 'bar');
    sheet.y +=
      sheet.say('Transfer of a Vehicle', sheet.left, sheet.y, {
        font: 'Helvetica-Bold',
        size: 15,
        color: '#4a3a8c',
      }) + 4;
    const half = sheet.width / 2;
    const top = sheet.y;
    ['Seller', 'Buyer'].forEach((party, side) => {
      const x = sheet.left + side * half;
      sheet.box(x, top, half - 4, 172, { line: 1, color: '#4a3a8c' });
      sheet.say(party, x + 6, top + 5, { font: 'Helvetica-Bold', size: 10 });
      ['Name or firm', 'Address', 'Town and postal code', 'Personal or business no.', 'Telephone'].forEach(
        (label, i) => {
          const y = top + 24 + i * 29;
          sheet.say(label, x + 6, y, { size: 6 });
          sheet.rule(x + 6, y + 24, x + half - 10, y + 24, 0.5);
          sheet.field('text', x + 7, y + 8, half - 18, 15);
        },
      );
    });
    sheet.y = top + 180;
    fieldRow(
      sheet,
      [
        { label: 'Make and model', share: 2 },
        { label: 'Plate', share: 1 },
        { label: 'First registered', share: 1, kind: 'date' },
      ],
      26,
    );
    fieldRow(
      sheet,
      [
        { label: 'Vehicle identification number', share: 3, cells: 17 },
        { label: 'Odometer, km', share: 1, kind: 'amount' },
      ],
      28,
    );
    sheet.y += 6;
    checkList(
      sheet,
      ['Sold', 'Given', 'Inherited', 'Exported', 'Both plates handed over', 'Lien released'],
      3,
      'Kind of transfer',
    );
    yesNoQuestions(
      sheet,
      [
        'The vehicle has been in an accident known to the seller',
        'The vehicle was used as a taxi, hire car or school car',
      ],
      ['Yes', 'No'],
    );
    prose(
      sheet,
      [
        'Both parties confirm that what is stated is true. The buyer must register the vehicle within ten days; until then the seller remains liable for the road charge.',
      ],
      { size: 6.5 },
    );
    signatureLines(
      sheet,
      [
        { label: 'Seller', share: 1 },
        { label: 'Buyer', share: 1 },
      ],
      26,
    );
    pageFooter(sheet, 'White: office. Yellow: buyer.', 'TR-5 (1.2025)', '');
  },
};
