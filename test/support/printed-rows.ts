import type { Raster } from '../../libs/vision/pixels/raster.js';

/** A page with rows printed in a colour from side to side, under its print. @param rows parts of its height */
export function withRows(
  page: Raster,
  rows: readonly (readonly [number, number])[],
  colour: readonly number[],
): Raster {
  const { width, height, channels } = page;
  const data = page.data.slice();
  for (const row of rows) {
    const [from, to] = row.map((part) => Math.round(part * height) * width * channels);
    for (let k = from; k < to; k += channels) if (data[k] >= 128) data.set(colour.slice(0, channels), k);
  }
  return { ...page, data };
}
