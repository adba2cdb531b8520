import { glareOverPrint } from '../../libs/vision/light/glare.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';

const { exp, hypot, max, min, round } = Math;
const WIDTH = 530;
const HEIGHT = 750;
const everywhere = (): boolean => true;

/** Lines of print down to a height, 0.2 of paper's reflectance. */
function print(x: number, y: number, bottom: number): number {
  return x > 40 && x < 490 && y > 40 && y < bottom && y % 11 < 5 && (x * 7 + y) % 5 < 2 ? 0.2 : 1;
}

/** A page of which each place sends light back, as a camera stores it. @param light linear, 1 is white */
function page(light: (x: number, y: number) => number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k++) data[k] = round(255 * min(1, max(0, light(x, y))) ** (1 / 2.2));
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

/** A lamp of 24 px, mirrored. */
const mirrored = (x: number, y: number, cx: number, cy: number): number =>
  3 * exp(-((max(0, hypot(x - cx, y - cy) - 24) / 20) ** 2));

describe('glare', () => {
  it('is a patch of white that print runs into and drowns in', () => {
    const glare = glareOverPrint(
      page((x, y) => 0.6 * print(x, y, 700) + mirrored(x, y, 260, 300)),
      everywhere,
    );
    // A disc of 40 px or so of the page.
    expect(glare).toBeGreaterThan(0.005);
    expect(glare).toBeLessThan(0.03);
  });

  it('is not light that falls on paper and print alike, however strong', () => {
    const lit = (strength: number): Raster =>
      page((x, y) => print(x, y, 700) * (0.5 + strength * exp(-(((hypot(x - 260, y - 300) + 1) / 90) ** 2))));
    for (const strength of [0.5, 1, 3]) expect(glareOverPrint(lit(strength), everywhere)).toBe(0);
  });

  it('is not a strong light on bare paper amid print that stays as dark beside it', () => {
    const lit = (x: number, y: number): number => {
      const away = hypot(x - 260, y - 300);
      return (away < 40 ? 1 : print(x, y, 700)) * (0.5 + 0.7 * exp(-(((away + 1) / 90) ** 2)));
    };
    expect(glareOverPrint(page(lit), everywhere)).toBe(0);
  });

  it('does not matter where nothing is printed', () => {
    expect(
      glareOverPrint(
        page((x, y) => 0.6 * print(x, y, 300) + mirrored(x, y, 260, 560)),
        everywhere,
      ),
    ).toBe(0);
  });

  it('is not bare paper amid print that is overexposed all over', () => {
    const field = (x: number, y: number): boolean => x > 150 && x < 350 && y > 200 && y < 380;
    expect(
      glareOverPrint(
        page((x, y) => 1.2 * (field(x, y) ? 1 : print(x, y, 700))),
        everywhere,
      ),
    ).toBe(0);
  });

  it('is not what lies outside of the frame', () => {
    const wedge = (x: number, y: number): boolean => y > 2 * x + 200;
    const picture = page((x, y) => (wedge(x, y) ? 1 : 0.6 * print(x, y, 700)));
    expect(glareOverPrint(picture, (x, y) => !wedge(x * WIDTH, y * HEIGHT))).toBe(0);
  });
});
