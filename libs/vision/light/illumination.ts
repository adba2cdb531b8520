import { KernelMemory, kernels } from '../kernels/kernels.js';
import { close } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';
import { withoutColourPeaks } from './colour-peaks.js';
import type { PaperLevels } from './paper-levels.js';
import { middleLevel, PHOTOGRAPHED, whiteLevels, type PaperLikeness } from './paper-likeness.js';
import { liftFills, printedPlaces } from './printed-fills.js';
import { thinned, type Evening } from '../pixels/split-treatment.js';
import { withShadowEdges } from './shadow-edges.js';
import type { SplitPicture } from '../pixels/split-picture.js';

const { ceil, max, min, round } = Math;

/** px of the preview a cell of the light map is wide: 2 mm of an A4 page seen at CELLS_FIT px. */
const CELL = 8;
const CELLS_FIT = 1100;
/** Light is measured on a copy of a picture whose longer side is about this, px, and cells of this many px or more. */
const PREVIEW_SIDE = 750;
const SMALLEST_CELL = 4;
/** The upper levels of a cell's luminance are those of this part of its px on... */
const UPPER_RANK = 0.8;
/** ...and what is darker by so many levels, or by this part of them, counts as paper still. */
const PAPER_MARGIN = 6;
const PAPER_PART = 0.06;
/** Ink up to this many cells wide is filled from the paper around it (radius, cells). */
const FILL_RADIUS = 3;
/** Times the map is smoothed by a box of three cells: near a Gaussian. */
const SMOOTHINGS = 3;
/** The level paper is brought to before the tone curve: leaves room for paper lighter than its surroundings. */
const PAPER_BEFORE_TONE = 228;
/** The level of paper in the result. */
export const PAPER = 250;

/** Reflectance, of paper's, up to which tones are kept as they are: pencil and pale tints lie below. */
const BEND = 0.7;
/** Slope of the tone curve at paper white: grain is damped to this part there. */
const SLOPE_AT_WHITE = 0.2;

/**
 * How light falls on a page, from an upright preview of it: the level its paper has, cell by cell. Within a
 * cell the paper is what lies near its upper levels; ink broader than a cell is bridged by a grey closing.
 */
export function paperLevels(preview: Raster): PaperLevels {
  return mapLight(preview, CELL, PHOTOGRAPHED).paper;
}

/**
 * The levels of a page's paper, and what they were before they were smoothed.
 *
 * @param cell px of the preview a cell is wide, CELL at most
 * @param likeness how paper may differ over the page
 */
function mapLight(
  preview: Raster,
  cell: number,
  likeness: PaperLikeness,
): { paper: PaperLevels; cells: Float32Array } {
  const cells = withoutColourPeaks(cellLevels(preview, cell));
  const { width: cols, height: rows, channels } = cells;
  const { lightestFill } = likeness;
  if (lightestFill !== null)
    liftFills(cells, printedPlaces(preview, cell, { broad: 2 * FILL_RADIUS, lightest: lightestFill }));
  const { levels: white, coloured } = whiteLevels(close(cells, FILL_RADIUS), likeness);
  let levels: Float32Array = white;
  for (let time = 0; time < SMOOTHINGS; time++) levels = smooth(levels, cols, channels);
  return { paper: { cols, rows, channels, levels, coloured }, cells: white };
}

/** A copy of a page as it was warped, small enough to look at all of it. */
export function previewOf(picture: SplitPicture): Raster {
  return thinned(picture, max(1, round(max(picture.width, picture.height) / 2 / PREVIEW_SIDE)));
}

/** How light falls on a page as it was warped. */
export function paperLevelsOf(
  picture: SplitPicture,
  likeness: PaperLikeness,
  preview = previewOf(picture),
): PaperLevels {
  const side = max(picture.width, picture.height);
  const longer = max(preview.width, preview.height);
  const cell = max(SMALLEST_CELL, round((CELL * longer) / min(side, CELLS_FIT)));
  const { paper, cells } = mapLight(preview, cell, likeness);
  return withShadowEdges(paper, cells, cell, preview);
}

/** The level of paper in each cell: the mean of what lies near the upper levels of its luminance. */
function cellLevels({ data, width, height, channels }: Raster, cell: number): Raster {
  const cols = max(2, ceil(width / cell));
  const rows = max(2, ceil(height / cell));
  const count = cols * rows * channels;
  return KernelMemory.borrow((memory) => {
    const picture = memory.take(data.length);
    const cells = memory.take(count);
    const scratch = memory.take((3 * channels + 1) * (width + 32) * CELL);
    memory.bytes(picture, data.length).set(data);
    kernels.paperCells(
      picture,
      width,
      height,
      channels,
      cell,
      UPPER_RANK,
      PAPER_MARGIN,
      PAPER_PART,
      cells,
      cols,
      rows,
      scratch,
    );
    return { data: memory.bytes(cells, count).slice(), width: cols, height: rows, channels };
  });
}

/** The mean of each cell and those beside it. */
function smooth(levels: Float32Array, cols: number, channels: number): Float32Array {
  const row = cols * channels;
  return meanOfThree(meanOfThree(levels, channels, row), row, levels.length);
}

/** The mean of each level and those a step before and after it in the same run of levels. */
function meanOfThree(levels: Float32Array, step: number, run: number): Float32Array {
  const out = new Float32Array(levels.length);
  for (let start = 0; start < levels.length; start += run) {
    const end = start + run;
    for (let k = start; k < end; k++) {
      const before = k - step >= start;
      const after = k + step < end;
      const sum = levels[k] + (before ? levels[k - step] : 0) + (after ? levels[k + step] : 0);
      out[k] = sum / (1 + (before ? 1 : 0) + (after ? 1 : 0));
    }
  }
  return out;
}

/**
 * The treatment that makes the paper of a page white and its light even: a gain lattice and a tone curve that
 * is flat near white, so that paper's grain is not amplified with the light.
 */
export function evenLight(paper: PaperLevels): Evening {
  const factors = new Float32Array(paper.levels.length);
  for (let i = 0; i < factors.length; i++) factors[i] = PAPER_BEFORE_TONE / max(12, paper.levels[i]);
  return {
    gain: { cols: paper.cols, rows: paper.rows, channels: paper.channels, factors },
    tone: toneCurve(),
  };
}

/**
 * A copy of an evened sheet of a strong colour as it would be were most of it paper, its grain damped as paper's is:
 * letters are measured on that.
 */
export function asOnPaper({ data, ...size }: Raster): Raster {
  const darkness = darknessOfLevels();
  const tone = toneCurve();
  const sheet = max(1, 255 - darkness[middleLevel(data, 0, 1)]);
  const levels = darkness.map((dark) => tone[min(255, round((PAPER_BEFORE_TONE * (255 - dark)) / sheet))]);
  return { ...size, data: data.map((level) => levels[level]) };
}

/**
 * How dark each level of an evened picture is, as if there were no tone curve: 0 paper, 255 black, in proportion to the
 * light that ink keeps back.
 */
export function darknessOfLevels(): Uint8Array {
  const tone = toneCurve();
  let before = 0;
  return Uint8Array.from({ length: 256 }, (_, level) => {
    while (before < PAPER_BEFORE_TONE && tone[before] < level) before++;
    return level >= PAPER ? 0 : round(255 * (1 - before / PAPER_BEFORE_TONE));
  });
}

/** Straight up to BEND of paper's reflectance, then a cubic that reaches paper white with a slope of SLOPE_AT_WHITE. */
function toneCurve(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, level) => {
    const r = level / PAPER_BEFORE_TONE;
    if (r >= 1) return min(255, Math.round(PAPER + (r - 1) * PAPER * SLOPE_AT_WHITE));
    if (r <= BEND) return max(0, Math.round(PAPER * r));
    const span = 1 - BEND;
    const t = (r - BEND) / span;
    const hermite =
      (2 * t ** 3 - 3 * t ** 2 + 1) * BEND +
      (t ** 3 - 2 * t ** 2 + t) * span +
      (3 * t ** 2 - 2 * t ** 3) +
      (t ** 3 - t ** 2) * span * SLOPE_AT_WHITE;
    return max(0, min(PAPER, Math.round(PAPER * hermite)));
  });
}
