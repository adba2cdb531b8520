import { median } from '../geometry/median.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { placesBeside } from './side-strips.js';

const { abs, log, max, min, round } = Math;

/** What is compared on either side of a quad's side. */
const STRIPS = { near: 0.02, far: 0.2, along: 32, across: 16 };
/** Levels that are added before a level is compared with another one: dark ones differ by noise. */
const DARK = 2;
/**
 * One paper in other light: in so many of the places all channels change by the same part of their level, within this
 * much (natural logarithm), and light has about the same tint...
 */
const EVEN_PLACES = 0.75;
const EVEN = 0.06;
const TINT = 0.1;
/** ...and changes by so much, from its darker to its lighter tenth too. */
const LEAST_GAIN = -1.2;
const MOST_GAIN = 0.2;
const SPREAD = 0.75;
/** Parts of the paper's level by which print lies under it, and dark print. */
const PRINT = 0.1;
const DARK_PRINT = 0.2;
/** There is dark print in this part of the places, at least... */
const PRINT_SHARE = 0.02;
/** ...and of all print and of dark print this part of what is on the other side, which is about as dark. */
const AS_MUCH = 0.5;
const AS_MUCH_DARK = 0.25;
const AS_DARK = 0.7;
/** Light that changes by no more is the same. */
const SAME_LIGHT = 0.15;

/** What lies beyond a side of a quad, beside what lies within. */
interface Comparison {
  /** By how much the light changes, natural logarithm. */
  gain: number;
  /** Whether it is the same paper, printed alike. */
  isSamePaper: boolean;
}

/**
 * The sides of an outline beyond which its sheet goes on in other light: at a fold, or at the edge of a shadow,
 * light changes as much as it does at paper's edge, but all of its colours alike, and print goes on, as dense and as
 * dark beside its paper. A table of the same tint carries no print; grain and textures are paler, or denser. In the
 * same light it may be another sheet that lies there. Where it is so beyond all sides that tells nothing, for the page
 * lies on a pile of its like, unless the light is the same too: nothing parts the outline from what it lies on then.
 *
 * @param cut sides that are the picture's borders
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function sidesInOtherLight(
  { quad, cut }: { quad: Quad; cut: readonly boolean[] },
  closed: Raster,
  plain: Raster,
): number[] {
  const seen = [0, 1, 2, 3]
    .filter((side) => !cut[side])
    .flatMap((side) => {
      const compared = compareAcross(quad, side, closed, plain);
      return compared ? [{ side, ...compared }] : [];
    });
  const same = seen.filter(({ isSamePaper }) => isSamePaper);
  const inOtherLight = same.filter(({ gain }) => abs(gain) > SAME_LIGHT);
  if (same.length < seen.length) return inOtherLight.map(({ side }) => side);
  return inOtherLight.length === 0 ? same.map(({ side }) => side) : [];
}

/** Whether it is the same paper, printed alike, on either side of a quad's side; side i runs from corner i to i + 1. */
export function isSamePaperBeyond(quad: Quad, side: number, closed: Raster, plain: Raster): boolean {
  return compareAcross(quad, side, closed, plain)?.isSamePaper ?? false;
}

/** Null where the strips lie outside of the picture for the most part, or nothing is known of their tint: in grey. */
function compareAcross(quad: Quad, side: number, closed: Raster, plain: Raster): Comparison | null {
  const { channels } = closed;
  const pairs = channels === 1 ? null : placesBeside(quad, side, STRIPS, closed);
  if (!pairs) return null;
  const changes = Array.from({ length: channels }, (_, c) => {
    const levelAt = (i: number): number => closed.data[i * channels + c] + DARK;
    return pairs.map(([within, beyond]) => log(levelAt(beyond) / levelAt(within)));
  });
  const gains = pairs.map((_, i) => changes.reduce((sum, change) => sum + change[i], 0) / channels);
  const ordered = Float64Array.from(gains).sort();
  const [low, gain, high] = [0.1, 0.5, 0.9].map((part) => ordered[round(part * (ordered.length - 1))]);
  const shifts = changes.map((change) => change.map((value, i) => value - gains[i]));
  const tints = shifts.map((shift) => median(shift));
  const even = pairs.filter((_, i) => shifts.every((shift, c) => abs(shift[i] - tints[c]) < EVEN));
  const isSameTint = even.length >= EVEN_PLACES * pairs.length && max(...tints.map(abs)) <= TINT;
  const isLight = gain > LEAST_GAIN && gain < MOST_GAIN && high - low < SPREAD;
  return { gain, isSamePaper: isSameTint && isLight && isPrintedAlike(pairs, closed, plain) };
}

/** Whether there is as much print, and as dark, beyond as within. */
function isPrintedAlike(pairs: readonly [number, number][], closed: Raster, plain: Raster): boolean {
  const [within, beyond] = [0, 1].map((k) =>
    printAt(
      pairs.map((pair) => pair[k]),
      closed,
      plain,
    ),
  );
  const alike = (a: number, b: number): number => min(a, b) / max(a, b, 1e-9);
  return (
    beyond.dark >= PRINT_SHARE &&
    alike(within.share, beyond.share) >= AS_MUCH &&
    alike(within.dark, beyond.dark) >= AS_MUCH_DARK &&
    alike(within.darkness, beyond.darkness) >= AS_DARK
  );
}

/** The parts of places that are print, and dark print, and how dark print is in the mean, part of the paper’s level. */
function printAt(
  places: readonly number[],
  closed: Raster,
  plain: Raster,
): { share: number; dark: number; darkness: number } {
  const { channels } = closed;
  const inks = places.map((i) => {
    let most = 0;
    for (let k = i * channels; k < (i + 1) * channels; k++)
      most = max(most, (closed.data[k] - plain.data[k]) / (closed.data[k] + 4 * DARK));
    return most;
  });
  const print = inks.filter((ink) => ink > PRINT);
  return {
    share: print.length / places.length,
    dark: inks.filter((ink) => ink > DARK_PRINT).length / places.length,
    darkness: print.reduce((sum, ink) => sum + ink, 0) / max(1, print.length),
  };
}
