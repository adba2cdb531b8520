import { MM_PER_INCH } from '../geometry/paper-units.js';
import type { Raster, Size } from '../pixels/raster.js';
import type { WarpMesh } from '../pixels/warp-mesh.js';
import { liesOnBorder } from './cut-content.js';

const { floor, max, min, round } = Math;

/** What is narrower than this along a page's edge, mm, and not paper, is the table or the edge's own shade. */
const RIM_MM = 1;
const LEAST_RIM = 3;
/** All channels of an evened page's paper are this light at least, as far in again as the rim may be wide. */
const PAPER = 235;
/** Of the places within so many rims' widths along the edge, so many may have no paper: else it is no page's rim. */
const BESIDE = 4;
const WITHOUT_PAPER = 0.25;

/** One side of a picture: its px, by indices, and the way into the picture. */
interface Side {
  count: number;
  first: number;
  along: number;
  inward: number;
}

/**
 * Paints what is seen of the table along the edges of a photographed page as the paper beside it: an edge is found to a
 * px or two, and a dark line about the page is what no scanner makes. What is printed to the edge is broader, or does
 * not touch it, and stays; so does a side where the page leaves the frame, or is not white.
 *
 * @param image the page as it comes out, light evened; changed in place
 * @param dpi px an inch of paper
 * @param mesh where its px come from in the frame
 * @param frame size of the frame, px
 */
export function paintRim(image: Raster, dpi: number, mesh: WarpMesh, frame: Size): void {
  const { width, height } = image;
  const reach = max(LEAST_RIM, round((RIM_MM / MM_PER_INCH) * dpi));
  if (min(width, height) <= 4 * reach) return;
  const last = (height - 1) * width;
  const sides: Side[] = [
    { count: width, first: 0, along: 1, inward: width },
    { count: height, first: width - 1, along: width, inward: -1 },
    { count: width, first: last, along: 1, inward: -width },
    { count: height, first: 0, along: width, inward: 1 },
  ];
  for (const side of sides)
    for (const { edge, depth } of rimAlong(image, side, reach)) {
      if (liesOnBorder(mesh, edge % width, floor(edge / width), frame)) continue;
      // The px in which table and paper mix is followed by paper.
      const paper = edge + (depth + 1) * side.inward;
      for (let px = edge; px !== paper; px += side.inward) copyPx(image, paper, px);
    }
}

/** The px along a side at which a rim begins, as one does that paper follows about it too, and how deep it is there. */
function rimAlong(image: Raster, side: Side, reach: number): { edge: number; depth: number }[] {
  const { count, first, along } = side;
  const depths = rimDepths(image, side, reach);
  const without = new Uint32Array(count + 1);
  for (let k = 0; k < count; k++) without[k + 1] = without[k] + (depths[k] < 0 ? 1 : 0);
  const rim: { edge: number; depth: number }[] = [];
  for (let k = 0; k < count; k++) {
    if (depths[k] <= 0) continue;
    const from = max(0, k - BESIDE * reach);
    const to = min(count, k + BESIDE * reach);
    if (without[to] - without[from] <= WITHOUT_PAPER * (to - from))
      rim.push({ edge: first + k * along, depth: depths[k] });
  }
  return rim;
}

/** How many px at each place of a side are no paper before paper begins; -1 where none does. */
function rimDepths(image: Raster, { count, first, along, inward }: Side, reach: number): Int16Array {
  const depths = new Int16Array(count);
  for (let k = 0; k < count; k++) {
    let px = first + k * along;
    let depth = 0;
    for (; depth < reach && !isPaper(image, px); depth++) px += inward;
    let end = px;
    for (let i = 0; i <= reach && isPaper(image, end); i++) end += inward;
    depths[k] = end === px + (reach + 1) * inward ? depth : -1;
  }
  return depths;
}

function isPaper({ data, channels }: Raster, px: number): boolean {
  const at = px * channels;
  for (let c = 0; c < channels; c++) if (data[at + c] < PAPER) return false;
  return true;
}

function copyPx({ data, channels }: Raster, from: number, to: number): void {
  for (let c = 0; c < channels; c++) data[to * channels + c] = data[from * channels + c];
}
