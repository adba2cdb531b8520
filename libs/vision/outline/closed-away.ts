import type { Raster } from '../pixels/raster.js';

const { max } = Math;

/**
 * What closes away of a sheet's light, as text and pictures do, is no more than this part of it, or this many times
 * what does at another part, or at a clear one: of folded cards up to 0.3, 1.8 times; of knives and forks beside a
 * page 0.3, 2.2 to 7 times.
 */
const CLOSED_AWAY = 0.2;
const TIMES_CLOSED_AWAY = 3;
const TIMES_CLOSED_AWAY_OF_CLEAR = 2;

/** A picture, with its text closed away and as it is. */
interface Surface {
  closed: Raster;
  plain: Raster;
}

/**
 * Whether far more of the light closes away at some places than at those of a sheet: bars and bristles lie there, and
 * nothing of the sheet.
 *
 * @param beyond where the px of these places begin in the data
 * @param within the same of the sheet's
 * @param isClear whether the sheet is one beyond doubt
 */
export function closesAwayMore(
  beyond: readonly number[],
  within: readonly number[],
  surface: Surface,
  isClear = false,
): boolean {
  const times = isClear ? TIMES_CLOSED_AWAY_OF_CLEAR : TIMES_CLOSED_AWAY;
  return closedAway(beyond, surface) > max(CLOSED_AWAY, times * closedAway(within, surface));
}

/** 0..1: the part of the light at places that is there with text closed away only. */
function closedAway(places: readonly number[], { closed, plain }: Surface): number {
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
