import { describePage, matchFrame, PageIndex } from '../../libs/vision/index.js';
import { profileInk } from '../../libs/vision/features/page-profile.js';
import { FULL_INK, PALE_INK } from '../../libs/vision/ink/ink-bitmap.js';
import { isTwoTone, keptInk, withKeptInk } from '../../libs/vision/ink/kept-ink.js';
import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

const WIDTH = 1275;
const HEIGHT = 1650;
/** Rows of a thin rule, of a line of print, and of a line of pale print: one of each, over and over. */
const PERIOD = 90;

interface Sheet {
  rules: boolean;
  pale: boolean;
  paper: number;
  ink: number;
}

/** Lines of letter-like strokes, and between them hairlines to write on and lines of pale print. */
function sheet({ rules, pale, paper, ink }: Sheet): Raster {
  const random = new Random(5);
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper);
  const letters = (top: number, grey: number, isDrawn: boolean): void => {
    for (let left = 100; left < WIDTH - 160; left += 70)
      for (let letter = 0; letter < 5; letter++) {
        const [x, y] = [left + 11 * letter + random.int(0, 2), top + random.int(0, 7)];
        const [w, h] = [random.int(3, 7), random.int(3, 11)];
        if (!isDrawn) continue;
        for (let row = y; row < y + h; row++) data.fill(grey, row * WIDTH + x, row * WIDTH + x + w);
      }
  };
  for (let top = 120; top < HEIGHT - 160; top += PERIOD) {
    letters(top, ink, true);
    letters(top + 30, 150, pale);
    if (rules) data.fill(ink, (top + 70) * WIDTH + 100, (top + 71) * WIDTH - 100);
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

const whole = sheet({ rules: true, pale: true, paper: 245, ink: 30 });
const page = describePage(whole);

function scoreOf(frame: Raster): number {
  const index = new PageIndex();
  index.add('form', 1, page);
  return matchFrame(frame, index).candidates[0].score;
}

function blockAt(x: number, correlation: number): RegisteredBlock {
  const rest = { y: 0, dx: 0, dy: 0, expected: 0.9, found: 0, closeBy: 0, shown: 0, visible: true, ink: 10 };
  return { ...rest, x, correlation };
}

describe('a picture of two tones', () => {
  it('is told from one with greys', () => {
    expect(isTwoTone(sheet({ rules: false, pale: false, paper: 255, ink: 0 }))).toBe(true);
    expect(isTwoTone(whole)).toBe(false);
    expect(isTwoTone(sheet({ rules: true, pale: true, paper: 225, ink: 30 }))).toBe(false);
  });

  it('is of the page although it has lost the hairlines and the pale print', () => {
    expect(scoreOf(sheet({ rules: false, pale: false, paper: 255, ink: 0 }))).toBeLessThan(0.05);
  });

  it('is needed for that: on a sheet in greys what is missing speaks against the page', () => {
    expect(scoreOf(sheet({ rules: false, pale: false, paper: 225, ink: 30 }))).toBeGreaterThan(0.15);
  });
});

describe('ink that a picture of two tones keeps', () => {
  it('is print, without thin rules and without what is pale', () => {
    const ink = profileInk(page);
    const kept = keptInk(ink);
    const row = (y: number) => y * ink.width;
    const inked = (bitmap: typeof ink, top: number, rows: number, level: number) =>
      bitmap.data.subarray(row(top), row(top + rows)).filter((v) => v === level).length;
    const top = 120 + PERIOD;
    expect(inked(kept, top, 20, FULL_INK)).toBeGreaterThan(0.9 * inked(ink, top, 20, FULL_INK));
    expect(inked(ink, top, 20, FULL_INK)).toBeGreaterThan(1000);
    expect(inked(ink, top + 30, 20, PALE_INK)).toBeGreaterThan(1000);
    expect(inked(kept, top + 30, 20, PALE_INK)).toBe(0);
    expect(inked(ink, top + 68, 5, FULL_INK)).toBeGreaterThan(1000);
    expect(inked(kept, top + 68, 5, FULL_INK)).toBe(0);
  });

  it('includes rules too thick to be lost, and letters, on a thin one too', () => {
    const [width, height] = [1275, 1650];
    const data = new Uint8Array(width * height);
    const draw = (x: number, y: number, w: number, h: number) => {
      for (let r = y; r < y + h; r++) data.fill(FULL_INK, r * width + x, r * width + x + w);
    };
    draw(100, 200, 400, 5);
    draw(100, 300, 400, 2);
    draw(200, 280, 4, 22);
    draw(700, 200, 2, 400);
    draw(900, 200, 6, 400);
    // A rule of dashes, and the arms of a letter E as long.
    for (let x = 100; x < 500; x += 15) draw(x, 500, 10, 2);
    for (const y of [600, 609, 618]) draw(100, y, 10, 2);
    draw(100, 600, 3, 20);
    const kept = keptInk({ width, height, data });
    const at = (x: number, y: number) => kept.data[y * width + x];
    expect([at(300, 202), at(201, 290), at(201, 300), at(902, 400)]).toEqual(Array(4).fill(FULL_INK));
    expect([at(109, 600), at(109, 610), at(109, 619)]).toEqual(Array(3).fill(FULL_INK));
    expect([at(100, 500), at(109, 501), at(475, 500)]).toEqual(Array(3).fill(0));
    expect([at(300, 300), at(100, 300), at(499, 301), at(700, 400), at(701, 599)]).toEqual(Array(5).fill(0));
  });

  it("leaves a thin rule out at a page's border too, whatever is printed at the one across", () => {
    const [width, height] = [1275, 200];
    const data = new Uint8Array(width * height);
    for (let y = 50; y < 150; y++) {
      data.fill(FULL_INK, y * width, y * width + 2);
      data.fill(FULL_INK, (y + 1) * width - 20, (y + 1) * width);
    }
    const kept = keptInk({ data, width, height }).data;
    for (let y = 50; y < 150; y++) {
      expect(kept[y * width]).toBe(0);
      expect(kept[(y + 1) * width - 1]).toBe(FULL_INK);
    }
  });

  it('is asked for where all ink is not found, and puts out of sight what has none of it', () => {
    const all = [blockAt(0, 0.9), blockAt(1, 0.2), blockAt(2, 0.2)];
    const blocks = withKeptInk(all, [blockAt(0, 0.5), blockAt(1, 0.8)]);
    expect(blocks.map(({ correlation, visible }) => [correlation, visible])).toEqual([
      [0.9, true],
      [0.8, true],
      [0.2, false],
    ]);
  });
});
