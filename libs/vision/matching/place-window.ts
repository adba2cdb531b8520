import { showsWindow, type FrameSampler } from '../ink/frame-sampler.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { DifferingPlace } from '../ink/ink-difference.js';
import type { Homography } from '../pixels/raster.js';
import type { Context, PlaceWindow } from './decisive-place.js';
import { crop, cropThrough } from './ink-crop.js';
import { frameAround, PAD } from './shared-ink.js';

const { min } = Math;

/** Shared ink is taken from this far around a place, px of the ink; less where the frame ends before. */
const CONTEXTS = [26, 19, 12, 6, 0] as const;
const SIDES = ['left', 'top', 'right', 'bottom'] as const;

/**
 * Two pages' ink, and the frame, around a place where the pages differ: as much of what is about it as the frame shows.
 * In a scan that ends where the paper does print at the rim has little about it.
 *
 * @param unit px of the first page a px of its ink
 * @param map takes px of the first page's ink to px of the second's
 * @returns null where the place itself lies at the frame's border or beyond
 */
export function placeWindow(
  sampler: FrameSampler,
  unit: number,
  place: DifferingPlace,
  first: InkBitmap,
  second: InkBitmap,
  map: Homography,
): PlaceWindow | null {
  const context = contextInSight(sampler, unit, place);
  if (!context) return null;
  const { left, top, width, height } = boxAround(place, context);
  const frame = frameAround(sampler, unit, left, top, width, height);
  if (!frame) return null;
  return {
    a: crop(first, left, top, width, height),
    b: cropThrough(second, map, left, top, width, height),
    frame,
    context,
  };
}

/** How far around a place the frame shows the page, up to the largest context; null where the place is not shown. */
function contextInSight(sampler: FrameSampler, unit: number, place: DifferingPlace): Context | null {
  const isShown = (context: Context): boolean => {
    const { left, top, width, height } = boxAround(place, context);
    return showsWindow(sampler, unit, left - PAD, top - PAD, width + 2 * PAD, height + 2 * PAD);
  };
  const [most] = CONTEXTS;
  const whole = alike(most);
  if (isShown(whole)) return whole;
  const none = alike(0);
  const context = alike(0);
  for (const side of SIDES) {
    const far = CONTEXTS.find((by) => isShown({ ...none, [side]: by }));
    if (far === undefined) return null;
    context[side] = far;
  }
  if (isShown(context)) return context;
  // At a corner, as the frame lies aslant.
  const least = alike(min(...SIDES.map((side) => context[side])));
  return isShown(least) ? least : none;
}

function alike(by: number): Context {
  return { left: by, top: by, right: by, bottom: by };
}

function boxAround(place: DifferingPlace, context: Context) {
  const left = place.left - context.left;
  const top = place.top - context.top;
  return {
    left,
    top,
    width: place.right + context.right - left,
    height: place.bottom + context.bottom - top,
  };
}
