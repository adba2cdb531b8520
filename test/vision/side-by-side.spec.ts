import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { farthestCorner, sheetsOnATable, type SheetPlace } from '../support/sheets-on-a-table.js';

const LEFT: SheetPlace = { x: 90, y: 100, width: 440, height: 600 };
const RIGHT: SheetPlace = { ...LEFT, x: 540, y: 104 };
const ALL: SheetPlace = { ...LEFT, width: 890 };

describe('two sheets side by side, nearly level', () => {
  it('are not outlined as one: the larger is', () => {
    const larger = { ...RIGHT, width: 470 };
    const found = findPageOutline(sheetsOnATable([LEFT, larger]))!;
    expect(farthestCorner(found.quad, larger)).toBeLessThan(3);
    expect(found.confidence).toBeGreaterThan(0.8);
    expect(found.isPart).toBe(false);
  });

  it('are told apart where the picture cuts off one of them', () => {
    const found = findPageOutline(
      sheetsOnATable([
        { ...LEFT, width: 620 },
        { ...RIGHT, x: 720, width: 600 },
      ]),
    )!;
    expect(farthestCorner(found.quad, { ...LEFT, width: 620 })).toBeLessThan(3);
    expect(found.cut).toEqual([false, false, false, false]);
  });

  it('are told apart one by one where there are three', () => {
    const three = [0, 1, 2].map((k) => ({ ...LEFT, x: 90 + 310 * k, y: 100 + 4 * (k % 2), width: 300 }));
    const found = findPageOutline(sheetsOnATable(three))!;
    expect(farthestCorner(found.quad, three[1])).toBeLessThan(3);
  });
});

describe('one sheet', () => {
  it('is outlined whole where a band of about the colour of the table is printed from edge to edge', () => {
    const found = findPageOutline(sheetsOnATable([ALL], { from: 530, to: 540 }))!;
    expect(farthestCorner(found.quad, ALL)).toBeLessThan(3);
  });

  it('is outlined whole where a crease with a shadow in it goes from edge to edge', () => {
    const found = findPageOutline(sheetsOnATable([ALL], { from: 533, to: 535 }))!;
    expect(farthestCorner(found.quad, ALL)).toBeLessThan(3);
  });
});
