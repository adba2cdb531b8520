import {
  describeFrame,
  describeFrameClosely,
  fitDescribed,
  FRAME_LONG_SIDE,
} from '../../libs/vision/features/page-homography.js';
import type { PageProfile } from '../../libs/vision/features/page-profile.js';
import { resizeMap } from '../../libs/vision/geometry/plane-geometry.js';
import { compose } from '../../libs/vision/geometry/projective.js';
import type { Homography, Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';

/** Where classification would have found the page: px of the page to px of the frame; null where it would not. */
export function detectedLay(frame: Raster, page: Raster, profile: PageProfile): Homography | null {
  const small = reduceByBoxes(frame, FRAME_LONG_SIDE);
  const grey = toGrey(small.raster);
  const fit = fitDescribed(describeFrame(grey), profile) ?? fitDescribed(describeFrameClosely(grey), profile);
  if (!fit) return null;
  const toProfile = resizeMap(profile.width / page.width, profile.height / page.height);
  return compose(resizeMap(1 / small.scaleX, 1 / small.scaleY), compose(fit.homography, toProfile));
}
