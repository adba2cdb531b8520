import { MM_PER_INCH } from '../geometry/paper-units.js';
import { frameQuad, homographyFromPoints, sidesOf, turnQuad } from '../geometry/plane-geometry.js';
import { KernelMemory } from '../kernels/kernels.js';
import { evenLight, paperLevels } from '../light/illumination.js';
import { skewOf } from '../orientation/skew.js';
import { findUpright } from '../orientation/text-orientation.js';
import type { PageProportions } from '../outline/page-proportions.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { turn } from '../pixels/resample.js';
import { warpView } from '../pixels/split-picture.js';
import { evenGreen, layEvening } from '../pixels/split-treatment.js';
import { meshAt, meshFrom, meshFromHomography, type WarpMesh } from '../pixels/warp-mesh.js';
import {
  NO_DIAGNOSTICS,
  outputDpi,
  scaledMesh,
  type Alignment,
  type NormalizationFlag,
} from './alignment.js';
import type { FrameCopies } from './frame-copies.js';

/** Longer side of the copy in which letters are looked at, px. */
const LETTERS_SIDE = 1500;
/** Skew under this, degrees, is not worth a resampling; nor is one that hardly sharpens the rows. */
const MIN_SKEW = 0.08;
const MIN_SKEW_GAIN = 0.02;

/** A page laid upright as a plane, and a grey copy of it. */
export interface LaidPage {
  alignment: Alignment;
  /** Corners of what was laid, px of the frame, upright reading order. */
  quad: Quad;
  /** Of a size at which letters can be told, light evened. */
  page: Raster;
}

/**
 * Lays what a quad of the frame shows, in the given proportions, whichever way up its letters stand.
 *
 * @param quad px of the frame, clockwise
 */
export function layUpright(
  { frame }: FrameCopies,
  quad: Quad,
  proportions: PageProportions,
  outlineConfidence: number | null,
  way: 'outline' | 'whole',
  flag: NormalizationFlag | null,
): LaidPage {
  const dpi = densityOf(longestSide(quad), proportions);
  const long = Math.max(16, Math.round((dpi * proportions.longSideMm) / MM_PER_INCH));
  const wide = proportions.ratio > 1;
  const short = Math.max(16, Math.round(long * (wide ? 1 / proportions.ratio : proportions.ratio)));
  const lying = meshOfQuad(quad, wide ? long : short, wide ? short : long);
  const letters = evenedView(frame, lying);
  const { quarters } = findUpright(letters);
  const turned = turnQuad(quad, quarters);
  const mesh =
    quarters % 2 === 0
      ? meshOfQuad(turned, lying.width, lying.height)
      : meshOfQuad(turned, lying.height, lying.width);
  return {
    alignment: {
      mesh,
      dpi,
      outline: way === 'whole' ? null : turned,
      flag,
      isScan: flag === 'already_flat',
      diagnostics: { ...NO_DIAGNOSTICS, way, outlineConfidence, proportions, quarters },
    },
    quad: turned,
    page: turn(letters, quarters),
  };
}

/** A page as its rows of ink lie, turned so that they are level. */
export function deskewed({ alignment, page }: LaidPage): Alignment {
  const { degrees, confidence } = skewOf(page);
  if (Math.abs(degrees) < MIN_SKEW || confidence < MIN_SKEW_GAIN) return alignment;
  const { mesh, diagnostics } = alignment;
  const skew = diagnostics.skew + degrees;
  return { ...alignment, mesh: rotated(mesh, degrees), diagnostics: { ...diagnostics, skew } };
}

/** The output turned by an angle about its centre: what stood `degrees` clockwise off stands straight. */
function rotated(mesh: WarpMesh, degrees: number): WarpMesh {
  const angle = (degrees * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const { width, height } = mesh;
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  return meshFrom(width, height, (x, y) =>
    meshAt(mesh, cx + c * (x - cx) - s * (y - cy), cy + s * (x - cx) + c * (y - cy)),
  );
}

/** px an inch of a page whose longer side has so many px. */
export function densityOf(longSide: number, { longSideMm }: PageProportions): number {
  return outputDpi((longSide / longSideMm) * MM_PER_INCH);
}

export function longestSide(quad: Quad): number {
  return Math.max(...sidesOf(quad));
}

function meshOfQuad(quad: Quad, width: number, height: number): WarpMesh {
  const h = homographyFromPoints(frameQuad(width, height), quad);
  if (!h) throw new RangeError('a page outline has four corners that span an area');
  return meshFromHomography(width, height, h);
}

/** An evened grey copy of what the mesh shows, of a size at which letters can be told. */
export function evenedView(frame: Raster, mesh: WarpMesh): Raster {
  const seen = scaledMesh(mesh, Math.min(1, LETTERS_SIDE / Math.max(mesh.width, mesh.height)));
  return KernelMemory.borrow((memory) => {
    const picture = warpView(memory, frame, seen);
    evenGreen(picture, layEvening(picture, evenLight(paperLevels(picture.greyOf(seen)))));
    return picture.greyOf(seen);
  });
}
