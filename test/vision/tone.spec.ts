import sharp from 'sharp';
import { encodeJpeg } from '../../libs/imaging/index.js';
import { toneTask } from '../../libs/vision-pool/tasks/tone.js';
import { letter } from '../support/sample-forms/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';

/** The top of a letter as a normalized image of this density. */
async function normalized(dpi: number): Promise<Uint8Array> {
  const { data, width, channels } = await renderPdfPage(await letter(11), 1, dpi);
  const height = 4 * dpi;
  return encodeJpeg(
    { data: data.subarray(0, width * height * channels), width, height, channels },
    { dpi, quality: 85 },
  );
}

describe('a normalized image in two tones', () => {
  it.each([
    [100, 200],
    [200, 300],
    [300, 300],
  ])('of %i dpi is given at %i', async (dpi, expected) => {
    const picture = await normalized(dpi);
    const { width, height } = await sharp(picture).metadata();
    for (const tone of ['bitonal-png', 'bitonal-tiff'] as const) {
      const { bytes } = await toneTask(picture, tone);
      const file = await sharp(bytes).metadata();
      expect(file).toMatchObject({
        width: Math.round((width * expected) / dpi),
        height: Math.round((height * expected) / dpi),
      });
      expect(Math.abs(file.density! - expected)).toBeLessThanOrEqual(1);
    }
  });

  it('has the print where the grey one has it', async () => {
    const picture = await normalized(150);
    const { bytes } = await toneTask(picture, 'bitonal-png');
    const { width, height } = await sharp(picture).metadata();
    const size = { width: Math.round(width / 8), height: Math.round(height / 8), fit: 'fill' } as const;
    const levels = (file: Uint8Array): Promise<Buffer> =>
      sharp(file)
        .resize({ ...size, kernel: 'linear' })
        .toColourspace('b-w')
        .raw()
        .toBuffer();
    const [grey, tones] = [await levels(picture), await levels(bytes)];
    // Two tones have more contrast, but not elsewhere.
    expect(correlation(grey, tones)).toBeGreaterThan(0.95);
  });
});

function correlation(a: Buffer, b: Buffer): number {
  const mean = (v: Buffer): number => v.reduce((sum, x) => sum + x, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}
