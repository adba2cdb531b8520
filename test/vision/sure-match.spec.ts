import { describePage, surerMatch, type FrameMatch } from '../../libs/vision/index.js';
import { frameQuad } from '../../libs/vision/geometry/plane-geometry.js';
import { seenFrame } from '../../libs/vision/matching/seen-frame.js';
import { unclearPart } from '../../libs/vision/matching/unclear-part.js';
import type { VerifiedPage } from '../../libs/vision/matching/verified-page.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';

const FRAME = { width: 1000, height: 1400 };
const PAGE = { pageWidth: 100, pageHeight: 140 };
/** A page that fills the frame, and one that lies in its upper half. */
const ALL: Homography = [10, 0, 0, 0, 10, 0, 0, 0, 1];
const UPPER: Homography = [4.6, 0, 20, 0, 4.6, 20, 0, 0, 1];
/** One that fills two thirds of it. */
const WIDE: Homography = [7, 0, 0, 0, 7, 0, 0, 0, 1];
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

describe('the part of a frame to be looked at closer', () => {
  const blank = ({ width, height }: { width: number; height: number }): Raster => ({
    ...{ width, height, channels: 1 },
    data: new Uint8Array(width * height).fill(255),
  });
  const seen = seenFrame(blank(FRAME));
  const profile = describePage(blank({ width: PAGE.pageWidth, height: PAGE.pageHeight }));
  /** A page in the upper half of the frame. */
  const upper = (score: number): VerifiedPage => ({
    page: { formId: 'upper', pageNumber: 1, profile },
    twins: [],
    fit: { homography: UPPER, inliers: 40, visible: 40, points: { page: [], frame: [] } },
    meanPlane: null,
    outlined: null,
    score,
    ink: null,
  });
  // An outline about the frame's lower half.
  const view = {
    raster: blank({ width: 100, height: 70 }),
    toFrame: [10, 0, 0, 0, 10, 700, 0, 0, 1] as Homography,
    corners: frameQuad(100, 70),
    isCut: false,
    placesOf: () => [frameQuad(100, 70)],
  };

  it('is where a page lies that was found, with another as near', () => {
    const part = unclearPart({ ...seen, views: [view] }, [upper(0.2), upper(0.25)])!;
    expect(part.top).toBe(0);
    expect(part.top + part.height).toBeLessThan(0.6);
  });

  it('is what an outline encloses where no page was found, and none without one', () => {
    expect(unclearPart({ ...seen, views: [view] }, [upper(0.6)])!.top).toBeGreaterThan(0.4);
    expect(unclearPart(seen, [upper(0.6)])).toBeNull();
  });

  it('is none where the page is clear, and found well or large in the frame', () => {
    expect(unclearPart({ ...seen, views: [view] }, [upper(0.05), upper(0.4)])).toBeNull();
    const wide = { ...upper(0.2), fit: { ...upper(0.2).fit, homography: WIDE } };
    expect(unclearPart({ ...seen, views: [view] }, [wide, upper(0.4)])).toBeNull();
  });

  it('is where a page lies that is small in the frame and found less well', () => {
    expect(unclearPart({ ...seen, views: [view] }, [upper(0.2), upper(0.4)])).not.toBeNull();
  });
});
