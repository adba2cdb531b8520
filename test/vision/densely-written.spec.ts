import {
  describePage,
  FRAME_LONG_SIDE,
  matchFrame,
  PageIndex,
  type FrameCandidate,
} from '../../libs/vision/index.js';
import { flatten } from '../../libs/vision/features/orb-features.js';
import { describeFully } from '../../libs/vision/features/page-homography.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import { inkEvidence } from '../../libs/vision/ink/ink-evidence.js';
import { registerInk } from '../../libs/vision/ink/ink-registration.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { decodedFrame, smallPage } from '../support/as-detected.js';
import { photographPage } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

const DPI = 150;
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
/** Lines written over a page, and the pen's width, px. */
const LINES = 90;
const PEN = 3;

const pages = new Map<number, Promise<Raster>>();

/** The first page of a sample form, drawn once for all who ask for it. */
function drawn(form: number): Promise<Raster> {
  const page = pages.get(form) ?? draw(form);
  pages.set(form, page);
  return page;
}

async function draw(form: number): Promise<Raster> {
  return renderPdfPage(await sampleForms()[form].pdf(), 1, DPI);
}

/** A page whose print is pale, written all over in black: waves in words of 60 to 330 px. */
function scribbled(page: Raster, seed: number): Raster {
  const { width, height, channels } = page;
  const data = page.data.map((level) => 255 - 0.6 * (255 - level));
  const random = new Random(seed);
  for (let line = 0; line < LINES; line++) {
    const left = random.between(0.05, 0.75) * width;
    const middle = random.between(0.05, 0.95) * height;
    const length = random.between(60, 330);
    const turns = length * random.between(0.15, 0.4);
    const high = random.between(6, 12);
    for (let t = 0; t < 1; t += 0.0005) {
      const x = Math.round(left + t * length + 4 * Math.sin(1.7 * turns * t));
      const y = Math.round(middle + high * Math.sin(turns * t));
      for (let v = y; v < y + PEN; v++)
        for (let u = x; u < x + PEN; u++)
          if (u >= 0 && v >= 0 && u < width && v < height)
            data.fill(25, (v * width + u) * channels, (v * width + u + 1) * channels);
    }
  }
  return { data, width, height, channels };
}

/** What of a raster lies below `top`, a part of its height; drawn out to that height where asked. */
function below(top: number, { data, width, height, channels }: Raster, drawnOut: boolean): Raster {
  const first = Math.round(top * height);
  const rows = drawnOut ? height : height - first;
  const row = width * channels;
  const kept = new Uint8Array(rows * row);
  for (let y = 0; y < rows; y++) {
    const from = drawnOut ? first + Math.floor(((height - first) * y) / height) : first + y;
    kept.set(data.subarray(from * row, (from + 1) * row), y * row);
  }
  return { data: kept, width, height: rows, channels };
}

describe('a page that is densely written on', () => {
  it('shows its ink beyond what the writing covers by chance, and another page does not', async () => {
    const page = await drawn(0);
    const evidence = (shown: Raster, asked: boolean): number => {
      const profile = describePage(smallPage(page));
      const { blocks } = registerInk(flatten(smallPage(shown)), profile, profileInk(profile), [...IDENTITY]);
      return inkEvidence(asked ? blocks : blocks.map((block) => ({ ...block, shown: 0 })));
    };
    const own = scribbled(page, 1);
    expect(evidence(own, true)).toBeGreaterThan(0.9);
    expect(evidence(own, false)).toBeLessThan(evidence(own, true) - 0.1);
    const other = scribbled(await drawn(4), 1);
    expect(evidence(other, true)).toBeLessThan(0.1);
  });

  it('is found as it fills its outline, turned by a quarter', async () => {
    const index = new PageIndex();
    const forms = await Promise.all([0, 2, 3, 4, 5].map(drawn));
    forms.forEach((page, k) => index.add(`form ${k}`, 1, describePage(smallPage(page))));
    const photo = await photographPage(scribbled(forms[4], 11), DPI, {
      level: 'easy',
      seed: 44,
      megapixels: 4,
      quarterTurns: 1,
    });
    const frame = await decodedFrame(photo);
    const [best] = matchFrame(frame, index).candidates as (FrameCandidate | undefined)[];
    expect(best?.formId).toBe('form 4');
    expect(best?.score).toBeLessThan(0.3);
  });

  it('is not taken for a page like the part of it that the picture shows', async () => {
    const page = await drawn(4);
    const index = new PageIndex();
    index.add('like its part', 1, describePage(smallPage(below(0.12, page, true))));
    const { rgb, truth } = await photographPage(scribbled(page, 11), DPI, {
      level: 'easy',
      seed: 44,
      megapixels: 4,
    });
    const [left, right, , lowerLeft] = truth.quad;
    const top = Math.max(left.y, right.y) + 0.1 * (lowerLeft.y - left.y);
    const frame = toGrey(reduceByBoxes(below(top / rgb.height, rgb, false), FRAME_LONG_SIDE).raster);
    expect(matchFrame(frame, index).candidates[0]?.score ?? 1).toBeGreaterThan(0.4);
  });

  it('is compared with its look-alike where it lies, however few features the two show', async () => {
    const index = new PageIndex();
    const forms = await Promise.all([0, 1].map(drawn));
    forms.forEach((page, k) => index.add(`revision ${k}`, 1, describePage(smallPage(page))));
    const written = scribbled(forms[1], 7);
    const photo = await photographPage(written, DPI, { level: 'easy', seed: 47, megapixels: 4 });
    const frame = await decodedFrame(photo);
    const [best, other] = matchFrame(frame, index).candidates;
    expect(best.formId).toBe('revision 1');
    expect(other.formId).toBe('revision 0');
    // Laid by its own features it lies elsewhere, and nothing of it is found.
    expect(other.score).toBeLessThan(0.7);
  });

  it('has votes only for print in its place', async () => {
    const forms = await Promise.all([0, 2].map(drawn));
    const index = new PageIndex();
    forms.forEach((page, k) => index.add(`form ${k}`, 1, describePage(smallPage(page))));
    const view = smallPage(scribbled(forms[1], 3));
    const { features } = describeFully(view);
    const box = { left: 0, top: 0, right: view.width, bottom: view.height };
    const votesFor = (form: string, where: typeof box): number =>
      index.shortlist(features, 2, where).find(({ page }) => page.formId === form)?.votes ?? 0;
    const inPlace = votesFor('form 1', box);
    expect(inPlace).toBeGreaterThan(5 * votesFor('form 0', box));
    const aside = { ...box, left: 0.3 * view.width, right: 1.3 * view.width };
    expect(votesFor('form 1', aside)).toBeLessThan(inPlace / 5);
  });
});
