import type { PaperLevels } from '../light/paper-levels.js';
import type { Raster } from '../pixels/raster.js';

const { floor, max, min } = Math;

/** What keeps back less light than this of paper's, in its strongest channel, is no ink. */
const LIGHT = 0.6;
/** The weakest channel of another colour has at most this of the strongest one, both over paper's. */
const COLOURED = 0.75;
/** This part of an area is of another colour where something lies on it or reaches into it. */
const SHARE = 0.15;

/**
 * Tells where a page is of another, light colour than its paper: notes that are stuck on it, above all, and what was
 * marked.
 *
 * @param preview a small copy of the page in colour, as it was photographed
 * @param paper the levels that its paper has there
 * @returns whether an area is; its bounds in parts of the page's width and height
 */
export function otherColour(
  preview: Raster,
  paper: PaperLevels,
): (left: number, top: number, right: number, bottom: number) => boolean {
  const { data, width, height, channels } = preview;
  if (channels < 3 || paper.channels < 3) return () => false;
  const { cols, rows, levels } = paper;
  const isOther = (x: number, y: number): boolean => {
    const from = (y * width + x) * channels;
    const cell = (floor((y * rows) / height) * cols + floor((x * cols) / width)) * paper.channels;
    let strongest = 0;
    let weakest = Infinity;
    for (let c = 0; c < 3; c++) {
      const reflected = data[from + c] / levels[cell + c];
      strongest = max(strongest, reflected);
      weakest = min(weakest, reflected);
    }
    return strongest > LIGHT && weakest < COLOURED * strongest;
  };
  return (left, top, right, bottom) => {
    const x1 = min(width, floor(right * width) + 1);
    const y1 = min(height, floor(bottom * height) + 1);
    let all = 0;
    let other = 0;
    for (let y = max(0, floor(top * height)); y < y1; y++)
      for (let x = max(0, floor(left * width)); x < x1; x++) {
        all++;
        if (isOther(x, y)) other++;
      }
    return other > SHARE * all;
  };
}
