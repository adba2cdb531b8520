import sharp from 'sharp';
import { frameQuad, homographyFromPoints } from '../../../libs/vision/geometry/plane-geometry.js';
import { invert, project } from '../../../libs/vision/geometry/projective.js';
import { divideByLocalBackground, PAPER_LEVEL } from '../../../libs/vision/pixels/local-background.js';
import type { Raster, Size } from '../../../libs/vision/pixels/raster.js';
import { remapGrey } from '../../../libs/vision/pixels/remap.js';
import { meshFromHomography } from '../../../libs/vision/pixels/warp-mesh.js';
import type { Photograph } from './photograph-page.js';

/** What is darker than this part of the paper about it is made black. */
const BLACK = 0.8;
/** Half the side of the window that tells the paper's level, as a part of the page's longer side. */
const WINDOW = 0.015;

/**
 * A photograph as a scanning app stores it: cut out by the page's corners, upright, its light evened out and two tones
 * made of it. What was bent stays so.
 *
 * @param page size of the page's raster, px; the picture has the same
 */
export function storedByApp({ rgb, truth, ...photograph }: Photograph, page: Size): Photograph {
  const { width, height } = page;
  const quad = frameQuad(width, height);
  const toPhoto = homographyFromPoints(quad, truth.quad);
  const toApp = toPhoto && invert(toPhoto);
  if (!toPhoto || !toApp) throw new RangeError('the corners of a photographed page span an area');
  const seen = remapGrey(rgb, meshFromHomography(width, height, toPhoto));
  const even = divideByLocalBackground(seen, Math.round(WINDOW * Math.max(width, height)));
  const data = new Uint8Array(3 * width * height);
  even.data.forEach((level, i) => data.fill(level < BLACK * PAPER_LEVEL ? 0 : 255, 3 * i, 3 * i + 3));
  const picture: Raster = { data, width, height, channels: 3 };
  return {
    ...photograph,
    rgb: picture,
    jpeg: (quality = photograph.jpegQuality) =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality })
        .toBuffer(),
    truth: {
      ...truth,
      quad,
      quarterTurns: 0,
      pageToPhoto: (x, y) => {
        const p = truth.pageToPhoto(x, y);
        return project(toApp, p.x, p.y);
      },
    },
  };
}
