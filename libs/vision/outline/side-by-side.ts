import { areaOf, homographyFromPoints, UNIT_SQUARE } from '../geometry/plane-geometry.js';
import { project } from '../geometry/projective.js';
import type { Quad, Raster } from '../pixels/raster.js';
import { sheetSeam, type SheetSeam } from './sheet-seam.js';
import { areAsLarge } from './sheets-beside.js';
import { isWithin } from './whole-page.js';

/** Sheets in a row that are told apart at most. */
const MOST = 4;

/** A sheet of several side by side. */
export interface SheetOfSome {
  quad: Quad;
  /** True where a side is the picture's border. */
  cut: boolean[];
  /** Whether one of the others is whole in the picture and about as large. */
  hasPeer: boolean;
}

/** What a seam leaves of sheets on either side of it. */
type Part = Omit<SheetOfSome, 'hasPeer'>;

/**
 * The sheet that is meant of those that lie side by side and were outlined as one: what is in the picture's middle,
 * else the larger.
 *
 * @param quad px of the picture, sides on its edges
 * @returns null where it is one sheet
 */
export function sheetOfSome(picture: Raster, quad: Quad, cut: readonly boolean[]): SheetOfSome | null {
  let sheet = null as SheetOfSome | null;
  for (let count = 1; count < MOST; count++) {
    const parts = partsOf(picture, sheet?.quad ?? quad, sheet?.cut ?? cut);
    if (!parts) break;
    const hadPeer: boolean = sheet?.hasPeer ?? false;
    const part = meant(parts, picture);
    sheet = { ...part, hasPeer: hadPeer || part.hasPeer };
  }
  return sheet;
}

function partsOf(picture: Raster, quad: Quad, cut: readonly boolean[]): Part[] | null {
  for (const axis of [0, 1]) {
    const turned = <T>(list: readonly T[], by: number): T[] => list.map((_, i) => list[(i + by) % 4]);
    const across = turned(quad, axis) as Quad;
    const borders = turned(cut, axis);
    const seam = sheetSeam(picture, across, borders);
    if (!seam) continue;
    return splitAt(across, borders, seam).map((part) => ({
      quad: turned(part.quad, 4 - axis) as Quad,
      cut: turned(part.cut, 4 - axis),
    }));
  }
  return null;
}

/** What lies on either side of a seam from the first side to the third. */
function splitAt(quad: Quad, cut: readonly boolean[], { first, second }: SheetSeam): Part[] {
  const map = homographyFromPoints(UNIT_SQUARE, quad);
  if (!map) return [];
  const [a, b, c, d] = quad;
  return [
    { quad: [a, project(map, first.near, 0), project(map, first.far, 1), d], cut: cut.with(1, false) },
    { quad: [project(map, second.near, 0), b, c, project(map, second.far, 1)], cut: cut.with(3, false) },
  ];
}

/** The one in the picture's middle, unless the other is much larger. */
function meant(parts: readonly Part[], { width, height }: Raster): SheetOfSome {
  const middle = { x: width / 2, y: height / 2 };
  const [larger, smaller] = [...parts].sort((p, q) => areaOf(q) - areaOf(p));
  const alike = areAsLarge(larger, smaller);
  const [sheet, other] = alike && isWithin(middle, smaller.quad) ? [smaller, larger] : [larger, smaller];
  return { ...sheet, hasPeer: alike && !other.cut.some(Boolean) };
}
