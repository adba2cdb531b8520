import type { Displacement } from '../geometry/displacement-grid.js';
import type { DisplacementMap } from '../geometry/point-map.js';
import type { Homography, Size } from '../pixels/raster.js';
import { meanLoss, offBy } from './grid-stiffness.js';
import { fitCylinder, type SheetCylinder } from './sheet-cylinder.js';
import { fitSurface, type SheetSurface } from './sheet-surface.js';

/** Mean loss, 0..1, from which on a shape may be the wrong one. */
export const POOR_LOSS = 0.01;
/** The part of the measurements that is let in at first: a few may be far off by mistake. */
const MOST = 0.9;
/** Residuals let in, px, when a surface is fitted anew from one near to it. */
const LAST_SCALES = [3, 1.5];

/** How a sheet of paper lies in space: bent one way, or any way. */
export type PaperShape = SheetCylinder | SheetSurface;

/**
 * The shape of paper that explains places found: a cylinder where that does, or does it better than a surface that
 * starts from it. A sheet of more than one bend is no cylinder, but of one bent one way a cylinder knows more about
 * blank parts.
 *
 * @param page size of the page's fine copy, px
 * @param photo size of the frame, px
 * @param homography of the plane, px of the page to px of the frame
 * @param measured what it leaves, px of the page
 * @param part of the measurements that a surface lets in at first
 * @returns null where there is too little to fit one
 */
export function fitPaper(
  page: Size,
  photo: Size,
  homography: Homography,
  measured: readonly Displacement[],
  part = MOST,
): PaperShape | null {
  const cylinder = fitCylinder(page, photo, homography, measured);
  return cylinder && surfaceUnless(cylinder, page, measured, part);
}

/** The cylinder if it explains what was measured, or better than the surface that starts from it. */
function surfaceUnless(
  cylinder: SheetCylinder,
  page: Size,
  measured: readonly Displacement[],
  part: number,
): PaperShape {
  const loss = lossBeside(cylinder, measured);
  if (loss < POOR_LOSS) return cylinder;
  const scales = scalesFor(measured, cylinder, part);
  const surface = fitSurface(page, cylinder.view, measured, cylinder, scales);
  return lossBeside(surface, measured) < loss ? surface : cylinder;
}

/**
 * The same where much the same was explained by a shape before: a surface is fitted on, unless a cylinder explains as
 * much now.
 */
export function refitPaper(
  page: Size,
  photo: Size,
  homography: Homography,
  measured: readonly Displacement[],
  last: PaperShape,
): PaperShape {
  if (!isSurface(last)) {
    const near = fitCylinder(page, photo, homography, measured, last.parameters);
    return near ? surfaceUnless(near, page, measured, MOST) : last;
  }
  const surface = fitSurface(page, last.view, measured, last, LAST_SCALES);
  const cylinder = fitCylinder(page, photo, homography, measured);
  return cylinder && lossBeside(cylinder, measured) < lossBeside(surface, measured) ? cylinder : surface;
}

function isSurface(shape: PaperShape): shape is SheetSurface {
  return 'nodes' in shape;
}

/** What a shape leaves of the measurements in the mean, each 0..1. */
function lossBeside(shape: DisplacementMap, measured: readonly Displacement[]): number {
  return meanLoss(measured.map((m) => lessShape(m, shape)));
}

/** Residuals to let in, px, from what a shape leaves of that part of the places on. */
function scalesFor(measured: readonly Displacement[], shape: DisplacementMap, part: number): number[] {
  const rest = measured.map((m) => offBy(lessShape(m, shape))).sort((a, b) => a - b);
  const scales: number[] = [];
  for (let scale = 3 * rest[Math.floor(part * (rest.length - 1))]; scale > 3; scale *= 0.5)
    scales.push(scale);
  return [...scales, 3, 1.5, 1.5];
}

function lessShape(m: Displacement, shape: DisplacementMap): Displacement {
  const d = shape.displacement(m.at.x, m.at.y);
  return { ...m, dx: m.dx - d.x, dy: m.dy - d.y };
}
