import { flatten, type FlatCopy } from '../features/orb-features.js';
import { isTwoTone } from '../ink/kept-ink.js';
import type { Raster } from '../pixels/raster.js';
import type { OutlinedView } from './outlined-view.js';

/** A frame as photographed, in grey, and its flat copy. */
export interface SeenFrame {
  grey: Raster;
  flat: FlatCopy;
  /** See `isTwoTone`. */
  isTwoTone: boolean;
  /** Times that a page's ink was laid onto it. */
  layings: number;
  /** What its outlines enclose, likeliest first, as far as that was looked at. */
  views: OutlinedView[];
}

export function seenFrame(grey: Raster): SeenFrame {
  return { grey, flat: flatten(grey), isTwoTone: isTwoTone(grey), layings: 0, views: [] };
}
