import {
  boxAround,
  cut,
  decodeColour,
  decodeGrey,
  locateBarcodes,
  outOfPart,
  symbolParts,
  type LocatedSymbol,
} from '../../imaging/index.js';
import { inkedShare, project, sheetInk, toGrey, type Region, type SheetInk } from '../../vision/index.js';
import type { CoverSheet } from '../contract.js';

/** Longer side of the copy on which the sheet's ink is looked for, px. */
const INK_LONG_SIDE = 1650;
/**
 * Share of a sheet's cells that carry ink, its symbols left out, up to which it carries little but them. Of 30
 * photographs of cover sheets (five symbologies, scanned to hard) all whose symbol was read had 0.05 at most; 25 of
 * letters and forms with a QR code of their own had 0.10 at least.
 */
const SPARSE_SHARE = 0.075;
/** Symbols themselves took 0.12 at most. With more ink than this in all, no symbol is looked for ... */
const SEARCHED_SHARE = 0.4;
/** ... and with more than this, only sharp ones are: the thorough search takes seconds. */
const THOROUGHLY_SEARCHED_SHARE = 0.2;
/** So many symbols, at most, are taken to make up for a sheet's ink where none is read at once. */
const MOST_SYMBOLS = 8;
/** Cells along the sheet's edges on which no symbol is looked for: what lies under the sheet shows there. */
const EDGE_CELLS = 2;
/** Added around a symbol, in parts of its longer side: quiet zone and the value in print. */
const SURROUNDINGS = 0.15;
/** A linear symbol is known by its lines that were read; its bars are taken to be up to this part of its length. */
const BAR_LENGTH = 0.6;

/**
 * Looks whether a frame is a cover sheet: a sheet that carries little but barcodes. Cheap first: a page full of print
 * is not searched for symbols, nor a sheet with nothing as dark as one; a thorough search is made only of a sheet that
 * would carry little else, on which a quick one finds none.
 */
export async function coverSheetTask(frame: Uint8Array): Promise<CoverSheet> {
  const picture = await decodeColour(frame, { longSide: INK_LONG_SIDE });
  const ink = sheetInk(picture);
  const all = inkedShare(ink, []);
  if (all > SEARCHED_SHARE) return { isCoverSheet: false, symbols: [] };
  const places = symbolParts(toGrey(picture), (x, y) => isInside(ink, x, y));
  if (places.length === 0) return { isCoverSheet: false, symbols: [] };
  const whole = await decodeGrey(frame);
  const scale = picture.width / whole.width;
  const part = scaled(boxAround(places), 1 / scale);
  const grey = cut(whole, part);
  let found = await locateBarcodes(grey, 'quick');
  if (found.length === 0 && all <= THOROUGHLY_SEARCHED_SHARE && mayBeSparse(ink, places))
    found = await locateBarcodes(grey, 'thorough');
  const share = inkedShare(
    ink,
    found.map((symbol) => scaled(outOfPart(regionOf(symbol), part), scale)),
  );
  const isCoverSheet = found.length > 0 && share <= SPARSE_SHARE;
  return { isCoverSheet, symbols: isCoverSheet ? found.map(({ type, value }) => ({ type, value })) : [] };
}

/** Whether the sheet would carry little else if there were symbols where some may be, the largest places first. */
function mayBeSparse(ink: SheetInk, places: readonly Region[]): boolean {
  return inkedShare(ink, places.slice(0, MOST_SYMBOLS)) <= SPARSE_SHARE;
}

/** What of a picture belongs to a symbol, px. */
function regionOf({ box, lines }: LocatedSymbol): Region {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const length = Math.max(width, height);
  const least = lines > 0 ? BAR_LENGTH * length : 0;
  const growX = SURROUNDINGS * length + Math.max(0, least - width) / 2;
  const growY = SURROUNDINGS * length + Math.max(0, least - height) / 2;
  return {
    left: box.left - growX,
    top: box.top - growY,
    right: box.right + growX,
    bottom: box.bottom + growY,
  };
}

function isInside({ toCells, columns, rows }: SheetInk, x: number, y: number): boolean {
  const cell = project(toCells, x, y);
  return (
    cell.x > EDGE_CELLS && cell.y > EDGE_CELLS && cell.x < columns - EDGE_CELLS && cell.y < rows - EDGE_CELLS
  );
}

const scaled = ({ left, top, right, bottom }: Region, by: number): Region => ({
  left: left * by,
  top: top * by,
  right: right * by,
  bottom: bottom * by,
});
