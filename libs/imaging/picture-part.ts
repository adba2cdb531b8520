import type { Raster } from '../vision/pixels/raster.js';

/** Axis-parallel box, px of a picture; right and bottom are outer edges. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const areaOf = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** The smallest box that holds all of these, at least one. */
export const boxAround = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/** A part of a picture of one channel, whole px: all that the box touches within the picture. */
export function cut({ data, width, height }: Raster, part: Box): Raster {
  const left = Math.floor(part.left);
  const top = Math.floor(part.top);
  const right = Math.min(width, Math.ceil(part.right));
  const bottom = Math.min(height, Math.ceil(part.bottom));
  const out = new Uint8Array((right - left) * (bottom - top));
  for (let y = top, o = 0; y < bottom; y++, o += right - left)
    out.set(data.subarray(y * width + left, y * width + right), o);
  return { data: out, width: right - left, height: bottom - top, channels: 1 };
}

/** A box of what `cut` gave, as one of the picture. */
export function outOfPart({ left, top, right, bottom }: Box, part: Box): Box {
  const [x, y] = [Math.floor(part.left), Math.floor(part.top)];
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}
