import { KernelMemory } from '../kernels/kernels.js';
import { darknessOfLevels } from '../light/illumination.js';
import { MOST_REDUCED, reducePlane, reduceToSize } from '../pixels/reduce-area.js';
import { liesBetween } from '../pixels/level-between.js';
import type { Raster, Size } from '../pixels/raster.js';
import type { SplitPicture } from '../pixels/split-picture.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';
import { copiesOf } from '../registration/page-copies.js';
import { hasPrintMoved } from './moved-print.js';
import { comparePrint } from './print-agreement.js';
import { CELL_SIDE, cellOffset, printOf } from './reference-print.js';
import { borneOutPrint, isPrintReplaced } from './replaced-print.js';

const { floor, min } = Math;

/** Px about a cell that have to be seen as well, as it is looked for beside its place. */
const MARGIN = 4;
/** Coarser pages, px an inch, have no letters of which to tell that they are others; and no words to find again. */
const MIN_DPI = 100;
const MIN_DPI_OF_WORDS = 60;

/**
 * Whether a picture of a known page, laid into its coordinates and evened, shows another revision of the form: print of
 * its own in the place of the reference's, or the reference's in another place.
 *
 * @param dpi px of the picture an inch
 * @param mesh where the picture's px come from in the frame
 * @param page the reference page as stored, grey
 * @param isCovered whether something of another colour lies on an area, bounds in parts of the page's width and height
 * @param isFaithful whether print that is missing can be missing for no other reason than that it is not there: not in
 *   two tones, which leave out pale print, nor in blur. Print that has moved tells all the same.
 */
export function showsOtherRevision(
  picture: SplitPicture,
  dpi: number,
  mesh: WarpMesh,
  page: Raster,
  frame: Size,
  isCovered: (left: number, top: number, right: number, bottom: number) => boolean,
  isFaithful: boolean,
): boolean {
  const { raster } = copiesOf(page).fine;
  const isFiner = mesh.width >= raster.width && mesh.height >= raster.height;
  const copy = isFiner
    ? raster
    : reduceToSize(raster, min(raster.width, mesh.width), min(raster.height, mesh.height));
  const ratio = mesh.width / copy.width;
  if (ratio > MOST_REDUCED || dpi / ratio < MIN_DPI_OF_WORDS) return false;
  const mayBeReplaced = isFaithful && dpi / ratio >= MIN_DPI;
  const print = printOf(copy);
  const { width, height } = print;
  const isSeen = (cell: number): boolean => {
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
  };
  return KernelMemory.borrow((memory) => {
    const size = { width: mesh.width, height: mesh.height, stride: picture.width };
    const seen = reducePlane(memory, picture.green, size, width, height);
    const found = borneOutPrint(print, comparePrint(print, seen, darknessOfLevels()), isSeen);
    return (mayBeReplaced && isPrintReplaced(print, found)) || hasPrintMoved(print, found, seen);
  });
}
