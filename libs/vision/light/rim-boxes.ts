const { floor, max, min } = Math;

/**
 * Cells of the page's rim that a printed place of any shape may have, as a part of all it has: shadows and hands come
 * in from there.
 */
const AT_RIM = 0.02;
/**
 * The part of the box about it that a place has, at least, to be one: of a hand, or a shadow that lies aslant, it is
 * less.
 */
const BOX = 0.9;
/** A box in the page's corner has this part of the page at most: the panel of a sheet folded in four has a quarter. */
const IN_CORNER = 0.12;

/**
 * Whether a dark place may be print, by where it lies on a page of `cols` x `rows` cells: off the rim, or a box at one
 * of its sides.
 */
export function mayBePrinted(place: readonly number[], cols: number, rows: number): boolean {
  let atRim = 0;
  let [left, top, right, bottom] = [cols, rows, 0, 0];
  for (const k of place) {
    const [x, y] = [k % cols, floor(k / cols)];
    if (x === 0 || y === 0 || x === cols - 1 || y === rows - 1) atRim++;
    [left, right] = [min(left, x), max(right, x)];
    [top, bottom] = [min(top, y), max(bottom, y)];
  }
  if (atRim <= AT_RIM * place.length) return true;
  if (place.length < BOX * (right - left + 1) * (bottom - top + 1)) return false;
  const [atLeft, atTop, atRight, atBottom] = [left === 0, top === 0, right === cols - 1, bottom === rows - 1];
  // What reaches from side to side may be a folded sheet's panel, which has a sharp edge too.
  if ((atLeft && atRight) || (atTop && atBottom)) return false;
  const inCorner = (atLeft || atRight) && (atTop || atBottom);
  return !inCorner || place.length <= IN_CORNER * cols * rows;
}
