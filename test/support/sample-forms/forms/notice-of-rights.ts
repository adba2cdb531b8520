import { PAPER, TIMES } from '../form-sheet.js';
import { fieldRow, pageFooter, prose, signatureLines } from '../form-parts.js';
import { runningTitle } from '../form-titles.js';
import { ENGLISH_RIGHTS } from '../prose.js';
import type { FormDefinition } from '../sample-form.js';

/** Almost all text: rights and duties, in two columns, with one slip to sign. */
export const noticeOfRights: FormDefinition = {
  key: 'lg-4',
  name: 'LG-4 Notice of Rights and Duties of Claimants',
  language: 'en',
  size: PAPER.letter,
  margin: 42,
  style: { ...TIMES, accent: '#000000', shade: '#eeeeee', size: 8.6, line: 0.5 },
  draw(sheet) {
    const identity = 'LG-4 E (2023)';
    sheet.newPage();
    runningTitle(sheet, 'Board of Benefits of Valmere', 'LG-4 E (2023)');
    sheet.y +=
      sheet.say('Notice of Rights and Duties of Claimants', sheet.left, sheet.y, {
        font: 'Times-Bold',
        size: 17,
        width: sheet.width,
        align: 'center',
      }) + 8;
    prose(sheet, ENGLISH_RIGHTS.slice(0, 24), { columns: 2, until: sheet.bottom - 16 });
    pageFooter(sheet, 'Please read before you sign on page 2', identity, 'Page 1 of 2');
    sheet.newPage();
    runningTitle(sheet, 'Notice of Rights and Duties of Claimants', identity);
    prose(sheet, ENGLISH_RIGHTS.slice(24), { columns: 2, until: sheet.y + 400 });
    sheet.dashedRule(sheet.left, sheet.y + 10, sheet.right, sheet.y + 10);
    sheet.y += 20;
    sheet.y += sheet.say('I have received this notice and understand what it says.', sheet.left, sheet.y, {
      font: 'Times-Bold',
      size: 11,
    });
    fieldRow(
      sheet,
      [
        { label: 'Name in block letters', share: 2 },
        { label: 'Claim number', share: 1, cells: 9 },
      ],
      32,
    );
    signatureLines(sheet, [
      { label: 'Signature', share: 2 },
      { label: 'Date', share: 1, kind: 'date' },
    ]);
    pageFooter(sheet, 'Detach and return the slip', identity, 'Page 2 of 2');
  },
};
