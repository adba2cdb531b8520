import { divideByLocalBackground } from '../pixels/local-background.js';
import { cv, toRaster, withMats } from '../pixels/opencv.js';
import { findPageOutline } from '../outline/page-outline.js';
import { MIN_OUTLINE_CONFIDENCE } from '../outline/refined-outline.js';
import { frameQuad, homographyFromPoints } from '../geometry/plane-geometry.js';
import { invert, project } from '../geometry/projective.js';
import type { Homography, Quad, Raster, Size } from '../pixels/raster.js';
import { toGrey } from '../pixels/resample.js';

/** Longer side of the rectified copy on which ink is looked for, px: 100 px an inch of an A4 page. */
const SHEET_SIDE = 1100;
/** Half the window of the background division, px of the copy: several lines of print. */
const BACKGROUND_RADIUS = 40;
/** Side of a cell, px of the copy: about the height of a line of print. */
const CELL = 12;
/**
 * A cell carries ink when its grey levels spread (standard deviation) by this many times what those of bare paper
 * do, grain and the camera's noise; the sheet's quieter cells tell how much that is. Blurred print spreads little.
 */
const INK_SPREAD = 3;
const BARE_SHARE = 0.3;
/** ... but no less than this, where paper lies at about 200. */
const MIN_INK_SPREAD = 3;
/** Left out along the sheet's edges, cells: its border and shadow, and what lies beside it. */
const MARGIN_CELLS = 2;

/**
 * Where even the quieter cells spread more than this there is no bare paper, and every cell counts as inked; those
 * of 60 photographs of sheets had 1.6 at most.
 */
const MAX_BARE_SPREAD = 6;

/** A sheet's ink by cells, as a photograph shows it. */
export interface SheetInk {
  /** Takes px of the picture passed in to cells. */
  toCells: Homography;
  columns: number;
  rows: number;
  /** 1 where a cell carries ink, row-major. */
  inked: Uint8Array;
}

/** A region of the picture, px. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Where a sheet of paper carries ink: the page is found in the picture and rectified, its light evened, and each
 * cell of about a line's height is looked at.
 * @param picture RGB or grey, any side up
 */
export function sheetInk(picture: Raster): SheetInk {
  const outline = findPageOutline(picture);
  const sure = outline && outline.confidence >= MIN_OUTLINE_CONFIDENCE;
  const quad = sure ? outline.quad : frameQuad(picture.width, picture.height);
  const { width, height } = sizeOf(quad);
  const toPicture = homographyFromPoints(frameQuad(width, height), quad);
  const toSheet = toPicture && invert(toPicture);
  if (!toPicture || !toSheet) throw new RangeError('a page outline has four corners that span an area');
  const sheet = rectified(toGrey(picture), toPicture, width, height);
  const spreads = cellSpreads(divideByLocalBackground(sheet, BACKGROUND_RADIUS));
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  const quiet = Float32Array.from(spreads).sort()[Math.floor(BARE_SHARE * spreads.length)];
  const least = quiet > MAX_BARE_SPREAD ? 0 : Math.max(MIN_INK_SPREAD, INK_SPREAD * quiet);
  const s = 1 / CELL;
  const [a, b, c, d, e, f, ...last] = toSheet;
  return {
    toCells: [s * a, s * b, s * c, s * d, s * e, s * f, ...last] as Homography,
    columns,
    rows,
    inked: Uint8Array.from(spreads, (spread) => (spread >= least ? 1 : 0)),
  };
}

/** Standard deviation of the grey levels of each cell, row-major. */
function cellSpreads({ data, width, height }: Raster): Float32Array {
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  const spreads = new Float32Array(columns * rows);
  for (let cell = 0; cell < spreads.length; cell++) {
    const left = (cell % columns) * CELL;
    const top = Math.floor(cell / columns) * CELL;
    let sum = 0;
    let squares = 0;
    for (let y = top; y < top + CELL; y++)
      for (let x = left, o = y * width + left; x < left + CELL; x++, o++) {
        sum += data[o];
        squares += data[o] * data[o];
      }
    const n = CELL * CELL;
    spreads[cell] = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
  }
  return spreads;
}

/** Share of a sheet's cells, 0..1, that carry ink, those of some regions left out. */
export function inkedShare({ toCells, columns, rows, inked }: SheetInk, without: readonly Region[]): number {
  const left = new Uint8Array(inked.length).fill(1);
  for (const region of without) {
    const { left: x0, top: y0, right: x1, bottom: y1 } = region;
    const corners = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ].map(([x, y]) => project(toCells, x, y));
    const first = (values: number[]) => Math.max(0, Math.floor(Math.min(...values)));
    const xs = corners.map(({ x }) => x);
    const ys = corners.map(({ y }) => y);
    for (let y = first(ys); y < Math.min(rows, Math.ceil(Math.max(...ys))); y++)
      left.fill(0, y * columns + first(xs), y * columns + Math.min(columns, Math.ceil(Math.max(...xs))));
  }
  let cells = 0;
  let withInk = 0;
  for (let y = MARGIN_CELLS; y < rows - MARGIN_CELLS; y++)
    for (let x = MARGIN_CELLS; x < columns - MARGIN_CELLS; x++) {
      if (!left[y * columns + x]) continue;
      cells++;
      withInk += inked[y * columns + x];
    }
  return cells === 0 ? 0 : withInk / cells;
}

/** Size of the rectified copy, from the quad's mean sides. */
function sizeOf(quad: Quad): Size {
  const side = (i: number) => {
    const [p, q] = [quad[i], quad[(i + 1) % 4]];
    return Math.hypot(q.x - p.x, q.y - p.y);
  };
  const width = side(0) + side(2);
  const height = side(1) + side(3);
  const scale = SHEET_SIDE / Math.max(width, height);
  const least = CELL * (2 * MARGIN_CELLS + 1);
  return {
    width: Math.max(least, Math.round(width * scale)),
    height: Math.max(least, Math.round(height * scale)),
  };
}

function rectified(grey: Raster, toPicture: Homography, width: number, height: number): Raster {
  return withMats((scope) => {
    const target = scope.mat();
    const matrix = scope.fromArray(3, 3, cv.CV_64FC1, toPicture);
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    const size = new cv.Size(width, height);
    cv.warpPerspective(
      scope.fromRaster(grey),
      target,
      matrix,
      size,
      flags,
      cv.BORDER_REPLICATE,
      new cv.Scalar(),
    );
    return toRaster(target);
  });
}
