import sharp, { type Sharp } from 'sharp';
import type { Raster } from '../vision/pixels/raster.js';

const { max, min, round } = Math;

/** Unsharp masking: the picture, and so many times what it has more than a copy of it blurred by a Gaussian. */
export interface UnsharpMask {
  /** Standard deviation, px of the picture as resized. */
  sigma: number;
  strength: number;
}

/** Levels that a px is made lighter at most, and darker: beside strong bars there are halos else. */
const LIGHTER = 25;
const DARKER = 51;
/** Levels of 16 bits a level of 8: what is told many times over may not be rounded to whole ones before. */
const FINE = 257;
/** libvips blurs by no less, px. */
const LEAST_SIGMA = 0.3;

/**
 * A grey raster resized by cubic convolution.
 * @param scale of both axes; sides are rounded to whole px
 * @param sigma standard deviation of a Gaussian that blurs it then, px of the result; 0 for none
 */
export async function resizedGrey(grey: Raster, scale: number, sigma = 0): Promise<Raster> {
  if (scale === 1 && sigma === 0) return grey;
  const { data: own, width, height } = grey;
  const picture = resizing(grey, scale)(sharp(own, { raw: { width, height, channels: 1 } }));
  const { data, info } = await (sigma > 0 ? blurring(sigma)(picture) : picture)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
    channels: 1,
  };
}

/**
 * The same, sharpened. What is enlarged is blurred before, which gives next to the same and takes a fraction of the
 * time.
 */
export async function sharpenedGrey(grey: Raster, scale: number, mask: UnsharpMask): Promise<Raster> {
  if (scale < 1) return sharpenedGrey(await resizedGrey(grey, scale), 1, mask);
  const own = fine(grey);
  const resize = resizing(grey, scale);
  const plain = scale > 1 ? await finely(own, resize) : own;
  const blurred = await finely(own, blurring(mask.sigma / scale));
  const soft = scale > 1 ? await finely(blurred, resize) : blurred;
  const { width, height } = plain;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const level = plain.data[i] / FINE;
    const more = mask.strength * (level - soft.data[i] / FINE);
    data[i] = max(0, min(255, round(level + max(-DARKER, min(LIGHTER, more)))));
  }
  return { data, width, height, channels: 1 };
}

function fine({ data: own, width, height }: Raster): FineRaster {
  const data = new Uint16Array(own.length);
  for (let i = 0; i < data.length; i++) data[i] = FINE * own[i];
  return { data, width, height };
}

type Step = (picture: Sharp) => Sharp;

const blurring =
  (sigma: number): Step =>
  (picture) =>
    picture.blur(max(LEAST_SIGMA, sigma));

const resizing = ({ width, height }: Raster, scale: number): Step => {
  if (scale === 1) return (picture) => picture;
  const sides = [width, height].map((side) => max(1, round(side * scale)));
  return (picture) => picture.resize(sides[0], sides[1], { fit: 'fill', kernel: 'cubic' });
};

/** A raster of one channel, of 16 bits. */
interface FineRaster {
  data: Uint16Array;
  width: number;
  height: number;
}

async function finely({ data: own, width, height }: FineRaster, step: Step): Promise<FineRaster> {
  const picture = step(sharp(own, { raw: { width, height, channels: 1 } })).toColourspace('grey16');
  const { data, info } = await picture.raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true });
  const levels = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  return { data: levels, width: info.width, height: info.height };
}
