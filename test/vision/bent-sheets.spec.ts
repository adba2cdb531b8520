import { bentSheet, type SheetKind } from '../support/photo-booth/bent-sheets.js';
import { Random } from '../support/random.js';

const WIDTH = 216;
const HEIGHT = 279;
const KINDS: SheetKind[] = ['rolled', 'creased', 'cornered', 'twisted', 'waved', 'crumpled'];

/** Part by which a kind's surface stretches the paper at most, where that is more than rounding. */
const STRETCH: Partial<Record<SheetKind, number>> = { waved: 0.01, crumpled: 0.07 };

describe.each(KINDS)('a %s sheet of the photo booth', (kind) => {
  const sheets = Array.from({ length: 12 }, (_, seed) => bentSheet(kind, WIDTH, HEIGHT, new Random(seed)));
  const random = new Random(99);
  const place = (): [number, number] => [
    random.between(-WIDTH / 2, WIDTH / 2),
    random.between(-HEIGHT / 2, HEIGHT / 2),
  ];

  it('does not lie flat, and rests on the table', () => {
    for (const sheet of sheets) {
      const heights = Array.from({ length: 400 }, () => sheet.lift(...place()).z);
      expect(Math.max(...heights)).toBeGreaterThan(0.8);
      expect(Math.min(...heights)).toBeGreaterThan(-0.2);
    }
  });

  it('keeps distances along the paper, but for what damp or crumpled paper stretches', () => {
    for (const sheet of sheets)
      for (let k = 0; k < 100; k++) {
        const [x, y] = place();
        const angle = random.between(0, 2 * Math.PI);
        const [u, v] = [0.02 * Math.cos(angle), 0.02 * Math.sin(angle)];
        const [a, b] = [sheet.lift(x - u, y - v), sheet.lift(x + u, y + v)];
        const stretch = Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) / 0.04 - 1;
        expect(Math.abs(stretch)).toBeLessThan(STRETCH[kind] ?? 0.001);
      }
  });

  it('is met by a ray where the ray goes', () => {
    const camera = { x: 15, y: -40, z: 350 };
    for (const sheet of sheets)
      for (let k = 0; k < 100; k++) {
        const [x, y] = place();
        const p = sheet.lift(x, y);
        const met = sheet.hit(camera, { x: p.x - camera.x, y: p.y - camera.y, z: p.z - camera.z });
        expect(Math.hypot(met.x - x, met.y - y)).toBeLessThan(0.01);
      }
  });
});
