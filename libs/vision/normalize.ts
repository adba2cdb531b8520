import { losesContent } from './light/cut-content.js';
import { paintRim } from './light/page-rim.js';
import { paintLid } from './light/scanner-lid.js';
import { strokeSharpening } from './light/stroke-sharpening.js';
import { KernelMemory } from './kernels/kernels.js';
import type { Alignment, NormalizationDiagnostics, NormalizationFlag } from './normalization/alignment.js';
import { alignFrame } from './normalization/align-frame.js';
import { showsAnother } from './normalization/another-revision.js';
import { evenOut } from './normalization/evened-picture.js';
import { FrameCopies } from './normalization/frame-copies.js';
import type { NormalizationReference } from './normalization/known-page.js';
import { legibilityOf } from './normalization/legibility.js';
import { joined, type Joining } from './pixels/joined-picture.js';
import type { Quad, Raster } from './pixels/raster.js';
import type { WarpMesh } from './pixels/warp-mesh.js';

export type { NormalizationDiagnostics, NormalizationFlag, NormalizationReference };

/** A frame made to look as if it came from a scanner. */
export interface NormalizedFrame {
  /** RGB, or grey where the frame was grey. */
  image: Raster;
  /** px an inch of paper. Of an unknown page the paper is taken for the sheet its proportions fit. */
  dpi: number;
  flag: NormalizationFlag | null;
  /** Corners of the page in px of the frame, upright reading order; null when the whole frame was kept. */
  outline: Quad | null;
  /** Where each px of the image came from in the frame. */
  mesh: WarpMesh;
  /** How the image came about, for tests and measurements. */
  diagnostics: NormalizationDiagnostics;
}

/**
 * Makes a photographed page look as if it had been scanned: aligned to the known form, or by its own outline;
 * upright; its light evened out and its paper white.
 *
 * @param frame RGB (or grey), full size, EXIF orientation already applied
 * @param reference the form and page it shows; null when unknown
 * @param room gives so many bytes to write the image to; new ones without
 * @param density that the frame's file says it has, px an inch: of a scan it tells how large the paper is
 */
export function normalizeFrame(
  frame: Raster,
  reference: NormalizationReference | null,
  room?: (bytes: number) => Uint8Array,
  density: number | null = null,
): NormalizedFrame {
  const alignment = alignFrame(new FrameCopies(frame, density), reference);
  return KernelMemory.borrow((memory) => finish(frame, alignment, reference, memory, room));
}

/** Moves the pixels, with the light evened out and the paper made white on the way. */
function finish(
  frame: Raster,
  alignment: Alignment,
  reference: NormalizationReference | null,
  memory: KernelMemory,
  room: Joining['room'],
): NormalizedFrame {
  const { mesh, isScan } = alignment;
  const evened = evenOut(frame, alignment, memory);
  const { picture, evening } = evened;
  const { strokes, letterEdges, glare, isPoor } = legibilityOf(frame, alignment, evened, reference);
  const diagnostics = { ...alignment.diagnostics, letterEdges, glare };
  // A picture that is hard to read says that alone.
  const isOther = !isPoor && reference !== null && showsAnother(frame, alignment, evened, reference.page);
  // A scan stays as it came.
  const sharpening = strokes && !isScan ? strokes.edgeWidth : null;
  const image = joined(picture, evening, mesh, {
    room,
    finish: (scratch, plane) => (sharpening === null ? null : strokeSharpening(scratch, plane, sharpening)),
  });
  const { lid, ...laid } = alignment;
  if (lid) paintLid(image, mesh, frame, lid);
  if (diagnostics.way !== 'whole') paintRim(image, alignment.dpi, mesh, frame);
  const cut = diagnostics.way === 'outline' && losesContent(image, alignment.dpi, mesh, frame);
  const flag = isPoor || cut ? 'low_quality' : isOther ? 'other_revision' : alignment.flag;
  return { ...laid, image, diagnostics, flag };
}
