import { glareOverPrint } from './light/glare.js';
import { asOnPaper, evenLight, paperLevelsOf, previewOf } from './light/illumination.js';
import { losesContent } from './light/cut-content.js';
import { isBitonal } from './light/flat-scan.js';
import { inkedTiles } from './light/inked-tiles.js';
import { knownLetterSharpness, letterSharpness } from './light/letter-sharpness.js';
import { paintRim } from './light/page-rim.js';
import { PHOTOGRAPHED, PHOTOGRAPHED_PAGE, SCANNED } from './light/paper-likeness.js';
import { paintLid } from './light/scanner-lid.js';
import { strokeSharpening } from './light/stroke-sharpening.js';
import { strokeSharpness } from './light/stroke-sharpness.js';
import { KernelMemory } from './kernels/kernels.js';
import type { Alignment, NormalizationDiagnostics, NormalizationFlag } from './normalization/alignment.js';
import { FrameCopies } from './normalization/frame-copies.js';
import {
  alignFromOutline,
  alignFromRolledOut,
  alignKnownPage,
  isDoubtfullyBent,
  type NormalizationReference,
} from './normalization/known-page.js';
import { alignByOutline } from './normalization/own-outline.js';
import { joined, type Joining } from './pixels/joined-picture.js';
import type { Quad, Raster } from './pixels/raster.js';
import { otherColour } from './revision/other-colour.js';
import { showsOtherRevision } from './revision/revision-shown.js';
import { warpSplit } from './pixels/split-picture.js';
import { evenGreen, layEvening } from './pixels/split-treatment.js';
import { meshAt, type WarpMesh } from './pixels/warp-mesh.js';

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
 * Letters whose edges are wider than this, over their height, are hard to read. Of 85 photographs blurred, shaken or
 * coarse to all degrees, tesseract lost over a quarter of the words of 23, 20 of them beyond it, and under a twentieth
 * of 33, none beyond (beyond 0.34 seen bilinearly, which is wider by 1.04).
 */
const BLURRED_LETTERS = 0.33;
/**
 * Where this part of a reference's places is found, its print is not looked at once more for another revision's: so are
 * 105 of 140 right pages, and 2 of 33 of another year.
 */
const ALL_IN_PLACE = 0.985;
/** Inked places outside the frame beyond the rest of this are content lost. */
const MIN_IN_FRAME = 0.85;

/**
 * Makes a photographed page look as if it had been scanned: aligned to the known form, or by its own outline;
 * upright; its light evened out and its paper white.
 *
 * @param frame RGB (or grey), full size, EXIF orientation already applied
 * @param reference the form and page it shows; null when unknown
 * @param room gives so many bytes to write the image to; new ones without
 */
export function normalizeFrame(
  frame: Raster,
  reference: NormalizationReference | null,
  room?: (bytes: number) => Uint8Array,
): NormalizedFrame {
  const alignment = align(new FrameCopies(frame), reference);
  return KernelMemory.borrow((memory) => finish(frame, alignment, reference, memory, room));
}

function align(copies: FrameCopies, reference: NormalizationReference | null): Alignment {
  if (!reference) return alignByOutline(copies);
  const known = alignKnownPage(copies, reference);
  if (known && !isDoubtfullyBent(known)) return known;
  const byOutline = alignByOutline(copies);
  const { outline, mesh, diagnostics } = byOutline;
  const rolledOut = diagnostics.rolledOut ? alignFromRolledOut(copies, reference, mesh) : null;
  const bent = known && rolledOut ? surerOf(known, rolledOut) : (known ?? rolledOut);
  if (bent) return bent;
  // Too few features hold: the outline may still lay the page roughly enough for its patches to be found.
  const byPatches =
    outline && alignFromOutline(copies, reference, { outline, wide: mesh.width > mesh.height });
  return byPatches ?? { ...byOutline, flag: 'unregistered' };
}

function surerOf(a: Alignment, b: Alignment): Alignment {
  return (b.diagnostics.agreement ?? 0) > (a.diagnostics.agreement ?? 0) ? b : a;
}

/** Moves the pixels, with the light evened out and the paper made white on the way. */
function finish(
  frame: Raster,
  alignment: Alignment,
  reference: NormalizationReference | null,
  memory: KernelMemory,
  room: Joining['room'],
): NormalizedFrame {
  const { mesh } = alignment;
  const picture = warpSplit(memory, frame, mesh);
  const scanned = alignment.flag === 'already_flat';
  const preview = previewOf(picture);
  const glare = scanned ? 0 : glareIn(preview, mesh, frame);
  const likeness = scanned ? SCANNED : alignment.outline ? PHOTOGRAPHED_PAGE : PHOTOGRAPHED;
  const paper = paperLevelsOf(picture, likeness, preview);
  const evening = layEvening(picture, evenLight(paper));
  evenGreen(picture, evening);
  const grey = paper.coloured ? asOnPaper(picture.asGrey()) : picture.asGrey();
  const inked = inkedTiles(grey);
  const strokes = strokeSharpness(grey, inked);
  const letterEdges = reference
    ? knownLetterSharpness(grey, inked, reference.page)
    : letterSharpness(grey, inked);
  const diagnostics = { ...alignment.diagnostics, letterEdges, glare };
  const poor =
    (letterEdges !== null && letterEdges > BLURRED_LETTERS) ||
    diagnostics.inFrame < MIN_IN_FRAME ||
    glare > 0;
  // Two tones leave out too much of a page's print to tell.
  const isOther =
    !poor &&
    reference !== null &&
    diagnostics.way === 'registered' &&
    (diagnostics.agreement ?? 0) < ALL_IN_PLACE &&
    !isBitonal(frame) &&
    showsOtherRevision(picture, alignment.dpi, mesh, reference.page, frame, otherColour(preview, paper));
  // A scan stays as it came.
  const sharpening = strokes && !scanned ? strokes.edgeWidth : null;
  const image = joined(picture, evening, mesh, {
    room,
    finish: (scratch, plane) => (sharpening === null ? null : strokeSharpening(scratch, plane, sharpening)),
  });
  const { lid, ...laid } = alignment;
  if (lid) paintLid(image, mesh, frame, lid);
  if (diagnostics.way !== 'whole') paintRim(image, alignment.dpi, mesh, frame);
  const cut = diagnostics.way === 'outline' && losesContent(image, alignment.dpi, mesh, frame);
  const flag = poor || cut ? 'low_quality' : isOther ? 'other_revision' : alignment.flag;
  return { ...laid, image, diagnostics, flag };
}

/** The part of the page, not evened yet, whose print is lost under glare. */
function glareIn(preview: Raster, mesh: WarpMesh, { width, height }: Raster): number {
  return glareOverPrint(preview, (x, y) => {
    const p = meshAt(mesh, x * (mesh.width - 1), y * (mesh.height - 1));
    return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
  });
}
