import type { Raster, Size } from '../pixels/raster.js';
import { depthInPicture, type WarpMesh } from '../pixels/warp-mesh.js';

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
    const [start, end] = [y * width, (y + 1) * width];
    for (let k = start; k < seen.first; k++) copyPx(filled, k, seen.atFirst);
    for (let k = seen.last + 1; k < end; k++) copyPx(filled, k, seen.atLast);
  }
  if (rows.length === 0) return preview;
  const [upper, lower] = [rows.slice(0, DEEP), rows.slice(-DEEP)];
  for (let x = 0; x < width; x++) {
    const inColumn = (y: number): number => y * width + x;
    const above = lightest(filled, upper.map(inColumn));
    const below = lightest(filled, lower.map(inColumn));
    for (let y = 0; y < upper[0]; y++) copyPx(filled, inColumn(y), above);
    for (let y = lower[lower.length - 1] + 1; y < height; y++) copyPx(filled, inColumn(y), below);
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
 * Numbers of the first and the last px of a row that the frame shows, and of those near them that stand for their
 * paper; null where it shows none.
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
  const isSeen = (x: number): boolean =>
    depthInPicture(mesh, (x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5, frame) >= margin;
  let first = 0;
  while (first < width && !isSeen(first)) first++;
  if (first === width) return null;
  let last = width - 1;
  while (!isSeen(last)) last--;
  const start = y * width;
  const run = (from: number, to: number): number[] =>
    Array.from({ length: to - from }, (_, k) => start + from + k);
  return {
    first: start + first,
    last: start + last,
    atFirst: lightest(preview, run(first, min(last + 1, first + DEEP))),
    atLast: lightest(preview, run(max(first, last + 1 - DEEP), last + 1)),
  };
}

/** The lightest of some px, by their numbers. */
function lightest({ data, channels }: Raster, px: readonly number[]): number {
  const green = channels >> 1;
  let best = px[0];
  for (const k of px) if (data[k * channels + green] > data[best * channels + green]) best = k;
  return best;
}

function copyPx({ data, channels }: Raster, to: number, from: number): void {
  for (let c = 0; c < channels; c++) data[to * channels + c] = data[from * channels + c];
}
