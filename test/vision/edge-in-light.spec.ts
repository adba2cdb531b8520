import type { Raster } from '../../libs/vision/pixels/raster.js';
import { edgeInLight } from '../../libs/vision/registration/edge-in-light.js';

const WIDTH = 120;
const HEIGHT = 60;
/** Where the paper ends, px. */
const END = 60.3;
/** Levels of paper and table, and the blur's standard deviation, px. */
const [PAPER, TABLE] = [235, 30];
const SOFTNESS = 1.5;

/** sRGB's level to light and back, as IEC 61966-2-1 has them. */
const lightOf = (level: number): number =>
  level <= 0.04045 * 255 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4;
const levelOf = (light: number): number =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** A sheet on a dark table, out of focus: its light is blurred. */
function photograph(channels: Raster['channels']): Raster {
  const row = Float64Array.from({ length: WIDTH }, (_, x) => {
    let share = 0;
    let all = 0;
    for (let t = -5; t <= 5; t += 0.05) {
      const weight = Math.exp(-(t * t) / 2);
      all += weight;
      if (x + SOFTNESS * t < END) share += weight;
    }
    return levelOf(lightOf(TABLE) + ((lightOf(PAPER) - lightOf(TABLE)) * share) / all);
  });
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * channels }, (_, k) =>
    Math.round(row[Math.floor(k / channels) % WIDTH]),
  );
  return { data, width: WIDTH, height: HEIGHT, channels };
}

/** The place where levels step most from px to px. */
function steepestLevel({ data, width, channels }: Raster): number {
  let top = 1;
  for (let x = 1; x < width - 1; x++) {
    const step = (at: number): number => data[(at - 1) * channels] - data[(at + 1) * channels];
    if (step(x) > step(top)) top = x;
  }
  return top;
}

const side = (x: number): Parameters<typeof edgeInLight>[2] => ({
  place: { x, y: 30 },
  along: { x: 0, y: 1 },
  out: { x: 1, y: 0 },
});
const same = { at: (x: number, y: number) => ({ x, y }) };

describe("an edge's place by light", () => {
  it.each([1, 3] as const)(
    'is where the paper ends, though its levels are steepest farther out (%i channels)',
    (channels) => {
      const frame = photograph(channels);
      const levels = steepestLevel(frame);
      expect(levels - END).toBeGreaterThan(0.5);
      expect(Math.abs(55 + edgeInLight(frame, same, side(55), levels - 55) - END)).toBeLessThan(0.1);
    },
  );

  it('is where the levels have it at the end of the frame', () => {
    const frame = photograph(1);
    expect(edgeInLight(frame, same, side(116), 1.5)).toBe(1.5);
  });
});
