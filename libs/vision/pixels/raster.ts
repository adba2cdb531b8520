/**
 * Pixels in memory: 8 bits a channel, row-major, channels interleaved, no padding between rows.
 * `data.length === width * height * channels`. One channel is luminance, three are RGB, four RGBA.
 */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}

/** Of a raster or a page, px. */
export interface Size {
  width: number;
  height: number;
}

/** A place in pixels; (0, 0) is the centre of the top left pixel of the raster it speaks of. */
export interface Point {
  x: number;
  y: number;
}

/** Corners of a page, in the page's own reading order: top left, top right, bottom right, bottom left. */
export type Quad = [Point, Point, Point, Point];

/** A 3 x 3 projective map, row-major, that takes (x, y, 1) of one raster to another, up to scale. */
export type Homography = [number, number, number, number, number, number, number, number, number];
