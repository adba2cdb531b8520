import { HELVETICA, PAPER, TIMES } from './form-sheet.js';
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
} from './form-parts.js';
import { bannerTitle, boxedTitle, centredTitle, ruledTitle, runningTitle } from './form-titles.js';
import { SPANISH_TERMS } from './prose.js';
import type { FormDefinition } from './sample-form.js';

const AUTHORITY = 'Autoridad Tributaria de Valmera';
const YES_NO = ['Sí', 'No'] as const;

/** A quarterly return of three pages, boxes numbered in shaded cells. */
const quarterlyReturn: FormDefinition = {
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

/** Registration of a household. */
const householdRegister: FormDefinition = {
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

/** A scholarship: landscape bands, coloured banner. */
const scholarship: FormDefinition = {
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

/** One page, IRS-like frame, certificate of amounts withheld. */
const withholding: FormDefinition = {
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

/** Hardly anything on it but lines to write on. */
const swornStatement: FormDefinition = {
  key: 'dj-1',
  name: 'DJ-1 Declaración jurada',
  language: 'es',
  size: PAPER.a4,
  margin: 62,
  style: { ...TIMES, accent: '#000000', shade: '#eeeeee', size: 11, line: 0.7 },
  draw(sheet) {
    sheet.newPage();
    sheet.say('DJ-1', sheet.left, sheet.y, { font: 'Times-Bold', size: 14 });
    sheet.say('Juzgado de Paz de Valmera', sheet.left, sheet.y + 2, { width: sheet.width, align: 'right' });
    sheet.y += 90;
    sheet.y +=
      sheet.say('DECLARACIÓN JURADA', sheet.left, sheet.y, {
        font: 'Times-Bold',
        size: 20,
        width: sheet.width,
        align: 'center',
      }) + 50;
    for (const lead of ['Don / Doña', 'con documento', 'y domicilio en']) {
      sheet.say(lead, sheet.left, sheet.y);
      sheet.rule(sheet.left + 82, sheet.y + 11, sheet.right, sheet.y + 11);
      sheet.field('text', sheet.left + 84, sheet.y - 8, sheet.width - 84, 18);
      sheet.y += 34;
    }
    sheet.y += sheet.say('DECLARA BAJO JURAMENTO:', sheet.left, sheet.y + 8, { font: 'Times-Bold' }) + 30;
    for (let i = 0; i < 7; i++) {
      sheet.rule(sheet.left, sheet.y + 14, sheet.right, sheet.y + 14, 0.4);
      sheet.field('text', sheet.left, sheet.y - 6, sheet.width, 19);
      sheet.y += 30;
    }
    signatureLines(
      sheet,
      [
        { label: 'Firma', share: 1 },
        { label: 'Fecha', share: 1, kind: 'date' },
      ],
      60,
    );
    sheet.say('DJ-1 (2021)', sheet.left, sheet.bottom - 10, { size: 7 });
  },
};

/** A building permit with its conditions in small print on the back. */
const buildingPermit: FormDefinition = {
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

export const SPANISH_FORMS: readonly FormDefinition[] = [
  quarterlyReturn,
  householdRegister,
  scholarship,
  withholding,
  swornStatement,
  buildingPermit,
];
