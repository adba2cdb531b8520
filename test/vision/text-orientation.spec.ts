import { grainOf } from '../../libs/vision/orientation/grain.js';
import { findUpright } from '../../libs/vision/orientation/text-orientation.js';
import { blurredCopy } from '../../libs/vision/pixels/gaussian-blur.js';
import { toGrey, turn } from '../../libs/vision/pixels/resample.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { FormSheet, HELVETICA, PAPER } from '../support/sample-forms/form-sheet.js';
import { answerSheet, sampleForms } from '../support/sample-forms/index.js';

const { max, min, round, sqrt } = Math;

/** Noise about 0, so many levels at most. */
const grainOfUpTo = (levels: number, noise: Random): number => levels * (noise.next() + noise.next() - 1);

describe('telling which way up a page stands', () => {
  it('turns every page of the sample forms upright from all four directions', async () => {
    for (const form of sampleForms().filter((_, i) => i % 3 === 0)) {
      const page = toGrey(await renderPdfPage(await form.pdf(), 1, 120));
      for (let quarters = 0; quarters < 4; quarters++) {
        const found = findUpright(turn(page, quarters));
        expect([form.key, (found.quarters + quarters) % 4]).toEqual([form.key, 0]);
      }
    }
  });

  it('turns an answer sheet upright by its numbers: letters in rings look like no letters', async () => {
    const page = toGrey(await renderPdfPage(await answerSheet(), 1, 120));
    const turned = [0, 1, 2, 3].map((quarters) => findUpright(turn(page, quarters)).quarters);
    expect(turned).toEqual([0, 3, 2, 1]);
  });

  it('hears a grid of rings without letters no louder than the few numbers beside them', async () => {
    const page = toGrey(await renderPdfPage(await answerSheet(false), 1, 120));
    for (let quarters = 0; quarters < 4; quarters++) {
      const found = findUpright(turn(page, quarters));
      expect((found.quarters + quarters) % 4).toBe(0);
      // Rings and all, the numbers led by 0.84 to 0.95 a piece.
      expect(found.confidence).toBeGreaterThan(1.5);
    }
  });

  it('turns a page that surely lies sideways, though blur leaves its letters unlikely any way up', async () => {
    const page = toGrey(await renderPdfPage(await sampleForms()[2].pdf(), 1, 120));
    expect(findUpright(turn(blurredCopy(page, 3.5), 3)).quarters).toBe(1);
  });

  it('turns a page by a few figures only where they surely look so', async () => {
    const turnedBy = async (size: number): Promise<number[]> => {
      const sheet = new FormSheet({
        title: 'Rows',
        language: 'en',
        size: PAPER.a4,
        margin: 56,
        style: { ...HELVETICA, accent: '#000000', shade: '#eeeeee', size, line: 1 },
      });
      sheet.newPage();
      for (let row = 1; row <= 12; row++) sheet.say(`${row}`, sheet.left, sheet.y + 50 * row);
      const page = toGrey(await renderPdfPage(await sheet.finish(), 1, 120));
      return [0, 1, 2, 3].map((quarters) => findUpright(turn(page, quarters)).quarters);
    };
    expect(await turnedBy(12)).toEqual([0, 3, 2, 1]);
    expect(await turnedBy(17)).toEqual([0, 0, 0, 0]);
  });

  it('tells letters from the grain of a picture taken in the dark', async () => {
    const page = blurredCopy(toGrey(await renderPdfPage(await sampleForms()[8].pdf(), 1, 120)), 1.2);
    const noise = new Random(9);
    const grainy = page.data.map((level) => max(0, min(255, round(level + grainOfUpTo(60, noise)))));
    expect(findUpright(turn({ ...page, data: grainy }, 2)).quarters).toBe(2);
  });

  it('measures grain, whatever is written', () => {
    const noise = new Random(3);
    const isInk = (k: number): boolean => k % 100 < 4;
    const data = Uint8Array.from({ length: 400 * 300 }, (_, k) =>
      round((isInk(k) ? 60 : 180) + grainOfUpTo(30, noise)),
    );
    // The sum of two even throws.
    const deviation = 30 / sqrt(6);
    expect(grainOf({ data, width: 400, height: 300, channels: 1 })).toBeCloseTo(deviation, -0.5);
    expect(
      grainOf({ data: data.map((_, k) => (isInk(k) ? 60 : 180)), width: 400, height: 300, channels: 1 }),
    ).toBe(0);
  });

  it('leaves a page without letters as it lies', () => {
    const blank = {
      data: new Uint8Array(600 * 800).fill(250),
      width: 600,
      height: 800,
      channels: 1 as const,
    };
    expect(findUpright(blank)).toEqual({ quarters: 0, confidence: 0, glyphs: 0 });
  });
});
