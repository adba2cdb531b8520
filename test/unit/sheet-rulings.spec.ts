import type { Displacement, DisplacementGrid } from '../../libs/vision/geometry/displacement-grid.js';
import { findRulings } from '../../libs/vision/registration/sheet-rulings.js';

const STEP = 50;
const COLS = 24;
const ROWS = 32;

/** A sheet's grid with its shifts given by place, and a measurement at each node. */
function sheet(shift: (x: number, y: number) => number): [DisplacementGrid, Displacement[]] {
  const dx = new Float64Array(COLS * ROWS);
  const dy = new Float64Array(COLS * ROWS);
  const measured: Displacement[] = [];
  for (let j = 0; j < ROWS; j++)
    for (let i = 0; i < COLS; i++) {
      const at = { x: i * STEP, y: j * STEP };
      dy[j * COLS + i] = shift(at.x, at.y);
      measured.push({ at, dx: 0, dy: dy[j * COLS + i], hold: [1, 0, 1], weight: 1 });
    }
  return [{ step: STEP, cols: COLS, rows: ROWS, dx, dy }, measured];
}

/** Direction of the rulings, degrees from the x axis, 0..180. */
function direction(shift: (x: number, y: number) => number): number | null {
  const rulings = findRulings(...sheet(shift), 10);
  return rulings && ((Math.atan2(rulings.y, rulings.x) * 180) / Math.PI + 180) % 180;
}

describe('the rulings of a bent sheet', () => {
  it('run along the axis of the cylinder on which it lies, whichever way that points', () => {
    for (const degrees of [0, 35, 90, 140]) {
      const angle = (degrees * Math.PI) / 180;
      const across = (x: number, y: number): number => y * Math.cos(angle) - x * Math.sin(angle);
      const found = direction((x, y) => 40 * Math.sin(across(x, y) / 300));
      const off = Math.abs(((found! - degrees + 270) % 180) - 90);
      expect(off).toBeLessThanOrEqual(5);
    }
  });

  it('are none where it bends both ways alike', () => {
    expect(direction((x, y) => ((x - 600) ** 2 + (y - 800) ** 2) / 20_000)).toBeNull();
  });

  it('are told only where the sheet was measured', () => {
    const [grid, measured] = sheet((x, y) => 40 * Math.sin((y < 800 ? x : y) / 300));
    const lower = measured.filter(({ at }) => at.y > 900);
    const rulings = findRulings(grid, lower, 10)!;
    expect(Math.abs(rulings.x)).toBeGreaterThan(0.99);
  });
});
