import { layOutPanels } from '../../libs/vision/dewarp/folded-panels.js';
import { frameQuad, homographyFromPoints } from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

/** A letter folded across its middle and opened again, seen from above: its long sides bend at the fold. */
const START: [Point, Point] = [
  { x: 200, y: 130 },
  { x: 640, y: 150 },
];
const FOLD: [Point, Point] = [
  { x: 150, y: 520 },
  { x: 720, y: 540 },
];
const END: [Point, Point] = [
  { x: 190, y: 1030 },
  { x: 650, y: 1010 },
];
/** The same, folded askew and lit from aside: one of its panels is a better quad than the sheet. */
const IN_SHADE: [Point, Point][] = [
  [
    { x: 253, y: 124 },
    { x: 662, y: 102 },
  ],
  [
    { x: 124, y: 539 },
    { x: 723, y: 459 },
  ],
  [
    { x: 212, y: 1058 },
    { x: 701, y: 989 },
  ],
];
const TABLE = [70, 60, 50];

/**
 * Both panels with rows of dashes, of a colour each, on a dark table; in place of the second one bars, if told.
 *
 * @param rungs the sheet's start, its fold and its end
 */
function picture(
  colours: readonly number[][],
  { bars = false, rungs = [START, FOLD, END] }: { bars?: boolean; rungs?: [Point, Point][] } = {},
): Raster {
  const [width, height] = [900, 1200];
  const data = new Uint8Array(width * height * 3);
  const maps = [0, 1].map((k) => {
    const panel: Quad = [rungs[k][0], rungs[k][1], rungs[k + 1][1], rungs[k + 1][0]];
    return homographyFromPoints(panel, frameQuad(210, 148))!;
  });
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k += 3) {
      let colour = TABLE;
      maps.forEach((map, panel) => {
        const p = project(map, x, y);
        if (p.x < -0.5 || p.y < -0.5 || p.x > 209.5 || p.y > 147.5) return;
        const ink = p.x > 20 && p.x < 190 && p.y % 8 < 2 && p.x % 3 < 2;
        colour = ink ? [50, 50, 50] : colours[panel];
        if (bars && panel === 1) colour = p.x % 12 < 6 ? [200, 200, 200] : [25, 25, 25];
      });
      const grain = grainAt(x, y, 5);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width, height, channels: 3 };
}

const BRIGHT = [225, 225, 220];

const nearest = (places: readonly Point[], to: Point): number =>
  Math.min(...places.map(({ x, y }) => Math.hypot(x - to.x, y - to.y)));

describe('a folded sheet', () => {
  const folded = picture([BRIGHT, [185, 185, 180]]);

  it('is found with all of its panels, however unevenly light falls on them', () => {
    const found = findPageOutline(folded)!;
    [START[0], START[1], END[1], END[0]].forEach((corner, i) => {
      expect(Math.hypot(found.quad[i].x - corner.x, found.quad[i].y - corner.y)).toBeLessThan(6);
    });
    expect(found.rungs).toHaveLength(3);
    const seen = [...found.rungs[1]].sort((a, b) => a.x - b.x);
    seen.forEach((end, i) => {
      expect(Math.hypot(end.x - FOLD[i].x, end.y - FOLD[i].y)).toBeLessThan(10);
    });
  });

  it('is found with the panel that lies in the shade, if its paper and print are the same', () => {
    const [start, fold, end] = IN_SHADE;
    const found = findPageOutline(picture([BRIGHT, [137, 137, 134]], { rungs: IN_SHADE }))!;
    expect(found.rungs).toHaveLength(3);
    [start[0], start[1], end[1], end[0]].forEach((corner) => {
      expect(nearest(found.quad, corner)).toBeLessThan(10);
    });
    fold.forEach((corner) => {
      expect(nearest(found.rungs[1], corner)).toBeLessThan(10);
    });
  });

  it('is not taken for one with what else it borders on', () => {
    const found = findPageOutline(picture([BRIGHT, [120, 135, 190]]))!;
    expect(found.rungs).toHaveLength(2);
  });

  it('is not taken for one with bars that end where another panel would, as knives beside a page do', () => {
    const found = findPageOutline(picture([BRIGHT, BRIGHT], { bars: true }))!;
    expect(found.rungs).toHaveLength(2);
    [START[0], START[1], FOLD[1], FOLD[0]].forEach((corner, i) => {
      expect(Math.hypot(found.quad[i].x - corner.x, found.quad[i].y - corner.y)).toBeLessThan(6);
    });
  });

  it('is laid out without a gap or a step at the fold, whichever way it lies', () => {
    const upright: Quad = [START[0], START[1], END[1], END[0]];
    for (const turns of [0, 1, 2, 3]) {
      const quad = upright.map((_, i) => upright[(i + turns) % 4]) as Quad;
      const sheet = layOutPanels([START, FOLD, END], quad, folded)!;
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ].forEach(([u, v], i) => {
        const corner = sheet.show(u, v);
        expect(corner.x).toBeCloseTo(quad[i].x, 3);
        expect(corner.y).toBeCloseTo(quad[i].y, 3);
      });
      const long = turns % 2 === 0;
      for (let k = 0; k < 400; k++) {
        const at = (t: number): Point => (long ? sheet.show(0.3, t) : sheet.show(t, 0.3));
        const [p, q] = [at(k / 400), at((k + 1) / 400)];
        expect(Math.hypot(q.x - p.x, q.y - p.y)).toBeLessThan(4);
      }
    }
  });
});
