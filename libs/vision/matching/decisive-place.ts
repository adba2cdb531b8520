import { KernelMemory, kernels } from '../kernels/kernels.js';
import { PAD, REGISTRATION, SLACK, type InkWindow, type SharedInk } from './shared-ink.js';

const { abs, floor, max, min } = Math;

/** How far a window goes beyond the place in its middle, px of the ink. */
export interface Context {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A window around a place where two pages differ. */
export interface PlaceWindow extends InkWindow {
  context: Context;
}

/** Px around a place that may decide with it. */
const CLOSE_BY = 6;
/** Grey difference of the blurred pages from which a px may decide. */
const DECIDING = 4;
/** A page is bare where it has less than this share of the other's ink, among the px that decide. */
const BARE = 0.15;

/** What a window says, and what it can say at all. */
export interface Vote {
  /** -1 for page b .. 1 for page a. */
  vote: number;
  /**
   * The vote, 0..1, of a frame that shows just the one page or the other: little where they differ by a shift, which
   * the place itself takes out, or by what the blur takes away.
   */
  power: number;
  /** Whether it speaks for a page that is bare there, by ink of the other's that the frame does not show. */
  byWhatIsMissing: boolean;
}

/**
 * For which page a window speaks: the squared errors of the frame against both, where they differ, relative
 * to their difference from each other.
 * @param gain contrast taken where the window itself has no shared ink to tell it
 * @returns null when there is no contrast to tell by
 */
export function voteOf(window: PlaceWindow, fit: SharedInk, gain: number): Vote | null {
  const contrast = fit.reliable && fit.gain < 0 ? fit.gain : gain;
  if (!(contrast < 0)) return null;
  const { width, height } = window.a;
  const { left, top, right, bottom } = window.context;
  const frameWidth = width + 2 * PAD;
  const deciding: DecidingPixels = {
    count: 0,
    inPages: new Int32Array(width * height),
    inFrame: new Int32Array(width * height),
    weight: new Float32Array(width * height),
  };
  let apart = 0;
  const inked = { a: 0, b: 0 };
  for (let y = max(0, top - CLOSE_BY); y < height - max(0, bottom - CLOSE_BY); y++)
    for (let x = max(0, left - CLOSE_BY); x < width - max(0, right - CLOSE_BY); x++) {
      const i = y * width + x;
      const difference = abs(fit.a[i] - fit.b[i]);
      if (difference < DECIDING) continue;
      deciding.inPages[deciding.count] = i;
      deciding.inFrame[deciding.count] = (y + fit.dy + PAD) * frameWidth + x + fit.dx + PAD;
      // Px in which the pages differ more weigh more: handwriting beside them hardly counts.
      deciding.weight[deciding.count++] = difference;
      apart += difference * difference * difference;
      inked.a += difference * fit.a[i];
      inked.b += difference * fit.b[i];
    }
  if (deciding.count === 0) return null;
  // Without shared ink the place itself has to find its best fit.
  const slack = fit.reliable ? SLACK : PAD;
  const frame = {
    data: window.frame,
    width: frameWidth,
    places: deciding.inFrame,
    paper: fit.paper,
    contrast,
  };
  const pageAsShown = (data: Float32Array): ShownInk => {
    return { data, width, places: deciding.inPages, paper: 0, contrast: 1 };
  };
  const errorA = leastError(frame, fit.a, deciding, slack);
  const errorB = leastError(frame, fit.b, deciding, slack);
  const errorOfOther = min(
    leastError(pageAsShown(fit.a), fit.b, deciding, slack),
    leastError(pageAsShown(fit.b), fit.a, deciding, slack),
  );
  // A frame that is like neither says little, however much more it is unlike the one.
  const vote = (errorB - errorA) / max(apart, errorA + errorB);
  const byWhatIsMissing = vote > 0 ? inked.a < BARE * inked.b : inked.b < BARE * inked.a;
  return { vote, power: min(1, errorOfOther / apart), byWhatIsMissing };
}

/** Shifts by which the shared ink registers a frame, small ones first: they mostly leave least. */
const SHIFTS = Array.from({ length: (2 * REGISTRATION + 1) ** 2 }, (_, k) => [
  (k % (2 * REGISTRATION + 1)) - REGISTRATION,
  floor(k / (2 * REGISTRATION + 1)) - REGISTRATION,
]).sort(([ax, ay], [bx, by]) => ax * ax + ay * ay - bx * bx - by * by);

/**
 * Share of the difference of a window's pages, 0..1, that is left when the one is moved against the other by as much as
 * the shared ink registers the frame. Where little is left a heading or a rule has moved: the frame, registered to the
 * heading itself, fits either.
 */
export function unlikeMoved({ a, b }: SharedInk, width: number, height: number): number {
  return KernelMemory.borrow((memory) => {
    const [from, to] = [memory.hold(a), memory.hold(b)];
    const addressAt = (dx: number, dy: number) => 4 * ((PAD + dy) * width + PAD + dx);
    // Every other px: blurred ink is smooth enough.
    const errorMoved = (dx: number, dy: number, most: number): number => {
      const [moved, still] = [from + addressAt(dx, dy), to + addressAt(0, 0)];
      return kernels.movedError(moved, still, width, width - 2 * PAD, height - 2 * PAD, most);
    };
    const asTheyAre = errorMoved(0, 0, Infinity);
    let least = asTheyAre;
    for (const [dx, dy] of SHIFTS) least = min(least, errorMoved(dx, dy, least));
    return asTheyAre > 0 ? least / asTheyAre : 0;
  });
}

/** Px of a window that decide: where they lie in the pages and in the frame, and how much they weigh. */
interface DecidingPixels {
  count: number;
  inPages: Int32Array;
  inFrame: Int32Array;
  weight: Float32Array;
}

/** A picture that shows ink, grey = paper + contrast * ink, and where the deciding px lie in it. */
interface ShownInk {
  data: Float32Array;
  width: number;
  places: Int32Array;
  paper: number;
  contrast: number;
}

/** Px summed up between two checks. */
const BETWEEN_CHECKS = 64;

/** Weighted squared error of what is shown against a page's ink, at the best of all shifts of up to `slack` px. */
function leastError(shown: ShownInk, ink: Float32Array, deciding: DecidingPixels, slack: number): number {
  const { data, places, paper, contrast } = shown;
  const { count, inPages, weight } = deciding;
  let least = Infinity;
  for (let sy = -slack; sy <= slack; sy++)
    for (let sx = -slack; sx <= slack; sx++) {
      const shift = sy * shown.width + sx;
      let error = 0;
      for (let k = 0; k < count && error < least;) {
        // Whether it is still the least is asked now and then.
        for (const end = min(count, k + BETWEEN_CHECKS); k < end; k++) {
          const off = (data[places[k] + shift] - paper) / contrast - ink[inPages[k]];
          error += weight[k] * off * off;
        }
      }
      if (error < least) least = error;
    }
  return least;
}
