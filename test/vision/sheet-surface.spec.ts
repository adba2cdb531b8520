import { BandedSystem } from '../../libs/vision/geometry/banded-system.js';
import type { Displacement } from '../../libs/vision/geometry/displacement-grid.js';
import { fitSurface } from '../../libs/vision/registration/sheet-surface.js';
import type { SheetView } from '../../libs/vision/registration/sheet-view.js';

const PAGE = { width: 1240, height: 1754 };
const MIDDLE = { x: (PAGE.width - 1) / 2, y: (PAGE.height - 1) / 2 };
/** A camera straight above the middle of the page, as far off as it is high. */
const DISTANCE = 1800;
const VIEW: SheetView = { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1 / DISTANCE, 1], middle: MIDDLE };
const flat = (x: number, y: number): [number, number, number] => [x - MIDDLE.x, y - MIDDLE.y, 0];

/** A sheet whose lower third is folded up along a slanting line; px of space. */
function folded(x: number, y: number): [number, number, number] {
  const [c, s] = [Math.cos(0.1), Math.sin(0.1)];
  const [u, v] = [x - MIDDLE.x, y - MIDDLE.y];
  const beyond = Math.max(0, v * c + u * s - 300);
  const angle = 0.25;
  const back = beyond * (1 - Math.cos(angle));
  return [u - s * back, v - c * back, beyond * Math.sin(angle)];
}

function leftAt(x: number, y: number, hold: Displacement['hold'] = [1, 0, 1]): Displacement {
  const [u, v, z] = folded(x, y);
  const w = 1 - z / DISTANCE;
  return { at: { x, y }, dx: MIDDLE.x + u / w - x, dy: MIDDLE.y + v / w - y, hold, weight: 0.6 };
}

/** Ink in the upper two thirds, and the paper's edges, each across itself. */
function inkAndEdges(): Displacement[] {
  const found: Displacement[] = [];
  for (let y = 60; y < 1120; y += 60) for (let x = 60; x < 1200; x += 60) found.push(leftAt(x, y));
  for (let y = 30; y < 1740; y += 28) for (const x of [0, 1239]) found.push(leftAt(x, y, [1, 0, 0]));
  for (let x = 30; x < 1220; x += 28) for (const y of [0, 1753]) found.push(leftAt(x, y, [0, 0, 1]));
  return found;
}

function farthestOff(measured: readonly Displacement[]): number {
  const surface = fitSurface(PAGE, VIEW, measured, { inSpace: flat }, [60, 20, 6, 3, 1.5, 1.5]);
  let most = 0;
  for (let y = 40; y < 1740; y += 100)
    for (let x = 40; x < 1220; x += 100) {
      const d = surface.displacement(x, y);
      const t = leftAt(x, y);
      most = Math.max(most, Math.hypot(d.x - t.dx, d.y - t.dy));
    }
  return most;
}

describe('a sheet fitted as a surface of paper', () => {
  it('goes on to its edges where it is blank, over a fold', () => {
    // Unfolded it would be 75 px off.
    expect(farthestOff(inkAndEdges())).toBeLessThan(2.5);
  });

  it('is not drawn by places matched wrongly', () => {
    const measured = inkAndEdges().map((m, k) => (k % 7 ? m : { ...m, dx: m.dx + 30, dy: m.dy - 20 }));
    expect(farthestOff(measured)).toBeLessThan(3.5);
  });
});

describe('a banded system of equations', () => {
  it('is solved as least squares', () => {
    const system = new BandedSystem(4, 2);
    // A row of values two apart, the first known.
    system.add([0], [1], 1, 5, 1);
    for (let k = 0; k < 3; k++) system.add([k, k + 1], [-1, 1], 2, 2, 3);
    expect([...system.solve(0)].map((v) => Math.round(v * 1e6) / 1e6)).toEqual([5, 7, 9, 11]);
  });
});
