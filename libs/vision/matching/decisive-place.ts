import { localView, type FrameSampler } from '../ink/frame-sampler.js';
import { gaussianBlur } from '../pixels/gaussian-blur.js';
import type { Raster } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { abs, max, min, sqrt } = Math;

/** Shared ink is taken from this far around a place, px of the ink. */
export const CONTEXT = 26;
/** The frame is shifted by up to this to fit the shared ink, px of the ink. */
const REGISTRATION = 4;
/** ... and then by up to this to fit either page. */
const SLACK = 1;
const PAD = REGISTRATION + SLACK;
/** Grey difference of the blurred pages under which ink counts as shared. */
const SHARED = 24;
/** Grey difference of the blurred pages from which a px may decide. */
const DECIDING = 4;
/** Spread of shared ink (standard deviation, of 255) needed to register and to measure contrast on it. */
const MIN_SPREAD = 14;
/** Shared px needed for the same. */
const MIN_SHARED = 100;

/** A window of two pages' ink (255 ink, one size) and of the frame, PAD px larger on each side. */
export interface InkWindow {
  a: Raster;
  b: Raster;
  frame: Float32Array;
}

/** How the frame shows the ink that both pages share in a window. */
export interface SharedInk {
  /** The pages' ink, blurred as the frame is. */
  a: Float32Array;
  b: Float32Array;
  /** Best shift of the frame, px of the ink. */
  dx: number;
  dy: number;
  /** Of shared ink and darkness of the frame, -1..1; 0 when unreliable. */
  correlation: number;
  /** Grey of the frame = paper + gain * ink; the gain is negative, ink being dark. */
  paper: number;
  gain: number;
  /** Whether the window has shared ink enough to tell these. */
  reliable: boolean;
}

/**
 * The frame around a window of the page, for an InkWindow; null when it does not lie wholly inside the frame.
 * @param unit px of the page a px of the window; `left` and `top` in px of the ink
 */
export function frameAround(
  sampler: FrameSampler,
  unit: number,
  left: number,
  top: number,
  width: number,
  height: number,
): Float32Array | null {
  return localView(sampler, unit, left - PAD, top - PAD, width + 2 * PAD, height + 2 * PAD);
}

/** Registers the frame to the ink that both pages share, and measures its contrast there. */
export function fitSharedInk(window: InkWindow, blur: number): SharedInk {
  const a = gaussianBlur(window.a, blur);
  const b = window.b === window.a ? a : gaussianBlur(window.b, blur);
  const { width, height } = window.a;
  const every: number[] = [];
  const sparse: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (abs(a[i]! - b[i]!) >= SHARED) continue;
      every.push(i);
      if (((x | y) & 1) === 0) sparse.push(i);
    }
  const ink = (i: number) => (a[i]! + b[i]!) / 2;
  const whole = statistics(window, every, ink, 0, 0);
  const fit: SharedInk = {
    a,
    b,
    dx: 0,
    dy: 0,
    correlation: 0,
    paper: whole.frameMean,
    gain: 0,
    reliable: false,
  };
  if (every.length < MIN_SHARED || whole.inkVariance < MIN_SPREAD * MIN_SPREAD) return fit;
  let best = -Infinity;
  for (let dy = -REGISTRATION; dy <= REGISTRATION; dy++)
    for (let dx = -REGISTRATION; dx <= REGISTRATION; dx++) {
      const { correlation } = statistics(window, sparse, ink, dx, dy);
      if (correlation <= best) continue;
      best = correlation;
      fit.dx = dx;
      fit.dy = dy;
    }
  const s = statistics(window, every, ink, fit.dx, fit.dy);
  fit.reliable = true;
  fit.correlation = s.correlation;
  fit.gain = s.covariance / s.inkVariance;
  fit.paper = s.frameMean - fit.gain * s.inkMean;
  return fit;
}

function statistics(window: InkWindow, pixels: number[], ink: (i: number) => number, dx: number, dy: number) {
  const { width } = window.a;
  const frameWidth = width + 2 * PAD;
  let sm = 0;
  let smm = 0;
  let sf = 0;
  let sff = 0;
  let sfm = 0;
  for (let k = 0; k < pixels.length; k++) {
    const i = pixels[k]!;
    const y = (i / width) | 0;
    const f = window.frame[(y + dy + PAD) * frameWidth + (i - y * width) + dx + PAD]!;
    const m = ink(i);
    sm += m;
    smm += m * m;
    sf += f;
    sff += f * f;
    sfm += f * m;
  }
  const n = max(1, pixels.length);
  const inkVariance = smm / n - (sm / n) ** 2;
  const frameVariance = sff / n - (sf / n) ** 2;
  const covariance = sfm / n - (sm / n) * (sf / n);
  const spread = inkVariance * frameVariance;
  return {
    inkMean: sm / n,
    frameMean: sf / n,
    inkVariance,
    covariance,
    correlation: spread > 0 ? -covariance / sqrt(spread) : 0,
  };
}

/** What a window says, and what it can say at all. */
export interface Vote {
  /** -1 for page b .. 1 for page a. */
  vote: number;
  /**
   * The vote, 0..1, of a frame that shows just the one page or the other: little where they differ by a shift, which the place
   * itself takes out, or by what the blur takes away.
   */
  power: number;
}

/**
 * For which page a window speaks: the squared errors of the frame against both, where they differ, relative
 * to their difference from each other.
 * @param gain contrast taken where the window itself has no shared ink to tell it
 * @returns null when there is no contrast to tell by
 */
export function voteOf(window: InkWindow, fit: SharedInk, gain: number): Vote | null {
  const contrast = fit.reliable && fit.gain < 0 ? fit.gain : gain;
  if (!(contrast < 0)) return null;
  const { width, height } = window.a;
  const frameWidth = width + 2 * PAD;
  const deciding: number[] = [];
  let apart = 0;
  const edge = CONTEXT - 6;
  for (let y = edge; y < height - edge; y++)
    for (let x = edge; x < width - edge; x++) {
      const i = y * width + x;
      const difference = abs(fit.a[i]! - fit.b[i]!);
      if (difference < DECIDING) continue;
      deciding.push(i);
      apart += difference ** 3;
    }
  if (deciding.length === 0) return null;
  let errorA = Infinity;
  let errorB = Infinity;
  // Without shared ink the place itself has to find its best fit.
  const slack = fit.reliable ? SLACK : PAD;
  for (let sy = -slack; sy <= slack; sy++)
    for (let sx = -slack; sx <= slack; sx++) {
      let ea = 0;
      let eb = 0;
      for (const i of deciding) {
        const y = (i / width) | 0;
        const f = window.frame[(y + fit.dy + sy + PAD) * frameWidth + (i - y * width) + fit.dx + sx + PAD]!;
        const ink = (f - fit.paper) / contrast;
        const da = ink - fit.a[i]!;
        const db = ink - fit.b[i]!;
        // Px in which the pages differ more weigh more: handwriting beside them hardly counts.
        const weight = abs(fit.a[i]! - fit.b[i]!);
        ea += weight * da * da;
        eb += weight * db * db;
      }
      if (ea < errorA) errorA = ea;
      if (eb < errorB) errorB = eb;
    }
  // A frame that is like neither says little, however much more it is unlike the one.
  const vote = (errorB - errorA) / max(apart, errorA + errorB);
  return { vote, power: min(leastError(fit.a, fit.b), leastError(fit.b, fit.a)) / apart };

  /** Of one page shown against the other. */
  function leastError(shown: Float32Array, other: Float32Array): number {
    let least = apart;
    for (let sy = -slack; sy <= slack; sy++)
      for (let sx = -slack; sx <= slack; sx++) {
        const shift = sy * width + sx;
        let error = 0;
        for (const i of deciding)
          error +=
            abs(fit.a[i]! - fit.b[i]!) * (shown[i + shift]! - other[i]!) * (shown[i + shift]! - other[i]!);
        least = min(least, error);
      }
    return least;
  }
}
