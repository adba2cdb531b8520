import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { hasPrintMoved } from '../../libs/vision/revision/moved-print.js';
import { comparePrint } from '../../libs/vision/revision/print-agreement.js';
import { printOf } from '../../libs/vision/revision/reference-print.js';
import { borneOutPrint } from '../../libs/vision/revision/replaced-print.js';
import { Random } from '../support/random.js';

const WIDTH = 640;
const HEIGHT = 900;
const INK = 30;
const PAPER = 245;
const IN_PROPORTION = Uint8Array.from({ length: 256 }, (_, level) => 255 - level);

/** Lines of strokes like letters, no two words of which are the same. */
function printedPage(): Raster {
  const random = new Random(5);
  const data = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  for (let top = 40; top < HEIGHT - 60; top += 30)
    for (let left = 40; left < WIDTH - 60; left += 11) {
      if (random.chance(0.2)) continue;
      const [x, y] = [left + random.int(0, 3), top + random.int(0, 8)];
      const [w, h] = [random.int(3, 8), random.int(3, 12)];
      for (let row = y; row < y + h; row++) data.fill(INK, row * WIDTH + x, row * WIDTH + x + w);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** A page whose rows come from elsewhere. @param shiftOf px down, of a row */
function shifted({ data, ...page }: Raster, shiftOf: (y: number) => number): Raster {
  const moved = new Uint8Array(data.length).fill(PAPER);
  for (let y = 0; y < HEIGHT; y++) {
    const from = y - Math.round(shiftOf(y));
    if (from >= 0 && from < HEIGHT) moved.set(data.subarray(from * WIDTH, (from + 1) * WIDTH), y * WIDTH);
  }
  return { ...page, data: moved };
}

/** Whether a frame, laid onto a page, tells that print of it has moved. */
function isTold(page: Raster, frame: Raster): boolean {
  const print = printOf(page);
  return KernelMemory.borrow((memory) => {
    const seen = memory.take(frame.data.length);
    memory.bytes(seen, frame.data.length).set(frame.data);
    const agreement = comparePrint(print, seen, IN_PROPORTION);
    return hasPrintMoved(
      print,
      borneOutPrint(print, agreement, () => true),
      seen,
    );
  });
}

describe('print that stands elsewhere than the reference has it', () => {
  const page = printedPage();
  const isShiftTold = (shiftOf: (y: number) => number) => isTold(page, shifted(page, shiftOf));

  it('has moved where all below a row is lower at once', () => {
    expect(isShiftTold((y) => (y > 560 ? 37 : 0))).toBe(true);
    expect(isShiftTold((y) => (y > 560 ? -37 : 0))).toBe(true);
  });

  it('has not where nothing is missing, or hardly off', () => {
    expect(isShiftTold(() => 0)).toBe(false);
    expect(isShiftTold((y) => (y > 560 ? 8 : 0))).toBe(false);
  });

  it('has not where it is off little by little, as on a corner that was taken for flat', () => {
    expect(isShiftTold((y) => 0.1 * Math.max(0, y - 560))).toBe(false);
  });

  it('has not where it is off all over: the page was laid wrong', () => {
    expect(isShiftTold(() => 37)).toBe(false);
  });

  /** The page down to its 20th line, and of its 22nd one, 40 px lower than it stands, so much from the left. */
  function withPartOfALine(width: number): Raster {
    const data = page.data.slice();
    data.fill(PAPER, 630 * WIDTH);
    for (let y = 665; y < 695; y++)
      data.set(page.data.subarray(y * WIDTH, y * WIDTH + width), (y + 40) * WIDTH);
    return { ...page, data };
  }

  it('has where little of it is found again, side by side', () => {
    expect(isTold(page, withPartOfALine(WIDTH / 2))).toBe(true);
  });

  it('has not where a few words of it are, or none', () => {
    expect(isTold(page, withPartOfALine(120))).toBe(false);
    expect(isTold(page, withPartOfALine(0))).toBe(false);
  });
});
