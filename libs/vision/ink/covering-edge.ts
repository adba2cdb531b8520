import { displacementAround } from './frame-sampler.js';
import { LEADING } from './block-growth.js';
import { LOST } from './hidden-ink.js';
import { BLOCK } from './ink-block.js';
import { inkCopy } from './ink-copy.js';
import type { FlatCopy } from '../features/orb-features.js';
import { median } from '../geometry/median.js';
import { project } from '../geometry/projective.js';
import { PAPER_LEVEL } from '../pixels/local-background.js';
import type { LocalDisplacement } from '../geometry/local-affine.js';
import { isPrintCut } from './cut-print.js';
import { stepsAlongMost, type Place } from './edge-step.js';
import { isBeyond, likeliestCover, type InkPixels } from './straight-cover.js';
import { levelBetween, liesBetween } from '../pixels/level-between.js';
import type { Homography, Point, Raster, Size } from '../pixels/raster.js';
import type { InkBitmap } from './ink-bitmap.js';
import type { RegisteredBlock } from './ink-registration.js';

const { ceil, floor, max, min } = Math;

/**
 * Something with straight edges that lies on a page: outside of them next to all of the page's ink is found, inside
 * next to none, and along them the paper's brightness steps, or letters are cut. Where the edges run is told by the ink
 * alone, so that the step can be looked for in that very place, where a few grey levels show.
 */

/** Shares of the blocks in sight that are found: with fewer an excuse would not help, with more none is needed. */
const IN_DOUBT = [0.3, 0.9] as const;
/** A block is beyond an edge if its middle is, or no more than this part of a block before it. */
const STRADDLING = 0.4;
/** Ink px of the copy that are asked, coverage of 255; only every other one, for speed. */
const INKED = 100;
/** Ink is found where the frame is this dark, in parts of what found ink mostly is. */
const FOUND = 0.4;

/**
 * Blocks of a page that are lost beyond the straight edges of something that lies on it; none where there are no such
 * edges.
 * @param grey the frame as photographed; @param flat its flat copy
 * @param page size of the page as described, px; `homography` takes its px to px of the frame
 */
export function blocksBeyondEdge(
  grey: Raster,
  flat: FlatCopy,
  page: Size,
  ink: InkBitmap,
  homography: Homography,
  blocks: readonly RegisteredBlock[],
): RegisteredBlock[] {
  const visible = blocks.filter((b) => b.visible);
  const share = visible.filter((b) => b.correlation >= LEADING).length / max(1, visible.length);
  if (share < IN_DOUBT[0] || share > IN_DOUBT[1]) return [];
  const copy = inkCopy(ink);
  const unit = page.width / copy.width;
  const place = placeInFrame(homography, blocks, unit, copy.width);
  const pixels = inkPixels(copy, flat, place, blocks, unit);
  if (!pixels) return [];
  const edges = likeliestCover(pixels);
  if (edges.length === 0) return [];
  const darkness = ({ x, y }: Point): number | null => darknessAt(flat, place(x, y));
  const steps = stepsAlongMost(edges, grey, copy, place);
  // At the page's rim there is no letter to be cut but by chance.
  if (steps == null) return [];
  if (!steps && !isPrintCut(edges, ink, copy.width, darkness, pixels.gain)) return [];
  return visible.filter(
    ({ x, y, correlation }) => correlation < LOST && isBeyond(edges, x / unit, y / unit, STRADDLING * BLOCK),
  );
}

/**
 * Takes px of the copy to px of the frame, by the displacements of the blocks around; these are found once for each
 * half inch.
 */
function placeInFrame(
  homography: Homography,
  blocks: readonly RegisteredBlock[],
  unit: number,
  width: number,
): Place {
  const columns = ceil(width / BLOCK);
  const known = new Map<number, LocalDisplacement>();
  return (x, y) => {
    const column = max(0, min(columns - 1, floor(x / BLOCK)));
    const row = max(0, floor(y / BLOCK));
    const cx = (column + 0.5) * BLOCK * unit;
    const cy = (row + 0.5) * BLOCK * unit;
    let shift = known.get(row * columns + column);
    if (!shift) known.set(row * columns + column, (shift = displacementAround(blocks, cx, cy)));
    const u = (x + 0.5) * unit - 0.5;
    const v = (y + 0.5) * unit - 0.5;
    return project(
      homography,
      u + shift.dx + shift.dxx * (u - cx) + shift.dxy * (v - cy),
      v + shift.dy + shift.dyx * (u - cx) + shift.dyy * (v - cy),
    );
  };
}

/** How far the frame's flat copy lies under paper's level at a px of the frame; null outside of it. */
function darknessAt({ flat, unit, unitY }: FlatCopy, { x, y }: Point): number | null {
  const u = (x + 0.5) / unit - 0.5;
  const v = (y + 0.5) / unitY - 0.5;
  return liesBetween(flat, u, v) ? PAPER_LEVEL - levelBetween(flat, u, v) : null;
}

/**
 * Which of the page's ink the frame shows, px by px, and how dark found ink mostly is; null when no block of it is
 * matched well.
 */
function inkPixels(
  copy: Raster,
  flat: FlatCopy,
  place: Place,
  blocks: readonly RegisteredBlock[],
  unit: number,
): (InkPixels & { gain: number }) | null {
  const columns = ceil(copy.width / BLOCK);
  const cellOf = (x: number, y: number) => floor(y / BLOCK) * columns + floor(x / BLOCK);
  const leading = new Set(
    blocks.flatMap((b) => (b.visible && b.correlation >= LEADING ? [cellOf(b.x / unit, b.y / unit)] : [])),
  );
  const room = (copy.width * copy.height + 1) >> 1;
  const pixels = {
    x: new Float32Array(room),
    y: new Float32Array(room),
    found: new Uint8Array(room),
    count: 0,
    total: 0,
    gain: 0,
  };
  const shown = new Float32Array(room);
  const gains: number[] = [];
  for (let y = 0; y < copy.height; y++)
    for (let x = y & 1; x < copy.width; x += 2) {
      const value = copy.data[y * copy.width + x];
      if (value < INKED) continue;
      const dark = darknessAt(flat, place(x, y));
      if (dark == null) continue;
      pixels.x[pixels.count] = x;
      pixels.y[pixels.count] = y;
      shown[pixels.count++] = dark / value;
      if (leading.has(cellOf(x, y))) gains.push(dark / value);
    }
  const usual = median(gains);
  if (!(usual > 0)) return null;
  pixels.gain = usual;
  for (let i = 0; i < pixels.count; i++)
    if (shown[i] >= FOUND * usual) {
      pixels.found[i] = 1;
      pixels.total++;
    }
  return pixels;
}
