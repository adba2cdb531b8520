import type { Raster } from './raster.js';

/** Levels of the px within so many of a picture's border, the mean of their channels, row by row. */
export function rimLevels({ data, width, height, channels }: Raster, rim: number): number[] {
  const levels: number[] = [];
  for (let y = 0; y < height; y++) {
    const isInside = y >= rim && y < height - rim;
    for (let x = 0; x < width; x++) {
      if (isInside && x >= rim && x < width - rim) continue;
      let sum = 0;
      for (let c = 0; c < channels; c++) sum += data[(y * width + x) * channels + c];
      levels.push(sum / channels);
    }
  }
  return levels;
}
