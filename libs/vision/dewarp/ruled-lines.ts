import type { Point, Raster } from '../pixels/raster.js';
import { smoothLine, type SmoothLine } from './bent-line.js';

const { abs, max, min } = Math;

/** Width of the strips across which a rule is looked for, px. */
const STRIP = 8;
/** A rule is darker than what lies this far above and below it, px, by this many levels. */
const SIDE = 4;
const MIN_DEPTH = 28;
/** From strip to strip a rule rises by at most this, px, and beside how it rose before by this. */
const MAX_RISE = 2.5;
const MAX_TURN = 1.2;
/** Strips in which a rule may be lost, and in which it is seen at least. */
const MAX_LOST = 2;
const MIN_STRIPS = 14;
/** A rule keeps to its curve within this, px. */
const REACH = 0.8;

interface Track {
  points: Point[];
  y: number;
  rise: number;
  lost: number;
}

/** Ruled lines that run along the rows of an evened grey page, as curves. */
export function traceRules(page: Raster): SmoothLine[] {
  const { width, height } = page;
  const profile = new Float32Array(height);
  const lines: SmoothLine[] = [];
  let tracks: Track[] = [];
  const end = (track: Track): void => {
    if (track.points.length < MIN_STRIPS) return;
    const line = smoothLine(track.points, REACH);
    if (line) lines.push(line);
  };
  for (let left = 0; left + STRIP <= width; left += STRIP) {
    readStrip(page, left, profile);
    const x = left + (STRIP - 1) / 2;
    const found = darkPlaces(profile);
    const taken = new Uint8Array(found.length);
    const going: Track[] = [];
    let from = 0;
    for (const track of tracks) {
      const expected = track.y + track.rise * (track.lost + 1);
      while (from < found.length && found[from] < expected - 2 * MAX_RISE * (MAX_LOST + 1)) from++;
      let best = -1;
      let least = MAX_TURN + 0.3 * track.lost;
      for (let k = from; k < found.length && found[k] <= expected + least; k++) {
        const off = abs(found[k] - expected);
        if (off < least && !taken[k]) {
          least = off;
          best = k;
        }
      }
      if (best < 0) {
        if (++track.lost > MAX_LOST) end(track);
        else going.push(track);
        continue;
      }
      taken[best] = 1;
      const rise = (found[best] - track.y) / (track.lost + 1);
      const known = track.points.length;
      track.rise = max(-MAX_RISE, min(MAX_RISE, known < 3 ? rise : 0.7 * track.rise + 0.3 * rise));
      track.y = found[best];
      track.lost = 0;
      track.points.push({ x, y: track.y });
      going.push(track);
    }
    found.forEach((y, k) => {
      if (!taken[k]) going.push({ points: [{ x, y }], y, rise: 0, lost: 0 });
    });
    going.sort((a, b) => a.y - b.y);
    tracks = going;
  }
  tracks.forEach(end);
  return lines;
}

function readStrip({ data, width, height }: Raster, left: number, profile: Float32Array): void {
  for (let y = 0, k = left; y < height; y++, k += width) {
    let sum = 0;
    for (let i = k; i < k + STRIP; i++) sum += data[i];
    profile[y] = sum / STRIP;
  }
}

/** Thin dark places of a profile, to a part of a px. */
function darkPlaces(profile: Float32Array): number[] {
  const places: number[] = [];
  for (let y = SIDE; y < profile.length - SIDE; y++) {
    const here = profile[y];
    if (here > profile[y - 1] || here >= profile[y + 1]) continue;
    if (min(profile[y - SIDE], profile[y + SIDE]) - here < MIN_DEPTH) continue;
    // The middle of the dark, by weight.
    const level = min(profile[y - SIDE], profile[y + SIDE]);
    let sum = 0;
    let weight = 0;
    for (let d = -SIDE + 1; d < SIDE; d++) {
      const w = max(0, level - profile[y + d]);
      weight += w;
      sum += w * d;
    }
    places.push(y + sum / weight);
  }
  return places;
}

/** Side of the blocks in which a page is transposed, so that both pictures stay in the cache, px. */
const BLOCK = 32;

/** The page with its rows and columns exchanged. */
export function transposed({ data, width, height }: Raster): Raster {
  const out = new Uint8Array(data.length);
  for (let y0 = 0; y0 < height; y0 += BLOCK)
    for (let x0 = 0; x0 < width; x0 += BLOCK)
      for (let y = y0; y < min(height, y0 + BLOCK); y++)
        for (let x = x0; x < min(width, x0 + BLOCK); x++) out[x * height + y] = data[y * width + x];
  return { data: out, width: height, height: width, channels: 1 };
}
