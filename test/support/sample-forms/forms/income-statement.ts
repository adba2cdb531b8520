import { PAPER, TIMES } from '../form-sheet.js';
import {
  checkList,
  fieldRow,
  formTable,
  numberedLines,
  pageFooter,
  partBar,
  prose,
  signatureLines,
} from '../form-parts.js';
import { bannerTitle, runningTitle } from '../form-titles.js';
import { REVENUE, PERJURY } from '../wording.js';
import type { FormDefinition } from '../sample-form.js';

/** A long return of three pages with inner amount columns and schedules. */
export const incomeStatement: FormDefinition = {
  key: 'rv-1-2025',
  name: 'RV-1 Annual Statement of Income 2025',
  language: 'en',
  size: PAPER.letter,
  margin: 34,
  style: { ...TIMES, accent: '#12324f', shade: '#dde5ec', size: 9, line: 0.5 },
  draw(sheet) {
    const identity = 'RV-1 (Rev. 11-2025)';
    sheet.newPage();
    bannerTitle(sheet, {
      number: 'RV-1',
      year: '2025',
      title: 'Annual Statement of Income',
      subtitle: 'Residents of Valmere, whole year or part of it',
      office: [REVENUE[0], 'Personal Income Division'],
      control: 'File by 31 March 2026',
      emblem: 'mountain',
    });
    fieldRow(
      sheet,
      [
        { label: 'First name and initial', share: 2 },
        { label: 'Last name', share: 2 },
        { label: 'Personal number', share: 1.6, cells: 10 },
      ],
      28,
    );
    fieldRow(
      sheet,
      [
        { label: "Spouse's first name and initial, if filing jointly", share: 2 },
        { label: 'Last name', share: 2 },
        { label: "Spouse's personal number", share: 1.6, cells: 10 },
      ],
      28,
    );
    fieldRow(
      sheet,
      [
        { label: 'Home address', share: 3.4 },
        { label: 'Town', share: 1.6 },
        { label: 'Postal code', share: 1, cells: 5 },
      ],
      28,
    );
    sheet.y += 6;
    checkList(
      sheet,
      [
        'Single',
        'Married, filing jointly',
        'Married, filing separately',
        'Head of household',
        'Surviving spouse',
        'Registered partners',
      ],
      3,
      'Filing status. Tick one box only.',
    );
    partBar(sheet, 'A', 'Income from work', 'bar');
    numberedLines(
      sheet,
      [
        { no: '1', text: 'Wages, salaries and tips, from certificate W-9, box 1' },
        { no: '2', text: 'Benefits in kind, from certificate W-9, box 4' },
        { no: '3', text: 'Pensions and annuities', entry: 'inner' },
        {
          no: '4',
          text: 'Part of line 3 that is exempt under section 41(2) of the Income Act',
          entry: 'inner',
        },
        { no: '5', text: 'Taxable pensions. Subtract line 4 from line 3' },
        { no: '6', text: 'Unemployment, sickness and parental benefits received' },
        { no: '7', text: 'Income from trade or profession. Attach Schedule T' },
        { no: '8', text: 'Income from farming, forestry or fishing. Attach Schedule F' },
        { no: '9', text: 'Add lines 1, 2 and 5 through 8. This is your income from work', bold: true },
      ],
      { leading: 6 },
    );
    sheet.y += 6;
    partBar(sheet, 'B', 'Income from property', 'bar');
    numberedLines(
      sheet,
      [
        { no: '10', text: 'Interest received', entry: 'inner' },
        { no: '11', text: 'Dividends, domestic and foreign', entry: 'inner' },
        { no: '12', text: 'Add lines 10 and 11' },
        { no: '13', text: 'Rents and royalties, less the costs allowed in Table 3 of the instructions' },
        {
          no: '14',
          text: 'Gains from the sale of land, buildings, shares or other rights. Attach Schedule G',
        },
        { no: '15', text: 'Losses carried forward from 2022, 2023 and 2024' },
        { no: '16', text: 'Income from property. Add lines 12, 13 and 14, subtract line 15', bold: true },
      ],
      { leading: 6 },
    );
    sheet.y += 8;
    prose(
      sheet,
      [
        'Rounding. You may round amounts to whole crowns. If you do, drop amounts under 50 cents and raise amounts from 50 to 99 cents to the next crown. Amounts received in a foreign currency are converted at the average rate of the year published by the Bank of Valmere.',
      ],
      { size: 7.5 },
    );
    pageFooter(sheet, 'Continue on page 2', identity, '1 / 3');

    sheet.newPage();
    runningTitle(
      sheet,
      'RV-1  Annual Statement of Income 2025',
      'Personal number  ______________________',
      'bar',
    );
    partBar(sheet, 'C', 'Deductions', 'bar');
    numberedLines(
      sheet,
      [
        { no: '17', text: 'Contributions to a recognised pension fund, not more than 12% of line 9' },
        { no: '18', text: 'Trade union and professional dues' },
        { no: '19', text: 'Travel between home and work in excess of 30 km a day' },
        { no: '20', text: 'Interest on the mortgage of your main home' },
        { no: '21', text: 'Gifts to recognised charities. Keep the receipts for six years' },
        { no: '22', text: 'Medical costs over 7.5% of line 9 that no insurance has repaid' },
        { no: '23', text: 'Other deductions. List type and amount on Schedule D' },
        { no: '24', text: 'Total deductions. Add lines 17 through 23', bold: true },
      ],
      { leading: 7, ruled: true },
    );
    sheet.y += 8;
    partBar(sheet, 'D', 'Children and other dependants', 'bar');
    formTable(
      sheet,
      [
        { head: 'Name', share: 2.6 },
        { head: 'Personal number', share: 1.4 },
        { head: 'Date of birth', share: 1, kind: 'date' },
        { head: 'Relationship', share: 1 },
        { head: 'Months in your home', share: 0.8 },
      ],
      6,
      { row: 19, zebra: true },
    );
    sheet.y += 10;
    partBar(sheet, 'E', 'Tax', 'bar');
    numberedLines(
      sheet,
      [
        { no: '25', text: 'Taxable income. Add lines 9 and 16, subtract line 24', bold: true },
        { no: '26', text: 'Tax from the tax table, or from the worksheet when line 25 is over 90,000' },
        {
          no: '27',
          text: 'Credit for dependants: 640 for each person in part D who lived with you for more than six months',
        },
        { no: '28', text: 'Credit for tax paid abroad. Attach the assessment' },
        { no: '29', text: 'Tax after credits. Subtract lines 27 and 28 from line 26' },
        { no: '30', text: 'Tax withheld, from all certificates W-9', entry: 'inner' },
        { no: '31', text: 'Advance payments made in 2025', entry: 'inner' },
        { no: '32', text: 'Add lines 30 and 31' },
        { no: '33', text: 'If line 29 is more than line 32, the difference is what you owe', bold: true },
        { no: '34', text: 'If line 32 is more than line 29, the difference will be refunded', bold: true },
      ],
      { leading: 7, ruled: true },
    );
    pageFooter(sheet, 'Continue on page 3', identity, '2 / 3');

    sheet.newPage();
    runningTitle(
      sheet,
      'RV-1  Annual Statement of Income 2025',
      'Personal number  ______________________',
      'bar',
    );
    partBar(sheet, 'F', 'Refund to an account', 'bar');
    fieldRow(
      sheet,
      [
        { label: 'Bank code', share: 1, cells: 6 },
        { label: 'Account number', share: 2, cells: 14 },
        { label: 'Holder of the account', share: 2 },
      ],
      30,
    );
    sheet.y += 10;
    partBar(sheet, 'G', 'Other persons who may speak for you', 'bar');
    fieldRow(
      sheet,
      [
        { label: 'Name', share: 2 },
        { label: 'Telephone', share: 1 },
        { label: 'Code word', share: 1 },
      ],
      30,
    );
    sheet.y += 10;
    partBar(sheet, 'H', 'Declaration', 'bar');
    prose(sheet, [PERJURY], { size: 8.5 });
    signatureLines(sheet, [
      { label: 'Your signature', share: 3 },
      { label: 'Date', share: 1, kind: 'date' },
      { label: 'Occupation', share: 1.5, kind: 'text' },
    ]);
    signatureLines(sheet, [
      { label: "Spouse's signature, if filing jointly", share: 3 },
      { label: 'Date', share: 1, kind: 'date' },
      { label: 'Occupation', share: 1.5, kind: 'text' },
    ]);
    pageFooter(
      sheet,
      'Send to: Revenue Authority of Valmere, P.O. Box 11, Old Quay 4, 1010 Valmere',
      identity,
      '3 / 3',
    );
  },
};
