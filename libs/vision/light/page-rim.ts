import type { Raster } from '../pixels/raster.js';
import type { WarpMesh } from '../pixels/warp-mesh.js';
import { liesOnBorder } from './cut-content.js';

const { floor, max, min, round } = Math;

/** What is narrower than this along a page's edge, mm, and not paper, is the table or the edge's own shade. */
const RIM_MM = 1;
const LEAST_RIM = 3;
/** All channels of an evened page's paper are this light at least. */
const PAPER = 235;
const MM_PER_INCH = 25.4;

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
 * not touch it, and stays; so does a side where the page leaves the frame.
 *
 * @param image the page as it comes out, light evened; changed in place
 * @param dpi px an inch of paper
 * @param mesh where its px come from in the frame
 * @param frame size of the frame, px
 */
export function paintRim(
  image: Raster,
  dpi: number,
  mesh: WarpMesh,
  frame: { width: number; height: number },
): void {
  const { width, height } = image;
  const reach = min(width >> 1, height >> 1, max(LEAST_RIM, round((RIM_MM / MM_PER_INCH) * dpi)));
  const last = (height - 1) * width;
  const sides: Side[] = [
    { count: width, first: 0, along: 1, inward: width },
    { count: height, first: width - 1, along: width, inward: -1 },
    { count: width, first: last, along: 1, inward: -width },
    { count: height, first: 0, along: width, inward: 1 },
  ];
  for (const { count, first, along, inward } of sides)
    for (let k = 0; k < count; k++) {
      const edge = first + k * along;
      if (isPaper(image, edge)) continue;
      let paper = edge;
      for (let i = 0; i < reach && !isPaper(image, paper); i++) paper += inward;
      // The px in which table and paper mix is followed by paper.
      if (!isPaper(image, paper) || !isPaper(image, paper + inward)) continue;
      if (liesOnBorder(mesh, edge % width, floor(edge / width), frame)) continue;
      for (let px = edge; px !== paper + inward; px += inward) copyPx(image, paper + inward, px);
    }
}

function isPaper({ data, channels }: Raster, px: number): boolean {
  const at = px * channels;
  for (let c = 0; c < channels; c++) if (data[at + c] < PAPER) return false;
  return true;
}

function copyPx({ data, channels }: Raster, from: number, to: number): void {
  for (let c = 0; c < channels; c++) data[to * channels + c] = data[from * channels + c];
}
