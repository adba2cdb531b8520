import sharp from 'sharp';
import type { Point, Raster } from '../../libs/vision/pixels/raster.js';
import { photographPage, type CaptureLevel, type Photograph } from '../support/photo-booth/index.js';

const { abs, atan2, ceil, cos, floor, hypot, max, min, PI, round, sin } = Math;

const LEVELS: CaptureLevel[] = ['scan', 'easy', 'hard', 'curled', 'cut'];
const DPI = 100;
const WIDTH = 850;
const HEIGHT = 1100;
const RADIUS = 12;
const MEGAPIXELS = 0.8;
// Where only the truth is asked for, or the surface does not matter, the photographs are small and plain.
const SMALL = 0.1;
const PLAIN: Raster = { data: new Uint8Array(40 * 30 * 3).fill(90), width: 40, height: 30, channels: 3 };

/** A page with black discs, and where they are. */
function pageWithDiscs(): { page: Raster; discs: Point[] } {
  const discs: Point[] = [];
  for (let y = 60.3; y < HEIGHT - 40; y += 122.4)
    for (let x = 55.7; x < WIDTH - 40; x += 123.1) discs.push({ x, y });
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const disc of discs)
    for (let y = floor(disc.y - RADIUS - 1); y <= disc.y + RADIUS + 1; y++)
      for (let x = floor(disc.x - RADIUS - 1); x <= disc.x + RADIUS + 1; x++) {
        const share = max(0, min(1, RADIUS + 0.5 - hypot(x - disc.x, y - disc.y)));
        data[y * WIDTH + x] = min(data[y * WIDTH + x], 255 - 255 * share);
      }
  return { page: { data, width: WIDTH, height: HEIGHT, channels: 1 }, discs };
}

/** Centre of the dark spot about a place of the photograph; null when there is none. */
function darkCentre(photo: Raster, about: Point, radius: number): Point | null {
  const reach = ceil(radius * 1.7);
  const [cx, cy] = [round(about.x), round(about.y)];
  if (cx < reach || cy < reach || cx >= photo.width - reach || cy >= photo.height - reach) return null;
  const green = (x: number, y: number): number => photo.data[(y * photo.width + x) * 3 + 1];
  const ring: number[] = [];
  for (let a = 0; a < 32; a++)
    ring.push(green(round(cx + reach * cos((a * PI) / 16)), round(cy + reach * sin((a * PI) / 16))));
  const paper = min(...ring);
  const ink = green(cx, cy);
  // Beside the edge of a thing that lies on the page, or of the page itself.
  if (paper < 0.75 * max(...ring)) return null;
  if (paper - ink < 30) return null;
  let [sum, sx, sy] = [0, 0, 0];
  for (let y = cy - reach; y <= cy + reach; y++)
    for (let x = cx - reach; x <= cx + reach; x++) {
      const dark = max(
        0,
        min(1, ((paper + ink) / 2 + 0.35 * (paper - ink) - green(x, y)) / (0.7 * (paper - ink))),
      );
      [sum, sx, sy] = [sum + dark, sx + dark * x, sy + dark * y];
    }
  return { x: sx / sum, y: sy / sum };
}

describe('the photo booth', () => {
  const { page, discs } = pageWithDiscs();
  const take = (level: CaptureLevel, seed: number, more = {}): Promise<Photograph> =>
    photographPage(page, DPI, { level, seed, megapixels: MEGAPIXELS, ...more });
  const look = (level: CaptureLevel, seed: number, more = {}): Promise<Photograph> =>
    take(level, seed, { megapixels: SMALL, background: PLAIN, ...more });

  it.each(LEVELS)('shows every mark of the page where the truth says (%s)', async (level) => {
    let found = 0;
    for (let seed = 1; seed <= 2; seed++) {
      const { rgb, truth } = await take(level, seed, {
        quarterTurns: seed as 1 | 2,
        background: PLAIN,
      });
      for (const disc of discs) {
        const at = truth.pageToPhoto(disc.x, disc.y);
        const aside = truth.pageToPhoto(disc.x + RADIUS, disc.y);
        const below = truth.pageToPhoto(disc.x, disc.y + RADIUS);
        const radius = max(hypot(aside.x - at.x, aside.y - at.y), hypot(below.x - at.x, below.y - at.y));
        const seen = darkCentre(rgb, at, radius);
        if (!seen) continue;
        found++;
        // A seventh of the disc, for the shift of a disc's centre under perspective, blur by motion, and noise.
        expect(hypot(seen.x - at.x, seen.y - at.y)).toBeLessThan(radius * 0.15);
      }
    }
    expect(found).toBeGreaterThan(discs.length * 2 * (level === 'cut' ? 0.6 : 0.85));
  });

  it.each(LEVELS)(
    'takes the same photograph for the same seed and another for another (%s)',
    async (level) => {
      const write = (seed: number): Promise<Photograph> =>
        take(level, seed, { writing: true, megapixels: 0.25 });
      const [first, again, other] = [await write(7), await write(7), await write(8)];
      expect(Buffer.from(first.rgb.data).equals(Buffer.from(again.rgb.data))).toBe(true);
      expect((await first.jpeg()).equals(await again.jpeg())).toBe(true);
      expect(first.truth.quad).toEqual(again.truth.quad);
      expect(first.truth.quad).not.toEqual(other.truth.quad);
    },
  );

  it('turns the page clockwise by the quarter turns asked for', async () => {
    // With no turn the page's top edge points to the right, with one down, and so on.
    const directions = [0, 90, 180, 270];
    for (const level of LEVELS)
      for (const quarterTurns of [0, 1, 2, 3] as const) {
        const { truth } = await look(level, 40 + quarterTurns, { quarterTurns });
        const middle = truth.pageToPhoto(WIDTH / 2, HEIGHT / 2);
        const right = truth.pageToPhoto(WIDTH / 2 + 50, HEIGHT / 2);
        const angle = (atan2(right.y - middle.y, right.x - middle.x) * 180) / PI;
        const off = ((angle - directions[quarterTurns] + 540) % 360) - 180;
        expect(abs(off)).toBeLessThan(45);
        expect(truth.quarterTurns).toBe(quarterTurns);
      }
  });

  it('keeps a scan nearly straight and the page in full view, except at the level cut', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const scan = (await look('scan', seed)).truth;
      const [tl, tr] = scan.quad;
      expect(abs(atan2(tr.y - tl.y, tr.x - tl.x)) * (180 / PI)).toBeLessThan(2.01);
      expect(scan.visibleFraction).toBeGreaterThan(0.93);
      expect((await look('easy', seed)).truth.visibleFraction).toBeGreaterThan(0.97);
      const cut = (await look('cut', seed)).truth.visibleFraction;
      expect(cut).toBeLessThan(0.97);
      expect(cut).toBeGreaterThan(0.68);
    }
  });

  it('bends the page at the level curled and nowhere else', async () => {
    for (const level of LEVELS) {
      let most = 0;
      for (let seed = 1; seed <= 5; seed++) {
        const { truth } = await look(level, seed);
        expect(truth.curled).toBe(level === 'curled');
        // On a flat page the edges are straight; not those through the middle, which curl hides from above.
        for (const [a, b] of [
          [
            { x: 0, y: 0 },
            { x: WIDTH, y: 0 },
          ],
          [
            { x: 0, y: 0 },
            { x: 0, y: HEIGHT },
          ],
        ]) {
          const [p, q] = [truth.pageToPhoto(a.x, a.y), truth.pageToPhoto(b.x, b.y)];
          const m = truth.pageToPhoto(a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3);
          const length = hypot(q.x - p.x, q.y - p.y);
          most = max(most, abs((q.x - p.x) * (m.y - p.y) - (q.y - p.y) * (m.x - p.x)) / length);
        }
      }
      if (level === 'curled') expect(most).toBeGreaterThan(2);
      else expect(most).toBeLessThan(0.01);
    }
  });

  it('has less contrast between print and paper at the level hard than at easy', async () => {
    const contrast = async (level: CaptureLevel): Promise<number> => {
      let sum = 0;
      for (let seed = 1; seed <= 3; seed++) {
        const { rgb, truth } = await take(level, seed, { background: PLAIN });
        const edge = truth.pageToPhoto(discs[30].x + RADIUS + 3, discs[30].y);
        const inside = truth.pageToPhoto(discs[30].x + RADIUS - 3, discs[30].y);
        const at = (p: Point): number => rgb.data[(round(p.y) * rgb.width + round(p.x)) * 3 + 1];
        sum += at(edge) - at(inside);
      }
      return sum / 3;
    };
    expect(await contrast('hard')).toBeLessThan(await contrast('easy'));
  });

  it('writes on the page when asked, in the fields when they are given', async () => {
    const field = { page: 1, x: 100, y: 300, width: 300, height: 30, kind: 'text' as const };
    const blank: Raster = {
      data: new Uint8Array(WIDTH * HEIGHT).fill(255),
      width: WIDTH,
      height: HEIGHT,
      channels: 1,
    };
    let inField = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const shoot = (writing: boolean): Promise<Photograph> =>
        photographPage(blank, DPI, { level: 'scan', seed, megapixels: 0.5, writing, fields: [field] });
      const [plain, written] = [await shoot(false), await shoot(true)];
      expect(written.truth.quad).toEqual(plain.truth.quad);
      const a = written.truth.pageToPhoto((field.x / 72) * DPI, (field.y / 72) * DPI);
      const b = written.truth.pageToPhoto(
        ((field.x + field.width) / 72) * DPI,
        ((field.y + field.height) / 72) * DPI,
      );
      for (let y = round(a.y); y < b.y; y++)
        for (let x = round(a.x); x < b.x; x++) {
          const i = (y * plain.rgb.width + x) * 3 + 1;
          if (plain.rgb.data[i] - written.rgb.data[i] > 60) inField++;
        }
    }
    expect(inField).toBeGreaterThan(60);
  });

  it('adds the light of a mirrored lamp to some of the page when asked, and takes none anywhere', async () => {
    const plain = await take('easy', 4, { background: PLAIN });
    const glare = await take('easy', 4, { background: PLAIN, glare: true });
    expect(glare.truth.quad).toEqual(plain.truth.quad);
    let white = 0;
    let darker = 0;
    let same = 0;
    for (let i = 1; i < plain.rgb.data.length; i += 3) {
      const change = glare.rgb.data[i] - plain.rgb.data[i];
      if (glare.rgb.data[i] >= 254 && change > 10) white++;
      if (change < -12) darker++;
      if (abs(change) <= 12) same++;
    }
    const count = plain.rgb.data.length / 3;
    expect(white / count).toBeGreaterThan(0.002);
    expect(same / count).toBeGreaterThan(0.7);
    expect(darker / count).toBeLessThan(0.01);
  });

  it('lays the page on a given background', async () => {
    const background: Raster = { data: new Uint8Array(200 * 150 * 3), width: 200, height: 150, channels: 3 };
    for (let i = 0; i < background.data.length; i += 3) background.data[i] = 200;
    const { rgb } = await take('easy', 3, { background });
    expect(rgb.data[0]).toBeGreaterThan(3 * max(8, rgb.data[1]));
  });

  it('gives a JPEG of the photograph, 4:3 and of the size asked for', async () => {
    const photo = await take('easy', 5);
    const info = await sharp(await photo.jpeg(70)).metadata();
    expect([info.format, info.width, info.height]).toEqual(['jpeg', photo.rgb.width, photo.rgb.height]);
    expect((photo.rgb.width * photo.rgb.height) / 1e6).toBeCloseTo(MEGAPIXELS, 1);
    expect(photo.rgb.height / photo.rgb.width).toBeCloseTo(4 / 3, 2);
  });
});
