import { withoutColourPeaks } from '../../libs/vision/light/colour-peaks.js';
import { paperLevels } from '../../libs/vision/light/illumination.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

type Colour = readonly [number, number, number];
/** Paper by daylight, what a camera's sharpening makes of it within red rings, and paper by a lamp. */
const DAYLIGHT: Colour = [184, 192, 192];
const PEAK: Colour = [231, 202, 203];
const LAMPLIGHT: Colour = [200, 180, 150];

function painted(side: number, colourAt: (x: number, y: number) => Colour): Raster {
  const data = Uint8Array.from({ length: 3 * side * side }, (_, at) => {
    const px = (at / 3) | 0;
    return colourAt(px % side, (px / side) | 0)[at % 3];
  });
  return { data, width: side, height: side, channels: 3 };
}

it('paper between red print is not taken for redder than it is', () => {
  const isWithinRing = (x: number, y: number): boolean => x % 24 < 8 && y % 24 < 8;
  const { levels } = paperLevels(painted(240, (x, y) => (isWithinRing(x, y) ? PEAK : DAYLIGHT)));
  const isRedder = (at: number): boolean => at % 3 === 0 && levels[at] > 0.98 * levels[at + 1];
  expect([...levels.keys()].filter(isRedder)).toEqual([]);
});

it('what is wider than a peak is lit so', () => {
  const strip = painted(12, (x) => (x >= 4 && x < 7 ? LAMPLIGHT : DAYLIGHT));
  expect(withoutColourPeaks(strip)).toEqual(strip);
});

it('a grey picture has no colours', () => {
  const grey: Raster = { data: Uint8Array.of(10, 200, 30, 40), width: 2, height: 2, channels: 1 };
  expect(withoutColourPeaks(grey)).toBe(grey);
});
