import { MM_PER_INCH } from '../geometry/paper-units.js';
import type { Raster, Size } from '../pixels/raster.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';

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
  const { width, height } = page;
  const depth = max(3, round((STRIP_MM / MM_PER_INCH) * dpi));
  const sides = [
    { x0: 0, y0: 0, x1: width, y1: min(height, depth) },
    { x0: max(0, width - depth), y0: 0, x1: width, y1: height },
    { x0: 0, y0: max(0, height - depth), x1: width, y1: height },
    { x0: 0, y0: 0, x1: min(width, depth), y1: height },
  ];
  return sides.some((strip, side) => leavesFrame(side, mesh, frame) && inkShare(page, strip) >= INK_SHARE);
}

/** @param side 0 top, then clockwise */
function leavesFrame(side: number, mesh: WarpMesh, frame: Size): boolean {
  let on = 0;
  for (let k = 0; k < PLACES; k++) {
    const t = (k + 0.5) / PLACES;
    const x = side === 1 ? mesh.width - 1 : side === 3 ? 0 : t * (mesh.width - 1);
    const y = side === 2 ? mesh.height - 1 : side === 0 ? 0 : t * (mesh.height - 1);
    if (liesOnBorder(mesh, x, y, frame)) on++;
  }
  return on >= ON_BORDER * PLACES;
}

/** Whether a place of the page, px, lies on the border of the frame or beyond. */
export function liesOnBorder(mesh: WarpMesh, x: number, y: number, { width, height }: Size): boolean {
  const p = meshAt(mesh, x, y);
  return min(p.x, p.y, width - 1 - p.x, height - 1 - p.y) <= BORDER * max(width, height);
}

function inkShare(
  { data, width, channels }: Raster,
  strip: { x0: number; y0: number; x1: number; y1: number },
): number {
  const green = channels === 1 ? 0 : 1;
  let ink = 0;
  for (let y = strip.y0; y < strip.y1; y++)
    for (let x = strip.x0; x < strip.x1; x++) if (data[(y * width + x) * channels + green] < INK) ink++;
  return ink / max(1, (strip.x1 - strip.x0) * (strip.y1 - strip.y0));
}
