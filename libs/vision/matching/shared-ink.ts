import { localView, type FrameSampler } from '../ink/frame-sampler.js';
import { KernelMemory } from '../kernels/kernels.js';
import { gaussianBlur } from '../pixels/gaussian-blur.js';
import type { Raster } from '../pixels/raster.js';
import { SharedSample } from './shared-sample.js';

const { max, min } = Math;

/** The frame is shifted by up to this to fit the shared ink, px of the ink. */
export const REGISTRATION = 4;
/** ... and then by up to this to fit either page. */
export const SLACK = 1;
/** A window's view of the frame is larger than the window by this on each side. */
export const PAD = REGISTRATION + SLACK;
/** Grey difference of the blurred pages under which ink counts as shared. */
const SHARED = 24;
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
  const stride = width + 2 * PAD;
  return KernelMemory.borrow((memory) => {
    const sample = new SharedSample(a, b, width, height, SHARED, window.frame, stride, memory);
    return { a, b, ...registered(sample, stride) };
  });
}

function registered(sample: SharedSample, stride: number): Omit<SharedInk, 'a' | 'b'> {
  const placeAt = (dx: number, dy: number) => (PAD + dy) * stride + PAD + dx;
  const variance = sample.variance();
  if (sample.count < MIN_SHARED || variance < MIN_SPREAD * MIN_SPREAD) {
    // Nothing to register by: the place counts as it is foretold.
    const paper = sample.against(placeAt(0, 0), 1).frameMean;
    return { dx: 0, dy: 0, correlation: 0, paper, gain: 0, reliable: false };
  }
  let [bestX, bestY, best] = [0, 0, -Infinity];
  const consider = (dx: number, dy: number): void => {
    const { correlation } = sample.against(placeAt(dx, dy), 2);
    if (correlation > best) [bestX, bestY, best] = [dx, dy, correlation];
  };
  // Every other place first: blurred ink is smooth enough for the top not to hide between them.
  for (let dy = -REGISTRATION; dy <= REGISTRATION; dy += 2)
    for (let dx = -REGISTRATION; dx <= REGISTRATION; dx += 2) consider(dx, dy);
  const [mx, my] = [bestX, bestY];
  for (let dy = max(-REGISTRATION, my - 1); dy <= min(REGISTRATION, my + 1); dy++)
    for (let dx = max(-REGISTRATION, mx - 1); dx <= min(REGISTRATION, mx + 1); dx++)
      if (dx !== mx || dy !== my) consider(dx, dy);
  const { frameMean, covariance, correlation } = sample.against(placeAt(bestX, bestY), 1);
  const gain = covariance / variance;
  return { dx: bestX, dy: bestY, correlation, gain, paper: frameMean - gain * sample.mean(), reliable: true };
}
