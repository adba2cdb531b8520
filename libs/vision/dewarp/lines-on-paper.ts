import type { Point } from '../pixels/raster.js';
import type { BentLine } from './bent-line.js';
import { PX_PER_UNIT } from './fit-unrolling.js';
import type { Unrolling } from './sheet-unrolling.js';
import { spreadBeyond, straightening, type Straightening } from './straightening.js';

/** What rolling out makes of lines. */
export const straightened = (
  sheet: Unrolling,
  flat: (p: Point) => Point,
  lines: readonly BentLine[],
): Straightening => straightening(lines.map((line) => [offStraight(line, flat), offRolledOut(line, sheet)]));

/**
 * How far a line stands off a straight one along its axis, beyond the scatter of its places: RMS, px of a page of
 * PX_PER_UNIT to a half diagonal.
 *
 * @param toPaper takes px of the frame to such px of the paper
 */
export function offStraight({ along, points, scatter }: BentLine, toPaper: (p: Point) => Point): number {
  const at = points.map((p) => toPaper(p)[along === 'row' ? 'y' : 'x']);
  return spreadBeyond(at, scatter);
}

/** The same on a sheet rolled out. */
export function offRolledOut(line: BentLine, sheet: Unrolling): number {
  return offStraight(line, (p) => {
    const q = sheet.unroll(p);
    return { x: q.x * PX_PER_UNIT, y: q.y * PX_PER_UNIT };
  });
}
