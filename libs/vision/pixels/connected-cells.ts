/** Steps to the four cells beside one. */
export const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const CORNERS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/**
 * The places in which a lattice's marked cells hang together: the indices of the cells of each.
 *
 * @param marked row-major; cells other than 0 count
 * @param corners whether cells that touch at a corner hang together too
 */
export function connectedCells(
  marked: Uint8Array,
  cols: number,
  { corners }: { corners: boolean },
): number[][] {
  const rows = marked.length / cols;
  const steps = corners ? [...SIDES, ...CORNERS] : SIDES;
  const seen = new Uint8Array(marked.length);
  const places: number[][] = [];
  for (let start = 0; start < marked.length; start++) {
    if (!marked[start] || seen[start]) continue;
    const place = [start];
    seen[start] = 1;
    for (let n = 0; n < place.length; n++)
      for (const [dx, dy] of steps) {
        const x = (place[n] % cols) + dx;
        const y = Math.floor(place[n] / cols) + dy;
        const k = y * cols + x;
        if (x < 0 || y < 0 || x >= cols || y >= rows || !marked[k] || seen[k]) continue;
        seen[k] = 1;
        place.push(k);
      }
    places.push(place);
  }
  return places;
}
