import type { Raster, Size } from '../pixels/raster.js';
import { meshAt, type WarpMesh } from '../pixels/warp-mesh.js';

const { ceil, max, min } = Math;

/**
 * Px at the border of what is seen of which the lightest stands for its paper: as many as a cell of the light map, or
 * two, so that no letter does.
 */
const DEEP = 16;

/**
 * A page's small copy in which paper goes on beyond the frame as it is at the frame's border. The px that the frame
 * does not show are white, and light would be measured by them: beside them a page as grey as its shadow looks printed
 * on all over.
 *
 * @param preview of the page as it was warped
 * @param mesh where the page's px come from in the frame
 * @param frame size of the frame, px
 * @returns the preview itself where the frame shows all of it
 */
export function withoutUnseen(preview: Raster, mesh: WarpMesh, frame: Size): Raster {
  if (showsAll(mesh, frame)) return preview;
  const { width, height } = preview;
  const filled = { ...preview, data: preview.data.slice() };
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    const seen = seenOfRow(preview, y, mesh, frame);
    if (!seen) continue;
    rows.push(y);
    for (let x = 0; x < seen.first; x++) copyPx(filled, x, y, seen.atFirst, y);
    for (let x = seen.last + 1; x < width; x++) copyPx(filled, x, y, seen.atLast, y);
  }
  if (rows.length === 0) return preview;
  const [top, bottom] = [rows[0], rows[rows.length - 1]];
  for (let x = 0; x < width; x++) {
    const above = lightest(filled, rows.slice(0, DEEP), (y) => y * width + x);
    const below = lightest(filled, rows.slice(-DEEP), (y) => y * width + x);
    for (let y = 0; y < top; y++) copyPx(filled, x, y, x, above);
    for (let y = bottom + 1; y < height; y++) copyPx(filled, x, y, x, below);
  }
  return filled;
}

/** Whether the frame shows all of the page. */
function showsAll({ x, y }: WarpMesh, { width, height }: Size): boolean {
  for (let k = 0; k < x.length; k++)
    if (min(x[k], y[k]) < 0 || x[k] > width - 1 || y[k] > height - 1) return false;
  return true;
}

/**
 * The first and the last px of a row that the frame shows, and those near them that stand for their paper; null where
 * it shows none.
 */
function seenOfRow(
  preview: Raster,
  y: number,
  mesh: WarpMesh,
  frame: Size,
): { first: number; last: number; atFirst: number; atLast: number } | null {
  const { width, height } = preview;
  const [across, down] = [mesh.width / width, mesh.height / height];
  // Px at the very border are white in part.
  const margin = ceil(max(across, down)) + 1;
  const isSeen = (x: number): boolean => {
    const p = meshAt(mesh, (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5);
    return min(p.x, p.y) >= margin && p.x <= frame.width - 1 - margin && p.y <= frame.height - 1 - margin;
  };
  let first = 0;
  while (first < width && !isSeen(first)) first++;
  if (first === width) return null;
  let last = width - 1;
  while (!isSeen(last)) last--;
  const run = (from: number, to: number): number[] =>
    Array.from({ length: max(1, to - from) }, (_, k) => from + k);
  const indexOf = (x: number): number => y * width + x;
  return {
    first,
    last,
    atFirst: lightest(preview, run(first, min(last + 1, first + DEEP)), indexOf),
    atLast: lightest(preview, run(max(first, last + 1 - DEEP), last + 1), indexOf),
  };
}

/** Of some places the one whose px is the lightest. @param indexOf number of a place's px */
function lightest(
  { data, channels }: Raster,
  places: readonly number[],
  indexOf: (place: number) => number,
): number {
  const green = channels >> 1;
  let best = places[0];
  for (const place of places)
    if (data[indexOf(place) * channels + green] > data[indexOf(best) * channels + green]) best = place;
  return best;
}

function copyPx({ data, width, channels }: Raster, x: number, y: number, fromX: number, fromY: number): void {
  const [to, from] = [(y * width + x) * channels, (fromY * width + fromX) * channels];
  for (let c = 0; c < channels; c++) data[to + c] = data[from + c];
}
