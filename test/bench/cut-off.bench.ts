/**
 * Pages of unknown forms that the picture cuts off: how often a part of what is in the picture is lost, and no flag
 * says so.
 *
 *   npm run bench:cut-off -- [--corpus DIR] [--per-level N] [--levels easy,hard,curled] [--seed S]
 *
 * Each photograph is cropped so that some of the page's sides are out of the picture. Of an outline that is relied on,
 * what it leaves out of the page is measured over the page's places in the picture. The corpus is that of
 * `bench:normalize`.
 */
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodeColour } from '../../libs/imaging/index.js';
import { alignByOutline } from '../../libs/vision/normalization/own-outline.js';
import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { isWithin } from '../../libs/vision/outline/whole-page.js';
import type { Point, Quad } from '../../libs/vision/pixels/raster.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';
import { benchBackgrounds, benchSubjects, SUBJECT_DPI, type Subject } from './bench-subjects.js';
import { rasterOf } from './raster-of.js';

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    'per-level': { type: 'string', default: '30' },
    levels: { type: 'string', default: 'easy,hard,curled' },
    seed: { type: 'string', default: '1000' },
  },
});

const MEGAPIXELS = 5;
const JPEG_QUALITY = 88;
/** By so much of the picture the page is cut off at least. */
const MARGIN = 0.012;
/** Least side of what is looked at, px. */
const LEAST_SIDE = 300;
/** Places looked at along either side of the page. */
const PLACES = 50;
/** Part of the page in the picture from which it counts as lost. */
const LOST = 0.02;

interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What is left of a photograph, by the sides of the page that are seen in it. */
function cropsOf({ rgb: { width, height }, truth: { quad } }: Photograph): Record<string, Crop> {
  const [a, b, c, d] = quad;
  const margin = MARGIN * Math.max(width, height);
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const within = {
    left: Math.max(0, a.x, d.x) + margin,
    top: Math.max(0, a.y, b.y) + margin,
    right: Math.min(width, b.x, c.x) - margin,
    bottom: Math.min(height, c.y, d.y) - margin,
  };
  const { left, right, bottom, top } = within;
  return {
    'all sides': whole,
    'three sides': { ...whole, bottom },
    'upper and left side': { ...whole, right, bottom },
    'upper and right side': { ...whole, left, bottom },
    'upper left quarter': {
      ...whole,
      right: left + 0.6 * (right - left),
      bottom: top + 0.6 * (bottom - top),
    },
    'upper side': { ...within, top: 0 },
    'no side': within,
  };
}

/** How a crop comes out: the part of the page in it that is lost, and whether the frame was kept whole. */
async function outcomeOf(
  { rgb, truth }: Photograph,
  page: { width: number; height: number },
  { left, top, right, bottom }: Crop,
): Promise<{ lost: number; whole: boolean } | null> {
  const region = {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(right) - Math.round(left),
    height: Math.round(bottom) - Math.round(top),
  };
  if (Math.min(region.width, region.height) < LEAST_SIDE) return null;
  const raw = { width: rgb.width, height: rgb.height, channels: 3 as const };
  const jpeg = await sharp(rgb.data, { raw }).extract(region).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  const { outline, diagnostics } = alignByOutline(new FrameCopies(await decodeColour(jpeg)));
  if (diagnostics.way === 'whole' || !outline) return { lost: 0, whole: true };
  const places = Array.from({ length: PLACES * PLACES }, (_, k): Point => {
    const u = ((k % PLACES) + 0.5) / PLACES;
    const v = (Math.floor(k / PLACES) + 0.5) / PLACES;
    const { x, y } = truth.pageToPhoto(u * page.width, v * page.height);
    return { x: x - region.left, y: y - region.top };
  }).filter(({ x, y }) => x >= 0 && y >= 0 && x < region.width && y < region.height);
  const out = places.filter((place) => !isWithin(place, outline as Quad));
  return { lost: out.length / places.length, whole: false };
}

async function photograph(
  level: CaptureLevel,
  seed: number,
  subject: Subject,
  table: string | undefined,
): Promise<[Photograph, { width: number; height: number }]> {
  const page = await subject.load();
  const background = table ? await rasterOf(sharp(table).toColourspace('srgb')) : undefined;
  const writing = seed % 2 === 0;
  const taken = await photographPage(page, SUBJECT_DPI, {
    level,
    seed,
    megapixels: MEGAPIXELS,
    background,
    writing,
  });
  return [taken, page];
}

const subjects = await benchSubjects(options.corpus);
const tables = await benchBackgrounds(options.corpus);
for (const level of options.levels.split(',') as CaptureLevel[]) {
  const counts = new Map<string, { n: number; lost: number; whole: number }>();
  for (let k = 0; k < Number(options['per-level']); k++) {
    const seed = Number(options.seed) + k;
    const subject = subjects[(seed * 7919) % subjects.length];
    const [taken, page] = await photograph(level, seed, subject, tables[seed % tables.length]);
    for (const [seen, crop] of Object.entries(cropsOf(taken))) {
      const outcome = await outcomeOf(taken, page, crop);
      if (!outcome) continue;
      const count = counts.get(seen) ?? { n: 0, lost: 0, whole: 0 };
      counts.set(seen, count);
      count.n++;
      if (outcome.lost > LOST) count.lost++;
      if (outcome.whole) count.whole++;
    }
  }
  for (const [seen, { n, lost, whole }] of counts)
    console.log(`${level}, ${seen} seen: of ${n} ${lost} lost over ${LOST * 100} %, ${whole} kept whole`);
}
