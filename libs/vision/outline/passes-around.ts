import { centroid } from '../geometry/plane-geometry.js';
import { largePlaces, maskOf, sizeOf, type Run } from '../pixels/connected-cells.js';
import { dilate, erode, open } from '../pixels/morphology.js';
import { spansOf } from '../pixels/quad-spans.js';
import type { Quad, Raster, Size } from '../pixels/raster.js';
import { lowestPasses } from '../pixels/watershed.js';

const { max } = Math;

/** What is within an outline for certain, and beyond it, times its size: sides bend. */
const WITHIN = 0.88;
const BEYOND = 1.06;
/** Necks of a region that are narrower than twice this are none of it, px. */
const NECK = 4;

/** How water that rises from within an outline, or from the table, gets about in a picture. */
export class PassesAround {
  private readonly relief: Uint8Array;

  /** @param surface the picture with its text closed away */
  constructor(
    private readonly quad: Quad,
    private readonly surface: Raster,
  ) {
    this.relief = reliefOf(surface);
  }

  /** The lowest passes to each px from within the outline. */
  fromWithin(): Uint8Array {
    const within = maskOf(spansOf(scaled(this.quad, WITHIN), this.surface), this.surface);
    return lowestPasses(this.relief, within.data, this.surface.width);
  }

  /** ...and from the picture's border, as far as that lies beyond it. */
  fromTable(): Uint8Array {
    const { width, height } = this.surface;
    const border = new Uint8Array(width * height).fill(1);
    for (let y = 1; y < height - 1; y++) border.fill(0, y * width + 1, (y + 1) * width - 1);
    for (const { from, to } of pxAbout(this.quad, this.surface)) border.fill(0, from, to);
    return lowestPasses(this.relief, border, width);
  }
}

/** The px that may be within an outline: what is not is beyond it for certain. */
export const pxAbout = (quad: Quad, size: Size): Run[] => spansOf(scaled(quad, BEYOND), size);

/** The largest place that px of a mask hang together in, without what hangs on it by a neck. */
export function largestRegion(mask: Raster): Raster {
  const opened = open(mask, NECK);
  const [largest] = largePlaces(opened.data, mask.width, 1).sort((a, b) => sizeOf(b) - sizeOf(a));
  return maskOf(largest ?? [], opened);
}

/** How much a picture changes at each px: its morphological gradient, levels of the channel that changes most. */
function reliefOf(surface: Raster): Uint8Array {
  const { channels } = surface;
  const [light, dark] = [dilate(surface, 1).data, erode(surface, 1).data];
  const relief = new Uint8Array(light.length / channels);
  for (let k = 0, at = 0; k < relief.length; k++)
    for (let c = 0; c < channels; c++, at++) relief[k] = max(relief[k], light[at] - dark[at]);
  return relief;
}

/** A quad grown or shrunk about its middle. */
function scaled(quad: Quad, by: number): Quad {
  const middle = centroid(quad);
  return quad.map(({ x, y }) => ({
    x: middle.x + by * (x - middle.x),
    y: middle.y + by * (y - middle.y),
  })) as Quad;
}
