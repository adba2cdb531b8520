import { weightedQuantile } from '../geometry/median.js';
import { inkBoxes, PAPER, type InkBox } from '../orientation/ink-boxes.js';
import { darkestOf, greyTile, inkedTiles, TILE, tileRidges, type TileRidges } from './inked-tiles.js';
import type { Raster } from '../pixels/raster.js';
import { Shake, type Movement } from './shake.js';

const { floor, max, min } = Math;

/** Tiles looked at, spread evenly over those with ink. */
const TILES = 28;
/** Fewer letters say nothing; what is wider than high, as blur joins the letters of a word, counts for more of them. */
const MIN_LETTERS = 12;
/**
 * Height of letters that are looked at, px: larger ones are not whole in a tile, and read in any blur that small ones
 * survive.
 */
const MIN_HEIGHT = 3;
const MAX_HEIGHT = TILE / 2;
/** Width of a letter's box over its height, at most, as blur joins the letters of a word; and height over width. */
const MAX_WIDE = 12;
const MAX_TALL = 5;
/** Boxes wider than high by this, and this full of ink, are dashes and rules. */
const RULE_WIDE = 1.5;
const RULE_FILL = 0.8;
/** Ink lower than this part of what is usual in its tile (median by area of ink) is dots, commas and dashes. */
const LETTER_HEIGHT = 0.55;
/**
 * Dots, which may be all that a tile has (a row of them leads to a field), are lower than this part of what is usual on
 * the page, as wide as high within so much, and this full of ink.
 */
const DOT = { height: 0.5, round: 1.4, fill: 0.6 };
/**
 * Letters have at least this part of the contrast of the page's darkest ink: lighter specks are the paper's texture.
 */
const MIN_CONTRAST = 0.35;
/**
 * Where the print is known to have letters, and none are found so, those of this part count too: blur leaves little of
 * the contrast of thin strokes, and all of a black bar's.
 */
const FAINT_CONTRAST = 0.12;
/** Levels from one px to the next under which there is no edge; edges a letter has at least. */
const MIN_SLOPE = 4;
const MIN_EDGES = 4;
/** The steepness of a letter's edges: this part of them is less steep. */
const STEEP_EDGES = 0.75;
/** The part of the letters, by width, that a page's figure speaks for. */
const MOST_LETTERS = 0.75;
/** Whether the camera moved is asked of so many letters, of every so manieth tile first. */
const SHAKE_LETTERS = 80;
const SHAKE_TILES = 4;
/** Boxes wider than high by this may be strokes of a pen through what stands there: their ends alone would tell. */
const SHAKE_WIDE = 4;

/**
 * How well the letters of an evened page (paper near white) can be told: the width over which their ink turns to paper,
 * as a part of their height, which three quarters of them stay within (counted by width, so that letters that blur has
 * joined count as such); or that of edges which a camera that moved has drawn out, over their usual height, where that
 * is more. The same blur, or the same want of px, spoils small print and leaves large print readable. Sharp print has
 * 0.1 to 0.25. Null where there are too few letters of common sizes to say.
 *
 * @param page grey, or green of a colour picture is looked at
 * @param inked its tiles with ink
 * @param leastContrast of a letter, as a part of that of the page's darkest ink
 */
export function letterSharpness(
  page: Raster,
  inked = inkedTiles(page),
  leastContrast = MIN_CONTRAST,
): number | null {
  const every = max(1, inked.length / TILES);
  const tiles: Uint8Array[] = [];
  for (let k = 0; k < inked.length; k += every)
    tiles.push(greyTile(page, inked[floor(k)].left, inked[floor(k)].top));
  let darkest = PAPER;
  for (const tile of tiles) darkest = min(darkest, darkestOf(tile));
  const letters: Letter[] = [];
  const printed: Print[] = [];
  for (const { tile, boxes } of withoutDots(tiles.map((tile) => ({ tile, boxes: letterBoxes(tile) })))) {
    const ridges = tileRidges(tile, MIN_SLOPE);
    const print: Print = { tile, letters: [] };
    for (const box of boxes) {
      const edge = edgeOf(tile, ridges, box, leastContrast * (PAPER - darkest));
      if (!edge) continue;
      if (widthOf(box) <= SHAKE_WIDE * heightOf(box)) print.letters.push({ box, contrast: edge.contrast });
      letters.push({ edge: edge.width / heightOf(box), width: widthOf(box), height: heightOf(box) });
    }
    printed.push(print);
  }
  let count = 0;
  for (const { width, height } of letters) count += max(1, width / height);
  if (count < MIN_LETTERS) return null;
  const widths = letters.map(({ width }) => width);
  const edges = letters.map(({ edge }) => edge);
  const heights = letters.map(({ height }) => height);
  const edge = weightedQuantile(edges, widths, MOST_LETTERS);
  const movement = movementIn(printed);
  if (!movement) return edge;
  const height = weightedQuantile(heights, widths, 0.5) - movement.higher;
  return max(edge, movement.width / max(movement.width, height));
}

/**
 * How well the letters of a page of a known form can be told. Letters that its reference has and it does not are not
 * missing but blurred: then faint ones count as well.
 *
 * @param reference of the form's page, grey
 */
export function knownLetterSharpness(
  page: Raster,
  inked: ReturnType<typeof inkedTiles>,
  reference: Raster,
): number | null {
  const edge = letterSharpness(page, inked);
  if (edge !== null || letterSharpness(reference) === null) return edge;
  return letterSharpness(page, inked, FAINT_CONTRAST);
}

/** Width over which a letter's ink turns to paper over its height, and size of its box, px. */
interface Letter {
  edge: number;
  width: number;
  height: number;
}

/** A tile and its letters, with the contrast of each, levels. */
interface Print {
  tile: Uint8Array;
  letters: { box: InkBox; contrast: number }[];
}

/** How the camera moved, told by as many letters as are needed, from all over the page. */
function movementIn(printed: Print[]): Movement | null {
  const shake = new Shake();
  let letters = 0;
  for (let first = 0; first < SHAKE_TILES; first++)
    for (let k = first; k < printed.length && letters < SHAKE_LETTERS; k += SHAKE_TILES) {
      shake.add(printed[k].tile, printed[k].letters);
      letters += printed[k].letters.length;
    }
  return shake.movement;
}

const widthOf = (box: InkBox): number => box.right - box.left + 1;
const heightOf = (box: InkBox): number => box.bottom - box.top + 1;

/** Boxes of ink in a tile that may be letters or joined letters, and lie wholly in it. */
function letterBoxes(tile: Uint8Array): InkBox[] {
  const boxes = inkBoxes({ data: tile, width: TILE, height: TILE, channels: 1 }).filter(isShapedAsLetters);
  const usual = usualHeight(boxes);
  return boxes.filter((box) => heightOf(box) >= LETTER_HEIGHT * usual);
}

/** Median height by area of ink, px; 0 of none. */
const usualHeight = (boxes: readonly InkBox[]): number =>
  weightedQuantile(
    boxes.map(heightOf),
    boxes.map(({ area }) => area),
    0.5,
  );

/** The tiles' boxes but for dots. */
function withoutDots<T extends { boxes: InkBox[] }>(tiles: T[]): T[] {
  const usual = usualHeight(tiles.flatMap(({ boxes }) => boxes));
  const isDot = (box: InkBox): boolean => {
    const [width, height] = [widthOf(box), heightOf(box)];
    const round = max(width, height) <= DOT.round * min(width, height);
    return round && height < DOT.height * usual && box.area >= DOT.fill * width * height;
  };
  return tiles.map((tile) => ({ ...tile, boxes: tile.boxes.filter((box) => !isDot(box)) }));
}

function isShapedAsLetters(box: InkBox): boolean {
  const width = widthOf(box);
  const height = heightOf(box);
  const whole = box.left > 0 && box.top > 0 && box.right < TILE - 1 && box.bottom < TILE - 1;
  const rule = width > RULE_WIDE * height && box.area > RULE_FILL * width * height;
  const shaped = width >= 2 && width <= MAX_WIDE * height && height <= MAX_TALL * width;
  return whole && shaped && !rule && height >= MIN_HEIGHT && height <= MAX_HEIGHT;
}

/**
 * Width over which a letter's ink turns to paper, px: all of its contrast (levels) over the slope of its steeper edges.
 * Where blur has filled the gaps between strokes no edge spans all of the contrast, and the width grows with that too.
 * Null where it has hardly an edge, or less contrast than asked for.
 */
function edgeOf(
  tile: Uint8Array,
  { across, down }: TileRidges,
  box: InkBox,
  leastContrast: number,
): { width: number; contrast: number } | null {
  slopes.fill(0);
  let darkest = 255;
  const bottom = min(TILE - 3, box.bottom + 1);
  const right = min(TILE - 3, box.right + 1);
  const left = max(1, box.left - 1);
  for (let y = max(1, box.top - 1); y <= bottom; y++)
    for (let i = y * TILE + left, end = y * TILE + right; i <= end; i++) {
      if (tile[i] < darkest) darkest = tile[i];
      slopes[across[i]]++;
      slopes[down[i]]++;
    }
  slopes[0] = 0;
  let edges = 0;
  for (let slope = MIN_SLOPE; slope < slopes.length; slope++) edges += slopes[slope];
  if (edges < MIN_EDGES || PAPER - darkest < leastContrast) return null;
  let slope = 0;
  for (let less = slopes[0], rank = floor(STEEP_EDGES * edges); less <= rank;) less += slopes[++slope];
  return { width: (PAPER - darkest) / slope, contrast: PAPER - darkest };
}

/** How many edges have each slope, levels a px. */
const slopes = new Uint32Array(256);
