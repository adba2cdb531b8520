import PDFDocument from 'pdfkit';
import { decodeColour, extractPage } from '../../libs/imaging/index.js';
import { fieldPlaces, fillablePageSize, fillablePdf, type PlaceOnPage } from '../support/fillable-pdf.js';

/** Density that pages of a PDF are drawn at, px per point. */
const pxPerPoint = 300 / 72;
/** Darkest level of a px that counts as paper. */
const paperFrom = 250;

const { floor, ceil } = Math;

interface Drawn {
  /** Share of a place's px that are not white. */
  inked(place: PlaceOnPage): number;
}

async function draw(file: Uint8Array, pageHeight = fillablePageSize.height): Promise<Drawn> {
  const page = await extractPage(file, 0, { maxPixels: 50_000_000, maxPages: 1 });
  const { data, width } = await decodeColour(page.bytes);
  return {
    inked([left, bottom, right, top]) {
      let inked = 0;
      let all = 0;
      for (
        let y = ceil((pageHeight - top) * pxPerPoint);
        y < floor((pageHeight - bottom) * pxPerPoint);
        y++
      ) {
        for (let x = ceil(left * pxPerPoint); x < floor(right * pxPerPoint); x++, all++) {
          const at = 3 * (y * width + x);
          if (data.subarray(at, at + 3).some((level) => level < paperFrom)) inked++;
        }
      }
      return inked / all;
    },
  };
}

describe('a fillable PDF is drawn as filled in', () => {
  it.each([true, false])('whether its fields bring their looks with them (%s) or not', async (withLooks) => {
    const page = await draw(fillablePdf({ withLooks }));
    expect(page.inked(fieldPlaces.surname)).toBeGreaterThan(0.03);
    expect(page.inked(fieldPlaces.ticked)).toBeGreaterThan(0.05);
    expect(page.inked(fieldPlaces.signature)).toBeGreaterThan(0.02);
  });

  it('and where nothing was entered it stays white, without the tint that viewers lay on fields', async () => {
    for (const withLooks of [true, false]) {
      const page = await draw(fillablePdf({ withLooks }));
      expect(page.inked(fieldPlaces.empty)).toBe(0);
      expect(page.inked(fieldPlaces.unticked)).toBe(0);
    }
  });

  it('again and again, since a page is closed once it is drawn', async () => {
    const file = fillablePdf({ withLooks: false });
    const first = await draw(file);
    for (let i = 0; i < 3; i++) {
      expect((await draw(file)).inked(fieldPlaces.surname)).toBe(first.inked(fieldPlaces.surname));
    }
  });

  it('also when its author has forbidden all but reading', async () => {
    const page = await draw(await lockedPdf(), 200);
    expect(page.inked([20, 140, 220, 180])).toBeGreaterThan(0.02);
  });

  it('and none of its JavaScript runs: a page with an endless loop everywhere is drawn', async () => {
    const page = await draw(fillablePdf({ withLooks: false, script: 'while (true) {}' }));
    expect(page.inked(fieldPlaces.surname)).toBeGreaterThan(0.03);
  });
});

/** Encrypted, to be opened without a password, with a field filled in. */
function lockedPdf(): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: [300, 200], ownerPassword: 'secret', permissions: {} });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.font('Helvetica').initForm();
    document.formText('surname', 20, 20, 200, 40, { value: 'KOWALSKI', fontSize: 16 });
    document.end();
  });
}
