import { KEPT_WHOLE, PHOTOGRAPHED_PAGE, whiteLevels } from '../../libs/vision/light/paper-likeness.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const [COLS, ROWS] = [100, 130];
const PAPER = [220, 215, 205];
const BAND = [60, 92, 140];
const BAND_ROWS = 30;
/** As grey as paper in the shade. */
const TABLE = [75, 72, 68];

/** Cells of a page whose head is printed from side to side, the row between partly so. */
function cells(ofRim: (x: number) => readonly number[]): Raster {
  const data = new Uint8Array(COLS * ROWS * 3);
  for (let y = 0, k = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++, k += 3) {
      const colour = y === 0 ? ofRim(x) : y < BAND_ROWS ? BAND : PAPER;
      const part = y === BAND_ROWS ? (x % 20) / 40 : 0;
      for (let c = 0; c < 3; c++) data[k + c] = (1 - part) * colour[c] + part * BAND[c];
    }
  return { data, width: COLS, height: ROWS, channels: 3 };
}

/** The darkest that white paper would be, over the levels of the paper, in any cell of the band but the outermost. */
function darkestWhite(page: Raster): number {
  const { levels } = whiteLevels(page, PHOTOGRAPHED_PAGE);
  let darkest = Infinity;
  for (let k = 3 * COLS; k < 3 * COLS * BAND_ROWS; k++) darkest = Math.min(darkest, levels[k] / PAPER[k % 3]);
  return darkest;
}

describe('the level of white on a band printed to the page’s edge', () => {
  it('is that of the paper beside it, and not of cells that are partly printed on', () => {
    expect(darkestWhite(cells(() => BAND))).toBeGreaterThan(0.9);
  });

  it('is not that of a table that shows along the rim', () => {
    expect(darkestWhite(cells((x) => (x > 30 && x < 60 ? TABLE : BAND)))).toBeGreaterThan(0.9);
  });
});

describe('the level of white in a frame kept whole', () => {
  /** A page in the middle, the lower half of it in a shadow that lets a third of the light through. */
  const data = new Uint8Array(COLS * ROWS * 3);
  for (let y = 0, k = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++, k += 3) {
      const isPage = x >= 20 && x < 80 && y >= 20 && y < 110;
      const light = y < 65 ? 1 : 1 / 3;
      data.set(isPage ? PAPER.map((level) => light * level) : [9, 9, 10], k);
    }
  const { levels } = whiteLevels({ data, width: COLS, height: ROWS, channels: 3 }, KEPT_WHOLE);
  const at = (x: number, y: number): number => levels[(y * COLS + x) * 3];

  it('is that of the paper, in the shadow too', () => {
    expect(at(50, 40)).toBe(PAPER[0]);
    expect(at(50, 90)).toBe(Math.floor(PAPER[0] / 3));
  });

  it('is not that of a table so dark that its grain would be lifted with its light', () => {
    expect(at(5, 5)).toBeCloseTo(0.2 * PAPER[0], 1);
  });
});
