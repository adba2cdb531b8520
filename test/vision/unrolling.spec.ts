import type { BentLine } from '../../libs/vision/dewarp/bent-line.js';
import { foreshortening, isFarFetched } from '../../libs/vision/dewarp/dewarp-page.js';
import { fitUnrolling } from '../../libs/vision/dewarp/fit-unrolling.js';
import { poseOf } from '../../libs/vision/dewarp/sheet-pose.js';
import { smoothLine } from '../../libs/vision/dewarp/bent-line.js';
import { frameQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { normalizeFrame } from '../../libs/vision/normalize.js';
import type { Point } from '../../libs/vision/pixels/raster.js';
import { photographPage } from '../support/photo-booth/index.js';
import { renderPdfPage } from '../support/render-pdf-page.js';
import { AXIS, FOCAL, PAGE, sheetUnder } from '../support/rolled-sheet.js';
import { sampleForms } from '../support/sample-forms/index.js';
import { meshAt } from '../../libs/vision/pixels/warp-mesh.js';

const { abs, hypot } = Math;

const { plane: PLANE, rolled } = sheetUnder(2000);

/** Rows and columns of a page, as a picture of it shows them. */
function linesOf(show: (x: number, y: number) => Point): BentLine[] {
  const steps = Array.from({ length: 25 }, (_, k) => (k + 0.5) / 25);
  const rows = Array.from({ length: 20 }, (_, k) => 60 + k * 85).map((y): BentLine => {
    const points = steps.map((t) => show(100 + t * 1040, y));
    return { along: 'row', points, weight: 1, scatter: 0 };
  });
  const columns = [0, 400, 1239].map((x): BentLine => {
    const points = steps.map((t) => show(x, 60 + t * 1600));
    return { along: 'column', points, weight: 3, scatter: 0 };
  });
  return [...rows, ...columns];
}

describe('rolling out a bent sheet', () => {
  it.each([
    ['bent along its rows', 0],
    ['bent along its columns', 90],
    ['bent askew', 30],
  ])('brings back places of a sheet %s', (_, degrees) => {
    const show = rolled(degrees, -1500);
    const pose = poseOf(PLANE, PAGE.width, PAGE.height, AXIS, FOCAL)!;
    const sheet = fitUnrolling(pose, linesOf(show))!;
    const unit = hypot(PAGE.width, PAGE.height) / 2;
    const corner = sheet.unroll(show(100, 100));
    const far = sheet.unroll(show(1100, 1600));
    // Of the paper's size nothing is known: its proportions are.
    const ratio = (far.x - corner.x) / (far.y - corner.y);
    expect(abs(ratio / (1000 / 1500) - 1)).toBeLessThan(0.02);
    const scale = (far.y - corner.y) / 1500;
    for (const [x, y] of [
      [300, 300],
      [620, 877],
      [1000, 500],
      [200, 1400],
    ]) {
      const p = sheet.unroll(show(x, y));
      expect(abs((p.y - corner.y) / scale - (y - 100))).toBeLessThan(0.01 * unit);
      const again = sheet.show(p.x, p.y);
      expect(hypot(again.x - show(x, y).x, again.y - show(x, y).y)).toBeLessThan(0.1);
    }
  });

  it('leaves descenders out of a line of text', () => {
    const places = Array.from({ length: 40 }, (_, k) => ({
      x: k * 20,
      y: 100 + 0.00004 * (k * 20 - 400) ** 2 + (k % 7 === 3 ? 6 : 0),
    }));
    const line = smoothLine(places, 1.5)!;
    expect(line.points.every((p) => (p.x / 20) % 7 !== 3)).toBe(true);
    expect(line.bow).toBeGreaterThan(5);
    expect(line.bow).toBeLessThan(8);
  });
});

describe('how unevenly a frame shows a page', () => {
  const frame = { width: 1000, height: 1000 };
  const quad = frameQuad(1001, 1001);

  it('is told by the parts of the page in sight', () => {
    const even = { show: (u: number, v: number): Point => ({ x: 1000 * u, y: 1000 * v }) };
    expect(foreshortening(even, frame)).toBeCloseTo(1, 6);
    // Rows twelve times as far apart, and as wide, at the end as at the start: a fan.
    const fan = {
      show: (u: number, v: number): Point => ({
        x: 500 + 1000 * (u - 0.5) * 12 ** (v - 1),
        y: 1000 * 12 ** (v - 1),
      }),
    };
    expect(foreshortening(fan, frame)).toBeGreaterThan(8);
    const beyond = {
      show: (u: number, v: number): Point => ({ x: 1000 * u, y: v < 0.5 ? -100 * v : 1000 * v }),
    };
    expect(foreshortening(beyond, frame)).toBeCloseTo(1, 6);
  });

  it('is more than anybody photographs where one end of a page that fills the frame is twice as long', () => {
    /** A page whose head is seen so many times as long as its foot. */
    const trapezium = (times: number) => ({
      ratio: 1,
      show: (u: number, v: number): Point => ({
        x: 500 + (u - 0.5) * 1000 * (1 - v + v / times),
        y: 1000 * v,
      }),
    });
    const fillsIt = [true, true, true, true];
    expect(isFarFetched(trapezium(1.4), { frame, quad, cut: fillsIt })).toBe(false);
    expect(isFarFetched(trapezium(2), { frame, quad, cut: fillsIt })).toBe(true);
    // Seen with a border it may be tilted as far.
    expect(isFarFetched(trapezium(2), { frame, quad, cut: [false, true, true, true] })).toBe(false);
  });

  it('is more than lines tell where a corner is laid elsewhere than its sides have it', () => {
    /** A page of which all corners but the first are where the outline's are. */
    const page = (off: number) => ({
      ratio: 1,
      show: (u: number, v: number): Point => ({ x: 1000 * u + off * (1 - u) * (1 - v), y: 1000 * v }),
    });
    const seen = [false, false, false, false];
    expect(isFarFetched(page(100), { frame, quad, cut: seen })).toBe(false);
    expect(isFarFetched(page(250), { frame, quad, cut: seen })).toBe(true);
    // Of a side that the picture cuts off the outline's corners are not the page's.
    expect(isFarFetched(page(250), { frame, quad, cut: [false, false, false, true] })).toBe(false);
  });
});

describe('a photograph of an unknown page', () => {
  async function photograph(level: 'curled' | 'easy') {
    const page = await renderPdfPage(await sampleForms()[0].pdf(), 1, 75);
    const { rgb, truth } = await photographPage(page, 75, { level, seed: 3, megapixels: 2 });
    return { page, truth, result: normalizeFrame(rgb, null) };
  }

  function nearest(
    truth: { pageToPhoto(x: number, y: number): Point },
    page: { width: number; height: number },
    at: Point,
  ): Point {
    let best = { x: 0, y: 0 };
    let least = Infinity;
    for (let y = 0; y < page.height; y += 2)
      for (let x = 0; x < page.width; x += 4) {
        const p = truth.pageToPhoto(x, y);
        const off = (p.x - at.x) ** 2 + (p.y - at.y) ** 2;
        if (off < least) {
          least = off;
          best = { x, y };
        }
      }
    return best;
  }

  it('has its curl taken out', async () => {
    const { page, truth, result } = await photograph('curled');
    const { mesh, diagnostics } = result;
    expect(diagnostics.rolledOut).toBe(true);
    // Rows of the image are rows of the page: their middles lie between their ends.
    for (const v of [0.2, 0.5, 0.8]) {
      const [left, middle, right] = [0.1, 0.5, 0.9].map((u) =>
        nearest(truth, page, meshAt(mesh, u * mesh.width, v * mesh.height)),
      );
      expect(abs(middle.y - (left.y + right.y) / 2)).toBeLessThan(3);
    }
  }, 60_000);

  it('is left as it lies where it is flat', async () => {
    const { result } = await photograph('easy');
    expect(result.diagnostics.rolledOut).toBe(false);
  }, 60_000);
});
