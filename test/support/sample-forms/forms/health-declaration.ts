import { HELVETICA, PAPER } from '../form-sheet.js';
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
} from '../form-parts.js';
import { boxedTitle, runningTitle } from '../form-titles.js';
import type { FormDefinition } from '../sample-form.js';

/** Questions and answers over two pages, on legal paper. */
export const healthDeclaration: FormDefinition = {
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
