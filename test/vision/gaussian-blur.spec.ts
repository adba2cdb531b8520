import { gaussianBlur } from '../../libs/vision/pixels/gaussian-blur.js';
import type { Raster } from '../../libs/vision/pixels/raster.js';
import { Random } from '../support/random.js';

/** Ink on a fifth of the px, and every third row empty. */
function inked(width: number, height: number): Raster {
  const random = new Random(71);
  const data = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.floor(i / width) % 3 === 2 || random.chance(0.8) ? 0 : random.int(1, 255),
  );
  return { data, width, height, channels: 1 };
}

/** The same by its definition: along the rows, then along the columns. */
function blurred({ data, width, height }: Raster, sigma: number): Float32Array {
  const radius = Math.ceil(2.5 * sigma);
  const offsets = Array.from({ length: 2 * radius + 1 }, (_, k) => k - radius);
  const weights = Float32Array.from(offsets, (k) => Math.exp((-k * k) / (2 * sigma * sigma)));
  const total = offsets.reduce((sum, k) => sum + Math.exp((-k * k) / (2 * sigma * sigma)), 0);
  const within = (k: number, end: number) => Math.min(end - 1, Math.max(0, k));
  const weighed = (level: (offset: number) => number) =>
    offsets.reduce((sum, offset, k) => sum + weights[k] * level(offset), 0) / total;
  const across = Float32Array.from(data, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return weighed((offset) => data[y * width + within(x + offset, width)]);
  });
  return across.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return weighed((offset) => across[within(y + offset, height) * width + x]);
  });
}

describe('a Gaussian blur', () => {
  it.each([
    ['as wide as vectors', 24, 17, 1.3],
    ['a px wider', 25, 16, 0.7],
    ['smaller than its reach', 3, 2, 2],
    ['one px', 1, 1, 1],
  ])('is that of its definition, borders repeated: %s', (_, width, height, sigma) => {
    const picture = inked(width, height);
    expect(gaussianBlur(picture, sigma)).toEqual(blurred(picture, sigma));
  });
});
