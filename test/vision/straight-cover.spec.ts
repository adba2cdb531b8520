import { isPrintCut } from '../../libs/vision/ink/cut-print.js';
import { FULL_INK, type InkBitmap } from '../../libs/vision/ink/ink-bitmap.js';
import { isBeyond, likeliestCover, type Edge } from '../../libs/vision/ink/straight-cover.js';
import { Random } from '../support/random.js';

const WIDTH = 600;
const HEIGHT = 776;

/** Ink all over a page, found but for what lies where it is covered, with a tenth told wrong. */
function inkPixels(isCovered: (x: number, y: number) => boolean): Parameters<typeof likeliestCover>[0] {
  const random = new Random(7);
  const count = 4000;
  const pixels = {
    x: new Float32Array(count),
    y: new Float32Array(count),
    found: new Uint8Array(count),
    count,
    total: 0,
  };
  for (let i = 0; i < count; i++) {
    pixels.x[i] = random.between(40, WIDTH - 40);
    pixels.y[i] = random.between(40, HEIGHT - 40);
    const isFound = isCovered(pixels.x[i], pixels.y[i]) === random.next() < 0.1;
    pixels.found[i] = isFound ? 1 : 0;
    pixels.total += pixels.found[i];
  }
  return pixels;
}

describe('what lies on a page', () => {
  it.each([
    ['an edge', (x: number, y: number) => y > 500 + 0.1 * x],
    ['two edges', (x: number, y: number) => x > 330 && y > 420],
    ['three edges', (x: number, y: number) => x > 300 && y > 200 && y < 480],
  ])('has %s, as the ink that is not found tells', (_, isCovered) => {
    const edges = likeliestCover(inkPixels(isCovered));
    let wrong = 0;
    for (let y = 50; y < HEIGHT - 50; y += 10)
      for (let x = 50; x < WIDTH - 50; x += 10)
        if ((edges.length > 0 && isBeyond(edges, x, y)) !== isCovered(x, y)) wrong++;
    // Of 3,400 places 3 %, along the edges.
    expect(wrong).toBeLessThan(100);
  });

  it('is nothing where ink is missing here and there', () => {
    const random = new Random(3);
    expect(likeliestCover(inkPixels(() => random.next() < 0.4))).toEqual([]);
  });
});

describe('letters at the edge of what may lie on them', () => {
  /** Letters 20 px high and 14 wide, in rows 40 px apart. */
  const ink: InkBitmap = { width: WIDTH, height: HEIGHT, data: new Uint8Array(WIDTH * HEIGHT) };
  for (let top = 40; top < HEIGHT - 40; top += 40)
    for (let left = 40; left < WIDTH - 40; left += 24)
      for (let y = top; y < top + 20; y++)
        for (const x of [left, left + 1, left + 2, left + 11, left + 12, left + 13])
          ink.data[y * WIDTH + x] = FULL_INK;
  /** As dark as the page has it above a line, bare below. */
  const shownTo =
    (line: number) =>
    ({ x, y }: { x: number; y: number }): number =>
      y < line ? 0.5 * ink.data[Math.round(y) * WIDTH + Math.round(x)] : 0;
  const edgeAt = (offset: number): Edge => ({ cos: 0, sin: 1, offset, sign: 1 });

  it('are cut where a sheet ends amid a row', () => {
    expect(isPrintCut([edgeAt(410)], ink, WIDTH, shownTo(410), 0.5)).toBe(true);
  });

  it('are found cut where the ink has the edge some px off', () => {
    expect(isPrintCut([edgeAt(404)], ink, WIDTH, shownTo(410), 0.5)).toBe(true);
  });

  it('are whole where other print begins between two rows', () => {
    expect(isPrintCut([edgeAt(428)], ink, WIDTH, shownTo(428), 0.5)).toBe(false);
  });
});
