import { HELVETICA, PAPER } from '../form-sheet.js';
import {
  checkList,
  fieldRow,
  formTable,
  numberedLines,
  pageFooter,
  partBar,
  prose,
  signatureLines,
  yesNoQuestions,
} from '../form-parts.js';
import { bannerTitle, runningTitle } from '../form-titles.js';
import { YES_NO } from '../wording.js';
import type { FormDefinition } from '../sample-form.js';

/** A scholarship: landscape bands, coloured banner. */
export const scholarship: FormDefinition = {
  key: 'be-40',
  name: 'BE-40 Solicitud de beca de estudios',
  language: 'es',
  size: PAPER.a4,
  margin: 32,
  style: { ...HELVETICA, accent: '#1d4e89', shade: '#e3ecf6', size: 8.5, line: 0.5 },
  draw(sheet) {
    const identity = 'BE-40 · curso 2025-2026';
    sheet.newPage();
    bannerTitle(sheet, {
      number: 'BE-40',
      year: 'Curso 2025-2026',
      title: 'Solicitud de beca de estudios',
      subtitle: 'Bachillerato, formación profesional y enseñanzas universitarias',
      office: ['Consejería de Enseñanza de Valmera', 'Servicio de Ayudas al Estudio'],
      control: 'Plazo: del 1 al 30 de septiembre',
      emblem: 'mountain',
    });
    partBar(sheet, '1', 'Datos del solicitante', 'rule');
    fieldRow(
      sheet,
      [
        { label: 'Primer apellido', share: 1 },
        { label: 'Segundo apellido', share: 1 },
        { label: 'Nombre', share: 1 },
      ],
      29,
    );
    fieldRow(
      sheet,
      [
        { label: 'Documento de identidad', share: 1.2, cells: 9 },
        { label: 'Fecha de nacimiento', share: 1.1, cells: 8 },
        { label: 'Correo electrónico', share: 2 },
      ],
      29,
    );
    fieldRow(
      sheet,
      [
        { label: 'Domicilio durante el curso', share: 3 },
        { label: 'Localidad', share: 1.5 },
        { label: 'Código postal', share: 0.9, cells: 5 },
      ],
      29,
    );
    sheet.y += 8;
    partBar(sheet, '2', 'Estudios', 'rule');
    checkList(
      sheet,
      [
        'Bachillerato',
        'Grado medio',
        'Grado superior',
        'Grado universitario',
        'Máster',
        'Artes y diseño',
        'Idiomas',
        'Acceso para mayores',
      ],
      4,
    );
    fieldRow(
      sheet,
      [
        { label: 'Centro en que se matricula', share: 3 },
        { label: 'Curso', share: 0.6 },
        { label: 'Nota media', share: 0.8, kind: 'amount' },
      ],
      29,
    );
    sheet.y += 8;
    partBar(sheet, '3', 'Miembros de la familia', 'rule');
    formTable(
      sheet,
      [
        { head: 'Apellidos y nombre', share: 3 },
        { head: 'Documento', share: 1.2 },
        { head: 'Parentesco', share: 1 },
        { head: 'Nacimiento', share: 0.9, kind: 'date' },
        { head: 'Ingresos del año 2024', share: 1.2, kind: 'amount' },
      ],
      8,
      { row: 20, head: '#1d4e89', headColor: '#ffffff' },
    );
    sheet.y += 10;
    partBar(sheet, '4', 'Situaciones que se alegan', 'rule');
    yesNoQuestions(
      sheet,
      [
        'Familia numerosa de categoría general o especial, reconocida antes del 1 de septiembre',
        'Discapacidad igual o superior al 33 por ciento del solicitante o de un hermano',
        'Orfandad absoluta, o acogimiento en familia o en centro',
        'Dos o más hermanos que residen fuera del domicilio por razón de estudios universitarios',
        'Distancia superior a 50 kilómetros entre el domicilio y el centro, sin transporte directo',
      ],
      YES_NO,
      1,
      9,
    );
    pageFooter(sheet, 'No se admitirán solicitudes sin firma', identity, 'Hoja 1 de 2');
    sheet.newPage();
    runningTitle(sheet, 'BE-40  Solicitud de beca de estudios', 'Hoja 2 de 2', 'bar');
    partBar(sheet, '5', 'Patrimonio y otras ayudas', 'rule');
    numberedLines(
      sheet,
      [
        { no: '1', text: 'Valor de las fincas urbanas, excluida la vivienda habitual', entry: 'comb' },
        { no: '2', text: 'Valor de las fincas rústicas', entry: 'comb' },
        { no: '3', text: 'Volumen de negocio de actividades económicas', entry: 'comb' },
        { no: '4', text: 'Rendimientos del capital mobiliario y ganancias patrimoniales', entry: 'comb' },
        { no: '5', text: 'Otras becas o ayudas recibidas para el mismo curso', entry: 'comb' },
      ],
      { leading: 11, amount: 130 },
    );
    sheet.y += 16;
    partBar(sheet, '6', 'Cuenta para el ingreso', 'rule');
    fieldRow(
      sheet,
      [
        { label: 'Número de cuenta', share: 3, cells: 22 },
        { label: 'Titular', share: 2 },
      ],
      34,
    );
    sheet.y += 16;
    partBar(sheet, '7', 'Declaración responsable', 'rule');
    prose(sheet, [
      'Declaro bajo mi responsabilidad que acepto las bases de la convocatoria, que los datos anteriores son completos y exactos, que quedo enterado de que la inexactitud dará lugar a la denegación o al reintegro de la beca, y que autorizo a la Consejería a obtener de otras administraciones los datos necesarios para resolver.',
      'La incompatibilidad con cualquier otra ayuda para la misma finalidad me ha sido comunicada.',
    ]);
    signatureLines(
      sheet,
      [
        { label: 'El solicitante', share: 1 },
        { label: 'El padre, la madre o el tutor', share: 1 },
        { label: 'Fecha', share: 0.6, kind: 'date' },
      ],
      60,
    );
    sheet.dashedRule(sheet.left, sheet.y + 24, sheet.right, sheet.y + 24);
    sheet.y += 34;
    partBar(sheet, '', 'Resguardo para el solicitante', 'band');
    fieldRow(
      sheet,
      [
        { label: 'Apellidos y nombre', share: 3 },
        { label: 'Número de registro', share: 1.3 },
        { label: 'Sello', share: 1 },
      ],
      60,
    );
    pageFooter(sheet, 'Consejería de Enseñanza', identity, '');
  },
};
