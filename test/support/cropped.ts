import type { Raster } from '../../libs/vision/pixels/raster.js';

/** px of a picture; right and below are the first that lie outside. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a picture shows in a box, which lies within it. */
export function cropped(picture: Raster, { left, top, right, bottom }: Box): Raster {
  const { channels } = picture;
  const [width, height] = [right - left, bottom - top];
  const row = width * channels;
  const data = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * channels;
    data.set(picture.data.subarray(from, from + row), y * row);
  }
  return { data, width, height, channels };
}
