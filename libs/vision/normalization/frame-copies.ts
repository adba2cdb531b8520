import { FRAME_LONG_SIDE } from '../features/page-homography.js';
import { findPageOutline } from '../outline/page-outline.js';
import type { PageOutline } from '../outline/refined-outline.js';
import type { Raster } from '../pixels/raster.js';
import { reduce, reduceGrey, toGrey, type Reduced } from '../pixels/resample.js';

/** A frame with its reduced copies and the outline seen in them, made when a way to normalize asks for them. */
export class FrameCopies {
  private colour: Reduced | undefined;
  private grey: Reduced | undefined;
  private found: PageOutline | null | undefined;

  /**
   * @param frame RGB (or grey), full size, EXIF orientation already applied
   * @param density that the frame's file says it has, px an inch; null when it says none
   */
  constructor(
    readonly frame: Raster,
    readonly density: number | null = null,
  ) {}

  /** The frame, its longer side FRAME_LONG_SIDE px at most. */
  get reduced(): Reduced {
    return (this.colour ??= reduce(this.frame, FRAME_LONG_SIDE));
  }

  /** The same in grey: luminance where the colours were wanted before, else green, which costs a third. */
  get reducedGrey(): Reduced {
    if (this.colour && !this.grey) this.grey = { ...this.colour, raster: toGrey(this.colour.raster) };
    return (this.grey ??= reduceGrey(this.frame, FRAME_LONG_SIDE));
  }

  /** The page's outline, however sure, px of the reduced copy; null where there is none. */
  get outline(): PageOutline | null {
    if (this.found === undefined) this.found = findPageOutline(this.reduced.raster);
    return this.found;
  }
}
