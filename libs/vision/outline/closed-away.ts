import type { Raster } from '../pixels/raster.js';

/**
 * 0..1: the part of the light at places that is there with text closed away only: text and pictures have some, bars and
 * bristles more.
 *
 * @param places where their px begin in the data
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function closedAway(places: readonly number[], closed: Raster, plain: Raster): number {
  const { channels } = plain;
  let added = 0;
  let all = 1;
  for (const from of places)
    for (let k = from; k < from + channels; k++) {
      added += closed.data[k] - plain.data[k];
      all += closed.data[k];
    }
  return added / all;
}
