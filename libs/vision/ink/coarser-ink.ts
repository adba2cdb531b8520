import { reduceByBoxes } from '../pixels/resample.js';
import { FULL_INK, type InkBitmap } from './ink-bitmap.js';

const { max, round } = Math;

/** Share of a px that its ink covers at least: a hairline that falls between two px is in one of them. */
const COVERED = 0.4;

/**
 * A page's ink in fewer px, as it would be kept of a denser page; tones are not told.
 *
 * @param scale under 1
 */
export function coarserInk({ data, width, height }: InkBitmap, scale: number): InkBitmap {
  const covered = data.map((level) => (level > 0 ? FULL_INK : 0));
  const longSide = max(1, round(max(width, height) * scale));
  const { raster } = reduceByBoxes({ data: covered, width, height, channels: 1 }, longSide);
  const ink = new Uint8Array(raster.data.length);
  for (let i = 0; i < ink.length; i++) if (raster.data[i] >= COVERED * FULL_INK) ink[i] = FULL_INK;
  return { width: raster.width, height: raster.height, data: ink };
}
