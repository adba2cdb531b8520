import { HELVETICA, PAPER, type FormSheet } from '../form-sheet.js';
import {
  checkList,
  fieldRow,
  formTable,
  numberedLines,
  officeUse,
  pageFooter,
  partBar,
  prose,
  signatureLines,
} from '../form-parts.js';
import { ruledTitle, runningTitle } from '../form-titles.js';
import { REVENUE, PERJURY } from '../wording.js';
import type { FormDefinition } from '../sample-form.js';

const NOTICE = 'For the privacy and paperwork notice, see the separate instructions.';

/** Two issues of one return, which differ in the year and in the text of one line. */
export function premisesReturn(year: number, lineSeven: string): FormDefinition {
  const identity = `Form RV-120 (${year})`;
  return {
    key: `rv-120-${year}`,
    name: `RV-120 Business Premises Return ${year}`,
    language: 'en',
    size: PAPER.letter,
    margin: 38,
    style: { ...HELVETICA, accent: '#000000', shade: '#d9d9d9', size: 8.5, line: 0.6 },
    draw(sheet: FormSheet) {
      sheet.newPage();
      ruledTitle(sheet, {
        number: 'RV-120',
        year: String(year),
        title: 'Business Premises Return',
        subtitle: 'For owners and tenants of shops, workshops, stores and offices',
        office: REVENUE,
        control: 'Control no. 1188-0417',
        emblem: 'seal',
      });
      fieldRow(sheet, [
        { label: 'Name(s) shown on the annual statement', share: 3 },
        { label: 'Valmere business number', share: 1.4, cells: 9 },
      ]);
      fieldRow(sheet, [
        { label: 'Street and number of the premises', share: 3 },
        { label: 'Unit', share: 0.6 },
        { label: 'Parish', share: 1 },
        { label: 'Postal code', share: 0.9 },
      ]);
      sheet.y += 5;
      partBar(sheet, 'Part I', 'Use of the premises');
      checkList(
        sheet,
        [
          'Owned and used by the filer',
          'Let to others in full',
          'Let to others in part',
          'Retail',
          'Workshop or plant',
          'Storage',
          'Office',
          'Hospitality',
          'Vacant over 90 days',
        ],
        3,
        'Tick every description that applied for more than 30 days of the year.',
      );
      partBar(sheet, 'Part II', 'Rateable value');
      numberedLines(sheet, [
        { no: '1', text: 'Assessed value of land on the last notice' },
        { no: '2a', text: 'Assessed value of buildings on the last notice', entry: 'inner' },
        {
          no: 'b',
          text: 'Additions and improvements completed since that notice (see instructions)',
          entry: 'inner',
        },
        { no: 'c', text: 'Demolished or destroyed structures, entered as a negative amount', entry: 'inner' },
        { no: '3', text: 'Add lines 2a, 2b and 2c' },
        { no: '4', text: 'Fixed plant and machinery that is rated together with the building' },
        { no: '5', text: 'Add lines 1, 3 and 4. This is the rateable value before relief', bold: true },
        {
          no: '6',
          text: 'Share of the premises used for business, as a percentage of the floor area. If the share changed in the course of the year, enter the average weighted by days and attach a statement that shows how you arrived at it',
        },
        { no: '7', text: lineSeven },
        { no: '8', text: 'Small workshop relief. Enter 15% of line 5, but not more than 2,400' },
        { no: '9', text: 'Relief for listed buildings, from Schedule L, line 12' },
        { no: '10', text: 'Add lines 7 through 9' },
        {
          no: '11',
          text: 'Subtract line 10 from line 5. If zero or less, enter -0- and skip Part III',
          bold: true,
        },
      ]);
      sheet.y += 6;
      partBar(sheet, 'Part III', 'Levy for the year');
      numberedLines(sheet, [
        { no: '12', text: 'Parish levy. Multiply line 11 by the parish rate in the table of rates' },
        { no: '13', text: 'Fire protection levy. Multiply line 11 by 0.0042' },
        { no: '14', text: 'Waste and drainage charge from the notice of charges' },
        { no: '15', text: 'Total levy. Add lines 12, 13 and 14', bold: true },
        { no: '16', text: 'Instalments paid during the year', entry: 'inner' },
        { no: '17', text: 'Credit carried from the year before', entry: 'inner' },
        { no: '18', text: 'Balance due, or (overpayment)', bold: true },
      ]);
      pageFooter(sheet, NOTICE, identity, '');
      sheet.newPage();
      runningTitle(sheet, identity, 'Page 2');
      partBar(sheet, 'Part IV', 'Tenants and subtenants');
      formTable(
        sheet,
        [
          { head: '(a) Name of tenant', share: 3 },
          { head: '(b) Floor area, sq m', share: 1, kind: 'amount' },
          { head: '(c) From', share: 1, kind: 'date' },
          { head: '(d) To', share: 1, kind: 'date' },
          { head: '(e) Rent received in the year', share: 1.4, kind: 'amount' },
        ],
        9,
      );
      sheet.y += 8;
      partBar(sheet, 'Part V', 'Additions and improvements (from line 2b)');
      formTable(
        sheet,
        [
          { head: 'Description of work', share: 3 },
          { head: 'Permit no.', share: 1 },
          { head: 'Completed on', share: 1, kind: 'date' },
          { head: 'Cost', share: 1.2, kind: 'amount' },
        ],
        6,
      );
      sheet.y += 8;
      partBar(sheet, 'Part VI', 'Declaration');
      prose(sheet, [PERJURY], { size: 7.5 });
      signatureLines(sheet, [
        { label: 'Signature of filer', share: 3 },
        { label: 'Date', share: 1, kind: 'date' },
        { label: 'Daytime telephone', share: 1.4, kind: 'text' },
      ]);
      signatureLines(sheet, [
        { label: 'Preparer, if other than the filer', share: 3 },
        { label: 'Date', share: 1, kind: 'date' },
        { label: 'Registration no.', share: 1.4, kind: 'text' },
      ]);
      officeUse(sheet, 'FOR OFFICE USE ONLY', ['Received', 'Assessed by', 'Roll no.', 'Batch']);
      pageFooter(sheet, NOTICE, identity, '');
    },
  };
}
