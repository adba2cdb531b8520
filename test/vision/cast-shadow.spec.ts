import {
  evenlyLit,
  isPartInShadow,
  mayEndAtShadow,
  withoutSeams,
  type Outline,
} from '../../libs/vision/outline/cast-shadow.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { baseLayer } from '../../libs/vision/pixels/base-layer.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [480, 640];
const PAPER = 226;
/** The page's left, top, right and bottom, px. */
const PAGE = [90, 90, 390, 540] as const;

type LightAt = (x: number, y: number) => number;

/** A page of lines of dashes on a table, under a light of which each place has a part. */
function picture(table: number, light: LightAt): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const [left, top, right, bottom] = PAGE;
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const onPage = x >= left && x < right && y >= top && y < bottom;
      const inMargins = x >= left + 24 && x < right - 24 && y >= top + 30 && y < bottom - 30;
      const level = onPage ? (inMargins && y % 17 < 3 && x % 9 < 6 ? 60 : PAPER) : table;
      const grain = grainAt(x, y, 2);
      for (let c = 0; c < 3; c++) data[k++] = level * light(x, y) + grain;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

const quadOf = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];
const outlineOf = (quad: Quad, confidence = 0.8): Outline => ({
  quad,
  confidence,
  cut: [false, false, false, false],
  isPart: false,
});
const [LEFT, TOP, RIGHT, BOTTOM] = PAGE;
const THE_PAGE = outlineOf(quadOf(...PAGE));
/** What the shadow leaves of the page in light. */
const LIT = outlineOf(quadOf(LEFT, TOP, 250, BOTTOM));
const LIGHT_TABLE = 205;

const even: LightAt = () => 1;
/** Half in a shadow, its edge from one column at the top to another at the bottom, so many px wide. */
const halfShaded =
  (upper: number, lower: number, deep: number, wide: number): LightAt =>
  (x, y) => {
    const beyond = (x - upper - ((lower - upper) * y) / HEIGHT) / wide + 0.5;
    return 1 - deep * Math.max(0, Math.min(1, beyond));
  };

describe('the base layer of a picture', () => {
  it('smooths what differs little and keeps strong edges', () => {
    const data = Uint8Array.from({ length: 200 * 100 }, (_, i) =>
      i % 200 < 100 ? (i % 3 === 0 ? 192 : 204) : i % 3 === 0 ? 96 : 102,
    );
    const base = baseLayer({ data, width: 200, height: 100, channels: 1 });
    for (const x of [20, 60, 96]) expect(Math.abs(base[50 * 200 + x] - 200)).toBeLessThan(2);
    for (const x of [103, 140, 180]) expect(Math.abs(base[50 * 200 + x] - 100)).toBeLessThan(1);
  });

  it('has the level of a black picture, and of a white one', () => {
    const flat = (level: number): number =>
      baseLayer({ data: new Uint8Array(40 * 30 * 3).fill(level), width: 40, height: 30, channels: 3 })[600];
    expect(flat(255)).toBeCloseTo(255, 2);
    expect(flat(0)).toBeCloseTo(4, 3);
  });
});

describe('a picture in even light', () => {
  it('shows paper alike in the shadow and beyond it, and the table darker', () => {
    const shaded = picture(LIGHT_TABLE, halfShaded(250, 250, 0.6, 6));
    const lit = withoutSeams(evenlyLit(shaded, baseLayer(shaded)));
    const level = (x: number, y: number): number => lit.data[(y * WIDTH + x) * 3];
    for (const y of [97, 110]) {
      expect(Math.abs(level(150, y) - level(330, y))).toBeLessThan(6);
      for (const x of [150, 330]) expect(level(x, y) - level(x, y - 40)).toBeGreaterThan(10);
    }
  });
});

describe('an outline that ends at a shadow', () => {
  it('may, where the light changes across some of its sides only', () => {
    const shaded = picture(LIGHT_TABLE, halfShaded(250, 250, 0.5, 2));
    expect(mayEndAtShadow(LIT, shaded)).toBe(true);
    expect(mayEndAtShadow({ ...LIT, confidence: 0.95 }, shaded)).toBe(true);
    expect(mayEndAtShadow(THE_PAGE, picture(90, even))).toBe(false);
    const onLightTable = picture(LIGHT_TABLE, even);
    expect(mayEndAtShadow(THE_PAGE, onLightTable)).toBe(true);
    expect(mayEndAtShadow({ ...THE_PAGE, confidence: 0.95 }, onLightTable)).toBe(false);
    expect(mayEndAtShadow({ ...LIT, cut: [true, true, true, false] }, shaded)).toBe(false);
  });

  it('is a part of a sheet that is sure and goes on beyond the shadow’s edge', () => {
    const shaded = picture(LIGHT_TABLE, halfShaded(250, 250, 0.5, 2));
    const lit = withoutSeams(evenlyLit(shaded, baseLayer(shaded)));
    const isPart = (whole: Outline): boolean => isPartInShadow(LIT, whole, shaded, lit);
    expect(isPart(THE_PAGE)).toBe(true);
    expect(isPart({ ...THE_PAGE, isPart: true })).toBe(false);
    expect(isPart({ ...THE_PAGE, confidence: 0.6 })).toBe(false);
    expect(isPart(LIT)).toBe(false);
    expect(isPart(outlineOf(quadOf(250, TOP, RIGHT, BOTTOM)))).toBe(false);
  });

  it('is none of a sheet that ends within it at no edge, as one found up to a ruling', () => {
    const shaded = picture(LIGHT_TABLE, halfShaded(250, 250, 0.5, 2));
    const lit = withoutSeams(evenlyLit(shaded, baseLayer(shaded)));
    const upToRuling = outlineOf(quadOf(LEFT, TOP, RIGHT, BOTTOM - 0.2 * (BOTTOM - TOP)));
    expect(isPartInShadow(THE_PAGE, upToRuling, shaded, lit)).toBe(false);
  });

  it('is none of what lies beyond an edge of paper', () => {
    const onLightTable = picture(LIGHT_TABLE, even);
    const lit = withoutSeams(evenlyLit(onLightTable, baseLayer(onLightTable)));
    const larger = outlineOf(quadOf(10, 10, WIDTH - 10, HEIGHT - 10));
    expect(isPartInShadow(THE_PAGE, larger, onLightTable, lit)).toBe(false);
  });

  it.each([
    ['hard and upright', halfShaded(250, 250, 0.6, 1)],
    ['hard and aslant', halfShaded(380, 140, 0.45, 2)],
    ['soft', halfShaded(240, 280, 0.5, 24)],
    ['a hand’s breadth across the page', (_, y) => (y > 220 && y < 330 ? 0.55 : 1)] as [string, LightAt],
    ['a corner’s', (x, y) => (x + y > 700 ? 0.5 : 1)] as [string, LightAt],
  ])('gives way to the page: a shadow, %s, on a light table', (_, light) => {
    const found = findPageOutline(picture(LIGHT_TABLE, light))!;
    expect(found.isPart).toBe(false);
    THE_PAGE.quad.forEach((corner, i) => {
      expect(Math.hypot(found.quad[i].x - corner.x, found.quad[i].y - corner.y)).toBeLessThan(3);
    });
  });
});
