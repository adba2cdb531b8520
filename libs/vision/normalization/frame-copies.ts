import { FRAME_LONG_SIDE } from '../features/page-homography.js';
import { findPageOutline } from '../outline/page-outline.js';
import type { PageOutline } from '../outline/refined-outline.js';
import type { Raster } from '../pixels/raster.js';
import { reduceByBoxes, reduceGreyByBoxes, toGrey, type Reduced } from '../pixels/resample.js';

/** A frame with its reduced copies and the outline seen in them, made when a way to normalize asks for them. */
export class FrameCopies {
  private colour: Reduced | undefined;
  private luminance: Reduced | undefined;
  private green: Reduced | undefined;
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
    return (this.colour ??= reduceByBoxes(this.frame, FRAME_LONG_SIDE));
  }

  /** The same in grey, as scans and lids are told by. */
  get reducedLuminance(): Reduced {
    return (this.luminance ??= { ...this.reduced, raster: toGrey(this.reduced.raster) });
  }

  /** The same in green, as known pages are laid by: it stands for luminance, and spares reducing the other colours. */
  get reducedGreen(): Reduced {
    return (this.green ??= reduceGreyByBoxes(this.frame, FRAME_LONG_SIDE));
  }

  /** The page's outline, however sure, px of the reduced copy; null where there is none. */
  get outline(): PageOutline | null {
    if (this.found === undefined) this.found = findPageOutline(this.reduced.raster);
    return this.found;
  }
}
