import sharp from 'sharp';
import {
  decodeProfile,
  describePage,
  encodeProfile,
  FRAME_LONG_SIDE,
  matchFrame,
  PAGE_LONG_SIDE,
  PageIndex,
  type PageProfile,
} from '../../libs/vision/index.js';
import { project } from '../../libs/vision/geometry/projective.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { decodedFrame } from '../support/as-detected.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { letter, sampleForms } from '../support/sample-forms/index.js';

const { hypot, imul, max, min } = Math;

const DPI = 150;
/** Enough for print, and quick to photograph. */
const MEGAPIXELS = 2;

async function grey(raster: Raster, side: number): Promise<Raster> {
  const { data, width, height, channels } = raster;
  const reduced = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(reduced.data),
    width: reduced.info.width,
    height: reduced.info.height,
    channels: 1,
  };
}

describe('matching a frame against the library', () => {
  const pictures = new Map<string, Raster>();
  const profiles = new Map<string, PageProfile>();
  const index = new PageIndex();
  const [older, newer] = sampleForms();

  beforeAll(async () => {
    for (const form of sampleForms().slice(0, 4)) {
      const pdf = await form.pdf();
      for (let page = 1; page <= form.pages; page++) {
        const picture = await renderPdfPage(pdf, page, DPI);
        const profile = decodeProfile(encodeProfile(describePage(await grey(picture, PAGE_LONG_SIDE))));
        pictures.set(`${form.key}#${page}`, picture);
        profiles.set(`${form.key}#${page}`, profile);
        index.add(form.key, page, profile);
      }
    }
  });

  const photographs = new Map<string, Promise<Photograph>>();

  /** A filled-in page, photographed once for all who ask for the same. */
  function photograph(form: string, page: number, level: CaptureLevel, seed: number): Promise<Photograph> {
    const key = [form, page, level, seed].join();
    const taken =
      photographs.get(key) ??
      photographPage(pictures.get(`${form}#${page}`)!, DPI, {
        level,
        seed,
        megapixels: MEGAPIXELS,
        quarterTurns: 'random',
        writing: true,
      });
    photographs.set(key, taken);
    return taken;
  }

  async function match(photo: Photograph, against = index) {
    return matchFrame(await grey(photo.rgb, FRAME_LONG_SIDE), against).candidates;
  }

  it.each<[CaptureLevel, number]>([
    ['hard', 4],
    ['curled', 5],
  ])('names form and page of a filled-in page, any side up: %s', async (level, seed) => {
    const form = sampleForms()[2];
    const [best, second] = await match(await photograph(form.key, 1, level, seed));
    expect(best).toMatchObject({ formId: form.key, pageNumber: 1 });
    expect(best.score).toBeLessThan(0.5);
    expect((second?.score ?? 1) - best.score).toBeGreaterThan(0.2);
  });

  it('tells two years of one form apart, whichever it is shown', async () => {
    for (const [form, seed] of [
      [older, 11],
      [newer, 12],
    ] as const) {
      const [best, second] = await match(await photograph(form.key, 1, 'easy', seed));
      expect(best.formId).toBe(form.key);
      expect([older.key, newer.key]).toContain(second.formId);
      expect(second.score - best.score).toBeGreaterThan(0.1);
    }
  });

  it('lays a look-alike where the best page lies, where its own features place it elsewhere', async () => {
    const [best, second] = await match(await photograph(older.key, 1, 'hard', 107));
    expect(best).toMatchObject({ formId: older.key, pageNumber: 1 });
    expect(best.score).toBeLessThan(0.2);
    expect(second.score - best.score).toBeGreaterThan(0.1);
  });

  it('names a page on which a hand lies', async () => {
    const photo = await photograph(newer.key, 1, 'cut', 201);
    const frame = await decodedFrame(photo);
    const [best] = matchFrame(frame, index).candidates;
    expect(best).toMatchObject({ formId: newer.key, pageNumber: 1 });
    expect(best.score).toBeLessThan(0.32);
  });

  it('answers beside a page that is found only with pages that share much of it', async () => {
    const [best, ...others] = await match(await photograph(older.key, 1, 'easy', 11));
    expect(best.inliers).toBeGreaterThan(60);
    expect(others.map(({ formId, pageNumber }) => `${formId}#${pageNumber}`)).toContain(`${newer.key}#1`);
    for (const { inliers } of others) expect(inliers).toBeGreaterThan(0.2 * best.inliers);
  });

  it('knows which pages of the library are like one of it, as the library stands', () => {
    const library = new PageIndex();
    for (const [key, profile] of profiles) {
      const [form, number] = key.split('#');
      library.add(form, Number(number), profile);
    }
    const page = { formId: older.key, pageNumber: 1, profile: profiles.get(`${older.key}#1`)! };
    const nearest = library.pagesLike(page)[0].page;
    expect([nearest.formId, nearest.pageNumber]).toEqual([newer.key, 1]);
    library.removeForm(newer.key);
    expect(library.pagesLike(page).map((like) => like.page.formId)).not.toContain(newer.key);
  });

  it('has no confidence between two references with the same ink', async () => {
    const doubled = new PageIndex();
    for (const id of ['one', 'two']) doubled.add(id, 1, profiles.get(`${newer.key}#1`)!);
    const [best, second] = await match(await photograph(newer.key, 1, 'easy', 12), doubled);
    expect([best.formId, second.formId].sort()).toEqual(['one', 'two']);
    expect(second.score - best.score).toBeLessThan(0.01);
  });

  it('keeps and searches hundreds of forms with one picture as one, and is sure of none of them', async () => {
    const own = new PageIndex();
    const single = new PageIndex();
    single.add('one', 1, profiles.get(`${newer.key}#1`)!);
    const encoded = encodeProfile(profiles.get(`${newer.key}#1`)!);
    for (let i = 0; i < 300; i++) own.add(`copy-${i}`, 1, decodeProfile(encoded));
    own.add(older.key, 1, profiles.get(`${older.key}#1`)!);
    expect(own.size).toBe(301);
    expect(own.bytesPerPage * own.size).toBeLessThan(2.5 * single.bytesPerPage);
    const photo = await photograph(newer.key, 1, 'easy', 12);
    const found = await match(photo, own);
    expect(found[0].formId).toMatch(/^copy-/);
    expect(found[1].formId).toMatch(/^copy-/);
    expect(found[1].score).toBe(found[0].score);
    for (let i = 0; i < 299; i++) own.removeForm(`copy-${i}`);
    const [best, second] = await match(photo, own);
    expect(best.formId).toBe('copy-299');
    expect(second.formId).toBe(older.key);
    expect(second.score - best.score).toBeGreaterThan(0.1);
  });

  it('finds a crowd of nearly the same page before a page that is less like the frame', async () => {
    const own = new PageIndex();
    own.add(older.key, 1, profiles.get(`${older.key}#1`)!);
    const encoded = encodeProfile(profiles.get(`${newer.key}#1`)!);
    for (let i = 0; i < 300; i++) {
      const near = decodeProfile(encoded);
      // One bit of one feature in fifty: as when a page is rendered anew.
      for (let k = i % 50; k < near.features.count; k += 50)
        near.features.descriptors[8 * k] ^= 1 << (i % 32);
      own.add(`near-${i}`, 1, near);
    }
    const [best] = await match(await photograph(newer.key, 1, 'easy', 12), own);
    expect(best.formId).toMatch(/^near-/);
  });

  it('lays the page where it lies in the photograph', async () => {
    const photo = await photograph(newer.key, 1, 'easy', 12);
    const [best] = await match(photo);
    const picture = pictures.get(`${newer.key}#1`)!;
    const toFrame = min(1, FRAME_LONG_SIDE / max(photo.rgb.width, photo.rgb.height));
    for (const [u, v] of [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.5, 0.5],
      [0.9, 0.9],
      [0.1, 0.9],
    ] as const) {
      const truth = photo.truth.pageToPhoto(u * picture.width, v * picture.height);
      const found = project(best.homography, u * best.pageWidth, v * best.pageHeight);
      expect(hypot(found.x - truth.x * toFrame, found.y - truth.y * toFrame)).toBeLessThan(6);
    }
  });

  it('forgets a form that was removed, and takes a page that replaces another', async () => {
    const own = new PageIndex();
    const form = sampleForms()[3];
    own.add(form.key, 1, profiles.get(`${form.key}#1`)!);
    own.add(older.key, 1, profiles.get(`${older.key}#1`)!);
    const photo = await photograph(form.key, 1, 'easy', 15);
    expect((await match(photo, own))[0].formId).toBe(form.key);
    own.removeForm(form.key);
    expect((await match(photo, own)).map((c) => c.formId)).not.toContain(form.key);
    const size = own.size;
    own.add(older.key, 1, profiles.get(`${form.key}#1`)!);
    expect(own.size).toBe(size);
    expect((await match(photo, own))[0].formId).toBe(older.key);
  });

  it('scores a letter, of no form at all, far from every page', async () => {
    const page = await renderPdfPage(await letter(3), 1, DPI);
    const photo = await photographPage(page, DPI, { level: 'easy', seed: 16, megapixels: MEGAPIXELS });
    for (const candidate of await match(photo)) expect(candidate.score).toBeGreaterThan(0.8);
  });

  it('has no candidates for an empty, black, tiny or noisy frame, and for an empty library', () => {
    const frame = (width: number, height: number, value: (i: number) => number): Raster => ({
      data: Uint8Array.from({ length: width * height }, (_, i) => value(i)),
      width,
      height,
      channels: 1,
    });
    const noise = frame(400, 300, (i) => (imul(i + 1, 2654435761) >>> 13) & 255);
    for (const empty of [frame(600, 825, () => 255), frame(450, 350, () => 0), frame(1, 1, () => 9), noise])
      expect(matchFrame(empty, index).candidates).toEqual([]);
    expect(matchFrame(noise, new PageIndex()).candidates).toEqual([]);
  });
});
