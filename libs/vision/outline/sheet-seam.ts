import { median } from '../geometry/median.js';
import { homographyFromPoints, UNIT_SQUARE } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import { channelBetween } from '../pixels/level-between.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { edgeJump, type QuadView } from './edge-jump.js';

const { abs, hypot, max, min, round } = Math;

/**
 * Where one sheet of an outline ends and the next begins: a part of the outline's first side and of its third, for
 * either sheet.
 */
export interface SheetSeam {
  first: { near: number; far: number };
  second: { near: number; far: number };
}

/** A sheet has this part of an outline's side at least. */
const LEAST_PART = 0.05;
/** Depths within a side, px, at which a gap is looked for, and beyond it, where the table is seen. */
const WITHIN = [2, 4, 6, 8, 10];
const BEYOND = [-4, -6, -8, -10];
/**
 * A gap is this wide at most, px, and this part darker than the sheets beside it at least: half of what a sheet's own
 * shadow is.
 */
const WIDEST = 70;
const DARKER = 0.04;
/** Gaps looked at along each side, the darkest. */
const LOOKED_AT = 8;
/**
 * A gap's ends lie as far aside of each other, as a part of its length; farther where the picture cuts one of the
 * sheets off aslant.
 */
const ASIDE = 0.06;
const ASIDE_OF_CUT = 0.6;
/** It is seen along this part of its length: here it has half of its usual depth. */
const SEEN = 0.95;
/** What is in it is lighter than the table, and darker, by these parts of paper's level at most. */
const LIGHTER_THAN_TABLE = 0.12;
const DARKER_THAN_TABLE = 0.2;
/** A table is darker than paper by this part in one channel at least, to be told from it. */
const TABLE_TOLD = 0.12;
/** Paper is seen so far beside a gap, px. */
const PAPER_ASIDE = 12;
/**
 * px by which the sheets' edges do not meet across a gap in which the table is seen, and across a shadow alone, at
 * either end.
 */
const JUMP_AT_GAP = 0.3;
const JUMP_AT_SHADOW = 0.5;
/** Beside a shadow alone no print is seen in this part of the places along it. */
const BLANK = 0.9;
/**
 * Places looked at along a gap, but for its very ends: few at first, of which one may fail; steps across it; px off its
 * edges where the sheets are.
 */
const FEW_PLACES = 8;
const PLACES = 64;
const AT_END = 0.02;
const STEPS = 8;
const BESIDE = [2.5, 3.5, 4.5, 5.5];
/** Paper that is blank there differs by this part of its level at most. */
const EVEN = 0.08;

/** A dark place of a strip, px along it, and how much darker it is than what is beside it, 0..1. */
interface Gap {
  from: number;
  to: number;
  depth: number;
}

/**
 * The seam between two sheets that lie side by side and were outlined as one: a gap, or a shadow, from the quad's first
 * side to its third. A gap opens to the table at both ends, which no ruling does; and paper's edges, which go on across
 * a fold, do not meet across the gap, for no hand lays sheets so straight.
 *
 * @param cut sides that are the picture's border: how a gap ends there is not seen
 */
export function sheetSeam(picture: Raster, quad: Quad, cut: readonly boolean[]): SheetSeam | null {
  const map = homographyFromPoints(UNIT_SQUARE, quad);
  if (!map || (cut[0] && cut[2])) return null;
  const wide = round(max(distance(quad[0], quad[1]), distance(quad[3], quad[2])));
  const long = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2;
  const view: QuadView = { picture, map, wide, long };
  const near = stripOf(view, WITHIN, false);
  const far = stripOf(view, WITHIN, true);
  const reach = (cut[1] || cut[3] ? ASIDE_OF_CUT : ASIDE) * long;
  const nearGaps = gapsIn(near);
  const farGaps = gapsIn(far);
  let best: { seam: SheetSeam; seen: number } | null = null;
  for (const a of nearGaps)
    for (const b of farGaps) {
      if (abs(a.from + a.to - b.from - b.to) / 2 > reach) continue;
      const seam: SheetSeam = {
        first: { near: a.from / wide, far: b.from / wide },
        second: { near: a.to / wide, far: b.to / wide },
      };
      const { seen, blank } = alongSeam(view, seam);
      if (seen < SEEN || (best && seen <= best.seen)) continue;
      const ends = [
        ...(cut[0] ? [] : [{ strip: near, gap: a, isFar: false }]),
        ...(cut[2] ? [] : [{ strip: far, gap: b, isFar: true }]),
      ];
      const isGap = ends.every(({ strip, gap, isFar }) =>
        showsTable(strip, stripOf(view, BEYOND, isFar, gap), gap),
      );
      if (!isGap && blank < BLANK) continue;
      const jump = isGap ? JUMP_AT_GAP : JUMP_AT_SHADOW;
      if (ends.every(({ gap, isFar }) => edgeJump(view, gap, isFar) >= jump)) best = { seam, seen };
    }
  return best?.seam ?? null;
}

function distance(a: Point, b: Point): number {
  return hypot(a.x - b.x, a.y - b.y);
}

/** Mean levels of a strip along a quad's first or third side, a channel each; around a gap alone, or all along it. */
function stripOf(
  { picture, map, wide, long }: QuadView,
  depths: readonly number[],
  isFar: boolean,
  { from, to }: Pick<Gap, 'from' | 'to'> = { from: 0, to: wide },
): Float64Array[] {
  const strip = Array.from({ length: picture.channels }, () => new Float64Array(wide + 1));
  for (let i = max(0, round(from)); i <= min(wide, round(to)); i++)
    for (const depth of depths) {
      const place = project(map, i / wide, isFar ? 1 - depth / long : depth / long);
      for (let c = 0; c < picture.channels; c++)
        strip[c][i] += channelBetween(picture, place, c) / depths.length;
    }
  return strip;
}

/** Where a strip is darker than it is on both sides within reach, darkest first; edges lie at half of the depth. */
function gapsIn(strip: readonly Float64Array[]): Gap[] {
  const { length } = strip[0];
  const depth = new Float64Array(length);
  for (const levels of strip) {
    const before = lightestBefore(levels);
    const after = lightestBefore(levels.slice().reverse()).reverse();
    for (let i = 0; i < length; i++)
      depth[i] = max(depth[i], 1 - levels[i] / max(1, min(before[i], after[i])));
  }
  const gaps: Gap[] = [];
  const crossing = (above: number, under: number, level: number): number =>
    above + ((under - above) * (depth[above] - level)) / max(1e-9, depth[above] - depth[under]);
  for (let i = max(1, round(LEAST_PART * length)); i < (1 - LEAST_PART) * length; i++) {
    if (depth[i] < DARKER / 2) continue;
    const start = i;
    let most = 0;
    for (; i < length - 1 && depth[i] >= DARKER / 2; i++) most = max(most, depth[i]);
    if (most < DARKER) continue;
    let [from, to] = [start, i - 1];
    while (depth[from] < most / 2) from++;
    while (depth[to] < most / 2) to--;
    const gap = { from: crossing(from, from - 1, most / 2), to: crossing(to, to + 1, most / 2), depth: most };
    if (gap.to - gap.from <= WIDEST) gaps.push(gap);
  }
  return gaps.sort((a, b) => b.depth - a.depth).slice(0, LOOKED_AT);
}

/** The largest of the levels up to each, within reach. */
function lightestBefore(levels: Float64Array): Float64Array {
  const lightest = new Float64Array(levels.length);
  for (let i = 0; i < levels.length; i++)
    for (let k = max(0, i - WIDEST); k <= i; k++) if (levels[k] > lightest[i]) lightest[i] = levels[k];
  return lightest;
}

/**
 * 0..1: the parts of a seam's length along which it is darker than what is on both sides of it, and along which that is
 * blank.
 */
function alongSeam(view: QuadView, seam: SheetSeam): { seen: number; blank: number } {
  const few = Array.from({ length: FEW_PLACES }, (_, i) => acrossSeam(view, seam, (i + 0.5) / FEW_PLACES));
  if (few.filter(({ depth }) => depth > DARKER / 2).length < FEW_PLACES - 1) return { seen: 0, blank: 0 };
  const all = Array.from({ length: PLACES }, (_, i) => acrossSeam(view, seam, (i + 0.5) / PLACES));
  const usual = median(all.map(({ depth }) => depth));
  const seen = usual < DARKER ? 0 : all.filter(({ depth }) => depth > usual / 2).length;
  return { seen: seen / PLACES, blank: all.filter(({ isBlank }) => isBlank).length / PLACES };
}

/**
 * How much darker a seam is than what is on both sides of it, 0..1, at a part of its length, and whether that is blank.
 */
function acrossSeam(
  { picture, map, wide }: QuadView,
  { first, second }: SheetSeam,
  part: number,
): { depth: number; isBlank: boolean } {
  const v = AT_END + (1 - 2 * AT_END) * part;
  const from = (first.near * (1 - v) + first.far * v) * wide;
  const to = (second.near * (1 - v) + second.far * v) * wide;
  const lightAt = (u: number): number => {
    const place = project(map, u / wide, v);
    let sum = 0;
    for (let c = 0; c < picture.channels; c++) sum += channelBetween(picture, place, c);
    return sum;
  };
  let darkest = Infinity;
  for (let k = 0; k <= STEPS; k++) darkest = min(darkest, lightAt(from + ((to - from) * k) / STEPS));
  const beside = [BESIDE.map((off) => lightAt(from - off)), BESIDE.map((off) => lightAt(to + off))];
  return {
    depth: 1 - darkest / max(1, min(...beside.map(median))),
    isBlank: beside.every((levels) => max(...levels) - min(...levels) < EVEN * median(levels)),
  };
}

/** Whether what is in a gap is about as light as the table is where the gap opens to it. */
function showsTable(
  strip: readonly Float64Array[],
  beyond: readonly Float64Array[],
  { from, to }: Gap,
): boolean {
  const middle = round((from + to) / 2);
  let lighter = -Infinity;
  let told = 0;
  strip.forEach((levels, c) => {
    const paper = max(
      1,
      min(levels[max(0, round(from - PAPER_ASIDE))], levels[min(levels.length - 1, round(to + PAPER_ASIDE))]),
    );
    lighter = max(lighter, (levels[middle] - beyond[c][middle]) / paper);
    told = max(told, 1 - beyond[c][middle] / paper);
  });
  return told >= TABLE_TOLD && lighter <= LIGHTER_THAN_TABLE && lighter >= -DARKER_THAN_TABLE;
}
