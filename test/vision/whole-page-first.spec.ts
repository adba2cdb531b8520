import { wholePageFirst } from '../../libs/vision/outline/whole-page.js';
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

describe('an outline that a ruling may have cut short', () => {
  const cut = quad(100, 0.8);
  const whole = quad(150, 0.75);
  const through =
    (cutThrough: ScoredQuad) =>
    (other: ScoredQuad): number =>
      other === cutThrough ? 0.6 : 0.1;

  it('gives way to one hardly less likely that takes in what lies beyond', () => {
    expect(wholePageFirst([cut, whole], through(cut), () => 1)).toEqual([whole, cut]);
    const strip = quad(108, 0.79);
    expect(wholePageFirst([cut, strip], through(cut), () => 1)[0]).toBe(strip);
  });

  it('stays where print does not go on beyond it, or is hardly to be doubted', () => {
    expect(
      wholePageFirst(
        [cut, whole],
        () => 0.1,
        () => 1,
      ),
    ).toEqual([cut, whole]);
    const sure = quad(100, 0.95);
    expect(wholePageFirst([sure, quad(150, 0.94)], through(sure), () => 1)[0]).toBe(sure);
  });

  it('stays where the other one is much less likely, no larger, or cut short itself', () => {
    for (const other of [quad(150, 0.6), quad(104, 0.79)])
      expect(wholePageFirst([cut, other], through(cut), () => 1)[0]).toBe(cut);
    expect(
      wholePageFirst(
        [cut, whole],
        () => 0.6,
        () => 1,
      )[0],
    ).toBe(cut);
  });

  it('stays where another sheet looks out from under the page, beside which the table is seen', () => {
    expect(wholePageFirst([cut, whole], through(cut), () => 0.7)[0]).toBe(cut);
  });
});
