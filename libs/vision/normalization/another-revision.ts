import { KernelMemory } from '../kernels/kernels.js';
import { isBitonal } from '../light/flat-scan.js';
import type { Raster } from '../pixels/raster.js';
import { otherColour } from '../revision/other-colour.js';
import { showsOtherRevision } from '../revision/revision-shown.js';
import { alignFrame } from './align-frame.js';
import type { Alignment } from './alignment.js';
import { evenOut, type EvenedPicture } from './evened-picture.js';
import { FrameCopies } from './frame-copies.js';
import type { NormalizationReference } from './known-page.js';
import { legibilityOf } from './legibility.js';

/**
 * Where this part of a reference's places is found, its print is not looked at once more for another revision's: so are
 * 105 of 140 right pages, and 2 of 33 of another year.
 */
const ALL_IN_PLACE = 0.985;

/**
 * Whether a frame shows another revision of a page than the reference, as its print tells once the page is laid to a
 * fraction of a px. A frame that it cannot be laid onto, or that is too much covered, tells nothing; one that is hard
 * to read, or of two tones, tells by print that stands elsewhere, not by print that is missing.
 *
 * @param frame as `normalizeFrame` takes it
 */
export function showsAnotherRevision(frame: Raster, reference: NormalizationReference): boolean {
  const alignment = alignFrame(new FrameCopies(frame), reference);
  return KernelMemory.borrow((memory) => {
    const evened = evenOut(frame, alignment, memory);
    const { isPoor } = legibilityOf(frame, alignment, evened, reference);
    return showsAnother(frame, alignment, evened, reference.page, isPoor);
  });
}

/**
 * The same of a frame that is laid out already.
 *
 * @param page the reference page as stored, grey
 * @param isPoor whether the frame is hard to read
 */
export function showsAnother(
  frame: Raster,
  { mesh, dpi, diagnostics }: Alignment,
  { picture, preview, paper }: EvenedPicture,
  page: Raster,
  isPoor = false,
): boolean {
  if (diagnostics.way !== 'registered' || (diagnostics.agreement ?? 0) >= ALL_IN_PLACE) return false;
  // Blur and two tones leave out too much of a page's print to tell by what is missing.
  const isFaithful = !isPoor && !isBitonal(frame);
  return showsOtherRevision(picture, dpi, mesh, page, frame, otherColour(preview, paper), isFaithful);
}
