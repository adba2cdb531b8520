import { normalizeFrame } from '../../libs/vision/normalize.js';
import { sheetAboutPrint, type LevelView } from '../../libs/vision/outline/sheet-about-print.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { grainAt } from '../support/grain-at.js';
import { photographPage } from '../support/photo-booth/index.js';
import { Random } from '../support/random.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { sampleForms } from '../support/sample-forms/index.js';

/** Longer side of a view, px, and where the sheet lies in it. */
const [WIDTH, HEIGHT] = [700, 800];
const SHEET = { left: 120, top: 90, right: 560, bottom: 712 };

/** What a view shows: levels of the desk and of the sheet, and whether something is written on the desk too. */
interface Scene {
  desk: number;
  paper: number;
  onDesk?: boolean;
}

/** A white sheet of text on a desk, seen straight on, at so many times the view's size, with grain of 3 levels. */
function drawn({ desk, paper, onDesk }: Scene, scale: number): Raster {
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const random = new Random(3);
  const data = new Uint8Array(width * height);
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / scale, y / scale];
      const isPaper = u >= SHEET.left && u < SHEET.right && v >= SHEET.top && v < SHEET.bottom;
      data[k++] = (isPaper ? paper : desk) + random.int(-3, 3);
    }
  const letter = (u: number, v: number): void => {
    for (let y = v * scale; y < (v + 7) * scale; y++)
      data.fill(40, y * width + u * scale, y * width + (u + 4) * scale);
  };
  for (let v = SHEET.top + 60; v < SHEET.bottom - 60; v += 20)
    for (let u = SHEET.left + 50; u < SHEET.right - 50; u += 7) letter(u, v);
  if (onDesk) for (let u = 600; u < 680; u += 7) for (const v of [120, 140, 160, 180]) letter(u, v);
  return { data, width, height, channels: 1 };
}

function viewOf(scene: Scene): LevelView {
  const inPicture: Raster = {
    data: new Uint8Array(WIDTH * HEIGHT).fill(1),
    width: WIDTH,
    height: HEIGHT,
    channels: 1,
  };
  return { seen: drawn(scene, 1), evened: drawn({ ...scene, desk: 250, paper: 250 }, 2), inPicture };
}

describe('the sheet about its print', () => {
  const found = (scene: Scene) => sheetAboutPrint(viewOf(scene), () => false);

  it.each([
    [222, 225],
    [225, 222],
  ])('is told by a step of three levels under as much grain: a desk of %i, paper of %i', (desk, paper) => {
    const sheet = found({ desk, paper });
    expect(sheet?.confidence).toBeGreaterThan(0.6);
    const { left, top, right, bottom } = SHEET;
    const corners = [left, top, right, top, right, bottom, left, bottom];
    sheet?.quad
      .flatMap(({ x, y }) => [x, y])
      .forEach((at, k) => expect(Math.abs(at - corners[k])).toBeLessThan(1.5));
  });

  it('is none where nothing parts it from the desk', () => {
    expect(found({ desk: 225, paper: 225 })?.confidence ?? 0).toBeLessThan(0.43);
  });

  it('is none where print lies beside it: it is a part of what is printed', () => {
    expect(found({ desk: 222, paper: 225, onDesk: true })).toBeNull();
  });
});

describe('a page on a desk as white as itself', () => {
  /** A desk of so many levels, about even. */
  function whiteDesk(tints: readonly number[]): Raster {
    const [width, height] = [800, 600];
    const data = new Uint8Array(3 * width * height);
    for (let y = 0, k = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (const tint of tints)
          data[k++] = tint + 5 * Math.sin(x / 170) + 4 * Math.cos(y / 140) + grainAt(x, y, 3);
    return { data, width, height, channels: 3 };
  }

  it.each([
    [4, [239, 236, 231]],
    [18, [238, 241, 231]],
  ])('is cut out by its print: seed %i', async (seed, tints) => {
    const form = sampleForms()[seed % sampleForms().length];
    const page = await renderPdfPage(await form.pdf(), 1, 150);
    const { rgb, truth } = await photographPage(page, 150, {
      level: 'easy',
      seed,
      background: whiteDesk(tints),
      megapixels: 2,
      writing: true,
    });
    const { outline, flag, diagnostics } = normalizeFrame(rgb, null);
    expect([flag, diagnostics.way]).toEqual([null, 'outline']);
    expect(outlineJaccard(outline, truth)).toBeGreaterThan(0.93);
  });
});
