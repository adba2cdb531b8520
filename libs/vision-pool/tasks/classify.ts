import { decodeGrey } from '../../imaging/index.js';
import type { FrameMatch } from '../contract.js';
import { FRAME_LONG_SIDE, matchFrame, type PageIndex } from './vision-placeholder.js';

/** Compares a frame, given as an encoded picture, against the reference pages of an index. */
export async function classifyTask(frame: Uint8Array, index: PageIndex): Promise<FrameMatch> {
  const { candidates } = matchFrame(await decodeGrey(frame, { longSide: FRAME_LONG_SIDE }), index);
  return {
    candidates: candidates.map(({ formId, pageNumber, score, inliers }) => ({
      formId,
      pageNumber,
      score,
      inliers,
    })),
  };
}
