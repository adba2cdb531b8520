import { FrameCopies } from '../../libs/vision/normalization/frame-copies.js';
import { alignByOutline } from '../../libs/vision/normalization/own-outline.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { sheetsOnATable, type SheetPlace } from '../support/sheets-on-a-table.js';

/** The sides of a card, one beside the other. */
const FRONT: SheetPlace = { x: 90, y: 180, width: 420, height: 300 };
const BACK: SheetPlace = { ...FRONT, x: 580, y: 210 };

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
