import { HELVETICA, PAPER } from '../form-sheet.js';
import {
  checkList,
  fieldRow,
  numberedLines,
  officeUse,
  pageFooter,
  partBar,
  prose,
  signatureLines,
} from '../form-parts.js';
import { boxedTitle } from '../form-titles.js';
import { SPANISH_TERMS } from '../prose.js';
import type { FormDefinition } from '../sample-form.js';

/** A building permit with its conditions in small print on the back. */
export const buildingPermit: FormDefinition = {
  key: 'lo-60',
  name: 'LO-60 Licencia de obras',
  language: 'es',
  size: PAPER.a4,
  margin: 40,
  style: { ...HELVETICA, accent: '#333333', shade: '#e2e2e2', size: 8.5, line: 0.8 },
  draw(sheet) {
    const identity = 'LO-60 v.3 (2023)';
    sheet.newPage();
    boxedTitle(sheet, {
      number: 'LO-60',
      year: '2023',
      title: 'Licencia de obras menores',
      subtitle: 'Solicitud y comunicación previa',
      office: ['Ayuntamiento de Puerto Viejo', 'Urbanismo y Vivienda'],
      control: 'Expediente ________',
      emblem: 'seal',
    });
    partBar(sheet, 'I', 'Promotor', 'tag');
    fieldRow(
      sheet,
      [
        { label: 'Nombre o razón social', share: 3 },
        { label: 'Documento', share: 1.2 },
        { label: 'Teléfono', share: 1 },
      ],
      30,
    );
    partBar(sheet, 'II', 'Emplazamiento', 'tag');
    fieldRow(
      sheet,
      [
        { label: 'Calle y número', share: 3 },
        { label: 'Parcela', share: 1 },
        { label: 'Superficie m²', share: 1, kind: 'amount' },
      ],
      30,
    );
    sheet.y += 4;
    checkList(
      sheet,
      [
        'Tejado y cubierta',
        'Fachada',
        'Tabiquería',
        'Instalación eléctrica',
        'Fontanería y saneamiento',
        'Carpintería exterior',
        'Vallado',
        'Pavimento',
        'Toldo o rótulo',
        'Andamio',
        'Contenedor',
        'Demolición parcial',
      ],
      3,
      'Clase de obra',
    );
    sheet.say('Croquis de situación', sheet.left, sheet.y + 4, { font: 'Helvetica-Bold' });
    sheet.say('Descripción de la obra', sheet.left + sheet.width * 0.56, sheet.y + 4, {
      font: 'Helvetica-Bold',
    });
    sheet.y += 18;
    const h = 230;
    const gridWidth = sheet.width * 0.53;
    sheet.box(sheet.left, sheet.y, gridWidth, h);
    for (let x = 15; x < gridWidth; x += 15)
      sheet.rule(sheet.left + x, sheet.y, sheet.left + x, sheet.y + h, 0.25, '#9a9a9a');
    for (let y = 15; y < h; y += 15)
      sheet.rule(sheet.left, sheet.y + y, sheet.left + gridWidth, sheet.y + y, 0.25, '#9a9a9a');
    for (let y = 22; y < h; y += 23) {
      sheet.rule(sheet.left + sheet.width * 0.56, sheet.y + y, sheet.right, sheet.y + y, 0.5);
      sheet.field('text', sheet.left + sheet.width * 0.56, sheet.y + y - 19, sheet.width * 0.44, 18);
    }
    sheet.y += h + 10;
    numberedLines(
      sheet,
      [
        { no: 'a', text: 'Presupuesto de ejecución material' },
        { no: 'b', text: 'Tasa: tres por ciento de la línea a' },
        { no: 'c', text: 'Fianza por residuos' },
      ],
      { leading: 8, amount: 100 },
    );
    signatureLines(
      sheet,
      [
        { label: 'El promotor', share: 1.5 },
        { label: 'El constructor', share: 1.5 },
        { label: 'Fecha', share: 1, kind: 'date' },
      ],
      40,
    );
    pageFooter(sheet, 'Condiciones al dorso', identity, '1');
    sheet.newPage();
    sheet.y +=
      sheet.say('CONDICIONES GENERALES', sheet.left, sheet.y, {
        font: 'Helvetica-Bold',
        size: 12,
        width: sheet.width,
        align: 'center',
      }) + 8;
    prose(sheet, SPANISH_TERMS, { size: 7.6, columns: 2, until: sheet.y + 330 });
    sheet.y += 14;
    officeUse(sheet, 'INFORME TÉCNICO', ['Clasificación del suelo', 'Ordenanza', 'Informe', 'Técnico'], 120);
    sheet.y += 8;
    officeUse(sheet, 'RESOLUCIÓN', ['Fecha del decreto', 'Liquidación', 'El Alcalde', 'El Secretario'], 120);
    pageFooter(sheet, 'Ayuntamiento de Puerto Viejo', identity, '2');
  },
};
