import sharp from 'sharp';
import { ReferenceLibrary, VisionPool, type NormalizedImage } from '../../libs/vision-pool/index.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const formId = '4f7f0f3e-9d0a-4f6c-8f38-0d4f4f0a1c11';

/** Mean difference of two normalized images, levels, on a copy in which single strokes still show. */
async function difference(a: NormalizedImage, b: NormalizedImage): Promise<number> {
  const [first, second] = await Promise.all(
    [a, b].map(({ bytes }) => sharp(bytes).resize(600, 800, { fit: 'fill' }).greyscale().raw().toBuffer()),
  );
  return first.reduce((sum, level, i) => sum + Math.abs(level - second[i]), 0) / first.length;
}

describe('where the detector has found a page', () => {
  const pool = new VisionPool({ threads: 1 });
  afterAll(() => pool.close(0));

  it('the normalizer lays the page as it does by its own search, and is not misled by a wrong place', async () => {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, DPI);
    const { width, height, channels } = page;
    const image = await sharp(page.data, { raw: { width, height, channels } })
      .withMetadata({ density: DPI })
      .png()
      .toBuffer();
    const { profile } = await pool.describePage(image);
    const library = new ReferenceLibrary();
    library.setForm(formId, [{ pageNumber: 2, profile }]);
    const photo = await photographPage(page, DPI, {
      level: 'easy',
      seed: 23,
      megapixels: 2.5,
      quarterTurns: 1,
    });
    const frame = await photo.jpeg();

    const { lay } = await pool.classify(frame, library);
    expect(lay).toMatchObject({ formId, pageNumber: 2 });
    const reference = { image, profile };
    const searched = await pool.normalize(frame, { ...reference, toFrame: null });
    const told = await pool.normalize(frame, { ...reference, toFrame: lay!.toFrame });
    const misled = await pool.normalize(frame, {
      ...reference,
      toFrame: [0.3, 0, 0.1, 0, 0.3, 0.5, 0, 0, 1],
    });

    for (const image of [searched, told, misled]) expect(image.flag).toBeNull();
    expect([told.width, told.height]).toEqual([searched.width, searched.height]);
    expect(await difference(told, searched)).toBeLessThan(1);
    expect(await difference(misled, searched)).toBeLessThan(1);
  });
});
