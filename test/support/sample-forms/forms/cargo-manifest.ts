import { COURIER, PAPER } from '../form-sheet.js';
import { fieldRow, formTable, pageFooter, signatureLines } from '../form-parts.js';
import { boxedTitle, runningTitle } from '../form-titles.js';
import type { FormDefinition } from '../sample-form.js';

/** Landscape, one wide table, typewriter face. */
export const cargoManifest: FormDefinition = {
  key: 'cu-77',
  name: 'CU-77 Cargo Manifest',
  language: 'en',
  size: PAPER.a4Landscape,
  margin: 30,
  style: { ...COURIER, accent: '#222222', shade: '#e4e4e4', size: 7.5, line: 0.5 },
  draw(sheet) {
    const identity = 'CU-77 REV 2022-09';
    for (const [index, tag] of [
      [0, 'SHEET A'],
      [1, 'SHEET B'],
    ] as const) {
      sheet.newPage();
      if (index === 0) {
        boxedTitle(sheet, {
          number: 'CU-77',
          year: '2022',
          title: 'CARGO MANIFEST',
          subtitle: 'Arrival and departure of vessels over 50 t',
          office: ['CUSTOMS OF VALMERE', 'Port Office'],
          control: 'In triplicate',
          emblem: 'mountain',
        });
        fieldRow(
          sheet,
          [
            { label: 'VESSEL', share: 2 },
            { label: 'CALL SIGN', share: 1 },
            { label: 'FLAG', share: 1 },
            { label: 'MASTER', share: 2 },
            { label: 'LAST PORT', share: 1.5 },
            { label: 'NEXT PORT', share: 1.5 },
          ],
          28,
        );
        sheet.y += 6;
      } else runningTitle(sheet, 'CARGO MANIFEST (CONTINUED)', tag, 'box');
      formTable(
        sheet,
        [
          { head: 'ITEM', share: 0.5 },
          { head: 'MARKS AND NUMBERS', share: 1.7 },
          { head: 'PACKAGES', share: 0.9, kind: 'amount' },
          { head: 'DESCRIPTION OF GOODS', share: 3.4 },
          { head: 'TARIFF CODE', share: 1.1 },
          { head: 'GROSS KG', share: 1, kind: 'amount' },
          { head: 'VALUE', share: 1, kind: 'amount' },
          { head: 'CONSIGNEE', share: 1.8 },
          { head: 'CUSTOMS', share: 0.9, shaded: true },
        ],
        Array.from({ length: index === 0 ? 14 : 17 }, (_, i) => String(i + 1 + index * 14).padStart(3, '0')),
        { row: 20 },
      );
      sheet.y += 4;
      if (index === 1)
        signatureLines(
          sheet,
          [
            { label: 'MASTER OR AGENT', share: 2 },
            { label: 'DATE', share: 1, kind: 'date' },
            { label: 'CUSTOMS OFFICER', share: 2 },
          ],
          26,
        );
      pageFooter(
        sheet,
        'FALSE STATEMENTS ARE PUNISHED UNDER SECTION 88 OF THE CUSTOMS ACT',
        identity,
        `${index + 1}/2`,
      );
    }
  },
};
