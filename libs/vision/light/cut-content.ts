import { MM_PER_INCH } from '../geometry/paper-units.js';
import type { Point, Raster, Size } from '../pixels/raster.js';
import { depthInPicture, type WarpMesh } from '../pixels/warp-mesh.js';

const { max, min, round } = Math;

/** Places looked at along each side of the page. */
const PLACES = 41;
/**
 * A place lies on the frame's border within this part of the frame's longer side; a side does with this part of its
 * places.
 */
const BORDER = 0.004;
const ON_BORDER = 0.8;
/** Strip along the side in which ink is looked for, mm: margins of forms are wider. */
const STRIP_MM = 5;
/** Levels under this are ink on an evened page. */
const INK = 150;
/** Part of the strip's px that are ink where lines of text or boxes run out of the picture. */
const INK_SHARE = 0.006;

/**
 * Whether the page goes on beyond the frame and is written on where it leaves it: then content is lost.
 *
 * @param page the page as it comes out, light evened
 * @param mesh where its px come from in the frame
 * @param frame size of the frame, px
 */
export function losesContent(page: Raster, dpi: number, mesh: WarpMesh, frame: Size): boolean {
  const depth = max(3, round((STRIP_MM / MM_PER_INCH) * dpi));
  return [0, 1, 2, 3].some(
    (side) =>
      leavesFrame(side, mesh, frame) && inkShare(page, stripsWithin(side, depth, mesh, frame)) >= INK_SHARE,
  );
}

/** @param side 0 top, then clockwise */
function leavesFrame(side: number, mesh: WarpMesh, frame: Size): boolean {
  let on = 0;
  for (let k = 0; k < PLACES; k++) {
    const { x, y } = placeOf(side, (k + 0.5) / PLACES, 0, mesh);
    if (liesOnBorder(mesh, x, y, frame)) on++;
  }
  return on >= ON_BORDER * PLACES;
}

/** A place of the page, px, a part of the way along a side and so many px off it. */
function placeOf(side: number, along: number, off: number, { width, height }: Size): Point {
  const inwards = side === 1 || side === 2 ? (side === 1 ? width : height) - 1 - off : off;
  return side % 2 === 0 ? { x: along * (width - 1), y: inwards } : { x: inwards, y: along * (height - 1) };
}

/** Rectangles of a page, px. */
interface Strip {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Strips along a side, from where the frame begins: at the side, or, where that is seen aslant, farther in. */
function stripsWithin(side: number, depth: number, mesh: WarpMesh, frame: Size): Strip[] {
  const { width, height } = mesh;
  return Array.from({ length: PLACES }, (_, k) => {
    const off = round(firstInFrame(side, (k + 0.5) / PLACES, mesh, frame));
    const [from, to] = [k / PLACES, (k + 1) / PLACES];
    const [a, b] = [placeOf(side, from, off, mesh), placeOf(side, to, off + depth, mesh)].map(({ x, y }) => ({
      x: round(x),
      y: round(y),
    }));
    return {
      x0: max(0, min(a.x, b.x)),
      y0: max(0, min(a.y, b.y)),
      x1: min(width, max(a.x, b.x)),
      y1: min(height, max(a.y, b.y)),
    };
  });
}

/** How far off a side, px of the page, the frame begins. */
function firstInFrame(side: number, along: number, mesh: WarpMesh, frame: Size): number {
  const isWithin = (off: number): boolean => {
    const { x, y } = placeOf(side, along, off, mesh);
    return depthInPicture(mesh, x, y, frame) >= 0;
  };
  if (isWithin(0)) return 0;
  let [beyond, within] = [0, (side % 2 === 0 ? mesh.height : mesh.width) - 1];
  while (within - beyond > 1) {
    const middle = (beyond + within) / 2;
    if (isWithin(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

/** Whether a place of the page, px, lies on the border of the frame or beyond. */
export function liesOnBorder(mesh: WarpMesh, x: number, y: number, frame: Size): boolean {
  return depthInPicture(mesh, x, y, frame) <= BORDER * max(frame.width, frame.height);
}

function inkShare({ data, width, channels }: Raster, strips: readonly Strip[]): number {
  const green = channels === 1 ? 0 : 1;
  let [ink, area] = [0, 0];
  for (const { x0, y0, x1, y1 } of strips) {
    area += max(0, x1 - x0) * max(0, y1 - y0);
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) if (data[(y * width + x) * channels + green] < INK) ink++;
  }
  return ink / max(1, area);
}
