import { baseLayer } from '../pixels/base-layer.js';
import { close } from '../pixels/morphology.js';
import type { Raster } from '../pixels/raster.js';
import { reduceByBoxes, type Reduced } from '../pixels/resample.js';
import { isBandOfPage } from './band-of-page.js';
import { evenlyLit, isPartInShadow, mayEndAtShadow, withoutSeams } from './cast-shadow.js';
import { findClutter, laidDark } from './clutter.js';
import { isCode } from './coded-box.js';
import { commonSheet } from './common-sheet.js';
import { farSheets } from './far-sheets.js';
import { sidesInOtherLight } from './other-light.js';
import { outlinesIn } from './outline-search.js';
import { pageAround } from './page-around.js';
import { leftOut } from './print-left-out.js';
import { grown, MIN_OUTLINE_CONFIDENCE, type PageOutline } from './refined-outline.js';
import type { Search } from './search-view.js';
import { tableShowsBetween } from './table-between.js';
import { CLEAR } from './whole-page.js';

/** Longer side of the copy that is searched, px. */
const SEARCH_SIDE = 640;
/** Half the side of the closing that hides text, px of the copy: strokes and lines of text up to 13 px. */
const TEXT_RADIUS = 6;
/**
 * Outlines tried for the page of which the best one is a part: its bands are parts too, and many. A page leaves out no
 * more than this part of the picture's print.
 */
const TRIED = 60;
const OF_PAGE = 0.05;

/**
 * Finds the page in a photograph: straight edges of the copy with its text closed away (and of the plain copy,
 * where a thin shadow is all that parts white paper from a white desk), joined to quads, scored by the evidence
 * along their sides, the best one refined on the picture itself.
 */
export function findPageOutline(picture: Raster): PageOutline | null {
  const best = searchOutlines(picture)[0];
  return best ?? null;
}

/** All outlines worth a look, best first. */
export function searchOutlines(picture: Raster, count = 1): PageOutline[] {
  const search = searchOf(picture, count);
  const outlines = outlinesOfPaper(search);
  if (worthOf(outlines[0]) >= MIN_OUTLINE_CONFIDENCE) return outlines;
  const far = farSheets(search, (part) => outlinesOfPaper(searchOf(part, 1)));
  return [...far, ...outlines].slice(0, count);
}

function searchOf(picture: Raster, count: number): Search {
  const small = reduceByBoxes(picture, SEARCH_SIDE);
  return { picture, small, closed: close(small.raster, TEXT_RADIUS), count };
}

/** The outlines, but none of a barcode. */
function outlinesOfPaper(search: Search): PageOutline[] {
  const { picture } = search;
  const outlines = unmisled(search);
  const isPaper = ({ quad }: PageOutline): boolean => !isCode(quad, picture);
  if (outlines.length === 0 || isPaper(outlines[0])) return outlines;
  return unmisled({ ...search, papersOnly: true }).filter(isPaper);
}

/** The outlines, looked for once more where clutter or a shadow may have misled the search, and doubted. */
const unmisled = (search: Search): PageOutline[] =>
  pageOfPartFirst(doubted(inEvenLight(besideClutter(outlinesIn(search), search), search), search), search);

/** The outlines, but where the best one is a part of a page, that page first, where one about as sure is all of it. */
function pageOfPartFirst(outlines: PageOutline[], search: Search): PageOutline[] {
  const [best, ...others] = outlines;
  const { closed, small } = search;
  if (!best || best.isOneOfSome || !(best.isPart || isBand(best, search))) return outlines;
  const isPart = (outline: PageOutline): boolean =>
    outline.isPart ||
    leftOut([onCopy(outline, small)], closed, small.raster).print > OF_PAGE ||
    isInOtherLight(outline, search);
  const page = isParted(best, search)
    ? null
    : pageAround(best, outlinesIn({ ...search, count: TRIED }), isPart);
  return page ? [page, ...outlines] : [{ ...best, isPart: true }, ...others];
}

/**
 * The outlines, but where the best one is not clear and its sheet goes on in other light, those of a sheet that is
 * folded there; without them the best one is a part.
 */
function doubted(outlines: PageOutline[], search: Search): PageOutline[] {
  const [best, ...others] = outlines;
  if (!best || !isInOtherLight(best, search)) return outlines;
  const folded = outlinesIn({ ...search, foldsInShade: true });
  const isWhole = worthOf(folded[0]) >= MIN_OUTLINE_CONFIDENCE && !isInOtherLight(folded[0], search);
  return isWhole ? folded : [{ ...best, isPart: true }, ...others];
}

/**
 * Whether an outline is not clear and its sheet goes on beyond it in other light: in the picture's own, for what is
 * evened hides it, and tints stand out more. What has all of a common sheet's shape is one, beside something of its
 * tint; unless it may be a half of one, folded across its longer side.
 */
function isInOtherLight(outline: PageOutline, { picture, closed, small }: Search): boolean {
  if (outline.confidence >= CLEAR) return false;
  const sides = sidesInOtherLight(onCopy(outline, small), closed, small.raster);
  if (sides.length === 0) return false;
  const sheet = commonSheet(outline, picture);
  return !sheet || (sheet.isHalfAlike && sides.some((side) => sheet.long.includes(side)));
}

/** Whether a gap shows the table along a side of an outline: what lies beyond is another sheet. */
function isParted(outline: PageOutline, { closed, small }: Search): boolean {
  const { quad } = onCopy(outline, small);
  return quad.some((corner, i) => tableShowsBetween(corner, quad[(i + 1) % 4], closed, small.raster));
}

/** Whether an outline is a band of a page that fills the picture, and no common sheet that lies across it. */
const isBand = (outline: PageOutline, { picture, closed, small }: Search): boolean =>
  isBandOfPage(onCopy(outline, small), closed, small.raster) && commonSheet(outline, picture) === null;

/** The outlines, but where none is clear, and better ones are found with clutter laid dark, those. */
function besideClutter(outlines: PageOutline[], search: Search): PageOutline[] {
  const { closed, small } = search;
  if (outlines.length > 0 && outlines[0].confidence >= CLEAR) return outlines;
  const clutter = findClutter(closed, small.raster);
  if (!clutter) return outlines;
  const besideIt = outlinesIn({
    ...search,
    closed: laidDark(closed, small.raster, clutter),
    besideClutter: true,
  });
  return worthOf(besideIt[0]) > worthOf(outlines[0]) ? besideIt : outlines;
}

/** The outlines, but where the best one ends at a shadow that lies on a larger sheet, those found in even light. */
function inEvenLight(outlines: PageOutline[], search: Search): PageOutline[] {
  const { closed, small } = search;
  const best = outlines.length > 0 ? onCopy(outlines[0], small) : null;
  if (!best || !mayEndAtShadow(best, closed)) return outlines;
  const levels = baseLayer(closed);
  const evened = withoutSeams(evenlyLit(closed, levels));
  const found = outlinesIn({
    ...search,
    small: { ...small, raster: evenlyLit(small.raster, levels) },
    closed: evened,
  });
  return found.length > 0 && isPartInShadow(best, onCopy(found[0], small), closed, evened) ? found : outlines;
}

/** An outline as the picture's reduced copy shows it. */
const onCopy = (outline: PageOutline, small: Reduced): PageOutline => ({
  ...outline,
  quad: grown(outline.quad, 1 / small.scaleX, 1 / small.scaleY),
});

/** How sure an outline is; 0 where it is a part of a sheet, or there is none. */
const worthOf = (outline: PageOutline | undefined): number =>
  outline && !outline.isPart ? outline.confidence : 0;
