import { searchOutlines } from './page-outline.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { areApart } from './sheets-beside.js';
import { LOOKED_AT } from './whole-page.js';

/**
 * Outlines less sure than this are no sheets: those that were found beside others (photographs made up, seeds from
 * 410000) are surer.
 */
const MIN_CONFIDENCE = 0.5;
/** Sheets beside one that are looked for. */
const MOST = 2;

/**
 * Outlines of sheets that lie beside one, surest first.
 *
 * @param outline of the sheet, px of the picture
 */
export function otherSheets(picture: Raster, outline: Quad): Quad[] {
  const sheets: Quad[] = [];
  for (const { quad, confidence } of searchOutlines(picture, LOOKED_AT)) {
    if (sheets.length >= MOST) break;
    if (confidence >= MIN_CONFIDENCE && [outline, ...sheets].every((other) => areApart(quad, other)))
      sheets.push(quad);
  }
  return sheets;
}
