import type { Raster } from '../pixels/raster.js';

/** Which pixels of a page carry ink: one byte a pixel, 1 ink, 0 paper, row-major. */
export interface InkBitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Ink lies below this, where the local background lies at about 200. Half way from paper to faint print. */
const INK_LEVEL = 140;

/** Ink of a page whose local background was divided out (see local-background.ts). */
export function inkOf(flat: Raster): InkBitmap {
  const data = new Uint8Array(flat.width * flat.height);
  for (let i = 0; i < data.length; i++) data[i] = flat.data[i] < INK_LEVEL ? 1 : 0;
  return { width: flat.width, height: flat.height, data };
}

/** Pixels of ink. */
export function inkCount(ink: InkBitmap): number {
  let count = 0;
  for (let i = 0; i < ink.data.length; i++) count += ink.data[i];
  return count;
}
