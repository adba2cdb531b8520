import { decodeGrey } from '../../libs/imaging/index.js';
import { FRAME_LONG_SIDE, PAGE_LONG_SIDE } from '../../libs/vision/index.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { reduceByBoxes, toGrey } from '../../libs/vision/pixels/resample.js';
import type { Photograph } from './photo-booth/index.js';

/** A reference page as the detector describes it: grey, its longer side PAGE_LONG_SIDE at most. */
export const smallPage = (page: Raster): Raster => toGrey(reduceByBoxes(page, PAGE_LONG_SIDE).raster);

/** A photograph as the detector gets it: coded, and decoded grey with a longer side of FRAME_LONG_SIDE. */
export const decodedFrame = async (photo: Photograph): Promise<Raster> =>
  decodeGrey(await photo.jpeg(), { longSide: FRAME_LONG_SIDE });
