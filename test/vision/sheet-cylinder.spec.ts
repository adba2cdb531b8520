import type { Displacement } from '../../libs/vision/geometry/displacement-grid.js';
import type { Point } from '../../libs/vision/pixels/raster.js';
import { fitCylinder } from '../../libs/vision/registration/sheet-cylinder.js';
import { PAGE, PHOTO, sheetUnder } from '../support/rolled-sheet.js';

const { scale: SCALE, plane: PLANE, rolled } = sheetUnder(1500);

/** What the plane leaves of a place. */
function leftAt(toPhoto: (x: number, y: number) => Point, x: number, y: number): Displacement {
  const seen = toPhoto(x, y);
  const px = (seen.x - PLANE[2]) / SCALE;
  const py = (seen.y - PLANE[5]) / SCALE;
  return { at: { x, y }, dx: px - x, dy: py - y, hold: [1, 0, 1], weight: 0.6 };
}

function places(right: number, bottom: number): Point[] {
  const found: Point[] = [];
  for (let y = 40; y < bottom; y += 60) for (let x = 40; x < right; x += 60) found.push({ x, y });
  return found;
}

describe('a sheet fitted as a cylinder', () => {
  it('lies where it does in the photograph, whichever way it is bent', () => {
    for (const degrees of [0, 30, 90, 125]) {
      const toPhoto = rolled(degrees, 1800);
      const measured = places(1200, 1714).map(({ x, y }) => leftAt(toPhoto, x, y));
      const cylinder = fitCylinder(PAGE, PHOTO, PLANE, measured)!;
      for (const m of measured) {
        const d = cylinder.displacement(m.at.x, m.at.y);
        expect(Math.hypot(d.x - m.dx, d.y - m.dy)).toBeLessThan(1);
      }
    }
  });

  it('goes on along its rulings where nothing was measured', () => {
    const toPhoto = rolled(0, 1800);
    const measured = places(1200, 800).map(({ x, y }) => leftAt(toPhoto, x, y));
    const cylinder = fitCylinder(PAGE, PHOTO, PLANE, measured)!;
    for (const { x, y } of places(1200, 1714)) {
      const { dx, dy } = leftAt(toPhoto, x, y);
      const d = cylinder.displacement(x, y);
      expect(Math.hypot(d.x - dx, d.y - dy)).toBeLessThan(2);
    }
  });

  it('is not drawn by places matched wrongly', () => {
    const toPhoto = rolled(90, 1800);
    const measured = places(1200, 1714).map(({ x, y }, k) => {
      const m = leftAt(toPhoto, x, y);
      return k % 6 ? m : { ...m, dx: m.dx + 25, dy: m.dy - 14 };
    });
    const cylinder = fitCylinder(PAGE, PHOTO, PLANE, measured)!;
    for (const { x, y } of places(1200, 1714)) {
      const { dx, dy } = leftAt(toPhoto, x, y);
      const d = cylinder.displacement(x, y);
      expect(Math.hypot(d.x - dx, d.y - dy)).toBeLessThan(1);
    }
  });

  it('is none where too little was measured', () => {
    const toPhoto = rolled(0, 1800);
    const few = places(300, 200).map(({ x, y }) => leftAt(toPhoto, x, y));
    expect(fitCylinder(PAGE, PHOTO, PLANE, few)).toBeNull();
  });
});
