import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import type { PageOutline } from '../../libs/vision/outline/refined-outline.js';
import { isWithin } from '../../libs/vision/outline/whole-page.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { cropped, type Box } from '../support/cropped.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 100;
/** px of the photograph by which the page is cut at least. */
const CUT = 8;
/** px of the page by which a frame on it is thick. */
const FRAME = 4;
/** Parts of the page at which bars lie on it, and by which they are thick. */
const BARS = [0.37, 0.59];
const BAR = 0.02;
/** Part of the page at which its foot begins, and px by which the rule there is thick. */
const FOOT = 0.6;
const RULE = 3;
/** Part of the page at which forks begin, and one below that is sure to be theirs. */
const FORKS = 0.78;
const AMONG_FORKS = 0.83;
/** Places looked at along either side of the page. */
const PLACES = 40;
/** Part of these that an outline up to the border may leave out. */
const LOST = 0.01;
const { max, min, round } = Math;

interface Part {
  photo: Raster;
  /** Places of the page that are in the picture, px of it. */
  places: { x: number; y: number }[];
}

/** A photograph of a sample form of which the right and lower side are cut off, and others too. */
async function cutOff(
  form: number,
  seed: number,
  others: readonly ('left' | 'upper')[],
  print = (page: Raster): Raster => page,
  level: CaptureLevel = 'easy',
): Promise<Part> {
  const page = print(await renderPdfPage(await sampleForms()[form].pdf(), 1, DPI));
  const taken = await photographPage(page, DPI, { level, seed, megapixels: 1 });
  const [a, b, c, d] = taken.truth.quad;
  return part(taken, page, {
    left: others.includes('left') ? round(max(a.x, d.x)) + CUT : 0,
    top: others.includes('upper') ? round(max(a.y, b.y)) + CUT : 0,
    right: round(min(b.x, c.x)) - CUT,
    bottom: round(min(c.y, d.y)) - CUT,
  });
}

/** A page with a black frame, 1 mm thick, printed about the middle three fifths of it. */
function framed({ data, width, height, channels }: Raster): Raster {
  const [left, top] = [round(0.07 * width), round(0.2 * height)];
  const printed = Uint8Array.from(data);
  for (let y = top; y < height - top; y++)
    for (let x = left; x < width - left; x++) {
      const inwards = min(x - left, width - left - 1 - x, y - top, height - top - 1 - y);
      const k = (y * width + x) * channels;
      if (inwards < FRAME) printed.fill(0, k, k + channels);
    }
  return { data: printed, width, height, channels };
}

/** A page with two grey bars, 5 mm thick, from side to side. */
function barred({ data, width, height, channels }: Raster): Raster {
  const printed = Uint8Array.from(data);
  for (const top of BARS) {
    const [from, to] = [top, top + BAR].map((part) => round(part * height) * width * channels);
    printed.fill(130, from, to);
  }
  return { data: printed, width, height, channels };
}

/** A page with a rule, 1 mm thick, below which it is blank. */
function blankFooted({ data, width, height, channels }: Raster): Raster {
  const printed = Uint8Array.from(data);
  const foot = round(FOOT * height);
  const [left, right] = [round(0.05 * width), round(0.95 * width)];
  printed.fill(255, foot * width * channels);
  for (let y = foot; y < foot + RULE; y++)
    printed.fill(0, (y * width + left) * channels, (y * width + right) * channels);
  return { data: printed, width, height, channels };
}

/** A page whose lower part is nothing but light bars with dark gaps between them, as of forks side by side. */
function onForks({ data, width, height, channels }: Raster): Raster {
  const laid = Uint8Array.from(data);
  for (let y = round(FORKS * height); y < height; y++)
    for (let x = 0; x < width; x++) {
      const k = (y * width + x) * channels;
      laid.fill(x % 11 < 8 ? 235 : 8, k, k + channels);
    }
  return { data: laid, width, height, channels };
}

function part({ rgb, truth }: Photograph, page: Raster, box: Box): Part {
  const photo = cropped(rgb, box);
  const places = Array.from({ length: PLACES * PLACES }, (_, k) => {
    const u = ((k % PLACES) + 0.5) / PLACES;
    const v = ((k - (k % PLACES)) / PLACES + 0.5) / PLACES;
    const { x, y } = truth.pageToPhoto(u * page.width, v * page.height);
    return { x: x - box.left, y: y - box.top };
  }).filter(({ x, y }) => x >= 0 && y >= 0 && x < photo.width && y < photo.height);
  return { photo, places };
}

function expectFoundToBorder({ photo, places }: Part): void {
  const outline = findPageOutline(photo);
  if (!outline) throw new Error('no outline');
  expect(outline.cut).toEqual([false, true, true, false]);
  expect(outline.isPart).toBe(false);
  expect(lostBy(outline, places)).toBeLessThan(LOST);
}

/** 0..1: the part of a page's places that an outline leaves out; none where the frame is kept whole. */
function lostBy(outline: PageOutline | null, places: Part['places']): number {
  if (!outline || outline.isPart) return 0;
  return places.filter((place) => !isWithin(place, outline.quad)).length / places.length;
}

describe('a page that the picture cuts off', () => {
  it.each([
    [10, 4],
    [6, 6],
    [12, 6],
    [13, 6],
  ])('is found up to the picture’s border, not up to a ruling (form %i, seed %i)', async (form, seed) => {
    expectFoundToBorder(await cutOff(form, seed, []));
  });

  it.each([
    [0, 3],
    [6, 3],
    [8, 3],
    [13, 3],
  ])('is not cut out where one of its sides is all that is seen (form %i, seed %i)', async (form, seed) => {
    const { photo } = await cutOff(form, seed, ['left']);
    expect(findPageOutline(photo)?.isPart).toBe(true);
  });

  it.each([
    [3, 7],
    [4, 7],
    [5, 6],
    [13, 7],
  ])('is found up to the border, not up to a printed frame (form %i, seed %i)', async (form, seed) => {
    expectFoundToBorder(await cutOff(form, seed, [], framed));
  });

  it.each([
    [2, 4],
    [4, 3],
    [9, 6],
  ])('is not found up to the border over cutlery below it (form %i, seed %i)', async (form, seed) => {
    const page = onForks(await renderPdfPage(await sampleForms()[form].pdf(), 1, DPI));
    const taken = await photographPage(page, DPI, { level: 'easy', seed, megapixels: 1 });
    const [, , right, left] = taken.truth.quad;
    const bottom = round(min(right.y, left.y)) - CUT;
    const { photo } = part(taken, page, { left: 0, top: 0, right: taken.rgb.width, bottom });
    const outline = findPageOutline(photo);
    expect(outline?.cut).toEqual([false, false, false, false]);
    const fork = taken.truth.pageToPhoto(0.5 * page.width, AMONG_FORKS * page.height);
    expect(isWithin(fork, outline!.quad)).toBe(false);
  });

  it.each([
    [5, 6],
    [9, 3],
  ])(
    'is not cut out at a printed frame where one side is all that is seen (form %i, seed %i)',
    async (form, seed) => {
      const { photo } = await cutOff(form, seed, ['left'], framed);
      expect(findPageOutline(photo)?.isPart).toBe(true);
    },
  );

  it.each([
    [0, 8],
    [3, 6],
    [6, 7],
  ])(
    'is kept whole or found with its blank foot, not up to its last rule, where it is bent (form %i, seed %i)',
    async (form, seed) => {
      const { photo, places } = await cutOff(form, seed, [], blankFooted, 'curled');
      expect(lostBy(findPageOutline(photo), places)).toBeLessThan(LOST);
    },
  );

  it.each([
    [1, 3],
    [3, 6],
    [8, 4],
  ])('is not cut out between bars where none of its sides is seen (form %i, seed %i)', async (form, seed) => {
    const { photo } = await cutOff(form, seed, ['left', 'upper'], barred);
    expect(findPageOutline(photo)?.isPart).toBe(true);
  });
});
