import type { PaperLevels } from './illumination.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';

/** Part of the picture's shorter side that counts as its rim. */
const RIM = 0.015;
/** Rim px at least this light, against the picture's own paper, are paper or a scanner's lid. */
const RIM_LIGHTNESS = 0.86;
/** Part of the rim that has to be so. */
const RIM_SHARE = 0.6;
/**
 * Cells of paper differ by at most this much over a scan (first quarter to ninetieth part: shaded boxes of the
 * form lie below), of their median.
 */
const EVENNESS = 0.06;
/** Paper in a scan is at least this light. */
const LIGHTNESS = 215;
/** A page lies flat when its corners are right angles within this, degrees, and opposite sides equal within this part. */
const RIGHT_ANGLE = 0.45;
const EQUAL_SIDES = 0.006;
/** ...and when it fills this part of the picture. */
const FILLED = 0.8;

/**
 * Whether a picture in which no page stands out is a scan: its rim is mostly paper (slivers of a dark lid
 * are let pass), and its light is even, as no lamp over a table makes it.
 */
export function looksScanned(picture: Raster, paper: PaperLevels): boolean {
  const cells: number[] = [];
  for (let k = 0; k < paper.levels.length; k += paper.channels) {
    let sum = 0;
    for (let c = 0; c < paper.channels; c++) sum += paper.levels[k + c] / paper.channels;
    cells.push(sum);
  }
  cells.sort((a, b) => a - b);
  const middle = cells[cells.length >> 1];
  const spread = cells[Math.floor(cells.length * 0.9)] - cells[Math.floor(cells.length * 0.25)];
  if (middle < LIGHTNESS || spread > EVENNESS * middle) return false;
  return rimShare(picture, middle * RIM_LIGHTNESS) >= RIM_SHARE;
}

function rimShare(picture: Raster, level: number): number {
  const { data, width, height, channels } = picture;
  const rim = Math.max(1, Math.round(RIM * Math.min(width, height)));
  let light = 0;
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (x >= rim && x < width - rim && y >= rim && y < height - rim) {
        x = width - rim - 1;
        continue;
      }
      let sum = 0;
      for (let c = 0; c < channels; c++) sum += data[(y * width + x) * channels + c];
      if (sum / channels >= level) light++;
      count++;
    }
  return light / count;
}

/** Whether an outline is a rectangle seen straight on that fills the picture: a scan with a dark lid. */
export function liesFlat(quad: Quad, width: number, height: number): boolean {
  const lengths = sidesOf(quad).map((s) => Math.hypot(s.x, s.y));
  const equal = [0, 1].every((i) => Math.abs(lengths[i] / lengths[i + 2] - 1) < EQUAL_SIDES);
  return hasRightAngles(quad, RIGHT_ANGLE) && equal && lengths[0] * lengths[1] >= FILLED * width * height;
}

/** Whether all corners of a quad are right angles within so many degrees. */
export function hasRightAngles(quad: Quad, within: number): boolean {
  const sides = sidesOf(quad);
  return sides.every((s, i) => {
    const t = sides[(i + 1) % 4];
    const cosine = (s.x * t.x + s.y * t.y) / (Math.hypot(s.x, s.y) * Math.hypot(t.x, t.y));
    return Math.abs(cosine) < Math.sin((within * Math.PI) / 180);
  });
}

function sidesOf(quad: Quad): Point[] {
  return quad.map((p, i) => ({ x: quad[(i + 1) % 4].x - p.x, y: quad[(i + 1) % 4].y - p.y }));
}

/** Px looked at for tones, and the levels between which a tone is neither black nor white. */
const TONES_LOOKED_AT = 20000;
const BLACK = 32;
const WHITE = 223;
/** Part of a two-tone picture's px that are neither, at most: compression makes some. */
const FEW_TONES = 0.03;

/** Whether a picture is black and white without tones between: no camera makes such, a scanner or a program does. */
export function isTwoTone({ data, width, height, channels }: Raster): boolean {
  const every = Math.max(1, Math.floor((width * height) / TONES_LOOKED_AT));
  let between = 0;
  let count = 0;
  for (let i = 0; i < width * height; i += every, count++) {
    const level = data[i * channels + (channels === 1 ? 0 : 1)];
    if (level > BLACK && level < WHITE) between++;
  }
  return between <= FEW_TONES * count;
}
