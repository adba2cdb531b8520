import { median } from './geometry/median.js';
import { normalizeFrame, type NormalizedFrame } from './normalize.js';
import type { Raster } from './pixels/raster.js';
import { rimLevels } from './pixels/rim-levels.js';

const { abs, max, min, round } = Math;

/** Width of a picture's rim, a part of its longer side. */
const RIM = 0.01;
/** Paper is at least as light as this, and this part of the rim within so many levels of it where there is no more. */
const PAPER = 230;
const EVEN = 6;
const ALONE = 0.95;
/**
 * A page is cut out where its outline is as sure as this. Photographs of pages on a table have 0.94 at least (24 easy
 * ones), of curled ones 0.83 (12); of the 420 forms, all of which are pages alone, one has an outline, with 0.58.
 */
const SURE = 0.8;
/**
 * Nearer to the picture's border than this part of its longer side a page is cut off by it: the corners of such pages
 * are found 1 or 2 px off it at 8 megapixels.
 */
const BORDER = 0.002;

/**
 * Whether nothing but paper shows along the border of a picture: it is a page and no more, as a program draws it or a
 * clean scan has it. Of 420 forms as PDFs have them three are not told so, which have coloured bands there; of
 * photographs and of scans askew next to all.
 *
 * @param grey of a size of some 600 px
 */
export function isPageAlone(grey: Raster): boolean {
  const levels = rimLevels(grey, max(1, round(RIM * max(grey.width, grey.height))));
  const paper = median(levels);
  const even = levels.filter((level) => abs(level - paper) <= EVEN).length;
  return paper >= PAPER && even >= ALONE * levels.length;
}

/** What was done to a reference page's picture, or what speaks against it. */
export type PictureNote =
  /** It was photographed: cut out and laid flat. */
  | 'cut_out'
  /** It was scanned askew. */
  | 'straightened'
  /** The sheet was bent, and is laid less exactly than a form should be: photograph it flat. */
  | 'bent'
  /** There is more than a page in the picture, and none stands out whole: all of it is kept. */
  | 'page_not_found'
  /** Letters are blurred or coarse. */
  | 'low_quality';

/** A reference page as it is kept. */
export interface ReferencePicture {
  /** Null where the picture is best left as it came. */
  flat: Pick<NormalizedFrame, 'image' | 'dpi'> | null;
  notes: PictureNote[];
}

/**
 * A reference page of which a photograph was uploaded, or a scan that lies askew: cut out, laid flat and upright as a
 * frame of an unknown form is, for frames are laid into its coordinates, and what is about it is no print of the form.
 * It is left as it came where no page is found, not all of it is in the picture, or it is flat.
 *
 * @param picture RGB (or grey), full size, EXIF orientation already applied, with more to it than a page alone
 * @param room as for `normalizeFrame`
 * @param density as for `normalizeFrame`
 */
export function laidFlat(
  picture: Raster,
  room?: (bytes: number) => Uint8Array,
  density: number | null = null,
): ReferencePicture {
  const frame = normalizeFrame(picture, null, room, density);
  const { flag, outline, diagnostics } = frame;
  const poor: PictureNote[] = flag === 'low_quality' ? ['low_quality'] : [];
  if (isPhotographed(frame, picture)) {
    const bent: PictureNote[] = diagnostics.rolledOut ? ['bent'] : [];
    return { flat: frame, notes: ['cut_out', ...bent, ...poor] };
  }
  if (liesAskew(frame)) return { flat: frame, notes: ['straightened'] };
  if (flag === 'already_flat') return { flat: null, notes: [] };
  // What is told of a part of the picture says nothing of all of it.
  const isNotFound = flag === 'no_page_found' || flag === 'several_sheets' || outline !== null;
  return { flat: null, notes: isNotFound ? ['page_not_found'] : poor };
}

/** Whether the whole page stands out in a photograph, and surely. */
function isPhotographed(frame: NormalizedFrame, { width, height }: Raster): boolean {
  const { outline, flag, diagnostics } = frame;
  if (!outline || flag === 'already_flat' || (diagnostics.outlineConfidence ?? 0) < SURE) return false;
  const border = BORDER * max(width, height);
  return outline.every(({ x, y }) => min(x, y, width - 1 - x, height - 1 - y) >= border);
}

/** A scan that seems to lie on its side or upside down is left to who uploaded it. */
function liesAskew({ flag, diagnostics: { way, skew, quarters } }: NormalizedFrame): boolean {
  return way === 'whole' && flag === 'already_flat' && skew !== 0 && quarters === 0;
}
