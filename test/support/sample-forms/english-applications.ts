import { COURIER, HELVETICA, PAPER, TIMES } from './form-sheet.js';
import {
  checkList,
  fieldRow,
  formTable,
  officeUse,
  pageFooter,
  partBar,
  prose,
  signatureLines,
  yesNoQuestions,
} from './form-parts.js';
import { boxedTitle, centredTitle, runningTitle } from './form-titles.js';
import { ENGLISH_RIGHTS } from './prose.js';
import type { FormDefinition } from './sample-form.js';

/** A short form with combs and much white. */
const changeOfAddress: FormDefinition = {
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

/** Questions and answers over two pages, on legal paper. */
const healthDeclaration: FormDefinition = {
  key: 'hb-210',
  name: 'HB-210 Health Declaration for Seafarers',
  language: 'en',
  size: PAPER.legal,
  margin: 40,
  style: { ...HELVETICA, accent: '#005a4e', shade: '#dcefe9', size: 9, line: 0.6 },
  draw(sheet) {
    const identity = 'HB-210 (7/2024)';
    sheet.newPage();
    boxedTitle(sheet, {
      number: 'HB-210',
      year: '2024',
      title: 'Health Declaration for Seafarers',
      subtitle: 'To be completed before the examination',
      office: ['Valmere Harbour Board', 'Medical Service, Customs House, 3rd floor'],
      control: 'Confidential when filled in',
      emblem: 'seal',
    });
    fieldRow(
      sheet,
      [
        { label: 'Family name', share: 2 },
        { label: 'Given names', share: 2 },
        { label: 'Date of birth', share: 1.3, cells: 8, kind: 'date' },
      ],
      30,
      'underlined',
    );
    fieldRow(
      sheet,
      [
        { label: 'Discharge book number', share: 1.4 },
        { label: 'Rank or duty on board', share: 1.6 },
        { label: 'Ship and port of registry', share: 2.2 },
      ],
      30,
      'underlined',
    );
    sheet.y += 10;
    checkList(
      sheet,
      [
        'First examination',
        'Renewal',
        'After sick leave',
        'Deck',
        'Engine',
        'Catering',
        'Under 18 years',
        'Night watch',
      ],
      4,
      'Reason for the examination, and department',
    );
    partBar(sheet, '1', 'Have you ever had, or been treated for', 'rule');
    yesNoQuestions(
      sheet,
      [
        'Heart trouble, chest pain, high blood pressure or an irregular pulse',
        'Asthma, bronchitis, tuberculosis or any other disease of the lungs',
        'Fits, fainting, blackouts, dizziness or loss of balance',
        'A head injury with loss of consciousness',
        'Diabetes, a disorder of the thyroid or of any other gland',
        'Disease of the stomach, liver, kidneys or bowel',
        'Back, neck, joint or muscle trouble that kept you from work for more than a week',
        'Any disease of the skin, or an allergy to a medicine, food or substance at work',
        'Loss of hearing, ringing in the ears, or an operation on the ear',
        'Any disease of the eye, glasses or contact lenses, or trouble with colours',
        'Depression, anxiety, sleeplessness or another condition of the mind',
        'A dependence on alcohol or on any other drug',
        'An operation, or a stay in hospital of more than three days',
        'Any other condition that a doctor on board should know of',
      ],
      ['Yes', 'No'],
      1,
      9,
    );
    partBar(sheet, '2', 'Medicines taken at present', 'rule');
    formTable(
      sheet,
      [
        { head: 'Name of medicine', share: 2 },
        { head: 'Dose', share: 1 },
        { head: 'Since', share: 1, kind: 'date' },
        { head: 'Prescribed by', share: 2 },
      ],
      5,
      { row: 22 },
    );
    sheet.y += 12;
    prose(
      sheet,
      [
        'If you have answered Yes to any question, give particulars overleaf: number of the question, dates, treatment, names of doctors and hospitals, and whether you were repatriated or declared unfit for duty.',
      ],
      { font: 'Helvetica-Oblique' },
    );
    pageFooter(sheet, 'Keep the blue copy with your discharge book', identity, 'Page 1 of 2');
    sheet.newPage();
    runningTitle(sheet, 'Health Declaration for Seafarers', identity, 'box');
    partBar(sheet, '3', 'Particulars to questions answered Yes', 'rule');
    formTable(
      sheet,
      [
        { head: 'No.', share: 0.4 },
        { head: 'Condition, treatment, result', share: 4 },
        { head: 'Year', share: 0.7, kind: 'date' },
      ],
      9,
      { row: 28 },
    );
    sheet.y += 14;
    partBar(sheet, '4', 'Vaccinations', 'rule');
    formTable(
      sheet,
      [
        { head: 'Against', share: 2 },
        { head: 'Date', share: 1, kind: 'date' },
        { head: 'Lot', share: 1 },
        { head: 'Given by (stamp)', share: 1.6 },
      ],
      ['Yellow fever', 'Tetanus and diphtheria', 'Hepatitis A', 'Hepatitis B', 'Typhoid', 'Measles'],
      { row: 24 },
    );
    sheet.y += 14;
    yesNoQuestions(
      sheet,
      [
        'I consent to the release of the result, fit or unfit, to the owner of the ship',
        'I consent to the release of the medical findings to the doctor of my choice',
      ],
      ['Yes', 'No'],
      15,
      10,
    );
    signatureLines(sheet, [
      { label: 'Signature of the seafarer', share: 2 },
      { label: 'Date', share: 1, kind: 'date' },
      { label: 'Signature of the witness', share: 2 },
    ]);
    sheet.y += 20;
    officeUse(
      sheet,
      'TO BE COMPLETED BY THE EXAMINING DOCTOR',
      ['Height / weight', 'Blood pressure', 'Sight, left / right', 'Hearing', 'Result'],
      84,
    );
    pageFooter(sheet, 'Keep the blue copy with your discharge book', identity, 'Page 2 of 2');
  },
};

/** Almost all text: rights and duties, in two columns, with one slip to sign. */
const noticeOfRights: FormDefinition = {
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

/** Landscape, one wide table, typewriter face. */
const cargoManifest: FormDefinition = {
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

/** Two columns of boxes, one for either party, on small paper. */
const vehicleTransfer: FormDefinition = {
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

export const ENGLISH_APPLICATIONS: readonly FormDefinition[] = [
  changeOfAddress,
  healthDeclaration,
  noticeOfRights,
  cargoManifest,
  vehicleTransfer,
];
