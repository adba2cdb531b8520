import type { FrameMatch } from '../contract.js';
import type { HeldLibrary } from '../messages.js';
import type { LibraryChanges } from '../reference-library.js';
import { HeldIndex } from './held-index.js';
import { matchPicture } from './match-picture.js';
import { StageClock } from './stage-clock.js';
import { asUnitMap } from './unit-map.js';

const heldIndex = new HeldIndex();

/** What this thread's index holds. */
export function heldLibrary(): HeldLibrary | null {
  return heldIndex.library;
}

/**
 * Compares a frame, given as an encoded picture, against the library in the state that `library` describes.
 * @param warn is told of profiles that cannot be read
 * @throws StaleLibraryError when this thread lacks older changes
 */
export async function classifyTask(
  frame: Uint8Array,
  library: LibraryChanges,
  warn: (message: string) => void,
): Promise<FrameMatch> {
  heldIndex.follow(library).forEach(warn);
  const clock = new StageClock();
  const { match, size } = await matchPicture(frame, heldIndex.index, clock.begin);
  const { candidates, missing } = match;
  clock.begin(null);
  const best = candidates[0];
  return {
    timings: clock.timings(),
    candidates: candidates.map(({ formId, pageNumber, score, inliers }) => ({
      formId,
      pageNumber,
      score,
      inliers,
    })),
    lay: best
      ? {
          formId: best.formId,
          pageNumber: best.pageNumber,
          toFrame: asUnitMap(best.homography, { width: best.pageWidth, height: best.pageHeight }, size),
        }
      : null,
    missing,
  };
}
