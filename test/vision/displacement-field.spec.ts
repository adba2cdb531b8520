import { DisplacementField, type Displaced } from '../../libs/vision/geometry/displacement-field.js';
import { Random } from '../support/random.js';

const CELL = 26;
const [COLUMNS, ROWS] = [16, 21];

/** A sheet that is bent and drawn out of shape, as the blocks of a page tell it row by row, some of them missing. */
function placesOf(random: Random): Displaced[] {
  const places: Displaced[] = [];
  for (let r = 0; r < ROWS; r++)
    for (let c = 0; c < COLUMNS; c++) {
      const [x, y] = [(c + 0.5) * CELL, (r + 0.5) * CELL];
      if (random.chance(0.3)) continue;
      places.push({ x, y, dx: 3 * Math.sin(y / 150), dy: 0.01 * x - 2, weight: random.between(0.5, 1) });
    }
  return places;
}

describe('a field of displacements', () => {
  const places = placesOf(new Random(7));
  const fit = (some: Displaced[]) => DisplacementField.fit(some, COLUMNS * CELL, ROWS * CELL, CELL);

  it('says between the places what they say, a stray one left out', () => {
    const [first, ...rest] = places;
    const field = fit([{ ...first, dx: first.dx + 20 }, ...rest])!;
    for (const { x, y, dx, dy } of rest) {
      const at = field.at(x + CELL / 3, y);
      expect(Math.abs(at.dx - dx)).toBeLessThan(0.3);
      expect(Math.abs(at.dy - dy - (0.01 * CELL) / 3)).toBeLessThan(0.1);
    }
  });

  it('is the same in whichever order the places come', () => {
    const inRows = fit(places)!;
    const shuffled = fit(new Random(8).shuffled(places))!;
    for (let y = 0; y <= ROWS * CELL; y += 7)
      for (let x = 0; x <= COLUMNS * CELL; x += 7) {
        const [a, b] = [inRows.at(x, y), shuffled.at(x, y)];
        expect(Math.max(Math.abs(a.dx - b.dx), Math.abs(a.dy - b.dy))).toBeLessThan(1e-4);
      }
  });

  it('is none where too few places are known', () => {
    expect(fit(places.slice(0, 7))).toBeNull();
  });
});
