import { projectQuad, resizeMap } from '../geometry/plane-geometry.js';
import {
  hasRightAngles,
  isBitonal,
  liesFlat,
  liesOnLid,
  looksScanned,
  scanGoesOn,
  SCANNED_RIGHT_ANGLE,
} from '../light/flat-scan.js';
import { paperLevels } from '../light/illumination.js';
import { seenRectangle } from '../outline/cut-sheet.js';
import { ofDensity, pageProportions, partProportions } from '../outline/page-proportions.js';
import { MIN_OUTLINE_CONFIDENCE } from '../outline/refined-outline.js';
import type { Alignment } from './alignment.js';
import type { FrameCopies } from './frame-copies.js';
import { deskewed, layUpright, longestSide } from './laid-page.js';
import { alignByPrint } from './sheet-by-print.js';
import { levelled, withoutCurl } from './straightened-page.js';
import { keepWhole } from './whole-frame.js';

/** An outline this sure is a page on a table, however even the light. */
const CLEAR_OUTLINE = 0.8;

/**
 * Cuts the page out by its outline, upright and in its proportions; or keeps the whole frame where it is a scan, or no
 * page stands out.
 */
export function alignByOutline(copies: FrameCopies): Alignment {
  const { frame, reduced, outline: found } = copies;
  const sure = found !== null && found.confidence >= MIN_OUTLINE_CONFIDENCE;
  const clear = found !== null && found.confidence >= CLEAR_OUTLINE && !found.cut.some(Boolean);
  // No camera sees two tones: a page has right angles there, before a scanner's lid, and its lines lean for other
  // reasons than perspective or curl. A page with next to nothing but white and pale tints counts as two tones too.
  const twoTone = isBitonal(frame);
  const grey = copies.reducedLuminance.raster;
  const scanned = twoTone
    ? !sure || !hasRightAngles(found.quad, SCANNED_RIGHT_ANGLE) || !liesOnLid(grey, found.quad)
    : (sure && scanGoesOn(grey, found, clear)) || (!clear && looksScanned(reduced.raster, paperLevels(grey)));
  const flagOfWhole = scanned
    ? 'already_flat'
    : sure && found.isOneOfSome
      ? 'several_sheets'
      : 'no_page_found';
  // In a scan the frame itself is the page's best outline, unless a dark lid shows the page's. Of a part of a sheet,
  // and of one of several, the rest would be lost: no flag says what is not there.
  if (!sure || scanned || found.isPart || found.isOneOfSome) {
    const whole = keepWhole(copies, flagOfWhole, found);
    if (whole.flag === 'already_flat' || whole.flag === 'several_sheets') return whole;
    return alignByPrint(copies, whole) ?? whole;
  }
  const up = resizeMap(1 / reduced.scaleX, 1 / reduced.scaleY);
  const quad = projectQuad(up, found.quad);
  const flag = liesFlat(quad, frame.width, frame.height) ? 'already_flat' : null;
  const cutOff = seenRectangle({ quad, cut: found.cut }, frame);
  const seen = cutOff
    ? partProportions(cutOff.ratio)
    : pageProportions(quad, frame.width, frame.height, found.cut.some(Boolean), found.bow);
  const proportions = flag ? ofDensity(seen, longestSide(quad), copies.density) : seen;
  const laid = layUpright(copies, cutOff?.quad ?? quad, proportions, found.confidence, 'outline', flag);
  if (flag) return laid.alignment;
  if (twoTone) return deskewed(laid);
  const flat = withoutCurl(copies, laid, found);
  if (flat !== laid.alignment || found.cut.filter(Boolean).length < 2) return flat;
  // Its own lines tell what the picture's border does not.
  const level = levelled(copies, laid, laid.quad, (box, { ratio }) =>
    layUpright(copies, box, partProportions(ratio), found.confidence, 'outline', null),
  );
  return level ? level.alignment : flat;
}
