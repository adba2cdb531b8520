import { median } from '../geometry/median.js';
import type { Quad, Raster } from '../pixels/raster.js';

const { abs, log, max, min, round } = Math;

/** The strips compared on either side of a quad's side lie this far off it, as parts of the quad. */
const NEAR = 0.02;
const FAR = 0.2;
/** Places looked at along the side, and across a strip. */
const ALONG = 32;
const ACROSS = 16;
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
 * Whether the sheet of an outline goes on beyond a side of it in other light: at a fold, or at the edge of a shadow,
 * light changes as much as it does at paper's edge, but all of its colours alike, and print goes on, as dense and as
 * dark beside its paper. A table of the same tint carries no print; grain and textures are paler, or denser. In the
 * same light it may be another sheet that lies there. Where it is so beyond all sides that tells nothing, for the page
 * lies on a pile of its like, unless the light is the same too: nothing parts the outline from what it lies on then.
 *
 * @param cut sides that are the picture's borders
 * @param closed the picture with its text closed away
 * @param plain the same as it is
 */
export function goesOnInOtherLight(
  { quad, cut }: { quad: Quad; cut: readonly boolean[] },
  closed: Raster,
  plain: Raster,
): boolean {
  const seen = [0, 1, 2, 3]
    .filter((side) => !cut[side])
    .map((side) => compareAcross(quad, side, closed, plain))
    .filter((one) => one !== null);
  const same = seen.filter(({ isSamePaper }) => isSamePaper);
  const inOtherLight = same.filter(({ gain }) => abs(gain) > SAME_LIGHT);
  return same.length < seen.length ? inOtherLight.length > 0 : same.length > 0 && inOtherLight.length === 0;
}

/** Whether it is the same paper, printed alike, on either side of a quad's side; side i runs from corner i to i + 1. */
export function isSamePaperBeyond(quad: Quad, side: number, closed: Raster, plain: Raster): boolean {
  return compareAcross(quad, side, closed, plain)?.isSamePaper ?? false;
}

/** Null where the strip lies outside of the picture for the most part, or nothing is known of its tint: in grey. */
function compareAcross(quad: Quad, side: number, closed: Raster, plain: Raster): Comparison | null {
  const { channels } = closed;
  if (channels === 1) return null;
  const pairs = placesAcross(quad, side, closed);
  if (pairs.length < (ALONG * ACROSS) / 2) return null;
  const changes = Array.from({ length: channels }, (_, c) =>
    pairs.map(([within, beyond]) => log((closed.data[beyond + c] + DARK) / (closed.data[within + c] + DARK))),
  );
  const gains = pairs.map((_, i) => changes.reduce((sum, change) => sum + change[i], 0) / channels);
  const gain = median(gains);
  const shifts = changes.map((change) => change.map((value, i) => value - gains[i]));
  const tints = shifts.map((shift) => median(shift));
  const even = pairs.filter((_, i) => shifts.every((shift, c) => abs(shift[i] - tints[c]) < EVEN));
  const ordered = [...gains].sort((a, b) => a - b);
  const spread = ordered[round(0.9 * (ordered.length - 1))] - ordered[round(0.1 * (ordered.length - 1))];
  const isSameTint = even.length >= EVEN_PLACES * pairs.length && max(...tints.map(abs)) <= TINT;
  const isLight = gain > LEAST_GAIN && gain < MOST_GAIN && spread < SPREAD;
  return { gain, isSamePaper: isSameTint && isLight && isPrintedAlike(pairs, closed, plain) };
}

/** Places within a side, and as far beyond it, by where they are in the data; those in the picture. */
function placesAcross(quad: Quad, side: number, { width, height, channels }: Raster): [number, number][] {
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => quad[(side + i) % 4]);
  const pairs: [number, number][] = [];
  for (let i = 0; i < ALONG; i++) {
    const u = (i + 0.5) / ALONG;
    const [footX, footY] = [a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)];
    const [inX, inY] = [d.x + u * (c.x - d.x) - footX, d.y + u * (c.y - d.y) - footY];
    for (let j = 0; j < ACROSS; j++) {
      const v = NEAR + ((FAR - NEAR) * (j + 0.5)) / ACROSS;
      const [x, y] = [round(footX + v * inX), round(footY + v * inY)];
      const [outX, outY] = [round(footX - v * inX), round(footY - v * inY)];
      if (min(x, y, outX, outY) < 0 || max(x, outX) >= width || max(y, outY) >= height) continue;
      pairs.push([(y * width + x) * channels, (outY * width + outX) * channels]);
    }
  }
  return pairs;
}

/** Whether there is as much print, and as dark, beyond as within. */
function isPrintedAlike(pairs: readonly [number, number][], closed: Raster, plain: Raster): boolean {
  const within = printAt(
    pairs.map(([at]) => at),
    closed,
    plain,
  );
  const beyond = printAt(
    pairs.map(([, at]) => at),
    closed,
    plain,
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
  const inks = places.map((at) => {
    let most = 0;
    for (let k = at; k < at + closed.channels; k++)
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
