import { median } from '../geometry/median.js';
import { project } from '../geometry/projective.js';
import { SIDES } from '../pixels/connected-cells.js';
import type { Homography, Raster } from '../pixels/raster.js';
import { LEADING } from './block-growth.js';
import { BLOCK, BLOCK_PAGE_SIDE } from './ink-block.js';
import type { RegisteredBlock } from './ink-registration.js';

const { abs, floor, max, round, sign } = Math;

/**
 * Tells ink that lies under a hand, an object or another sheet from ink that is not there. What covers a page has an
 * edge of its own: between ink that is found and ink that is lost the frame's brightness changes within a few px and
 * stays so. Another revision of a form lacks its ink on the same paper, whose brightness stays what it was or, on a
 * bent sheet, changes slowly.
 */

/** A block is lost below this correlation. */
export const LOST = 0.4;
/** Brightness changes by this share where something lies on the paper, and by no less than so many grey levels. */
const STEP = 0.04;
const STEP_LEVELS = 4;
/** Places along the border of what is lost needed to speak of an edge, and the share of them that show it. */
const MIN_PLACES = 4;
const EDGE_SHARE = 0.6;
/**
 * Reach of a profile, px of the page's copy: back into the found block, and forth to the lost one's end. What covers a
 * page may end there, as a finger does.
 */
const BACK = 26;
const FORTH = 39;
/** Half the width over which a px of the profile is taken, px of the copy. */
const HALF_WIDTH = 12;
/** ... of which px so far apart are looked at. */
const EVERY = 2;
/** Paper's brightness among px of which few carry ink. */
const PAPER_SHARE = 0.75;
/** An edge is looked for from the found block's middle on, by means of so many px on either side, so many apart. */
const SIDE = 9;
const GAP = 3;

/** Room to sort brightnesses in. */
const levels = new Uint8Array((HALF_WIDTH + 1) ** 2);

/** A place on the border between found and lost ink. */
interface BorderPlace {
  lost: RegisteredBlock;
  /** Brightness of the found ink's paper, and of what lies beyond the edge. */
  paper: number;
  cover: number;
  /** 1 where it gets brighter, -1 darker, 0 where there is no edge. */
  step: number;
}

/**
 * Blocks of the page whose ink lies under something else.
 * @param frame as photographed, grey
 * @param homography takes px of the page as described to px of the frame
 * @param unit px of the page a px of the copy of its ink (`inkCopy`) that was cut into the blocks
 */
export function hiddenBlocks(
  frame: Raster,
  homography: Homography,
  blocks: readonly RegisteredBlock[],
  unit: number,
): Set<RegisteredBlock> {
  const rowOf = (b: RegisteredBlock) => floor(b.y / unit / BLOCK);
  const columnOf = (b: RegisteredBlock) => floor(b.x / unit / BLOCK);
  const keyOf = (row: number, column: number) => row * BLOCK_PAGE_SIDE + column;
  const lost = new Map<number, RegisteredBlock>();
  for (const b of blocks) if (b.visible && b.correlation < LOST) lost.set(keyOf(rowOf(b), columnOf(b)), b);
  const hidden = new Set<RegisteredBlock>();
  if (lost.size < MIN_PLACES) return hidden;
  const places: BorderPlace[] = [];
  for (const found of blocks)
    if (found.visible && found.correlation >= LEADING)
      for (const [x, y] of SIDES) {
        const beyond = lost.get(keyOf(rowOf(found) + y, columnOf(found) + x));
        const place = beyond && borderPlace(frame, homography, unit, found, beyond, x, y);
        if (place) places.push(place);
      }
  for (const region of regionsOf(lost)) {
    const border = places.filter((place) => region.has(place.lost));
    const turn = sign(border.reduce((sum, { step }) => sum + step, 0));
    const edge = border.filter(({ step }) => step !== 0 && step === turn);
    if (edge.length < MIN_PLACES || edge.length < EDGE_SHARE * border.length) continue;
    for (const block of region) {
      const { paper, cover } = nearestTo(block, edge);
      const level = levelOf(frame, homography, unit, block);
      if (abs(level - cover) < abs(level - paper)) hidden.add(block);
    }
  }
  return hidden;
}

/** Blocks that lie side by side or corner to corner, by their keys. */
function regionsOf(blocks: ReadonlyMap<number, RegisteredBlock>): Set<RegisteredBlock>[] {
  const left = new Set(blocks.keys());
  const regions: Set<RegisteredBlock>[] = [];
  for (const start of left) {
    left.delete(start);
    const keys = [start];
    for (const key of keys)
      for (const row of [-BLOCK_PAGE_SIDE, 0, BLOCK_PAGE_SIDE])
        for (const column of [-1, 0, 1]) if (left.delete(key + row + column)) keys.push(key + row + column);
    regions.push(new Set(keys.map((key) => blocks.get(key)!)));
  }
  return regions;
}

function nearestTo({ x, y }: RegisteredBlock, places: readonly BorderPlace[]): BorderPlace {
  const distance = ({ lost }: BorderPlace) => (lost.x - x) ** 2 + (lost.y - y) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}

/** Looks for an edge from a found block to the lost one beside it, (x, y) blocks further. */
function borderPlace(
  frame: Raster,
  h: Homography,
  unit: number,
  found: RegisteredBlock,
  lost: RegisteredBlock,
  x: number,
  y: number,
): BorderPlace | null {
  const profile: number[] = [];
  for (let s = -BACK; s <= FORTH; s++) {
    const level = paperLevel(frame, h, unit, found, s * x, s * y, HALF_WIDTH * abs(y), HALF_WIDTH * abs(x));
    if (level === null) break;
    profile.push(level);
  }
  let at = -1;
  let most = -1;
  for (let k = BACK; k + GAP + SIDE <= profile.length; k++) {
    const change = abs(median(profile.slice(k + GAP, k + GAP + SIDE)) - median(profile.slice(k - SIDE, k)));
    if (change > most) [at, most] = [k, change];
  }
  if (at < 0) return null;
  const before = median(profile.slice(at - SIDE, at));
  const after = median(profile.slice(at + GAP, at + GAP + SIDE));
  const paper = median(profile.slice(0, at));
  const cover = median(profile.slice(at + GAP));
  const step = stepOf(before, after);
  return { lost, paper, cover, step: step === stepOf(paper, cover) ? step : 0 };
}

function stepOf(before: number, after: number): number {
  const isStep = abs(after - before) >= max(STEP_LEVELS, STEP * max(before, after));
  return isStep ? sign(after - before) : 0;
}

function levelOf(frame: Raster, h: Homography, unit: number, block: RegisteredBlock): number {
  return paperLevel(frame, h, unit, block, 0, 0, HALF_WIDTH, HALF_WIDTH) ?? 0;
}

/**
 * Brightness of the paper, or what lies on it, (x, y) px of the copy from a block's middle; null where most is outside
 * the frame.
 */
function paperLevel(
  frame: Raster,
  h: Homography,
  unit: number,
  block: RegisteredBlock,
  x: number,
  y: number,
  halfWidth: number,
  halfHeight: number,
): number | null {
  let count = 0;
  for (let v = -halfHeight; v <= halfHeight; v += EVERY)
    for (let u = -halfWidth; u <= halfWidth; u += EVERY) {
      const p = project(h, block.x + block.dx + (x + u) * unit, block.y + block.dy + (y + v) * unit);
      const column = round(p.x);
      const row = round(p.y);
      if (column >= 0 && row >= 0 && column < frame.width && row < frame.height)
        levels[count++] = frame.data[row * frame.width + column]!;
    }
  if (count < HALF_WIDTH / EVERY) return null;
  return levels.subarray(0, count).sort()[floor(PAPER_SHARE * count)];
}
