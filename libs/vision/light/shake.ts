import { TILE, tileRidgesAt } from './inked-tiles.js';

const { floor, hypot, max, min } = Math;

/**
 * Directions in which edges are crossed, all about: px from one level of a tile to the next one. The further these are
 * apart, the wider a sharp edge looks, by so many px; and edges of level strokes, which letters have fewer of, are
 * softer than others by so much.
 */
const DIRECTIONS = [
  { x: 1, y: 0, wider: 0, softer: 1 },
  { x: 2, y: 1, wider: 1, softer: 1 },
  { x: 1, y: 1, wider: 0.4, softer: 1 },
  { x: 1, y: 2, wider: 1, softer: 1.1 },
  { x: 0, y: 1, wider: 0, softer: 1.15 },
  { x: -1, y: 2, wider: 1, softer: 1.1 },
  { x: -1, y: 1, wider: 0.4, softer: 1 },
  { x: -2, y: 1, wider: 1, softer: 1 },
];
const APART = DIRECTIONS.map(({ x, y }) => y * TILE + x);
/** Levels from one px to the next under which there is no edge. */
const MIN_SLOPE = 4;
/** The steepness of the edges crossed in one direction: this part of them is less steep. */
const STEEP_EDGES = 0.75;
/** Edges in a direction without which it says nothing. */
const MIN_EDGES = 300;
/** Edges crossed in the direction of the shake are so many times as wide as those crossed in another one at least. */
const SHAKEN = 1.5;
const STEPS = 256;
/** Px at a tile's border that say nothing: what is beside them is looked at. */
const MARGIN = 4;

/** A place in a tile, both ends included. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a camera that moved has drawn out. */
export interface Movement {
  /** Width of edges crossed in its direction, px of the page. */
  width: number;
  /** How much higher letters are by it, px. */
  higher: number;
}

/**
 * Blur by a camera that moved. It draws out what lies across its way, and leaves edges that run along it sharp: crossed
 * in its direction no edge is steeper than its contrast over the way that the camera went, crossed otherwise they are.
 * So the edges of letters are looked at in eight directions apart.
 */
export class Shake {
  /** How many edges are how steep, of 256 parts of their letter's contrast, by direction. */
  private readonly steepness = DIRECTIONS.map(() => new Uint32Array(STEPS));

  /** @param letters of the tile, and the contrast of each, levels */
  add(tile: Uint8Array, letters: readonly { box: Box; contrast: number }[]): void {
    const ridges = tileRidgesAt(tile, MIN_SLOPE, APART);
    for (const { box, contrast } of letters) {
      const left = max(MARGIN, box.left - 1);
      const right = min(TILE - 1 - MARGIN, box.right + 1);
      for (let y = max(MARGIN, box.top - 1); y <= min(TILE - 1 - MARGIN, box.bottom + 1); y++)
        for (let d = 0; d < ridges.length; d++) {
          const slopes = ridges[d];
          const steepness = this.steepness[d];
          for (let i = y * TILE + left, end = y * TILE + right; i <= end; i++)
            if (slopes[i]) steepness[min(STEPS - 1, floor((STEPS * slopes[i]) / contrast))]++;
        }
    }
  }

  /** Null where the camera did not move, or too little tells. */
  get movement(): Movement | null {
    const widths = DIRECTIONS.map(
      ({ x, y, wider, softer }, d) => (edgeWidth(this.steepness[d]) * hypot(x, y) - wider) / softer,
    );
    const width = max(...widths);
    const still = min(...widths);
    if (!(width >= SHAKEN * still)) return null;
    const { x, y } = DIRECTIONS[widths.indexOf(width)];
    return { width, higher: ((width - still) * y) / hypot(x, y) };
  }
}

/** Contrast over slope of the steeper edges: levels' steps of a direction; NaN where there are too few edges. */
function edgeWidth(steepness: Uint32Array): number {
  const edges = steepness.reduce((sum, count) => sum + count, 0);
  if (edges < MIN_EDGES) return NaN;
  let step = 0;
  for (let less = steepness[0], rank = floor(STEEP_EDGES * edges); less <= rank;) less += steepness[++step];
  return STEPS / (step + 0.5);
}
