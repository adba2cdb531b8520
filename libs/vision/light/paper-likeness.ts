import { nthValue } from '../geometry/nth-value.js';
import { connectedCells } from '../pixels/connected-cells.js';
import type { Raster, Size } from '../pixels/raster.js';

const { abs, floor, log, max, min } = Math;

/** How the paper of a page may differ from its median, over the page, as light falls on it. */
export interface PaperLikeness {
  /** Share by which a channel may be more or less, against the others. */
  colour: number;
  /** Share of the level that is left at least. */
  darkest: number;
  /**
   * Reflectance, of paper's, of the lightest places printed on all over that are told by their edges; null where none
   * are: where more than a page is in sight, what lies about it has such too.
   */
  lightestFill: number | null;
  /**
   * The part of its cells from which on a strong colour is the sheet's, and stays; where more than a page is in sight,
   * it may be a table's.
   */
  coloured: number;
  /** Whether a picture all over it is the sheet's; where more than a page is in sight, it may be a table's. */
  pictures: boolean;
  /** Whether light falls evenly: where no paper tells it, there is nothing to even. */
  isEven: boolean;
  /**
   * Share of the level of the lightest cells that paper has at least, in the deepest shadow: what is darker is made no
   * lighter than that asks for, or the grain of a dark table would be.
   */
  deepestShadow: number;
}

/** Lamps and daylight differ in colour, and shadows are deep. */
export const PHOTOGRAPHED: PaperLikeness = {
  colour: 0.3,
  darkest: 0,
  lightestFill: null,
  coloured: 0.8,
  pictures: false,
  isEven: false,
  deepestShadow: 0,
};
/** The same, of a frame that is kept whole, table and all. */
export const KEPT_WHOLE: PaperLikeness = { ...PHOTOGRAPHED, deepestShadow: 0.2 };
/** The same, of a page and nothing else. */
export const PHOTOGRAPHED_PAGE: PaperLikeness = {
  ...PHOTOGRAPHED,
  lightestFill: 0.93,
  coloured: 0.5,
  pictures: true,
};
/** A scanner's lamp is one, and even; what is tinted or darker is meant to be. */
export const SCANNED: PaperLikeness = {
  colour: 0.04,
  darkest: 0.88,
  lightestFill: 0.96,
  coloured: 0.5,
  pictures: true,
  isEven: true,
  deepestShadow: 0,
};

/** Cells from the page's rim in which a table may show: 4 mm. */
const RIM = 2;
/** Paper beside a cell that is partly printed on is so many times as light. */
const MIXED = 1.06;
/** With less paper than this the page's own cannot be told from what is printed on it. */
const MIN_PAPER = 0.4;

/**
 * A colour is strong when its weakest channel has less than this of its strongest: paper by lamplight, and copy paper
 * of pale tints, has more (0.61 at least in 160 real photographs, covers, menus and maps 0.26 to 0.5).
 */
const STRONG = 0.55;
/** Share of its usual level that a strongly coloured sheet has at least; print in darker shades is no light. */
const DARKEST_OF_COLOURED = 0.4;
/** What white is beside a strong colour: the level that this part of the cells stay under. */
const WHITE_RANK = 0.99;
/** The lightest of a frame's cells are those from this part of them on: paper, unless hardly any is in sight. */
const LIGHTEST_RANK = 0.9;

/**
 * Places on a photographed picture that are so many cells (8 mm of an A4 page) apart differ in light by more than these
 * parts, half and a quarter of them. On paper they do not, under any light: of 77 real pictures of documents 0.027 and
 * 0.054 at most. Of 13 pages of a book of photographs 10 have more of both.
 */
const APART = 4;
const HALF_DIFFER = 0.028;
const QUARTER_DIFFERS = 0.08;

/**
 * The level that white paper has, or would have, in each of a page's cells, as light falls on it.
 *
 * @param cells level of each, by what is lightest in it
 * @returns levels in the order of the cells', 0..255, and whether the sheet itself has a strong colour, or is a picture
 */
export function whiteLevels(
  cells: Raster,
  likeness: PaperLikeness,
): { levels: Float32Array<ArrayBuffer>; coloured: boolean } {
  const usual = Array.from({ length: cells.channels }, (_, c) =>
    max(1, middleLevel(cells.data, c, cells.channels)),
  );
  if (likeness.pictures && isPicture(cells))
    return { levels: besideColours(cells, null, usual), coloured: true };
  const coloured = isColoured(cells, likeness.coloured);
  const darkest = coloured ? max(likeness.darkest, DARKEST_OF_COLOURED) : likeness.darkest;
  const own = withoutFills(cells, { ...likeness, darkest }, usual);
  if (coloured || (!own && likeness.isEven)) return { levels: besideColours(cells, own, usual), coloured };
  const levels = own ?? Float32Array.from(cells.data);
  return { levels: noDarkerThan(levels, likeness.deepestShadow, cells), coloured };
}

/** The levels, those under a share of the lightest cells' raised to it, each channel by its own. */
function noDarkerThan(
  levels: Float32Array<ArrayBuffer>,
  share: number,
  { data, channels }: Raster,
): Float32Array<ArrayBuffer> {
  const least = Array.from({ length: channels }, (_, c) => share * levelAt(LIGHTEST_RANK, data, c, channels));
  return levels.map((level, at) => max(level, least[at % channels]));
}

/**
 * Whether more than a share of a page's cells have a strong colour: the middle levels of its channels may be those of
 * different cells.
 */
function isColoured({ data, channels }: Raster, share: number): boolean {
  let strong = 0;
  for (let at = 0; at < data.length; at += channels) {
    let [weakest, strongest] = [255, 0];
    for (let c = at; c < at + channels; c++) {
      weakest = min(weakest, data[c]);
      strongest = max(strongest, data[c]);
    }
    if (weakest < STRONG * strongest) strong++;
  }
  return strong > (share * data.length) / channels;
}

/** Whether levels change from place to place all over a page, as in a photograph printed on it. */
function isPicture({ data, width, height, channels }: Raster): boolean {
  const light = new Float32Array(width * height);
  for (let k = 0; k < light.length; k++) {
    let sum = 1;
    for (let c = 0; c < channels; c++) sum += data[k * channels + c];
    light[k] = log(sum);
  }
  const steps = new Float32Array(2 * light.length);
  let count = 0;
  for (let y = 0, k = 0; y < height; y++)
    for (let x = 0; x < width; x++, k++) {
      if (x + APART < width) steps[count++] = abs(light[k + APART] - light[k]);
      if (y + APART < height) steps[count++] = abs(light[k + APART * width] - light[k]);
    }
  const known = steps.subarray(0, count);
  return (
    count > 0 &&
    nthValue(known, count >> 1) > HALF_DIFFER &&
    nthValue(known, floor(0.75 * count)) > QUARTER_DIFFERS
  );
}

/**
 * The level of white where a sheet shows none, or pictures: what is lightest tells it, and the sheet's own levels,
 * where it has some, how light falls.
 */
function besideColours(
  { data, channels }: Raster,
  own: Float32Array | null,
  usual: readonly number[],
): Float32Array<ArrayBuffer> {
  const count = data.length / channels;
  const light = new Float32Array(count).fill(1);
  const lightest = new Float32Array(count);
  for (let k = 0, at = 0; k < count; k++, at += channels) {
    if (own) light[k] = meanShare(own, at, usual);
    lightest[k] = max(...data.subarray(at, at + channels)) / light[k];
  }
  const white = nthValue(lightest, floor(WHITE_RANK * (count - 1)));
  return Float32Array.from(data, (_, at) => white * light[floor(at / channels)]);
}

/** What a cell's channels are of the usual ones, in the mean. */
function meanShare(levels: Float32Array, first: number, usual: readonly number[]): number {
  let sum = 0;
  for (let c = 0; c < usual.length; c++) sum += levels[first + c] / usual[c];
  return sum / usual.length;
}

/**
 * Levels of a page's cells in which those that are no paper (fills, stamps, pictures, tints) have the level of the
 * paper around them: light is evened by what paper tells, and colours stay.
 *
 * @param usual level of the page's paper, each channel's
 * @returns null where there is too little paper to tell
 */
function withoutFills(
  cells: Raster,
  likeness: PaperLikeness,
  usual: readonly number[],
): Float32Array<ArrayBuffer> | null {
  const { channels } = cells;
  const levels = Float32Array.from(cells.data);
  const known = withoutMixed(withoutSlivers(paperCells(cells, likeness, usual), cells), cells);
  let open: number[] = [];
  for (let k = 0; k < known.length; k++) if (!known[k]) open.push(k);
  if (known.length - open.length < MIN_PAPER * known.length) return null;
  while (open.length > 0) {
    const reached: number[] = [];
    const left: number[] = [];
    for (const k of open) (spread(k) ? reached : left).push(k);
    for (const k of reached) known[k] = 1;
    open = left;
  }
  return levels;

  /** Gives a cell the mean level of the known ones beside it; false where there are none. */
  function spread(k: number): boolean {
    let n = 0;
    const sum = [0, 0, 0];
    for (const other of cellsAbout(k, cells)) {
      if (!known[other]) continue;
      n++;
      for (let c = 0; c < channels; c++) sum[c] += levels[other * channels + c];
    }
    for (let c = 0; n > 0 && c < channels; c++) levels[k * channels + c] = sum[c] / n;
    return n > 0;
  }
}

/**
 * The cells but for those along the page's rim that hang together with none farther in: the table, where it shows
 * beside what is printed to the edge. Its level would spread over that.
 */
function withoutSlivers(known: Uint8Array, { width, height }: Size): Uint8Array {
  const isDeep = (k: number): boolean => {
    const [x, y] = [k % width, floor(k / width)];
    return min(x, y, width - 1 - x, height - 1 - y) >= RIM;
  };
  for (const place of connectedCells(known, width, { corners: true }))
    if (!place.some(isDeep)) for (const k of place) known[k] = 0;
  return known;
}

/** The cells but for those that are partly printed on: beside what is no paper, and darker than the paper by them. */
function withoutMixed(known: Uint8Array, cells: Raster): Uint8Array {
  const { data, channels } = cells;
  const levelOf = (k: number): number => {
    let sum = 0;
    for (let c = k * channels; c < (k + 1) * channels; c++) sum += data[c];
    return sum;
  };
  return known.map((own, k) => {
    if (!own) return 0;
    const about = cellsAbout(k, cells);
    if (about.every((other) => known[other])) return 1;
    const isDarker = about.some((other) => known[other] && levelOf(other) > MIXED * levelOf(k));
    return isDarker ? 0 : 1;
  });
}

/** A cell and those beside it. */
function cellsAbout(k: number, { width, height }: Size): number[] {
  const about: number[] = [];
  const x = k % width;
  const y = floor(k / width);
  for (let v = max(0, y - 1); v <= y + 1 && v < height; v++)
    for (let u = max(0, x - 1); u <= x + 1 && u < width; u++) about.push(v * width + u);
  return about;
}

/** 1 for each cell that is like the page's paper. */
function paperCells(
  { data, width, height, channels }: Raster,
  { colour, darkest }: PaperLikeness,
  usual: readonly number[],
): Uint8Array {
  const count = width * height;
  const shares = new Float64Array(channels);
  const like = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += shares[c] = data[k * channels + c] / usual[c];
    const mean = sum / channels;
    let isLike = mean >= darkest;
    for (let c = 0; c < channels; c++) isLike &&= abs(shares[c] - mean) <= colour * mean;
    if (isLike) like[k] = 1;
  }
  return like;
}

/** The median of each `step`-th level from the first one on. */
export function middleLevel(data: Uint8Array, first: number, step: number): number {
  return levelAt(0.5, data, first, step);
}

/** The level that a part, the rank, of each `step`-th level from the first one on stays under. */
function levelAt(rank: number, data: Uint8Array, first: number, step: number): number {
  const histogram = new Uint32Array(256);
  for (let k = first; k < data.length; k += step) histogram[data[k]]++;
  let left = floor((data.length / step) * rank);
  let level = 0;
  for (; left >= histogram[level]; level++) left -= histogram[level];
  return level;
}
