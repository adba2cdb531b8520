import { surerMatch, type FrameMatch } from '../../libs/vision/index.js';
import type { Homography } from '../../libs/vision/pixels/raster.js';

const FRAME = { width: 1000, height: 1400 };
const PAGE = { pageWidth: 100, pageHeight: 140 };
/** A page that fills the frame, and one that lies in its upper half. */
const ALL: Homography = [10, 0, 0, 0, 10, 0, 0, 0, 1];
const UPPER: Homography = [4.6, 0, 20, 0, 4.6, 20, 0, 0, 1];
const UPPER_HALF = { left: 0, top: 0, width: 1, height: 0.5 };

function matchOf(formId: string, score: number, homography: Homography): FrameMatch {
  const candidate = { formId, pageNumber: 1, score, inliers: 40, homography, points: [], ...PAGE };
  return { candidates: [candidate], missing: 0, unclear: null };
}

describe('what was found in a part of a frame', () => {
  const whole = matchOf('whole', 0.7, ALL);
  const formOf = (match: FrameMatch) => match.candidates[0].formId;

  it('counts if the part shows the page', () => {
    const found = surerMatch(whole, matchOf('part', 0.2, UPPER), UPPER_HALF, FRAME);
    expect(formOf(found)).toBe('part');
  });

  it('does not where half of the page lies beyond the part, in which its print was not asked for', () => {
    const found = surerMatch(whole, matchOf('part', 0.2, ALL), UPPER_HALF, FRAME);
    expect(formOf(found)).toBe('whole');
  });

  it('does not if the whole frame shows more of a page', () => {
    const found = surerMatch(matchOf('whole', 0.1, ALL), matchOf('part', 0.2, UPPER), UPPER_HALF, FRAME);
    expect(formOf(found)).toBe('whole');
  });
});
