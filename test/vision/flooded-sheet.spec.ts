import {
  frameQuad,
  homographyFromPoints,
  projectQuad,
  resizeMap,
} from '../../libs/vision/geometry/plane-geometry.js';
import { project } from '../../libs/vision/geometry/projective.js';
import { sheetBeyond } from '../../libs/vision/outline/flooded-sheet.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import type { PageOutline } from '../../libs/vision/outline/refined-outline.js';
import { SearchView } from '../../libs/vision/outline/search-view.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes } from '../../libs/vision/pixels/resample.js';
import { grainAt } from '../support/grain-at.js';

const { cos, max, min, sin } = Math;

const [WIDTH, HEIGHT] = [900, 1200];
const TABLE = [58, 52, 46];
/** Ends of a crease, px. */
const CREASE = [
  { x: 120, y: 500 },
  { x: 770, y: 540 },
] as const;
/** What lies below it, px; and above it, by how its sides turn off at the crease. */
const LOWER: Quad = [...CREASE, { x: 800, y: 1090 }, { x: 100, y: 1060 }];
const UPPER = {
  inwards: [{ x: 230, y: 90 }, { x: 640, y: 130 }, CREASE[1], CREASE[0]],
  'further inwards': [{ x: 260, y: 150 }, { x: 610, y: 180 }, CREASE[1], CREASE[0]],
  outwards: [{ x: 40, y: 110 }, { x: 850, y: 160 }, CREASE[1], CREASE[0]],
} satisfies Record<string, Quad>;

interface Panel {
  quad: Quad;
  /** Level of its paper at 0..1 of its width and height. */
  paper: (u: number, v: number) => number;
}

/** Panels with rows of dashes on a table. */
function picture(panels: readonly Panel[]): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const maps = panels.map(({ quad }) => homographyFromPoints(quad, frameQuad(101, 101))!);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, k += 3) {
      let colour = TABLE;
      maps.forEach((map, panel) => {
        const p = project(map, x, y);
        if (min(p.x, p.y) < -0.5 || max(p.x, p.y) > 100.5) return;
        const ink = p.x > 15 && p.x < 85 && p.y > 8 && p.y < 92 && p.y % 4 < 1 && p.x % 3 < 2;
        colour = new Array<number>(3).fill(ink ? 60 : panels[panel].paper(p.x / 100, p.y / 100));
      });
      const grain = grainAt(x, y, 5);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] + grain;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

const farthest = (found: Quad, corners: Quad): number =>
  max(...corners.map((corner) => min(...found.map((p) => Math.hypot(p.x - corner.x, p.y - corner.y)))));

/** What is printed above the crease, by the level of its paper: nothing, in a shade that fades, and a picture. */
const ABOVE: Record<string, Panel['paper']> = {
  'a shade': (u, v) => 225 - 180 * min(1, max(0, 0.85 - u) * 6) * v,
  'a picture': (u, v) => (v > 0.35 && u > 0.06 && u < 0.85 ? 60 + 40 * sin(9 * u) * cos(7 * v) : 200),
};

const found = (upper: Quad, above: string): PageOutline =>
  findPageOutline(
    picture([
      { quad: upper, paper: ABOVE[above] },
      { quad: LOWER, paper: () => 225 },
    ]),
  )!;

describe('a creased sheet', () => {
  it.each([
    ['a shade', 'outwards'],
    ['a picture', 'outwards'],
    ['a picture', 'inwards'],
  ] as const)(
    'is outlined whole, where a crease, and %s at it, show as much as its sides in places, and these turn %s',
    (above, way) => {
      const upper = UPPER[way];
      const outline = found(upper, above);
      expect(farthest(outline.quad, [upper[0], upper[1], LOWER[2], LOWER[3]])).toBeLessThan(25);
      expect(outline.confidence).toBeGreaterThan(0.7);
      expect(outline.isPart).toBe(false);
    },
  );

  it('is told to be cut, where all of it is not outlined', () => {
    expect(found(UPPER['further inwards'], 'a picture').isPart).toBe(true);
  });
});

describe('a sheet folded like a fan', () => {
  const rungs = [130, 350, 570, 780].map((x, i) => [
    { x, y: i % 2 ? 135 : 120 },
    { x: x + (i % 2 ? 6 : -6), y: i % 2 ? 1032 : 1020 },
  ]);
  const panels = [225, 140, 215].map((level, i) => ({
    quad: [rungs[i][0], rungs[i + 1][0], rungs[i + 1][1], rungs[i][1]] as Quad,
    paper: (): number => level,
  }));
  const small = reduceByBoxes(picture(panels), 640);
  const view = new SearchView({
    picture: picture(panels),
    small,
    closed: close(small.raster, 6),
    count: 1,
  });
  const first = projectQuad(resizeMap(small.scaleX, small.scaleY), panels[0].quad);

  it('is what stands out from the table as the panel does that was taken for it', () => {
    const { whole } = sheetBeyond({ quad: first, score: 0.8 }, view)!;
    const all = [rungs[0][0], rungs[3][0], rungs[3][1], rungs[0][1]] as Quad;
    expect(farthest(whole!.quad, projectQuad(resizeMap(small.scaleX, small.scaleY), all))).toBeLessThan(25);
  });

  it('is not asked for, where the panel is clear', () => {
    expect(sheetBeyond({ quad: first, score: 0.95 }, view)).toBeNull();
  });
});
