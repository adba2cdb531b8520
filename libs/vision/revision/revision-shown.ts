import { KernelMemory } from '../kernels/kernels.js';
import { darknessOfLevels } from '../light/illumination.js';
import { MOST_REDUCED, reduceArea, reducePlane } from '../pixels/reduce-area.js';
import { liesBetween } from '../pixels/level-between.js';
import type { Raster, Size } from '../pixels/raster.js';
import type { SplitPicture } from '../pixels/split-picture.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';
import { copiesOf } from '../registration/page-copies.js';
import { isOtherRevision } from './other-revision.js';
import { comparePrint } from './print-agreement.js';
import { CELL_SIDE, cellOffset, printOf } from './reference-print.js';

const { floor, min } = Math;

/** Px about a cell that have to be seen as well, as it is looked for beside its place. */
const MARGIN = 4;
/** Coarser pages, px an inch, have no letters to tell. */
const MIN_DPI = 100;

/**
 * Whether a picture of a known page, laid into its coordinates and evened, shows another revision of the form.
 *
 * @param dpi px of the picture an inch
 * @param mesh where the picture's px come from in the frame
 * @param page the reference page as stored, grey
 * @param isCovered whether something of another colour lies on an area, bounds in parts of the page's width and height
 */
export function showsOtherRevision(
  picture: SplitPicture,
  dpi: number,
  mesh: WarpMesh,
  page: Raster,
  frame: Size,
  isCovered: (left: number, top: number, right: number, bottom: number) => boolean,
): boolean {
  const { raster } = copiesOf(page).fine;
  const isFiner = mesh.width >= raster.width && mesh.height >= raster.height;
  const copy = isFiner
    ? raster
    : reduceArea(raster, min(raster.width, mesh.width), min(raster.height, mesh.height));
  const ratio = mesh.width / copy.width;
  if (ratio > MOST_REDUCED || dpi / ratio < MIN_DPI) return false;
  const print = printOf(copy);
  const { width, height } = print;
  const agreement = KernelMemory.borrow((memory) => {
    const size = { width: mesh.width, height: mesh.height, stride: picture.width };
    const seen = reducePlane(memory, picture.green, size, width, height);
    return comparePrint(print, seen, darknessOfLevels());
  });
  return isOtherRevision(print, agreement, (cell) => {
    const offset = cellOffset(cell, print.cols, width);
    const x = offset % width;
    const y = floor(offset / width);
    const ends = [-MARGIN, CELL_SIDE + MARGIN];
    const isInFrame = ends.every((dy) =>
      ends.every((dx) => {
        const u = ((x + dx) * mesh.width) / width;
        const p = meshAt(mesh, u, ((y + dy) * mesh.height) / height);
        return liesBetween(frame, p.x, p.y);
      }),
    );
    return (
      isInFrame &&
      !isCovered(
        (x - MARGIN) / width,
        (y - MARGIN) / height,
        (x + CELL_SIDE + MARGIN) / width,
        (y + CELL_SIDE + MARGIN) / height,
      )
    );
  });
}
