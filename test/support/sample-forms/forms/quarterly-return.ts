import { HELVETICA, PAPER } from '../form-sheet.js';
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
  yesNoQuestions,
} from '../form-parts.js';
import { boxedTitle, runningTitle } from '../form-titles.js';
import { AUTHORITY, YES_NO } from '../wording.js';
import type { FormDefinition } from '../sample-form.js';

/** A quarterly return of three pages, boxes numbered in shaded cells. */
export const quarterlyReturn: FormDefinition = {
  key: 'm-303',
  name: 'Modelo 303-V Autoliquidación trimestral',
  language: 'es',
  size: PAPER.a4,
  margin: 36,
  style: { ...HELVETICA, accent: '#0b5d2b', shade: '#dcefdf', size: 8, line: 0.6 },
  draw(sheet) {
    const identity = 'Modelo 303-V · 2025';
    sheet.newPage();
    boxedTitle(sheet, {
      number: '303-V',
      year: 'Ejercicio 2025',
      title: 'Impuesto sobre las Ventas',
      subtitle: 'Autoliquidación trimestral. Régimen general',
      office: [AUTHORITY, 'Delegación de Puerto Viejo'],
      control: 'Ejemplar para la Administración',
      emblem: 'shield',
    });
    partBar(sheet, '1', 'Identificación', 'bar');
    fieldRow(
      sheet,
      [
        { label: 'NIF', share: 1.2, cells: 9 },
        { label: 'Apellidos y nombre o razón social', share: 3 },
      ],
      30,
    );
    fieldRow(
      sheet,
      [
        { label: 'Ejercicio', share: 0.7, cells: 4 },
        { label: 'Período', share: 0.5, cells: 2 },
        { label: 'Epígrafe de la actividad', share: 1.4 },
        { label: 'Teléfono', share: 1 },
      ],
      30,
    );
    yesNoQuestions(
      sheet,
      [
        '¿Está inscrito en el registro de devolución mensual?',
        '¿Tributa exclusivamente en régimen simplificado?',
        '¿Ha sido declarado en concurso de acreedores en el presente período?',
      ],
      YES_NO,
    );
    partBar(sheet, '2', 'Impuesto devengado', 'bar');
    formTable(
      sheet,
      [
        { head: 'Concepto', share: 2.6 },
        { head: 'Casilla', share: 0.5, shaded: true },
        { head: 'Base imponible', share: 1.3, kind: 'amount' },
        { head: 'Tipo %', share: 0.6, kind: 'amount' },
        { head: 'Casilla', share: 0.5, shaded: true },
        { head: 'Cuota', share: 1.3, kind: 'amount' },
      ],
      [
        'Régimen general, tipo reducido',
        'Régimen general, tipo medio',
        'Régimen general, tipo ordinario',
        'Adquisiciones de bienes del exterior',
        'Operaciones con inversión del sujeto pasivo',
        'Modificación de bases y cuotas',
        'Recargo de equivalencia',
        'Modificación del recargo',
      ],
      { row: 19 },
    );
    sheet.y += 8;
    partBar(sheet, '3', 'Impuesto deducible', 'bar');
    numberedLines(
      sheet,
      [
        { no: '28', text: 'Cuotas soportadas en operaciones interiores corrientes' },
        { no: '29', text: 'Cuotas soportadas en operaciones interiores con bienes de inversión' },
        { no: '30', text: 'Cuotas satisfechas en importaciones de bienes corrientes' },
        { no: '31', text: 'Cuotas satisfechas en importaciones de bienes de inversión' },
        { no: '32', text: 'Compensaciones del régimen especial de agricultura, ganadería y pesca' },
        {
          no: '33',
          text: 'Regularización de bienes de inversión y por aplicación del porcentaje definitivo de prorrata',
          entry: 'inner',
        },
        { no: '34', text: 'Total a deducir (28 + 29 + 30 + 31 + 32 + 33)', bold: true },
        { no: '35', text: 'Resultado del régimen general', bold: true },
      ],
      { leading: 8 },
    );
    pageFooter(sheet, 'Antes de cumplimentar el impreso lea las instrucciones', identity, 'Página 1 de 3');
    sheet.newPage();
    runningTitle(sheet, 'Autoliquidación trimestral', 'NIF ________________   Período ______', 'box');
    partBar(sheet, '4', 'Operaciones en régimen simplificado', 'bar');
    formTable(
      sheet,
      [
        { head: 'Actividad', share: 2 },
        { head: 'Epígrafe', share: 0.8 },
        { head: 'Módulo 1', share: 1, kind: 'amount' },
        { head: 'Módulo 2', share: 1, kind: 'amount' },
        { head: 'Módulo 3', share: 1, kind: 'amount' },
        { head: 'Cuota anual', share: 1.1, kind: 'amount' },
      ],
      10,
      { row: 20, zebra: true },
    );
    sheet.y += 10;
    partBar(sheet, '5', 'Información adicional', 'bar');
    numberedLines(
      sheet,
      [
        { no: '59', text: 'Entregas de bienes y prestaciones de servicios fuera del territorio' },
        { no: '60', text: 'Exportaciones y operaciones asimiladas' },
        { no: '61', text: 'Operaciones no sujetas por reglas de localización' },
        {
          no: '62',
          text: 'Importes devengados en el criterio de caja, según el artículo 75 de la Ley del Impuesto y su reglamento de desarrollo, por las operaciones a las que habría resultado aplicable la regla general',
        },
        { no: '63', text: 'Importes de las adquisiciones a las que afecte el criterio de caja' },
      ],
      { leading: 10, ruled: true, amount: 110 },
    );
    sheet.y += 10;
    partBar(sheet, '6', 'Resultado', 'bar');
    numberedLines(
      sheet,
      [
        { no: '64', text: 'Suma de resultados', bold: true },
        { no: '65', text: 'Porcentaje atribuible a la Administración de Valmera', entry: 'inner' },
        { no: '66', text: 'Cuotas a compensar de períodos anteriores' },
        { no: '67', text: 'Resultado de la autoliquidación', bold: true },
      ],
      { leading: 10, ruled: true, amount: 110 },
    );
    pageFooter(sheet, AUTHORITY, identity, 'Página 2 de 3');
    sheet.newPage();
    runningTitle(sheet, 'Autoliquidación trimestral', 'NIF ________________   Período ______', 'box');
    partBar(sheet, '7', 'Ingreso o devolución', 'bar');
    checkList(
      sheet,
      [
        'A compensar',
        'A devolver',
        'A ingresar',
        'Sin actividad',
        'Domiciliación',
        'Aplazamiento solicitado',
      ],
      3,
      'Marque lo que proceda',
    );
    fieldRow(sheet, [{ label: 'Código de cuenta', share: 1, cells: 24 }], 34);
    fieldRow(
      sheet,
      [
        { label: 'Importe', share: 1, kind: 'amount' },
        { label: 'Forma de pago', share: 1 },
        { label: 'Fecha de cargo', share: 1, cells: 8 },
      ],
      34,
    );
    sheet.y += 14;
    partBar(sheet, '8', 'Firma', 'bar');
    prose(
      sheet,
      [
        'El abajo firmante declara que los datos consignados son ciertos y que se ajustan a los libros y registros de su actividad.',
      ],
      { size: 8.5 },
    );
    signatureLines(
      sheet,
      [
        { label: 'Firma del declarante o de su representante', share: 2 },
        { label: 'Lugar y fecha', share: 1, kind: 'date' },
      ],
      50,
    );
    officeUse(sheet, 'RESERVADO PARA LA ADMINISTRACIÓN', ['Sello de entrada', 'Validación mecánica'], 90);
    pageFooter(sheet, AUTHORITY, identity, 'Página 3 de 3');
  },
};
