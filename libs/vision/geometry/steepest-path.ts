const { max, min } = Math;

/**
 * The row at each place of the smooth path along which there is most edge, by dynamic programming.
 *
 * @param strips edge by row, at each place
 * @param maxRise rows by which the path may rise or fall from one place to the next, 127 at most
 * @param costOf what a rise by so many rows costs of an edge
 */
export function steepestPath(
  strips: readonly (Float32Array | Float64Array)[],
  maxRise: number,
  costOf: (rise: number) => number,
): number[] {
  const rows = strips[0].length;
  const costs = Array.from({ length: 2 * maxRise + 1 }, (_, k) => costOf(k - maxRise));
  const came: Int8Array[] = [];
  let best = strips[0];
  for (const strip of strips.slice(1)) {
    const next = strip.slice();
    const from = new Int8Array(rows);
    for (let row = 0; row < rows; row++) {
      let most = -Infinity;
      for (let d = max(-maxRise, -row); d <= min(maxRise, rows - 1 - row); d++) {
        const value = best[row + d] - costs[d + maxRise];
        if (value > most) {
          most = value;
          from[row] = d;
        }
      }
      next[row] = most + strip[row];
    }
    came.push(from);
    best = next;
  }
  let row = 0;
  for (let k = 1; k < rows; k++) if (best[k] > best[row]) row = k;
  const path = [row];
  for (const from of came.reverse()) {
    row += from[row];
    path.push(row);
  }
  return path.reverse();
}
