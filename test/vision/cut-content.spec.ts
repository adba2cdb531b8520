import { losesContent } from '../../libs/vision/light/cut-content.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';

const WIDTH = 425;
const HEIGHT = 550;
const DPI = 50;

/** A page with rows of text from `left` to its right margin. */
function page(left: number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(250);
  for (let y = 50; y < 500; y++)
    for (let x = left; x < WIDTH - 50; x++) if (y % 12 < 4 && x % 3) data[y * WIDTH + x] = 30;
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** Seen straight on, its left side `gap` px from the frame's border. */
const seen = (gap: number) => meshFrom(WIDTH, HEIGHT, (x, y) => ({ x: x + gap, y: y + 60 }));
const FRAME = { width: 600, height: 700 };

describe('content cut off by the frame', () => {
  it('is lost where lines run out of the picture', () => {
    expect(losesContent(page(0), DPI, seen(0), FRAME)).toBe(true);
  });

  it('is lost where they do so at a slant: beyond the frame nothing is seen', () => {
    const aslant = (blank: number): boolean => {
      const printed = page(0);
      const left = (y: number): number => Math.round((120 * y) / HEIGHT);
      for (let y = 0; y < HEIGHT; y++) printed.data.fill(250, y * WIDTH, y * WIDTH + left(y) + blank);
      const mesh = meshFrom(WIDTH, HEIGHT, (x, y) => ({ x: x - (120 * y) / HEIGHT, y: y + 60 }));
      return losesContent(printed, DPI, mesh, FRAME);
    };
    expect(aslant(0)).toBe(true);
    expect(aslant(30)).toBe(false);
  });

  it('is not where only a blank margin leaves it', () => {
    expect(losesContent(page(50), DPI, seen(0), FRAME)).toBe(false);
  });

  it('is not where the page ends with its print inside the picture', () => {
    expect(losesContent(page(0), DPI, seen(60), FRAME)).toBe(false);
  });
});
