import { describePage, matchFrame, PageIndex } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

const WIDTH = 1275;
const HEIGHT = 1650;
const PALE = 160;
const INK = 30;

interface Year {
  /** Figures after a line's number, drawn by this seed. */
  figures: number;
  /** A pale mark across the sheet, as that of a draft. */
  mark: boolean;
}

/** Print that all years of a form share, a few figures of each year's own, and a pale mark. */
function form({ figures, mark }: Year): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(245);
  if (mark)
    for (let y = 200; y < 1400; y++)
      for (const x of [300 + (y >> 1), 1100 - (y >> 1)]) data.fill(PALE, y * WIDTH + x, y * WIDTH + x + 16);
  const letters = (seed: number, left: number, top: number, count: number): void => {
    const random = new Random(seed);
    for (let letter = 0; letter < count; letter++) {
      const [x, y] = [left + 12 * letter + random.int(0, 2), top + random.int(0, 7)];
      const [w, h] = [random.int(3, 7), random.int(3, 11)];
      for (let row = y; row < y + h; row++) data.fill(INK, row * WIDTH + x, row * WIDTH + x + w);
    }
  };
  for (let top = 120, line = 0; top < HEIGHT - 160; top += 60, line++) {
    letters(line, 100, top, 60);
    if (line % 4 === 0) letters(1000 * figures + line, 900, top, 12);
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** As a fax shows it: black and white, and of pale print nothing. */
function faxed(sheet: Raster): Raster {
  return { ...sheet, data: sheet.data.map((level) => (level < 128 ? 0 : 255)) };
}

const plain = form({ figures: 1, mark: false });
const marked = form({ figures: 2, mark: true });
const markedAlone = form({ figures: 1, mark: true });

function ranked(frame: Raster, pages: Record<string, Raster>): { first: string; margin: number } {
  const index = new PageIndex();
  for (const [name, page] of Object.entries(pages)) index.add(name, 1, describePage(page));
  const [best, second] = matchFrame(frame, index).candidates;
  return { first: best.formId, margin: second.score - best.score };
}

describe('look-alikes in a picture of two tones', () => {
  it('are told apart by the ink that it keeps, however much pale print one of them has', () => {
    const { first, margin } = ranked(faxed(marked), { plain, marked });
    expect(first).toBe('marked');
    expect(margin).toBeGreaterThan(0.1);
  });

  it('are not told apart by pale print alone', () => {
    expect(ranked(faxed(markedAlone), { plain, markedAlone }).margin).toBeLessThan(0.04);
  });

  it('are told apart by it where the frame has greys', () => {
    const { first, margin } = ranked(markedAlone, { plain, markedAlone });
    expect(first).toBe('markedAlone');
    expect(margin).toBeGreaterThan(0.1);
  });
});
