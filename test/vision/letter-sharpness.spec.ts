import { inkedTiles } from '../../libs/vision/light/inked-tiles.js';
import { knownLetterSharpness, letterSharpness } from '../../libs/vision/light/letter-sharpness.js';
import { blurredCopy } from '../../libs/vision/pixels/gaussian-blur.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

/** The upper third of a page of print at so many px an inch, its paper at 250 as an evened page has it, blurred. */
async function print(dpi: number, blur = 0): Promise<Raster> {
  const form = sampleForms().find(({ key }) => key === 'lg-4')!;
  const whole = toGrey(await renderPdfPage(await form.pdf(), 1, dpi));
  const height = Math.floor(whole.height / 3);
  const data = whole.data.slice(0, height * whole.width).map((level) => Math.min(250, level));
  const page: Raster = { ...whole, data, height };
  return blur ? blurredCopy(page, blur) : page;
}

/** The mean of a page moved along a straight way: a camera that moved. @param angle radians from the rows' direction */
function shaken(page: Raster, length: number, angle: number): Raster {
  const { data, width, height } = page;
  const moved = data.slice();
  const reach = Math.ceil(length / 2);
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      let sum = 0;
      for (let k = 0; k <= length; k++) {
        const t = k - length / 2;
        sum += data[(y + Math.round(t * Math.sin(angle))) * width + x + Math.round(t * Math.cos(angle))];
      }
      moved[y * width + x] = Math.round(sum / (length + 1));
    }
  return { ...page, data: moved };
}

/** The page with rows of soft dots below, one every 14 px. */
function withDots(page: Raster): Raster {
  const { width, height } = page;
  const longer: Raster = { ...page, data: new Uint8Array(3 * width * height).fill(250), height: 3 * height };
  longer.data.set(page.data);
  for (let y = height + 20; y < 3 * height - 20; y += 28)
    for (let x = 20; x < width - 20; x += 14)
      for (let dy = -3; dy <= 3; dy++)
        for (let dx = -3; dx <= 3; dx++)
          longer.data[(y + dy) * width + x + dx] = Math.min(250, 40 + 70 * Math.hypot(dx, dy));
  return longer;
}

/** The page with half of its contrast. */
const faded = (page: Raster): Raster => ({
  ...page,
  data: page.data.map((level) => 250 - (250 - level) / 2),
});

/** The page with a black bar across its head, as forms have, whose level no blur changes. */
function withBar(page: Raster): Raster {
  const data = page.data.slice();
  for (let y = 30; y < 60; y++) data.fill(0, y * page.width + 40, (y + 1) * page.width - 40);
  return { ...page, data };
}

describe('the sharpness of letters', () => {
  it('is an edge that is narrow against the height of the letters in sharp print', async () => {
    expect(letterSharpness(await print(200))).toBeLessThan(0.2);
  });

  it('goes down with the blur, and the same blur spoils small print more than large print', async () => {
    const small = letterSharpness(await print(100, 1.5))!;
    const large = letterSharpness(await print(240, 1.5))!;
    expect(small).toBeGreaterThan(0.35);
    expect(large).toBeLessThan(0.3);
    expect(letterSharpness(await print(240, 3))!).toBeGreaterThan(large);
  });

  it('goes down with the px that the letters have', async () => {
    expect(letterSharpness(await print(75))!).toBeGreaterThan(letterSharpness(await print(150))!);
  });

  it('is that of letters, not of the dots that lead to fields', async () => {
    const page = await print(200);
    expect(letterSharpness(withDots(page))).toBeCloseTo(letterSharpness(page)!, 1);
  });

  it.each([0, 30, 45, 75, 90, 120, 135, 160])(
    'goes down where the camera moved at %i degrees, though edges along its way stay sharp',
    async (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      expect(letterSharpness(shaken(await print(200, 0.8), 12, angle))!).toBeGreaterThan(0.4);
    },
  );

  it('is that of faint letters where a known form has letters and blur has left no others', async () => {
    const sharp = withBar(await print(150));
    const blurred = withBar(faded(await print(150, 3)));
    expect(letterSharpness(blurred)).toBeNull();
    expect(knownLetterSharpness(blurred, inkedTiles(blurred), sharp)).toBeGreaterThan(0.34);
    expect(knownLetterSharpness(sharp, inkedTiles(sharp), sharp)).toBe(letterSharpness(sharp));
    // A form without letters says nothing of the specks on it.
    const blank: Raster = { ...sharp, data: new Uint8Array(sharp.data.length).fill(250) };
    expect(knownLetterSharpness(blurred, inkedTiles(blurred), blank)).toBeNull();
  });

  it('says nothing of a page with few letters', () => {
    const blank: Raster = { data: new Uint8Array(800 * 800).fill(250), width: 800, height: 800, channels: 1 };
    expect(letterSharpness(blank)).toBeNull();
    // Strokes of a pen, each higher than a tile's letters may be.
    for (let x = 100; x < 700; x += 40)
      for (let y = 50; y < 750; y++) blank.data.fill(20, y * 800 + x, y * 800 + x + 9);
    expect(letterSharpness(blank)).toBeNull();
  });
});
