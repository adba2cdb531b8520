import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { printWithin, straightnessOf } from '../../libs/vision/outline/print-straightness.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Point, Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { planePicture, type Colour, type ColourAt } from '../support/plane-picture.js';

const TABLE: Colour = [104, 84, 66];
const PAPER: Colour = [232, 231, 228];
const SHADE: Colour = [196, 195, 193];
const INK: Colour = [40, 40, 46];
const [WIDTH, HEIGHT] = [210, 297];
/** A sheet of A4, as it lies straight, seen at an angle. */
const SEEN: Quad = [
  { x: 190, y: 170 },
  { x: 690, y: 215 },
  { x: 760, y: 1000 },
  { x: 110, y: 960 },
];

const picture = (colourAt: ColourAt): Raster => planePicture(SEEN, colourAt, TABLE, 0.003);

const isOn = ({ x, y }: Point): boolean => x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;

/** A page of lines of words, some ruled, or a blank one; a frame is printed about them. */
const page =
  ({ printed = true, framed: isFramed = false } = {}): ColourAt =>
  (place) => {
    if (!isOn(place)) return null;
    const { x, y } = place;
    const inFrame = x > 12 && x < WIDTH - 12 && y > 12 && y < HEIGHT - 12;
    if (isFramed && inFrame && !(x > 13 && x < WIDTH - 13 && y > 13 && y < HEIGHT - 13)) return INK;
    if (!printed || x < 22 || x > WIDTH - 22 || y < 24 || y > HEIGHT - 40) return PAPER;
    const row = Math.floor(y / 6);
    const inRow = y - 6 * row;
    if (row % 5 === 0) return inRow < 0.5 ? INK : PAPER;
    const end = WIDTH - 30 - ((row * 37) % 60);
    return inRow > 2 && inRow < 4 && x < end && (x * 7 + row * 11) % 13 < 9 ? INK : PAPER;
  };

const framed = page({ framed: true });

/** What lies turned by so many degrees about the sheet's middle, and moved by so many mm. */
const laid =
  (colourAt: ColourAt, degrees: number, dx = 0, dy = 0): ColourAt =>
  (place) => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const [x, y] = [place.x - dx - WIDTH / 2, place.y - dy - HEIGHT / 2];
    return colourAt({ x: WIDTH / 2 + c * x + s * y, y: HEIGHT / 2 - s * x + c * y });
  };

/** What lies on top, a thin shadow about it, and what is below. */
const upon =
  (top: ColourAt, below: ColourAt): ColourAt =>
  (place) =>
    top(place) ?? (below(place) && top({ x: place.x - 0.5, y: place.y - 0.5 }) ? SHADE : below(place));

/** A board or sleeve that is larger than a sheet all around. */
const board =
  (colour: Colour): ColourAt =>
  ({ x, y }) =>
    x >= -12 && y >= -26 && x < WIDTH + 12 && y < HEIGHT + 10 ? colour : null;
const PALE: Colour = [200, 205, 212];
const jaccard = (colourAt: ColourAt): number =>
  outlineJaccard(findPageOutline(picture(colourAt))!.quad, { quad: SEEN });

describe('a sheet that lies on something else', () => {
  it.each<[string, ColourAt, number]>([
    ['a sheet of its like', upon(page(), laid(page(), 2.4, 6, 3)), 0.98],
    ['a sheet of its like, with a frame printed on both', upon(framed, laid(framed, 2, 6, 3)), 0.98],
    ['a pale board', upon(page(), laid(board(PALE), 1.6)), 0.985],
  ])('has its own outline on %s', (_, colourAt, least) => {
    expect(jaccard(colourAt)).toBeGreaterThan(least);
  });

  it('is no frame that is printed on a page', () => {
    expect(jaccard(framed)).toBeGreaterThan(0.99);
  });

  it('is not told where nothing is printed on it', () => {
    const blank = page({ printed: false });
    expect(jaccard(upon(blank, laid(board(PALE), 1.6)))).toBeLessThan(0.85);
  });
});

describe('how straight print stands', () => {
  const seen = picture(page());
  const print = printWithin(SEEN, close(seen, 9), seen, 1);
  const [columns, rows] = straightnessOf(SEEN, print);
  const moved = (corner: number, by: number): Quad =>
    SEEN.map((p, i) => (i === corner ? { x: p.x, y: p.y + by } : p)) as Quad;

  it('is seen at once in the quad that the page is', () => {
    for (const by of [-16, -8, 8, 16])
      expect(straightnessOf(moved(1, by), print)[1]).toBeLessThan(0.5 * rows);
  });

  it('tells rows from columns', () => {
    const turned = [SEEN[1], SEEN[2], SEEN[3], SEEN[0]] as Quad;
    const [across, along] = straightnessOf(turned, print);
    expect(across / rows).toBeCloseTo(1, 1);
    expect(along / columns).toBeCloseTo(1, 1);
  });

  it('is nothing without print, and in what is no quad', () => {
    const none = { x: new Float32Array(), y: new Float32Array(), ink: new Float32Array() };
    expect(straightnessOf(SEEN, none)).toEqual([0, 0]);
    const point: Quad = [SEEN[0], SEEN[0], SEEN[0], SEEN[0]];
    expect(straightnessOf(point, print)).toEqual([0, 0]);
  });
});
