import type { Displacement } from '../geometry/displacement-grid.js';
import { PlaneMap } from '../geometry/point-map.js';
import { compose, invert, project } from '../geometry/projective.js';
import type { Homography, Raster } from '../pixels/raster.js';
import { ENOUGH_PLACES, type PageCopies } from './page-copies.js';
import { measureAround, type Measured } from './place-measurement.js';
import { REACH } from './place-search.js';

/**
 * What was found around a plane as around that one moved.
 *
 * @param moved takes px of the page as the moved plane has them to px as the first has them
 * @returns null for what is no plane
 */
export function aroundMoved(measured: Measured, moved: Homography): Measured | null {
  const back = invert(moved);
  return back && aroundPlane(measured, compose(measured.homography, moved), back);
}

/**
 * What was found around a plane as around another one.
 *
 * @param homography of the other plane
 * @param toOther takes px of the page as the first plane has them to px as the other has them
 */
export function aroundPlane(measured: Measured, homography: Homography, toOther: Homography): Measured {
  const again = (m: Displacement): Displacement => {
    const p = project(toOther, m.at.x + m.dx, m.at.y + m.dy);
    return { ...m, dx: p.x - m.at.x, dy: p.y - m.at.y };
  };
  return { ...measured, homography, left: measured.left.map(again), lines: measured.lines.map(again) };
}

/**
 * What is found where a plane of a flat sheet has its print, as around that plane. Patches that were looked for through
 * one that leans are off by how much it does.
 *
 * @param plane px of the page's fine copy to px of the frame
 * @param reach px of the fine copy
 */
export function lookAround(
  copies: PageCopies,
  frame: Raster,
  plane: Homography,
  reach = REACH,
): Measured | null {
  const patches = copies.finePatches(copies.sparsestOf(ENOUGH_PLACES));
  const seen = measureAround(copies.fine.raster, patches, frame, new PlaneMap(plane), reach);
  const back = invert(plane);
  return seen && back && { ...aroundPlane(seen, plane, compose(back, seen.homography)), flat: true };
}
