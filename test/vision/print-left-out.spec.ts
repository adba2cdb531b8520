import { leavesPrintOut } from '../../libs/vision/outline/outline-doubts.js';
import { findPageOutline } from '../../libs/vision/outline/page-outline.js';
import { close } from '../../libs/vision/pixels/morphology.js';
import type { Quad, Raster } from '../../libs/vision/pixels/raster.js';
import { outlineJaccard } from '../bench/normalize-metrics.js';
import { grainAt } from '../support/grain-at.js';

const [WIDTH, HEIGHT] = [900, 1200];
const GREY = 205;
const LABEL = { left: 250, top: 780, right: 740, bottom: 1010, level: 218 };
const CORNERS: Quad = [
  { x: LABEL.left, y: LABEL.top },
  { x: LABEL.right, y: LABEL.top },
  { x: LABEL.right, y: LABEL.bottom },
  { x: LABEL.left, y: LABEL.bottom },
];

/** Whether a row of dashes is at a place, px off where rows begin. */
const isDash = (x: number, y: number): boolean => y % 32 < 6 && x % 11 < 7;

/** Grey paper or board all over the picture, a paler label with rows of dashes on it, and rows above it, or none. */
function labelled(isPrinted: boolean): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const onLabel = x >= LABEL.left && x < LABEL.right && y >= LABEL.top && y < LABEL.bottom;
      const printed = onLabel
        ? x > LABEL.left + 60 && x < LABEL.right - 60 && y > LABEL.top + 50 && y < LABEL.bottom - 50
        : isPrinted && x > 90 && x < WIDTH - 90 && y > 80 && y < LABEL.top - 80;
      const level = onLabel ? LABEL.level : GREY;
      data[i] = (printed && isDash(x, y) ? 50 : level) + grainAt(x, y, 6);
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

describe('a label in the picture', () => {
  it('is a part of the page where print lies about it', () => {
    const found = findPageOutline(labelled(true))!;
    expect(outlineJaccard(found.quad, { quad: CORNERS })).toBeGreaterThan(0.95);
    expect(found.isPart).toBe(true);
  });

  it('is the page where it alone carries print', () => {
    const found = findPageOutline(labelled(false))!;
    expect(outlineJaccard(found.quad, { quad: CORNERS })).toBeGreaterThan(0.95);
    expect(found.isPart).toBe(false);
  });
});

describe('an outline beyond which two fifths of the print lie', () => {
  const page = labelled(true);
  const closed = close(page, 6);
  const lower: Quad = [
    { x: 20, y: 330 },
    { x: WIDTH - 20, y: 330 },
    { x: WIDTH - 20, y: HEIGHT - 20 },
    { x: 20, y: HEIGHT - 20 },
  ];
  const leavesOut = (score: number, crossing: number): boolean => {
    const panel = { quad: lower, cut: [false, false, false, false], score, sides: [] };
    return leavesPrintOut({ score, panels: [panel] }, () => crossing, closed, page);
  };

  it('is a part of the page where ink runs on across a side', () => {
    expect(leavesOut(0.7, 0.2)).toBe(true);
    expect(leavesOut(0.85, 0.2)).toBe(true);
  });

  it('is the page where none does, or it is clear', () => {
    expect(leavesOut(0.7, 0.05)).toBe(false);
    expect(leavesOut(0.95, 0.2)).toBe(false);
  });
});

/** A cheque on a desk: a tinted part with rows of dashes, and a white strip below it with more. */
function cheque(desk: number): Raster {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) {
      const isOnIt = x >= 60 && x < 840 && y >= 400 && y < 700;
      const isPrinted = isOnIt && x > 100 && x < 800 && y > 420;
      const level = y < 620 ? 180 : 222;
      data[i] = isOnIt ? (isPrinted && isDash(x, y) ? 50 : level) : desk;
    }
  return { data, width: WIDTH, height: HEIGHT, channels: 1 };
}

describe('an outline about the tinted part of a cheque', () => {
  const tinted: Quad = [
    { x: 60, y: 400 },
    { x: 840, y: 400 },
    { x: 840, y: 620 },
    { x: 60, y: 620 },
  ];
  const leavesOut = (picture: Raster): boolean => {
    const panel = { quad: tinted, cut: [false, false, false, false], score: 0.7, sides: [] };
    return leavesPrintOut({ score: 0.7, panels: [panel] }, () => 0, close(picture, 6), picture);
  };

  it('leaves the rows below out where the desk is as light as paper', () => {
    expect(leavesOut(cheque(215))).toBe(true);
  });

  it('may be all there is where the desk is dark', () => {
    expect(leavesOut(cheque(90))).toBe(false);
  });
});
