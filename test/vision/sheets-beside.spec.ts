import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { alignByOutline } from '../../libs/vision/normalization/own-outline.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { farthestCorner, sheetsOnATable, type SheetPlace } from '../support/sheets-on-a-table.js';

/** The sides of a card, one beside the other. */
const FRONT: SheetPlace = { x: 90, y: 180, width: 420, height: 300 };
const BACK: SheetPlace = { ...FRONT, x: 580, y: 210 };

/** Orange. */
const BRICK = [215, 104, 52];

const isOneOfSome = (sheets: readonly SheetPlace[]): boolean =>
  findPageOutline(sheetsOnATable(sheets))!.isOneOfSome;

describe('a sheet beside another', () => {
  it('is one of some where the other is as large', () => {
    expect(isOneOfSome([FRONT, BACK])).toBe(true);
  });

  it('is one of some where the other is so near that both were outlined as one', () => {
    expect(isOneOfSome([FRONT, { ...BACK, x: 516, y: 182 }])).toBe(true);
  });

  it('is the one meant where the other is small, or the picture cuts that off', () => {
    expect(isOneOfSome([FRONT, { ...BACK, width: 230, height: 240 }])).toBe(false);
    expect(isOneOfSome([FRONT, { ...BACK, width: 700, height: 400 }])).toBe(false);
  });

  it('is the one meant where the others are bricks that it lies on', () => {
    const sheet = { x: 560, y: 330, width: 440, height: 420 };
    const picture = sheetsOnATable([sheet]);
    const [brick, joint] = [{ width: 484, height: 264 }, 14];
    for (let y = 0, k = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++, k += 3) {
        const isOnSheet =
          x >= sheet.x && x < sheet.x + sheet.width && y >= sheet.y && y < sheet.y + sheet.height;
        const isJoint = (x + 470) % brick.width < joint || (y + 250) % brick.height < joint;
        if (!isOnSheet && !isJoint) picture.data.set(BRICK, k);
      }
    const found = findPageOutline(picture)!;
    expect(farthestCorner(found.quad, sheet)).toBeLessThan(4);
    expect(found.isOneOfSome).toBe(false);
  });

  it('is kept with the other in the whole frame, and flagged', () => {
    const { flag, outline } = alignByOutline(new FrameCopies(sheetsOnATable([FRONT, BACK])));
    expect(flag).toBe('several_sheets');
    expect(outline).toBeNull();
  });

  it('is cut out where it lies alone', () => {
    const { flag, outline } = alignByOutline(new FrameCopies(sheetsOnATable([FRONT])));
    expect(flag).toBeNull();
    expect(outline).not.toBeNull();
  });
});
