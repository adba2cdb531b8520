import { HELVETICA, PAPER } from '../form-sheet.js';
import { fieldRow, formTable, pageFooter, partBar, prose, signatureLines } from '../form-parts.js';
import { ruledTitle } from '../form-titles.js';
import { AUTHORITY } from '../wording.js';
import type { FormDefinition } from '../sample-form.js';

/** One page, IRS-like frame, certificate of amounts withheld. */
export const withholding: FormDefinition = {
  key: 'cr-190',
  name: 'CR-190 Certificado de retenciones',
  language: 'es',
  size: PAPER.a4,
  margin: 50,
  style: { ...HELVETICA, accent: '#b03a00', shade: '#fbe9df', size: 8.5, line: 0.7 },
  draw(sheet) {
    sheet.newPage();
    ruledTitle(sheet, {
      number: 'CR-190',
      year: '2024',
      title: 'Certificado de retenciones',
      subtitle: 'Rendimientos del trabajo y de actividades profesionales',
      office: [AUTHORITY, 'A entregar al perceptor antes del 1 de marzo'],
      control: 'N.º 0000000',
      emblem: 'mountain',
    });
    sheet.y += 6;
    for (const party of ['Persona o entidad pagadora', 'Perceptor']) {
      partBar(sheet, party, '', 'tag');
      fieldRow(
        sheet,
        [
          { label: 'NIF', share: 1.2, cells: 9 },
          { label: 'Apellidos y nombre, o razón social', share: 3 },
        ],
        32,
      );
      fieldRow(
        sheet,
        [
          { label: 'Domicilio', share: 3 },
          { label: 'Municipio', share: 1.2 },
        ],
        28,
      );
      sheet.y += 10;
    }
    formTable(
      sheet,
      [
        { head: 'Clase de rendimiento', share: 2.4 },
        { head: 'Importe íntegro', share: 1, kind: 'amount' },
        { head: 'Gastos deducibles', share: 1, kind: 'amount' },
        { head: 'Retención practicada', share: 1, kind: 'amount' },
      ],
      [
        'Trabajo: dinerarios',
        'Trabajo: en especie',
        'Atrasos de ejercicios anteriores',
        'Actividades profesionales',
        'Premios',
        'Arrendamientos',
        'Totales',
      ],
      { row: 26 },
    );
    sheet.y += 22;
    prose(
      sheet,
      [
        'Se expide el presente certificado a petición del interesado y a los efectos de su declaración anual, conforme al artículo 108 del Reglamento.',
      ],
      { size: 9.5 },
    );
    signatureLines(
      sheet,
      [
        { label: 'Firma y sello del pagador', share: 2 },
        { label: 'Lugar y fecha', share: 1.2, kind: 'date' },
      ],
      80,
    );
    pageFooter(sheet, AUTHORITY, 'CR-190 / 2024', '');
  },
};
