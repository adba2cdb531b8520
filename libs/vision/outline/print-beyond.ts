import { ramp } from '../geometry/ramp.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { abs, max, min, round } = Math;

/** The strips compared on either side of a quad's side lie this far off it, as parts of the quad. */
const NEAR = 0.02;
const FAR = 0.1;
/** Places looked at along the side, and across a strip. */
const ALONG = 24;
const ACROSS = 8;
/** Paper on both sides is one sheet where no channel differs by more than this, levels and part of the level. */
const SAME_LEVELS = 8;
const SAME_PART = 0.08;
/**
 * Parts of the places from which, and at which, it counts as the same sheet; the facing pages of books have up to 0.3.
 */
const SOME_SAME = 0.2;
const ALL_SAME = 0.5;
/**
 * Levels by which print lies under the paper about it, and the part of the places that are print where there is some.
 */
const PRINT = 16;
const PRINT_SHARE = 0.05;
/** The lighter print's part of the denser one's places, from which, and at which, both are the same print. */
const SOME_PRINT = 0.25;
const ALL_PRINT = 0.4;

/**
 * 0..1: how much the picture on either side of a quad's side looks like one sheet, printed or written on. A white desk
 * is the same colour as the page and carries no print; a patterned table carries more of it than the page's margin.
 *
 * @param side i: from corner i to corner i + 1
 * @param surface the picture with its text closed away
 * @param plain the picture, same size
 */
export function printGoesOn(quad: Quad, side: number, surface: Raster, plain: Raster): number {
  const { width, height, channels } = surface;
  const a = quad[side];
  const b = quad[(side + 1) % 4];
  const c = quad[(side + 2) % 4];
  const d = quad[(side + 3) % 4];
  let places = 0;
  let same = 0;
  let printBeyond = 0;
  let printInside = 0;
  for (let i = 0; i < ALONG; i++) {
    const u = (i + 0.5) / ALONG;
    const [footX, footY] = [a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)];
    const [inX, inY] = [d.x + u * (c.x - d.x) - footX, d.y + u * (c.y - d.y) - footY];
    for (let j = 0; j < ACROSS; j++) {
      const v = NEAR + ((FAR - NEAR) * (j + 0.5)) / ACROSS;
      const x = round(footX - v * inX);
      const y = round(footY - v * inY);
      const mirrorX = round(footX + v * inX);
      const mirrorY = round(footY + v * inY);
      if (min(x, y, mirrorX, mirrorY) < 0 || max(x, mirrorX) >= width || max(y, mirrorY) >= height) continue;
      places++;
      const out = (y * width + x) * channels;
      const inside = (mirrorY * width + mirrorX) * channels;
      let alike = true;
      let inkBeyond = 0;
      let inkInside = 0;
      for (let k = 0; k < channels; k++) {
        const level = surface.data[out + k];
        const levelInside = surface.data[inside + k];
        if (abs(level - levelInside) > SAME_LEVELS + SAME_PART * level) alike = false;
        inkBeyond = max(inkBeyond, level - plain.data[out + k]);
        inkInside = max(inkInside, levelInside - plain.data[inside + k]);
      }
      if (alike) same++;
      if (inkBeyond >= PRINT) printBeyond++;
      if (inkInside >= PRINT) printInside++;
    }
  }
  // Where the strip lies outside of the picture for the most part it tells nothing.
  if (places < (ALONG * ACROSS) / 2) return 0;
  const least = min(printBeyond, printInside);
  const most = max(1, printBeyond, printInside);
  return (
    ramp(same / places, SOME_SAME, ALL_SAME) *
    min(1, least / places / PRINT_SHARE) *
    ramp(least / most, SOME_PRINT, ALL_PRINT)
  );
}
