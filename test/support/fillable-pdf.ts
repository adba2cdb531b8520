/** A rectangle on the page, in points from its bottom left corner: left, bottom, right, top. */
export type PlaceOnPage = readonly [left: number, bottom: number, right: number, top: number];

/** Size of the page, in points. */
export const fillablePageSize = { width: 300, height: 200 };

/** Where the fields lie. */
export const fieldPlaces = {
  surname: [20, 150, 280, 180],
  ticked: [20, 100, 40, 120],
  unticked: [60, 100, 80, 120],
  signature: [20, 50, 280, 80],
  empty: [20, 10, 280, 40],
} as const satisfies Record<string, PlaceOnPage>;

export interface FillablePdfOptions {
  /** Whether the fields bring their looks with them, as what Acrobat and browsers save does. */
  withLooks: boolean;
  /** JavaScript that the document asks to be run when it is opened, shown and its fields are drawn. */
  script?: string;
}

const stream = (dictionary: string, data: string) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** How a field looks: drawing operators in a box of the place's size. */
function looks([left, bottom, right, top]: PlaceOnPage, operators: string): string {
  const size = `${right - left} ${top - bottom}`;
  return stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${size}] /Resources << /Font << /Helv 5 0 R >> >>`,
    operators,
  );
}

/** A PDF of one blank page with fields: text, boxes, a signature, and one that nothing was entered into. */
export function fillablePdf({ withLooks, script }: FillablePdfOptions): Buffer {
  const { surname, ticked, unticked, signature, empty } = fieldPlaces;
  const { width, height } = fillablePageSize;
  const action = script === undefined ? null : `<< /S /JavaScript /JS (${script}) >>`;
  const field = (name: string, place: PlaceOnPage, entries: string, own: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /T (${name}) /Rect [${place.join(' ')}] ${entries} ` +
    `${withLooks ? `/AP << /N ${own} >>` : ''} ` +
    `${action ? `/AA << /F ${action} /C ${action} /V ${action} /PV ${action} >>` : ''} >>`;
  const kids = '[6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]';
  const text = '/FT /Tx /DA (/Helv 16 Tf 0 g)';
  const box = '/FT /Btn /DA (/ZaDb 0 Tf 0 g) /MK << /CA (4) >>';
  return wholePdf([
    `<< /Type /Catalog /Pages 2 0 R ${action ? `/OpenAction ${action}` : ''} /AcroForm << /Fields ${kids} ` +
      `/DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 5 0 R /ZaDb 4 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Annots ${kids} ` +
      `${action ? `/AA << /O ${action} >>` : ''} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    field('surname', surname, `${text} /V (KOWALSKI)`, '11 0 R'),
    field('ticked', ticked, `${box} /V /Yes /AS /Yes`, '<< /Yes 12 0 R /Off 13 0 R >>'),
    field('unticked', unticked, `${box} /V /Off /AS /Off`, '<< /Yes 12 0 R /Off 13 0 R >>'),
    // A signature has no looks but its own.
    `<< /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /T (signature) /FT /Sig /Rect [${signature.join(' ')}] ` +
      '/AP << /N 14 0 R >> >>',
    field('empty', empty, text, '13 0 R'),
    looks(surname, '/Tx BMC q BT /Helv 16 Tf 0 g 4 9 Td (KOWALSKI) Tj ET Q EMC'),
    looks(ticked, '3 w 2 2 m 18 18 l 2 18 m 18 2 l S'),
    looks(unticked, ''),
    looks(signature, 'BT /Helv 12 Tf 4 9 Td (Signed by J. Kowalski) Tj ET'),
  ]);
}

/** A PDF file of these objects, numbered from 1; the first is its catalog. */
function wholePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
      `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
