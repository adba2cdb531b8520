import { PAPER, TIMES } from '../form-sheet.js';
import {
  checkList,
  fieldRow,
  formTable,
  officeUse,
  pageFooter,
  partBar,
  prose,
  signatureLines,
} from '../form-parts.js';
import { centredTitle, runningTitle } from '../form-titles.js';
import type { FormDefinition } from '../sample-form.js';

/** Registration of a household. */
export const householdRegister: FormDefinition = {
  key: 'pa-2',
  name: 'PA-2 Hoja de inscripción padronal',
  language: 'es',
  size: PAPER.a4,
  margin: 44,
  style: { ...TIMES, accent: '#8a1538', shade: '#f5e4ea', size: 9.5, line: 0.7 },
  draw(sheet) {
    const identity = 'PA-2 (04/2024)';
    sheet.newPage();
    centredTitle(sheet, {
      number: 'PA-2',
      year: '2024',
      title: 'Hoja de inscripción padronal',
      subtitle: 'Una hoja por vivienda. Escriba con mayúsculas y sin abreviaturas',
      office: ['Ayuntamiento de Puerto Viejo', 'Negociado de Población y Estadística'],
      control: 'Ordenanza 17/2019',
      emblem: 'seal',
    });
    partBar(sheet, 'A.', 'Domicilio', 'band');
    fieldRow(
      sheet,
      [
        { label: 'Tipo de vía', share: 0.8 },
        { label: 'Nombre de la vía', share: 3 },
        { label: 'Núm.', share: 0.5 },
        { label: 'Portal', share: 0.5 },
        { label: 'Piso', share: 0.5 },
        { label: 'Puerta', share: 0.5 },
      ],
      32,
    );
    fieldRow(
      sheet,
      [
        { label: 'Código postal', share: 1, cells: 5 },
        { label: 'Barrio o entidad', share: 2 },
        { label: 'Referencia catastral', share: 2.4, cells: 20 },
      ],
      32,
    );
    sheet.y += 6;
    partBar(sheet, 'B.', 'Personas que se inscriben', 'band');
    for (const n of [1, 2, 3]) {
      sheet.box(sheet.left, sheet.y, 20, 96, { fill: sheet.style.shade });
      sheet.say(String(n), sheet.left, sheet.y + 40, {
        font: 'Times-Bold',
        size: 13,
        width: 20,
        align: 'center',
      });
      rowsOfPerson(sheet);
      sheet.y += 6;
    }
    checkList(
      sheet,
      ['Propiedad', 'Alquiler', 'Cesión de uso', 'Centro colectivo', 'Otro'],
      5,
      'Título por el que se ocupa la vivienda',
    );
    pageFooter(sheet, 'Continúa al dorso', identity, '1/2');
    sheet.newPage();
    runningTitle(sheet, 'Hoja de inscripción padronal', identity);
    partBar(sheet, 'C.', 'Autorización de quien ya está inscrito en la vivienda', 'band');
    prose(
      sheet,
      [
        'Como persona mayor de edad inscrita en el domicilio que figura en el apartado A, autorizo la inscripción en él de las personas relacionadas en el apartado B, y me hago responsable de la veracidad de lo que declaro.',
      ],
      {},
    );
    fieldRow(
      sheet,
      [
        { label: 'Nombre y apellidos', share: 3 },
        { label: 'Documento', share: 1.4 },
      ],
      30,
      'underlined',
    );
    signatureLines(
      sheet,
      [
        { label: 'Firma', share: 1.5 },
        { label: 'Fecha', share: 1, kind: 'date' },
      ],
      44,
    );
    partBar(sheet, 'D.', 'Documentos que se acompañan', 'band');
    checkList(
      sheet,
      [
        'Documento de identidad',
        'Pasaporte',
        'Libro de familia',
        'Contrato de arrendamiento',
        'Escritura de propiedad',
        'Último recibo de agua o luz',
      ],
      2,
    );
    sheet.y += 6;
    partBar(sheet, 'E.', 'Firma de los mayores de edad', 'band');
    formTable(
      sheet,
      [
        { head: 'Núm.', share: 0.4, shaded: true },
        { head: 'Nombre', share: 2 },
        { head: 'Firma', share: 2, kind: 'signature' },
        { head: 'Fecha', share: 1, kind: 'date' },
      ],
      5,
      { row: 34 },
    );
    sheet.y += 12;
    officeUse(
      sheet,
      'A rellenar por el Ayuntamiento',
      ['Distrito', 'Sección', 'Hoja', 'Fecha de alta', 'Funcionario'],
      54,
    );
    pageFooter(sheet, 'Ayuntamiento de Puerto Viejo', identity, '2/2');
  },
};

function rowsOfPerson(sheet: Parameters<FormDefinition['draw']>[0]): void {
  const rows = [
    [
      { label: 'Nombre', share: 1.4 },
      { label: 'Primer apellido', share: 1.6 },
      { label: 'Segundo apellido', share: 1.6 },
    ],
    [
      { label: 'Documento', share: 1.6, cells: 9 },
      { label: 'Nacimiento (día, mes, año)', share: 1.5, cells: 8 },
      { label: 'Sexo', share: 0.4 },
      { label: 'Nacionalidad', share: 1 },
    ],
    [
      { label: 'Municipio o país de nacimiento', share: 2 },
      { label: 'Estudios terminados', share: 1.4 },
      { label: 'Procede de', share: 1.4 },
    ],
  ];
  const inset = 20;
  for (const row of rows) {
    const total = row.reduce((sum, box) => sum + box.share, 0);
    let x = sheet.left + inset;
    for (const box of row) {
      const w = (box.share / total) * (sheet.width - inset);
      sheet.box(x, sheet.y, w, 32);
      sheet.say(box.label, x + 3, sheet.y + 2, { size: 6.5 });
      if ('cells' in box && box.cells)
        sheet.comb(x + 4, sheet.y + 14, Math.min((w - 8) / box.cells, 15), box.cells, 15);
      else sheet.field('text', x + 4, sheet.y + 11, w - 8, 19);
      x += w;
    }
    sheet.y += 32;
  }
}
