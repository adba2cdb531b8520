import { KernelMemory } from '../../libs/vision/kernels/kernels.js';
import { asOnPaper, evenLight, paperLevelsOf } from '../../libs/vision/light/illumination.js';
import { KEPT_WHOLE, PHOTOGRAPHED_PAGE, SCANNED } from '../../libs/vision/light/paper-likeness.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { joined } from '../../libs/vision/pixels/joined-picture.js';
import { warpSplit } from '../../libs/vision/pixels/split-picture.js';
import { evenGreen, layEvening } from '../../libs/vision/pixels/split-treatment.js';
import { meshFrom } from '../../libs/vision/pixels/warp-mesh.js';
import { grainAt } from '../support/grain-at.js';

const { exp, floor, hypot, max, min, sin, sqrt } = Math;

const WIDTH = 800;
const HEIGHT = 1100;

/** A page under a lamp from one side, with a shadow across it: reflectance times light, and a fixed grain. */
function lit(reflectance: (x: number, y: number) => [number, number, number]): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      const shadow = 1 - 0.45 / (1 + exp(-(x + y - 1000) / 25));
      const light = (0.95 - (0.35 * y) / HEIGHT) * shadow;
      const grain = grainAt(x, y, 6);
      const [r, g, b] = reflectance(x, y);
      data[k] = max(0, min(255, 240 * r * light + grain));
      data[k + 1] = max(0, min(255, 225 * g * light + grain));
      data[k + 2] = max(0, min(255, 190 * b * light + grain));
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

function evened(page: Raster, likeness = PHOTOGRAPHED_PAGE): Raster {
  const mesh = meshFrom(WIDTH, HEIGHT, (x, y) => ({ x, y }));
  return KernelMemory.borrow((memory) => {
    const picture = warpSplit(memory, page, mesh);
    const evening = layEvening(picture, evenLight(paperLevelsOf(picture, likeness)));
    evenGreen(picture, evening);
    return joined(picture, evening, mesh);
  });
}

const at = (page: Raster, x: number, y: number): number[] => {
  const k = (y * page.width + x) * 3;
  return Array.from(page.data.subarray(k, k + 3));
};

/** Text, a red stamp, a blue stroke, on paper. */
function form(x: number, y: number): [number, number, number] {
  if (x > 80 && x < 700 && y > 100 && y < 900 && y % 22 < 9 && x % 7 < 3) return [0.12, 0.12, 0.12];
  if (hypot(x - 560, y - 1000) < 40 && hypot(x - 560, y - 1000) > 30) return [0.75, 0.15, 0.15];
  if (y > 985 && y < 992 && x > 100 && x < 400) return [0.15, 0.2, 0.6];
  return [1, 1, 1];
}

describe('evening out the light', () => {
  const page = evened(lit(form));

  it('makes paper white in lamp light and in shadow alike', () => {
    const samples: number[] = [];
    for (let y = 20; y < HEIGHT - 20; y += 7)
      for (let x = 20; x < WIDTH - 20; x += 7) {
        if (form(x, y)[0] < 1 || form(x + 3, y)[0] < 1 || form(x - 3, y)[0] < 1) continue;
        samples.push(at(page, x, y)[1]);
      }
    samples.sort((a, b) => a - b);
    expect(samples[samples.length >> 1]).toBeGreaterThanOrEqual(245);
    expect(samples[floor(samples.length * 0.05)]).toBeGreaterThanOrEqual(236);
  });

  it('keeps ink dark', () => {
    expect(at(page, 7 * 40 + 1, 22 * 20 + 4)[1]).toBeLessThan(70);
  });

  it('keeps coloured ink in its colour', () => {
    const [red, green] = at(page, 560, 1035);
    expect(red - green).toBeGreaterThan(90);
    const [r, , b] = at(page, 250, 988);
    expect(b - r).toBeGreaterThan(60);
  });

  it('damps the grain that lightening a shadow brings up', () => {
    const patch = (p: Raster): { mean: number; deviation: number } => {
      let sum = 0;
      let squares = 0;
      let n = 0;
      for (let y = 1030; y < 1080; y++)
        for (let x = 640; x < 760; x++, n++) {
          const v = at(p, x, y)[1];
          sum += v;
          squares += v * v;
        }
      return { mean: sum / n, deviation: sqrt(squares / n - (sum / n) ** 2) };
    };
    const before = patch(lit(form));
    const after = patch(page);
    expect(after.deviation / after.mean).toBeLessThan(0.6 * (before.deviation / before.mean));
  });

  it('keeps a broad fill in its colour', () => {
    const filled = evened(
      lit((x, y) => (x > 250 && y > 300 && x < 550 && y < 600 ? [1, 0.2, 0.45] : [1, 1, 1])),
    );
    for (const [x, y] of [
      [270, 320],
      [400, 450],
      [530, 580],
    ]) {
      const [red, green] = at(filled, x, y);
      expect(red).toBeGreaterThan(200);
      expect(green).toBeLessThan(90);
    }
  });

  it('keeps the strong colour of a whole sheet, evenly so, and what is white on it white', () => {
    const letters = (x: number, y: number): boolean => x > 150 && x < 650 && y % 110 < 40 && x % 60 < 25;
    const cover = evened(lit((x, y) => (letters(x, y) ? [1, 1, 1] : [0.15, 0.75, 0.35])));
    const greens: number[] = [];
    for (let y = 60; y < HEIGHT - 60; y += 110)
      for (let x = 60; x < WIDTH - 60; x += 20) {
        const [red, green, blue] = at(cover, x, y);
        greens.push(green);
        expect(green - red).toBeGreaterThan(80);
        expect(green - blue).toBeGreaterThan(40);
      }
    expect(max(...greens) - min(...greens)).toBeLessThan(50);
    // As white as the lamp, which gives less blue.
    for (const level of at(cover, 190, 130)) expect(level).toBeGreaterThan(185);
  });

  it('keeps a broad grey fill grey, evenly so, where a shadow runs over it', () => {
    const box = (x: number, y: number): boolean => x > 250 && y > 300 && x < 550 && y < 600;
    const filled = evened(
      lit((x, y) => (form(x, y)[0] < 1 ? form(x, y) : box(x, y) ? [0.76, 0.76, 0.76] : [1, 1, 1])),
    );
    const levels: number[] = [];
    for (let y = 320; y < 590; y += 3)
      for (let x = 270; x < 540; x += 3) if (form(x, y)[0] === 1) levels.push(at(filled, x, y)[1]);
    levels.sort((a, b) => a - b);
    expect(levels[levels.length >> 1]).toBeGreaterThan(180);
    expect(levels[levels.length >> 1]).toBeLessThan(215);
    expect(levels[floor(levels.length * 0.95)] - levels[floor(levels.length * 0.05)]).toBeLessThan(24);
    expect(at(filled, 620, 450)[1]).toBeGreaterThan(236);
  });

  /** The page's form with grey in a part of it. */
  const greyed = (grey: number, isIn: (x: number, y: number) => boolean): Raster =>
    evened(
      lit((x, y) => form(x, y).map((part) => (isIn(x, y) ? grey * part : part)) as [number, number, number]),
    );

  it.each<[string, (x: number, y: number) => boolean, number, number]>([
    ['one side', (x, y) => x > 250 && x < 550 && y < 250, 300, 230],
    ['a corner', (x, y) => x < 260 && y > 850, 40, 870],
  ])('keeps a grey box grey that runs off the page at %s', (_, isIn, x, y) => {
    const filled = greyed(0.76, isIn);
    // In its middle, and next to the rim.
    for (const [u, v] of [[x, y], x > 260 ? [x, 8] : [8, y + 120]]) {
      expect(at(filled, u, v)[1]).toBeGreaterThan(175);
      expect(at(filled, u, v)[1]).toBeLessThan(215);
    }
  });

  it.each<[string, (x: number, y: number) => boolean]>([
    ['half a folded sheet', (_, y) => y < 550],
    ['a quarter of one', (x, y) => x < 400 && y < 550],
    ['what comes in aslant from the rim', (x, y) => y < 300 && x > 250 + y && x < 550 + y / 3],
  ])('makes %s as white as the rest, though its edge is sharp', (_, isIn) => {
    const panel = greyed(0.85, isIn);
    for (const [x, y] of [
      [397, 60],
      [397, 93],
    ])
      expect(at(panel, x, y)[1]).toBeGreaterThan(230);
  });

  it('takes no soft shadow for a fill, though paper lies all around it', () => {
    const shadowed = evened(
      lit((x, y) => {
        const light = 1 - 0.3 * exp(-(((x - 400) ** 2 + (y - 500) ** 2) / 90 ** 2));
        return form(x, y).map((part) => part * light) as [number, number, number];
      }),
    );
    for (const [x, y] of [
      [397, 515],
      [439, 537],
      [355, 449],
    ])
      expect(at(shadowed, x, y)[1]).toBeGreaterThan(230);
  });

  it('keeps the colour of a frame kept whole where nearly all of it has it, and takes none of a table for the sheet beside it', () => {
    const blue: [number, number, number] = [0.15, 0.3, 0.7];
    const cover = evened(
      lit((x, y) => (x > 100 && x < 400 && y > 100 && y < 250 ? [1, 1, 1] : blue)),
      KEPT_WHOLE,
    );
    const [r, , b] = at(cover, 600, 900);
    expect(r).toBeLessThan(0.5 * b);
    const onTable = evened(
      lit((x, y) => (x > 150 && x < 650 && y > 200 && y < 800 ? [1, 1, 1] : blue)),
      KEPT_WHOLE,
    );
    for (const [x, y] of [
      [200, 250],
      [600, 750],
    ])
      expect(Math.min(...at(onTable, x, y))).toBeGreaterThan(235);
  });

  it('shows print on a coloured sheet as on paper, grain damped', () => {
    const data = new Uint8Array(100).fill(130);
    data.set([13, 117], 40);
    const onPaper = asOnPaper({ data, width: 10, height: 10, channels: 1 }).data;
    expect(onPaper[0]).toBe(250);
    expect(onPaper[40]).toBeGreaterThan(22);
    expect(onPaper[40]).toBeLessThan(28);
    // A tenth darker than the sheet: untreated, a tenth darker than paper.
    expect(onPaper[41]).toBeGreaterThan(230);
    expect(onPaper[41]).toBeLessThan(240);
  });

  it('keeps a photograph that covers the sheet, light and dark alike', () => {
    const tone = (x: number, y: number): number => 0.5 + 0.38 * sin(x / 35) * sin(y / 45);
    const picture = evened(
      lit((x, y) => [0.95, 0.9, 0.8].map((hue) => hue * tone(x, y)) as [number, number, number]),
    );
    // Where both waves are at their highest and lowest, under the lamp.
    const [light, dark] = [at(picture, 275, 71), at(picture, 165, 71)];
    expect(light[1]).toBeGreaterThan(190);
    expect(dark[1]).toBeLessThan(70);
    expect(light[0] - light[2]).toBeGreaterThan(20);
  });

  it('leaves a scan of pictures without paper between them as it is', () => {
    const hue = (x: number, y: number): [number, number, number] =>
      y < 30 ? [1, 1, 1] : x < 260 ? [0.3, 0.5, 0.7] : x < 530 ? [0.55, 0.5, 0.3] : [0.5, 0.28, 0.36];
    const data = new Uint8Array(WIDTH * HEIGHT * 3);
    for (let k = 0; k < data.length; k++) {
      const px = floor(k / 3);
      data[k] = 240 * hue(px % WIDTH, floor(px / WIDTH))[k % 3];
    }
    const pictures = evened({ data, width: WIDTH, height: HEIGHT, channels: 3 }, SCANNED);
    for (const [x, y] of [
      [130, 500],
      [400, 800],
      [660, 200],
    ])
      at(pictures, x, y).forEach((level, c) => {
        const reflectance = hue(x, y)[c];
        expect(level).toBeGreaterThan(250 * reflectance - 12);
        expect(level).toBeLessThan(250 * reflectance + 12);
      });
  });

  it('keeps the tints of a scan', () => {
    const scan = { ...lit(() => [1, 1, 1]), data: new Uint8Array(WIDTH * HEIGHT * 3).fill(252) };
    for (let y = 300; y < 700; y++)
      for (let x = 200; x < 600; x++) scan.data.set([252, 236, 214], (y * WIDTH + x) * 3);
    const [red, , blue] = at(evened(scan, SCANNED), 400, 500);
    expect(red - blue).toBeGreaterThan(20);
    expect(at(evened(scan, SCANNED), 100, 100)[2]).toBeGreaterThanOrEqual(245);
  });
});
