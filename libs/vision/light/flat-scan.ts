import { quadArea } from '../geometry/plane-geometry.js';
import type { PaperLevels } from './paper-levels.js';
import type { Point, Quad, Raster } from '../pixels/raster.js';
import { rimLevels } from '../pixels/rim-levels.js';

const { abs, ceil, floor, hypot, max, min } = Math;

/** Corners of a page in a scan are right angles within this, degrees. */
export const SCANNED_RIGHT_ANGLE = 1.5;
/** Part of the picture's shorter side that counts as its rim. */
const RIM = 0.015;
/** Rim px at least this light, against the picture's own paper, are paper or a scanner's lid. */
const RIM_LIGHTNESS = 0.86;
/**
 * Part of the rim that has to be so, and that of a picture whose paper is all of one level within so much: of 120 scans
 * with slivers of a dark lid 9 have 0.54 to 0.6, of two real ones 0.37 and 0.5; of 140 photographs none is as even.
 */
const RIM_SHARE = 0.6;
const RIM_SHARE_OF_EVEN = 0.35;
const ALL_EVEN = 0.016;
/**
 * Cells of paper differ by at most this much over a scan (first quarter to ninetieth part: shaded boxes of the
 * form lie below), of their median.
 */
const EVENNESS = 0.06;
/** Paper in a scan is at least this light. */
const LIGHTNESS = 215;
/**
 * A page lies flat when its corners are right angles within this, degrees, and opposite sides equal within this part
 * (the outlines of fills in five made scans: 0.0005; of level photographs that were taken for scans: 0.009 and more).
 */
const RIGHT_ANGLE = 0.45;
const EQUAL_SIDES = 0.006;
/** ...and when it fills this part of the picture. */
const FILLED = 0.8;

/**
 * Whether a picture in which no page stands out is a scan: its rim is mostly paper (slivers of a dark lid
 * are let pass), and its light is even, as no lamp over a table makes it.
 */
export function looksScanned(picture: Raster, paper: PaperLevels): boolean {
  const cells: number[] = [];
  for (let k = 0; k < paper.levels.length; k += paper.channels) {
    let sum = 0;
    for (let c = 0; c < paper.channels; c++) sum += paper.levels[k + c] / paper.channels;
    cells.push(sum);
  }
  cells.sort((a, b) => a - b);
  const middle = cells[cells.length >> 1];
  const spread = cells[Math.floor(cells.length * 0.9)] - cells[Math.floor(cells.length * 0.25)];
  if (middle < LIGHTNESS || spread > EVENNESS * middle) return false;
  const least = spread <= ALL_EVEN * middle ? RIM_SHARE_OF_EVEN : RIM_SHARE;
  return rimShare(picture, middle * RIM_LIGHTNESS) >= least;
}

/** What lies this near to an outline, as a part of the picture's longer side, is told from neither of its sides. */
const ASIDE = 0.01;
/** Px a step of the lattice that is looked at on either side of an outline. */
const STEP = 2;
/**
 * Paper of a scan, and a fill printed on it, are of one level within this part (36 scans made up of pages with fills,
 * seeds 310000 to 310035; of 77 real pictures and 80 photographs made up none has such paper beyond an outline that is
 * sure)...
 */
const SAME_LEVEL = 0.03;
/**
 * Most of a scan's paper (this part of what is of its level) is of one level within this part: 0.8 and more of what
 * lies beyond an outline in 56 of 58 scans made up, 0.7 in two that are told by their rims too, 0.95 in a real one. On
 * a white table and on striped cloth it is 0.66 at most.
 */
const ONE_LEVEL = 0.01;
const OF_ONE_LEVEL = 0.75;
/**
 * ...which this part of what lies beyond has, at least, the rest being print and a dark lid, and this part of what is
 * about as light.
 */
const PAPER_BEYOND = 0.15;
const PAPER_OF_LIGHT = 0.5;
/** Print is darker than this part of the paper's level, and is this part of what lies beyond, at least. */
const PRINT_LEVEL = 0.7;
const PRINT_BEYOND = 0.01;
/** What is all of one level, but for print, is so in this part. */
const ALL_OF_LEVEL = 0.5;
/**
 * Margins about a page's fill are paper in this part, and about as wide on a page as leaves the fill this part of the
 * picture.
 */
const MARGINS = 0.8;
const FILLED_PAGE = 0.6;

/** The part of what lies about a page on a dark lid that is dark; and of a white one, at most: specks. */
const ON_LID = 0.5;
const SPECKS = 0.001;

/**
 * Whether an outline in a scan is a part of its page, which goes on beyond it: then a fill, or a table, stands out from
 * the page it is printed on. Paper and fills are so even there as no lamp over a table makes them. Beyond the outline
 * lies either printed paper; or nothing but paper, all about a fill; or a printed fill, that runs off the page.
 *
 * @param picture grey
 * @param outline px of the picture, and which of its sides are the picture's own border
 * @param clear the outline is sure and all of it lies in the picture
 */
export function scanGoesOn(
  picture: Raster,
  { quad, cut }: { quad: Quad; cut: readonly boolean[] },
  clear: boolean,
): boolean {
  if (!hasRightAngles(quad, SCANNED_RIGHT_ANGLE)) return false;
  if (!cut.some(Boolean) && !hasEqualSides(quad)) return false;
  const { within, beyond } = levelsAbout(picture, quad);
  return (
    paperGoesOn(beyond) || isFillOnPaper(within, beyond) || (!clear && isPaperBesideFill(within, beyond))
  );
}

/**
 * Whether an outline parts a page from the lid of a scanner: what lies beyond it is dark, or white without print.
 *
 * @param picture grey
 * @param quad px of the picture
 */
export function liesOnLid(picture: Raster, quad: Quad): boolean {
  const { beyond } = levelsAbout(picture, quad);
  const all = count(beyond, 0, 255);
  const print = count(beyond, 0, LIGHTNESS * PRINT_LEVEL);
  return count(beyond, 0, LIGHTNESS - 1) > ON_LID * all || print < SPECKS * all;
}

/** Levels of px: how many have each. */
type Levels = Uint32Array;

function paperGoesOn(beyond: Levels): boolean {
  const paper = commonLevel(beyond, LIGHTNESS);
  const even = countNear(beyond, paper);
  const all = count(beyond, 0, 255);
  return (
    isScannedPaper(beyond, paper) &&
    even > PAPER_BEYOND * all &&
    even > PAPER_OF_LIGHT * count(beyond, paper * RIM_LIGHTNESS, 255) &&
    count(beyond, 0, paper * PRINT_LEVEL) > PRINT_BEYOND * all
  );
}

function isFillOnPaper(within: Levels, beyond: Levels): boolean {
  const paper = commonLevel(beyond, LIGHTNESS);
  const [inside, outside] = [count(within, 0, 255), count(beyond, 0, 255)];
  const fill = commonLevel(within, 0);
  return (
    isScannedPaper(beyond, paper) &&
    inside > FILLED_PAGE * (inside + outside) &&
    fill < paper * RIM_LIGHTNESS &&
    countNear(within, fill) > ALL_OF_LEVEL * inside &&
    countNear(beyond, paper) > MARGINS * outside
  );
}

function isPaperBesideFill(within: Levels, beyond: Levels): boolean {
  const fill = commonLevel(beyond, 0);
  const all = count(beyond, 0, 255);
  return (
    countNear(within, commonLevel(within, LIGHTNESS)) > ALL_OF_LEVEL * count(within, 0, 255) &&
    countNear(beyond, fill) > ALL_OF_LEVEL * all &&
    count(beyond, 0, fill * PRINT_LEVEL) > PRINT_BEYOND * all
  );
}

/** Whether what is of the paper's level is as even as a scanner's lamp lights it; a table is less so. */
function isScannedPaper(levels: Levels, paper: number): boolean {
  const most = commonLevel(levels, floor(paper * (1 - SAME_LEVEL)), ONE_LEVEL);
  return countNear(levels, most, ONE_LEVEL) >= OF_ONE_LEVEL * countNear(levels, paper);
}

/** The level, `from` or lighter, that most px have about. */
function commonLevel(levels: Levels, from: number, within = SAME_LEVEL): number {
  let common = from;
  for (let level = from; level < 256; level++)
    if (countNear(levels, level, within) > countNear(levels, common, within)) common = level;
  return common;
}

function countNear(levels: Levels, level: number, within = SAME_LEVEL): number {
  return count(levels, level * (1 - within), level * (1 + within));
}

function count(levels: Levels, from: number, to: number): number {
  let sum = 0;
  for (let level = max(0, ceil(from)); level <= min(255, floor(to)); level++) sum += levels[level];
  return sum;
}

/** Levels of a lattice within an outline and beyond it. */
function levelsAbout({ data, width, height }: Raster, quad: Quad): { within: Levels; beyond: Levels } {
  const [within, beyond] = [new Uint32Array(256), new Uint32Array(256)];
  const aside = ASIDE * max(width, height);
  const turn = Math.sign(quadArea(quad));
  const sides = quad.map((p, i) => {
    const q = quad[(i + 1) % 4];
    const scale = turn / hypot(q.x - p.x, q.y - p.y);
    const [nx, ny] = [(q.y - p.y) * scale, (p.x - q.x) * scale];
    return { nx, ny, off: p.x * nx + p.y * ny };
  });
  for (let y = 0; y < height; y += STEP)
    for (let x = 0; x < width; x += STEP) {
      let off = -Infinity;
      for (const side of sides) off = max(off, x * side.nx + y * side.ny - side.off);
      if (off > aside) beyond[data[y * width + x]]++;
      else if (off < -aside) within[data[y * width + x]]++;
    }
  return { within, beyond };
}

function rimShare(picture: Raster, level: number): number {
  const rim = Math.max(1, Math.round(RIM * Math.min(picture.width, picture.height)));
  const levels = rimLevels(picture, rim);
  return levels.filter((light) => light >= level).length / levels.length;
}

/** Whether an outline is a rectangle seen straight on that fills the picture: a scan with a dark lid. */
export function liesFlat(quad: Quad, width: number, height: number): boolean {
  const [across, down] = lengthsOf(quad);
  return hasRightAngles(quad, RIGHT_ANGLE) && hasEqualSides(quad) && across * down >= FILLED * width * height;
}

/** Whether opposite sides of a quad are about equal, as no camera held by hand sees them. */
function hasEqualSides(quad: Quad): boolean {
  const [top, right, bottom, left] = lengthsOf(quad);
  return abs(top / bottom - 1) < EQUAL_SIDES && abs(right / left - 1) < EQUAL_SIDES;
}

const lengthsOf = (quad: Quad): number[] => sidesOf(quad).map((s) => hypot(s.x, s.y));

/** Whether all corners of a quad are right angles within so many degrees. */
export function hasRightAngles(quad: Quad, within: number): boolean {
  const sides = sidesOf(quad);
  return sides.every((s, i) => {
    const t = sides[(i + 1) % 4];
    const cosine = (s.x * t.x + s.y * t.y) / (Math.hypot(s.x, s.y) * Math.hypot(t.x, t.y));
    return Math.abs(cosine) < Math.sin((within * Math.PI) / 180);
  });
}

function sidesOf(quad: Quad): Point[] {
  return quad.map((p, i) => ({ x: quad[(i + 1) % 4].x - p.x, y: quad[(i + 1) % 4].y - p.y }));
}

/** Px looked at for tones, and the levels between which a tone is neither black nor white. */
const TONES_LOOKED_AT = 20000;
const BLACK = 32;
const WHITE = 223;
/** Part of a bitonal picture's px that are neither, at most: compression makes some. */
const FEW_TONES = 0.03;

/**
 * Whether a picture is black and white without tones between: no camera makes such, a scanner or a program does. Of its
 * smaller copies, whose edges are grey, see `isTwoTone` (ink/kept-ink.ts).
 *
 * @param picture grey or RGB, in its own size
 */
export function isBitonal({ data, width, height, channels }: Raster): boolean {
  const every = Math.max(1, Math.floor((width * height) / TONES_LOOKED_AT));
  let between = 0;
  let count = 0;
  for (let i = 0; i < width * height; i += every, count++) {
    const level = data[i * channels + (channels === 1 ? 0 : 1)];
    if (level > BLACK && level < WHITE) between++;
  }
  return between <= FEW_TONES * count;
}
