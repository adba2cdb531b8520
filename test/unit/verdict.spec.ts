import { decide, withoutRevision } from '../../src/classification/verdict.js';
import type { FormCandidate } from '../../src/input-packets/frame.entity.js';

const thresholds = { maxScore: 0.4, minConfidence: 0.25 };

/** Candidates of forms a, b, c ... with these scores, which are exact in binary. */
const scored = (...scores: number[]): FormCandidate[] =>
  scores.map((score, i) => ({ formId: 'abc'[i], formName: `Form ${'abc'[i]}`, pageNumber: i + 1, score }));

describe('the verdict on a frame', () => {
  it('is the best candidate where it is close enough and far enough from its runner-up', () => {
    const candidates = scored(0.125, 0.375, 0.5);
    expect(decide(candidates, thresholds)).toEqual({
      recognized: candidates[0],
      confidence: 0.25,
      error: null,
    });
  });

  it('counts a runner-up that is missing as one that shares nothing with the frame', () => {
    expect(decide(scored(0.25), thresholds)).toMatchObject({ confidence: 0.75, error: null });
  });

  it('is none without candidates', () => {
    const { recognized, confidence, error } = decide([], thresholds);
    expect([recognized, confidence]).toEqual([null, 0]);
    expect(error).toMatch(/^No suitable form/);
  });

  it('is none where the best is too far, with the distance to its runner-up all the same', () => {
    const { recognized, confidence, error } = decide(scored(0.5, 1), thresholds);
    expect([recognized, confidence]).toEqual([null, 0.5]);
    expect(error).toMatch(/^No suitable form.*0\.500.*0\.4\b/);
  });

  it('is none where two are too close', () => {
    const { recognized, confidence, error } = decide(scored(0.125, 0.25), thresholds);
    expect([recognized, confidence]).toEqual([null, 0.125]);
    expect(error).toMatch(/^Confidence below the threshold: 12\.5 %.*25\.0 %/);
  });

  it('takes scores at the limits for good', () => {
    expect(decide(scored(0.375, 0.625), { ...thresholds, maxScore: 0.375 }).error).toBeNull();
  });

  it('is none where the frame proved to show another revision, with the distance to its runner-up all the same', () => {
    const { recognized, confidence, error } = withoutRevision(decide(scored(0.125, 0.375), thresholds));
    expect([recognized, confidence]).toEqual([null, 0.25]);
    expect(error).toBe('No suitable form: the frame shows another revision of page 1 of "Form a".');
  });
});
