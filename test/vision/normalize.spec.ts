import { normalizeFrame } from '../../libs/vision/normalize.js';
import { describePage } from '../../libs/vision/features/page-profile.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { toGrey } from '../../libs/vision/pixels/resample.js';
import { alignmentError, isUpright, outlineJaccard, paperLight } from '../bench/normalize-metrics.js';
import { cropped } from '../support/cropped.js';
import { photographPage, type BoothOptions, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const { min, round, sin } = Math;

const DPI = 150;

async function page(index: number): Promise<Raster> {
  return renderPdfPage(await sampleForms()[index].pdf(), 1, DPI);
}

/** Two and a half megapixels keep the tests short. */
async function shoot(picture: Raster, options: Omit<BoothOptions, 'megapixels'>): Promise<Photograph> {
  return photographPage(picture, DPI, { megapixels: 2.5, ...options });
}

describe('normalizing a frame', () => {
  let picture: Raster;
  let grey: Raster;
  let photo: Photograph;
  beforeAll(async () => {
    picture = await page(0);
    grey = toGrey(picture);
    photo = await shoot(picture, { level: 'easy', seed: 11, writing: true, quarterTurns: 3 });
  });

  it('lays a known form onto its page within half a px, whatever is written on it', () => {
    const result = normalizeFrame(photo.rgb, { page: grey, profile: describePage(grey), dpi: DPI });
    expect(result.diagnostics.way).toBe('registered');
    expect(result.flag).toBeNull();
    expect(alignmentError(result, grey, photo.rgb, photo.truth).sheet).toBeLessThan(0.5);
    expect(result.image.width / result.image.height).toBeCloseTo(grey.width / grey.height, 2);
    expect(result.image.width / grey.width).toBeCloseTo(result.dpi / DPI, 2);
  });

  it('flattens a curled sheet of a known form', async () => {
    const known = await page(2);
    const curled = await shoot(known, { level: 'curled', seed: 5, quarterTurns: 'random' });
    const reference = toGrey(known);
    const result = normalizeFrame(curled.rgb, {
      page: reference,
      profile: describePage(reference),
      dpi: DPI,
    });
    expect(alignmentError(result, reference, curled.rgb, curled.truth).ink).toBeLessThan(1);
  });

  it('says so when the frame shows another page, and straightens it all the same', async () => {
    const other = toGrey(await page(9));
    const result = normalizeFrame(photo.rgb, { page: other, profile: describePage(other), dpi: DPI });
    expect(result.flag).toBe('unregistered');
    expect(outlineJaccard(result.outline, photo.truth)).toBeGreaterThan(0.98);
  });

  it('cuts an unknown page out, upright, in its proportions, on white paper', () => {
    const result = normalizeFrame(photo.rgb, null);
    expect(result.flag).toBeNull();
    expect(outlineJaccard(result.outline, photo.truth)).toBeGreaterThan(0.98);
    expect(isUpright(result, photo.truth)).toBe(true);
    expect(result.image.width / result.image.height).toBeCloseTo(picture.width / picture.height, 2);
    const paper = paperLight(result, grey, photo.rgb);
    expect(paper!.median).toBeGreaterThanOrEqual(245);
    expect(paper!.spread).toBeLessThanOrEqual(6);
  });

  it('leaves a clean scan as it is', () => {
    const result = normalizeFrame(picture, null);
    expect(result.flag).toBe('already_flat');
    expect(result.outline).toBeNull();
    expect([result.image.width, result.image.height]).toEqual([picture.width, picture.height]);
    expect(result.diagnostics.skew).toBe(0);
  });

  it('keeps the whole frame where no page is to be found', () => {
    const data = Uint8Array.from({ length: 700 * 900 * 3 }, (_, i) => 60 + 40 * sin(i / 90000));
    const result = normalizeFrame({ data, width: 700, height: 900, channels: 3 }, null);
    expect(result.flag).toBe('no_page_found');
    expect(result.outline).toBeNull();
    expect(result.image.width / result.image.height).toBeCloseTo(700 / 900, 2);
  });

  it('names a density, however small the frame', () => {
    const speck: Raster = { data: new Uint8Array(3 * 5 * 4).fill(200), width: 5, height: 4, channels: 3 };
    expect(normalizeFrame(speck, null).dpi).toBeGreaterThanOrEqual(1);
  });

  it('gives grey for grey', () => {
    expect(normalizeFrame(toGrey(photo.rgb), null).image.channels).toBe(1);
  });

  it('flags a picture too blurred to read', () => {
    expect(normalizeFrame(blurred(photo.rgb, 3), null).flag).toBe('low_quality');
  });

  it('flags a known page of which a third lies beyond the picture, and none of which little does', () => {
    const reference = { page: grey, profile: describePage(grey), dpi: DPI };
    const flagOf = (part: number) => normalizeFrame(withoutFoot(photo, part), reference).flag;
    expect(flagOf(0.4)).toBe('low_quality');
    expect(flagOf(0.15)).toBeNull();
  });

  it('flags an unknown page whose print runs out of the picture, and none that the picture holds', () => {
    const flagOf = (part: number) => normalizeFrame(withoutFoot(photo, part), null).flag;
    expect(flagOf(0.15)).toBe('low_quality');
    expect(flagOf(-0.02)).toBeNull();
  });

  it('flags print that drowns in a mirrored lamp', async () => {
    const mirrored = await shoot(picture, { level: 'easy', seed: 11, quarterTurns: 3, glare: true });
    expect(normalizeFrame(mirrored.rgb, null).flag).toBe('low_quality');
  });
});

/** A photograph of a page whose foot is to the right, without what shows a part of the page from there. */
function withoutFoot({ rgb, truth }: Photograph, part: number): Raster {
  const [head, , ...feet] = truth.quad;
  const foot = min(...feet.map(({ x }) => x));
  const right = round(foot + part * (head.x - foot));
  return cropped(rgb, { left: 0, top: 0, right, bottom: rgb.height });
}

/** Box-blurred twice. */
function blurred(raster: Raster, radius: number): Raster {
  let { data } = raster;
  const { width, height, channels } = raster;
  for (const step of [channels, width * channels, channels, width * channels]) {
    const out = new Uint8Array(data.length);
    for (let i = 0; i < data.length; i++) {
      let sum = 0;
      let n = 0;
      for (let k = -radius; k <= radius; k++) {
        const j = i + k * step;
        if (j >= 0 && j < data.length) {
          sum += data[j];
          n++;
        }
      }
      out[i] = sum / n;
    }
    data = out;
  }
  return { data, width, height, channels };
}
