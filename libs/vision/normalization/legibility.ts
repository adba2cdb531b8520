import { glareOverPrint } from '../light/glare.js';
import { asOnPaper } from '../light/illumination.js';
import { inkedTiles } from '../light/inked-tiles.js';
import { knownLetterSharpness, letterSharpness } from '../light/letter-sharpness.js';
import { strokeSharpness, type StrokeSharpness } from '../light/stroke-sharpness.js';
import type { Raster } from '../pixels/raster.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';
import type { Alignment } from './alignment.js';
import type { EvenedPicture } from './evened-picture.js';
import type { NormalizationReference } from './known-page.js';

/**
 * Letters whose edges are wider than this, over their height, are hard to read. Of 85 photographs blurred, shaken or
 * coarse to all degrees, tesseract lost over a quarter of the words of 23, 20 of them beyond it, and under a twentieth
 * of 33, none beyond (beyond 0.34 seen bilinearly, which is wider by 1.04).
 */
const BLURRED_LETTERS = 0.33;
/** Inked places outside the frame beyond the rest of this are content lost. */
const MIN_IN_FRAME = 0.85;

/** How well a page that is laid out can be read. */
interface Legibility {
  /** Null where there are too few strokes to tell. */
  strokes: StrokeSharpness | null;
  /** Width of letters' edges over their height; null where there are too few letters to tell. */
  letterEdges: number | null;
  /** The part of the page whose print is lost under glare, 0..1. */
  glare: number;
  /** Whether reading will suffer: blurred, glared over, or not all in the frame. */
  isPoor: boolean;
}

export function legibilityOf(
  frame: Raster,
  { mesh, isScan, diagnostics }: Alignment,
  { picture, preview, paper }: EvenedPicture,
  reference: NormalizationReference | null,
): Legibility {
  const glare = isScan ? 0 : glareIn(preview, mesh, frame);
  const grey = paper.coloured ? asOnPaper(picture.asGrey()) : picture.asGrey();
  const inked = inkedTiles(grey);
  const letterEdges = reference
    ? knownLetterSharpness(grey, inked, reference.page)
    : letterSharpness(grey, inked);
  const isBlurred = letterEdges !== null && letterEdges > BLURRED_LETTERS;
  return {
    strokes: strokeSharpness(grey, inked),
    letterEdges,
    glare,
    isPoor: isBlurred || glare > 0 || diagnostics.inFrame < MIN_IN_FRAME,
  };
}

/** The part of the page, not evened yet, whose print is lost under glare. */
function glareIn(preview: Raster, mesh: WarpMesh, { width, height }: Raster): number {
  return glareOverPrint(preview, (x, y) => {
    const p = meshAt(mesh, x * (mesh.width - 1), y * (mesh.height - 1));
    return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
  });
}
