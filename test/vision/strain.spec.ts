import type { RegisteredBlock } from '../../libs/vision/ink/ink-registration.js';
import { strainOf } from '../../libs/vision/ink/strain.js';

/** Found blocks on a page of 1,275 x 1,650 px, displaced by what `displaced` says; px of the page. */
function blocks(displaced: (x: number, y: number) => { dx: number; dy: number }): RegisteredBlock[] {
  const out: RegisteredBlock[] = [];
  for (let y = 40; y < 1650; y += 78)
    for (let x = 40; x < 1275; x += 78)
      out.push({
        x,
        y,
        ...displaced(x, y),
        correlation: 0.8,
        expected: 0.8,
        found: 1,
        closeBy: 0,
        shown: 0,
        visible: true,
        ink: 60,
      });
  return out;
}

describe('strain of a page that was laid onto a frame', () => {
  it('is none where just the plane is off', () => {
    expect(strainOf(blocks((x, y) => ({ dx: 2 + 0.004 * x, dy: 0.003 * x + 0.005 * y })))).toBeLessThan(0.1);
  });

  it('is what lines have moved by since another year of the form', () => {
    expect(strainOf(blocks((_x, y) => ({ dx: 0, dy: y > 800 && y < 1200 ? 15 : 0 })))).toBeGreaterThan(5);
  });

  it('leaves blocks out that were not found', () => {
    const lost = blocks(() => ({ dx: 0, dy: 0 })).map((block, i) =>
      i % 3 === 0 ? { ...block, dx: 20 * Math.sin(i), correlation: 0.1 } : block,
    );
    expect(strainOf(lost)).toBeLessThan(0.1);
  });
});
