import type { KernelMemory } from '../kernels/kernels.js';
import { evenLight, paperLevelsOf, previewOf } from '../light/illumination.js';
import type { PaperLevels } from '../light/paper-levels.js';
import { KEPT_WHOLE, PHOTOGRAPHED_PAGE, SCANNED } from '../light/paper-likeness.js';
import { withoutUnseen } from '../light/unseen-part.js';
import type { Raster } from '../pixels/raster.js';
import { warpSplit, type SplitPicture } from '../pixels/split-picture.js';
import { evenGreen, layEvening, type LaidEvening } from '../pixels/split-treatment.js';
import type { Alignment } from './alignment.js';

/** A frame's page laid out flat, with its light evened in green; its colours are still as they were seen. */
export interface EvenedPicture {
  picture: SplitPicture;
  /** The picture small, before its light was evened. */
  preview: Raster;
  paper: PaperLevels;
  evening: LaidEvening;
}

/** Moves the pixels, and evens the light out on the way. @param memory holds the picture */
export function evenOut(
  frame: Raster,
  { mesh, isScan, outline }: Alignment,
  memory: KernelMemory,
): EvenedPicture {
  const picture = warpSplit(memory, frame, mesh);
  const preview = previewOf(picture);
  const likeness = isScan ? SCANNED : outline ? PHOTOGRAPHED_PAGE : KEPT_WHOLE;
  const paper = paperLevelsOf(picture, likeness, withoutUnseen(preview, mesh, frame));
  const evening = layEvening(picture, evenLight(paper));
  evenGreen(picture, evening);
  return { picture, preview, paper, evening };
}
