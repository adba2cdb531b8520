import { pastRulingsFirst, wholePageFirst } from '../../libs/vision/outline/whole-page.js';
import type { Quad } from '../../libs/vision/pixels/raster.js';
import type { ScoredQuad } from '../../libs/vision/outline/quad-score.js';

/** An upright rectangle 100 px wide. */
const quad = (height: number, score: number): ScoredQuad => ({
  quad: [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: height },
    { x: 0, y: height },
  ],
  cut: [false, false, false, false],
  score,
});

/** One 100 px high and as wide as is said. */
const asWideAs = (width: number): Quad => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: 100 },
  { x: 0, y: 100 },
];

describe('an outline that a ruling may have cut short', () => {
  const cut = quad(100, 0.8);
  const whole = quad(150, 0.75);
  const through =
    (cutThrough: ScoredQuad) =>
    (other: ScoredQuad): number =>
      other === cutThrough ? 0.6 : 0.1;

  it('gives way to one hardly less likely that takes in what lies beyond', () => {
    expect(wholePageFirst([cut, whole], through(cut), () => true)).toEqual([whole, cut]);
    const strip = quad(108, 0.79);
    expect(wholePageFirst([cut, strip], through(cut), () => true)[0]).toBe(strip);
  });

  it('stays where print does not go on beyond it, or is hardly to be doubted', () => {
    expect(
      wholePageFirst(
        [cut, whole],
        () => 0.1,
        () => true,
      ),
    ).toEqual([cut, whole]);
    const sure = quad(100, 0.95);
    expect(wholePageFirst([sure, quad(150, 0.94)], through(sure), () => true)[0]).toBe(sure);
  });

  it('stays where the other one is much less likely, no larger, or cut short itself', () => {
    for (const other of [quad(150, 0.6), quad(104, 0.79)])
      expect(wholePageFirst([cut, other], through(cut), () => true)[0]).toBe(cut);
    expect(
      wholePageFirst(
        [cut, whole],
        () => 0.6,
        () => true,
      )[0],
    ).toBe(cut);
  });

  it('stays where another sheet looks out from under the page, beside which the table is seen', () => {
    expect(wholePageFirst([cut, whole], through(cut), () => false)[0]).toBe(cut);
  });
});

describe('an outline across a side of which hardly any light changes', () => {
  const part = quad(100, 0.8);
  const whole = quad(150, 0.75);
  /** Light changes across all sides but the lower one of `part`. */
  const stepAcross = (other: ScoredQuad, side: number): number => (other === part && side === 2 ? 0.1 : 1);

  it('gives way to one that goes on beyond that side to where light does change', () => {
    expect(pastRulingsFirst([part, whole], stepAcross, () => true)).toEqual([whole, part]);
  });

  it('stays where the other one goes on beyond other sides, or ends at a ruling as well', () => {
    const besideIt = { ...quad(100, 0.79), quad: asWideAs(150) };
    expect(pastRulingsFirst([part, besideIt], stepAcross, () => true)[0]).toBe(part);
    const row = quad(150, 0.75);
    const alike = (_: ScoredQuad, side: number): number => (side === 2 ? 0.1 : 1);
    expect(pastRulingsFirst([part, row], alike, () => true)[0]).toBe(part);
  });

  it('stays where another sheet lies beyond, or light changes across all its sides', () => {
    expect(pastRulingsFirst([part, whole], stepAcross, () => false)[0]).toBe(part);
    expect(
      pastRulingsFirst(
        [part, whole],
        () => 1,
        () => true,
      )[0],
    ).toBe(part);
  });

  it('is not doubted where it is clear', () => {
    const sure = quad(100, 0.95);
    const alike = (other: ScoredQuad, side: number): number => (other === sure && side === 2 ? 0.1 : 1);
    expect(pastRulingsFirst([sure, whole], alike, () => true)[0]).toBe(sure);
  });
});
