import { KernelMemory, kernels } from '../kernels/kernels.js';
import { CorrelationSearch } from './correlation.js';
import { holdsAlongX, type Patch } from './patch.js';
import type { Point, Raster } from '../pixels/raster.js';

const { abs, floor, max, min, round } = Math;

/** Where a patch was found. */
export interface PatchMatch {
  /** Shift from the place looked at, px, to a part of a px. */
  dx: number;
  dy: number;
  /** Normalized correlation, -1..1. */
  correlation: number;
  /**
   * Correlation less that of the best rival at least 3 px away, or the correlation where there is none or none was
   * asked for.
   */
  lead: number;
}

/** A rival lies at least so far, px, from the peak. */
const FROM_PEAK = 3;
/** Correlation by which a rival at half the size has to be behind to be left at that: its own is not so much higher. */
const FAR_BEHIND = 0.35;

/** A grey picture in the kernels' memory, in which patches are looked for. */
export class SearchedPicture {
  /** Addresses of the picture and of a halved window of it. */
  readonly address: number;
  readonly halves: number;
  readonly whole: CorrelationSearch;
  readonly half: CorrelationSearch;

  /** @param margin half the side of the largest window looked at, px: a patch's radius and the reach */
  constructor(
    private readonly memory: KernelMemory,
    readonly width: number,
    readonly height: number,
    margin: number,
  ) {
    this.address = memory.take(width * height);
    this.halves = memory.take(margin * margin);
    this.whole = new CorrelationSearch(memory);
    this.half = new CorrelationSearch(memory);
  }

  /** A picture looked at as long as `work` runs. */
  static of<T>(image: Raster, margin: number, work: (picture: SearchedPicture) => T): T {
    return KernelMemory.borrow((memory) => {
      const picture = new SearchedPicture(memory, image.width, image.height, margin);
      picture.levels.set(image.data);
      return work(picture);
    });
  }

  /** Row-major, to be written before a search. */
  get levels(): Uint8Array {
    return this.memory.bytes(this.address, this.width * this.height);
  }
}

/**
 * Looks for a patch around (cx, cy) of a picture, whole-px shifts up to `reach` each way, and interpolates
 * the peak. Null when the search leaves the picture, meets a blank, or peaks at the edge of the search.
 */
export function matchPatch(
  patch: Patch,
  radius: number,
  picture: SearchedPicture,
  cx: number,
  cy: number,
  reach: number,
  withRival = true,
): PatchMatch | null {
  const x0 = round(cx);
  const y0 = round(cy);
  const margin = radius + reach;
  if (x0 < margin || y0 < margin || x0 >= picture.width - margin || y0 >= picture.height - margin)
    return null;
  const { address, width, whole, half, halves } = picture;
  const first = address + (y0 - margin) * width + x0 - margin;
  const count = 2 * reach + 1;
  whole.begin(patch.template, first, width, count);
  // At half the size first, every second shift within the outermost, then up to the top from the best of them.
  const wide = patch.halved.side + reach - 1;
  kernels.halvePlane(first + width + 1, width, halves, wide, wide, wide);
  half.begin(patch.halved, halves, wide, reach);
  const start = highest(half, -reach, -reach);
  if (start < 0) return null;
  const at = whole.climb(wholeShift(floor(start / reach)) * count + wholeShift(start % reach));
  const u = at % count;
  const v = (at - u) / count;
  if (u === 0 || v === 0 || u === count - 1 || v === count - 1) return null;
  const shift = peakOf(whole.scores, at, count);
  const correlation = whole.scores[at];
  return {
    dx: u - reach + shift.x + x0 - cx,
    dy: v - reach + shift.y + y0 - cy,
    correlation,
    lead: withRival ? correlation - rivalScore(picture, u, v, correlation) : correlation,
  };
}

/** The shift of the whole window for one of the halved, whose first lies at the second. */
const wholeShift = (k: number): number => 2 * k + 1;

/** The highest of the halved scores that lies 3 px or more from a place of the whole; -1 where there is none. */
function highest(half: CorrelationSearch, peakU: number, peakV: number): number {
  const { count } = half;
  let best = -1;
  let at = -1;
  for (let v = 0; v < count; v++)
    for (let u = 0; u < count; u++) {
      if (max(abs(wholeShift(u) - peakU), abs(wholeShift(v) - peakV)) < FROM_PEAK) continue;
      const score = half.at(u, v);
      if (score > best) {
        best = score;
        at = v * count + u;
      }
    }
  return at;
}

/** The highest score of another place than the peak's. */
function rivalScore({ whole, half }: SearchedPicture, peakU: number, peakV: number, peak: number): number {
  const at = highest(half, peakU, peakV);
  if (at < 0) return 0;
  const rough = max(0, half.scores[at]);
  if (rough < peak - FAR_BEHIND) return rough;
  // Between the shifts looked at the rival may be higher.
  const u0 = wholeShift(at % half.count);
  const v0 = wholeShift(floor(at / half.count));
  let rival = 0;
  for (let v = v0 - 1; v <= v0 + 1; v++)
    for (let u = u0 - 1; u <= u0 + 1; u++)
      if (max(abs(u - peakU), abs(v - peakV)) >= FROM_PEAK) rival = max(rival, whole.at(u, v));
  return rival;
}

/**
 * Looks for a patch of lines all in one direction, which would slide along them: whole-px shifts along the axis that
 * lies more across them. What it finds holds in the direction of the patch's `hold` alone.
 */
export function matchAcross(
  patch: Patch,
  radius: number,
  picture: SearchedPicture,
  cx: number,
  cy: number,
  reach: number,
): PatchMatch | null {
  const count = 2 * reach + 1;
  const margin = radius + reach;
  const { address, width, whole } = picture;
  whole.begin(patch.template, address + (cy - margin) * width + cx - margin, width, count);
  const alongX = holdsAlongX(patch);
  const { scores } = whole;
  // The scores along a line of shifts.
  const first = alongX ? reach * count : reach;
  const step = alongX ? 1 : count;
  let top = 0;
  for (let k = 0; k < count; k++) {
    whole.at(alongX ? k : reach, alongX ? reach : k);
    if (scores[first + k * step] > scores[first + top * step]) top = k;
  }
  if (top === 0 || top === count - 1) return null;
  const at = first + top * step;
  const peak = scores[at];
  const bow = scores[at - step] - 2 * peak + scores[at + step];
  const shift = top - reach + (bow < 0 ? (scores[at - step] - scores[at + step]) / (2 * bow) : 0);
  let rival = 0;
  for (let k = 0; k < count; k++) if (abs(k - top) >= FROM_PEAK) rival = max(rival, scores[first + k * step]);
  return { dx: alongX ? shift : 0, dy: alongX ? 0 : shift, correlation: peak, lead: peak - rival };
}

/** The top of the paraboloid through the nine scores around a peak, at most 0.6 px from it. */
function peakOf(scores: Float32Array, at: number, count: number): Point {
  const middle = scores[at];
  const left = scores[at - 1];
  const right = scores[at + 1];
  const above = scores[at - count];
  const below = scores[at + count];
  const gx = (right - left) / 2;
  const gy = (below - above) / 2;
  const xx = right - 2 * middle + left;
  const yy = below - 2 * middle + above;
  const xy =
    (scores[at + count + 1] - scores[at + count - 1] - scores[at - count + 1] + scores[at - count - 1]) / 4;
  const determinant = xx * yy - xy * xy;
  if (determinant > 1e-6 && xx < 0)
    return { x: within((xy * gy - yy * gx) / determinant), y: within((xy * gx - xx * gy) / determinant) };
  return { x: xx < 0 ? within(-gx / xx) : 0, y: yy < 0 ? within(-gy / yy) : 0 };
}

const within = (v: number): number => max(-0.6, min(0.6, v));
