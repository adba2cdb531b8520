import { bowAt } from '../../libs/vision/outline/bend.js';
import { findEdges } from '../../libs/vision/outline/edge-map.js';
import { gatherEvidence, type LineEvidence } from '../../libs/vision/outline/line-evidence.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { MIN_OUTLINE_CONFIDENCE } from '../../libs/vision/outline/refined-outline.js';
import type { JoinedQuad } from '../../libs/vision/outline/quad-score.js';
import { inkAcross } from '../../libs/vision/outline/strokes-across.js';
import { uncrossedFirst } from '../../libs/vision/outline/whole-page.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [900, 1200];
const PAPER = 225;
const INK = 40;
/** The page, px. */
const [LEFT, TOP, RIGHT, BOTTOM] = [150, 150, 750, 1050];

/** A page with a margin of 50 px and what is printed within it, by so much of the light, on a table. */
function picture(
  isPrint: (x: number, y: number) => boolean,
  light: (x: number, y: number) => number = () => 1,
  table = 90,
): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0, k = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const onPage = x >= LEFT && x < RIGHT && y >= TOP && y < BOTTOM;
      const inMargins = x >= LEFT + 50 && x < RIGHT - 50 && y >= TOP + 50 && y < BOTTOM - 50;
      const level = onPage ? (inMargins && isPrint(x, y) ? INK : PAPER) : table;
      const grain = grainAt(x, y, 3);
      for (let c = 0; c < 3; c++) data[k++] = level * light(x, y) + grain;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 };
}

/** Draws rows of given levels over a box. */
function cover(
  { data }: Raster,
  [left, top, right, bottom]: readonly [number, number, number, number],
  levelAt: (y: number) => number,
): void {
  for (let y = top; y < bottom; y++) data.fill(levelAt(y), 3 * (y * WIDTH + left), 3 * (y * WIDTH + right));
}

/** Rules unevenly apart, 3 px wide. */
const rules = (_: number, y: number): boolean =>
  [230, 262, 310, 402, 455, 588, 640, 777].some((at) => y - at < 3 && y >= at);

/** A quad of four lines, which need not be edges; a px of the copy is one of the picture. */
function quadOf(photo: Raster, quad: Quad, bend: LineEvidence['bend'] = null): JoinedQuad {
  const closed = close(photo, 6);
  const edges = findEdges(closed, 2.2);
  const sides = quad.map((a, i) => {
    const b = quad[(i + 1) % 4];
    const theta = Math.atan2(b.x - a.x, -(b.y - a.y));
    const rho = a.x * Math.cos(theta) + a.y * Math.sin(theta);
    return gatherEvidence({ theta, rho, votes: 0 }, edges, closed, false, i === 1 ? bend : null)!;
  });
  return { quad, sides, cut: [false, false, false, false], score: 0.8 };
}

/** The page as far as a column, at the top and at the bottom. */
const asFarAs = (upper: number, lower = upper): Quad => [
  { x: LEFT, y: TOP },
  { x: upper, y: TOP },
  { x: lower, y: BOTTOM },
  { x: LEFT, y: BOTTOM },
];

/** A shadow beyond a line from one column at the top to one at the bottom. */
const shadow =
  (upper: number, lower = upper) =>
  (x: number, y: number): number =>
    x > upper + ((lower - upper) * (y - TOP)) / (BOTTOM - TOP) ? 0.6 : 1;

describe('ink across a side of an outline', () => {
  it('is the same within and beyond one along the edge of a shadow, upright or aslant', () => {
    const upright = picture(rules, shadow(450));
    expect(inkAcross(quadOf(upright, asFarAs(450)), 1, upright, 1)).toBeGreaterThan(0.95);
    const aslant = picture(rules, shadow(560, 380));
    expect(inkAcross(quadOf(aslant, asFarAs(560, 380)), 1, aslant, 1)).toBeGreaterThan(0.9);
  });

  it('is not along the paper’s own edges, whatever lies beyond them', () => {
    const stripes = picture(rules);
    cover(stripes, [RIGHT, 0, WIDTH, HEIGHT], (y) => (y % 37 < 4 ? 20 : 90));
    for (const side of [0, 1, 2, 3])
      expect(inkAcross(quadOf(stripes, asFarAs(RIGHT)), side, stripes, 1)).toBe(0);
  });

  it('is not told by what is printed on another sheet that lies across the side', () => {
    const covered = picture(rules);
    cover(covered, [600, 400, WIDTH, 800], (y) => (y % 37 < 3 ? INK : PAPER));
    expect(inkAcross(quadOf(covered, asFarAs(RIGHT)), 1, covered, 1)).toBe(0);
  });

  it('needs three strokes', () => {
    const two = picture((x, y) => rules(x, y) && y < 300, shadow(450));
    expect(inkAcross(quadOf(two, asFarAs(450)), 1, two, 1)).toBe(0);
  });

  it('is looked for along a bent side as it is bent', () => {
    const bend = { from: -TOP, to: -BOTTOM, shapes: [-60] };
    const at = (y: number): number => 520 + 60 * bowAt((y - TOP) / (BOTTOM - TOP));
    const bent = picture(rules, (x, y) => (x > at(y) ? 0.6 : 1));
    expect(inkAcross(quadOf(bent, asFarAs(520), bend), 1, bent, 1)).toBeGreaterThan(0.95);
    // The rules end where the shadow begins.
    const ending = picture(
      (x, y) => rules(x, y) && x < at(y),
      (x, y) => (x > at(y) ? 0.6 : 1),
    );
    expect(inkAcross(quadOf(ending, asFarAs(520), bend), 1, ending, 1)).toBe(0);
  });
});

describe('an outline that ink runs across', () => {
  const part = { quad: asFarAs(450), cut: [], score: 0.8 };
  const whole = { quad: asFarAs(RIGHT), cut: [], score: 0.7 };
  const isPart = (quad: typeof part): boolean => quad === part;

  it('gives way to one that holds it and is hardly worse', () => {
    expect(uncrossedFirst([part, whole], isPart)).toEqual([whole, part]);
    const elsewhere = { ...whole, quad: asFarAs(300) };
    const unlikely = { ...whole, score: 0.5 };
    const others = [part, elsewhere, unlikely];
    expect(uncrossedFirst(others, isPart)).toBe(others);
    const both = [part, whole];
    expect(uncrossedFirst(both, () => true)).toBe(both);
  });

  it('is not relied on where no other is found: a part of a page that is lit more', () => {
    const lit = (x: number, y: number): number => (x > 220 && x < 680 && y > 200 && y < 900 ? 1 : 0.92);
    const found = findPageOutline(picture(rules, lit, PAPER));
    expect(found!.confidence).toBeGreaterThan(MIN_OUTLINE_CONFIDENCE);
    expect(found!.isPart).toBe(true);
  });
});
