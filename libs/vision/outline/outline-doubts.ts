import type { EdgeMap } from './edge-map.js';
import type { FoldedSheet } from './folded-sheet.js';
import { printGoesOn } from './print-beyond.js';
import { leftOut } from './print-left-out.js';
import type { JoinedQuad } from './quad-score.js';
import { MIN_OUTLINE_CONFIDENCE } from './refined-outline.js';
import { endsOnAnother } from './sheets-apart.js';
import { sidesGoOn } from './sides-go-on.js';
import { inkAcross } from './strokes-across.js';
import { tableLiesBeyond } from './table-beyond.js';
import { CLEAR } from './whole-page.js';
import type { Raster } from '../pixels/raster.js';

const { max, min } = Math;

/**
 * Outlines that are not clear lose confidence where the page goes on beyond one of their sides, down to this part of
 * it.
 */
const KEPT_CONFIDENCE = 0.7;
/**
 * From here on sides go on beyond a corner (24 curled pages with broad fills: of five parts three have 1.0, no other
 * outline over 0.25).
 */
const GO_ON = 0.65;
/**
 * From here on ink runs on across a side. By the second booth's photographs: of 179 outlines that are right it is 0.71
 * at most, of those that lose a part of the page along a shadow's edge or a ruling 0.8 to 0.99.
 */
const CROSSED = 0.75;
/**
 * From here on the print of a picture lies beyond an outline that is less sure than this: it is about a plate, a code,
 * or one of many slips. Of 270 outlines of photographs and crops that are right none less sure leaves out over 0.6 (at
 * 0.8 and over up to 0.97: on woven cloth); of 40 that lose a part of the page, or all of it, 15 leave out 0.71 to 1.
 */
const LEFT_OUT = 0.7;
const SURE = 0.8;
/**
 * ...and from here on where the outline is not clear and ink runs on across a side of it by this much. Of 750 outlines
 * that are right those with as much ink across leave out 0.06 at most; of 62 that lose a part of the page 11 have both.
 */
const LEFT_OUT_ACROSS = 0.25;
const PARTLY_CROSSED = 0.1;
/**
 * ...and from here on where this part of the picture is as light as the sheet, beyond it, and blank: the table is light
 * and plain, and what looks like print there is no grain. Of 850 outlines that are right, of crops and photographs,
 * none less sure than SURE has both; ten of eleven cheques with a white strip below a coloured part do that lost it.
 */
const LEFT_OUT_ON_PLAIN = 0.2;
const PLAIN = 0.25;

/** An outline as far as it is doubted here. */
type Doubted = Pick<FoldedSheet, 'score' | 'panels'>;

/** How much of an outline's confidence is left where it is unsure and cuts through a page. */
export function keptConfidence({ score, panels }: Doubted, surface: Raster, plain: Raster): number {
  return score < CLEAR ? 1 - (1 - KEPT_CONFIDENCE) * cutThrough(panels, surface, plain) : 1;
}

/**
 * Whether an outline is unsure and its sides go on beyond its corners, as where what is printed on a sheet stands out
 * more than the sheet. Beyond those of a clear one they do where it lies in line with another sheet.
 */
export function isPart(sheet: FoldedSheet, edges: EdgeMap, surface: Raster): boolean {
  if (sheet.score >= CLEAR) return false;
  return goesOn(sheet.panels, edges, surface) || (sheet.panels.length > 1 && goesOn([sheet], edges, surface));
}

/** Whether the sides of a sheet's panels go on beyond its corners, and not into the table. */
function goesOn(
  panels: readonly Pick<JoinedQuad, 'quad' | 'cut'>[],
  edges: EdgeMap,
  surface: Raster,
): boolean {
  const sides = outerSides(panels);
  return sides.some(
    (at) =>
      sidesGoOn(at.panel, at.side, edges, surface) >= GO_ON &&
      !tableLiesBeyond(
        at,
        sides.filter((other) => other !== at),
        surface,
      ),
  );
}

/**
 * Whether an outline that would be relied on is unsure and most of the picture's print lies beyond it, on something as
 * light; or a part of the print, and ink runs on across a side, or what it lies on is light and plain.
 *
 * @param crossing tells how much ink runs on across a side, at most, 0..1
 */
export function leavesPrintOut(
  { score, panels }: Doubted,
  crossing: () => number,
  closed: Raster,
  plain: Raster,
): boolean {
  if (score < MIN_OUTLINE_CONFIDENCE || score >= CLEAR) return false;
  const isDoubtful = isPartlyCrossed(crossing());
  if (score >= SURE && !isDoubtful) return false;
  const { print, blank } = leftOut(panels, closed, plain);
  if (print >= (isDoubtful ? LEFT_OUT_ACROSS : LEFT_OUT)) return true;
  return score < SURE && print >= LEFT_OUT_ON_PLAIN && blank >= PLAIN;
}

/** Whether ink runs on across a side of an outline, by how much it does... */
export const isCrossed = (crossing: number): boolean => crossing >= CROSSED;
/** ...and whether some may. */
export const isPartlyCrossed = (crossing: number): boolean => crossing >= PARTLY_CROSSED;

/**
 * How much ink runs on across a side of an outline, at most, 0..1.
 *
 * @param unit px of the picture for one of the copy
 */
export function inkAcrossSides(panels: readonly JoinedQuad[], picture: Raster, unit: number): number {
  return max(0, ...outerSides(panels).map(({ panel, side }) => inkAcross(panel, side, picture, unit)));
}

/**
 * 0..1: how much a side of an outline is a ruling, or a table's border, on a page that goes on beyond it: to keep too
 * much of a picture is better than to lose a part of the page. Where print goes on beyond all sides that tells nothing:
 * the page lies on a pile of its like, or on a patterned floor.
 *
 * @param panels of one sheet, in order, sides 0 and 2 towards each other; most often one
 */
export function cutThrough(panels: readonly JoinedQuad[], surface: Raster, plain: Raster): number {
  const beyond = outerSides(panels).map(
    ({ panel, side }) => printGoesOn(panel.quad, side, surface, plain) * (1 - endsOnAnother(panel, side)),
  );
  return max(...beyond) - min(...beyond);
}

/** The sides in the picture of all panels of a sheet, but for the folds between them. */
function outerSides<T extends Pick<JoinedQuad, 'cut'>>(panels: readonly T[]): { panel: T; side: number }[] {
  return panels.flatMap((panel, k) =>
    [0, 1, 2, 3]
      .filter((i) => !panel.cut[i] && !(i === 0 && k > 0) && !(i === 2 && k < panels.length - 1))
      .map((side) => ({ panel, side })),
  );
}
