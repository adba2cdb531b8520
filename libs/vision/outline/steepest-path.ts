const { max, min } = Math;

/**
 * The row at each place of the smooth path along which there is most edge.
 *
 * @param strips edge by row, at each place
 * @param maxRise rows by which the path may rise or fall from one place to the next
 * @param riseCost what a rise costs of an edge, times its square
 */
export function steepestPath(strips: readonly Float32Array[], maxRise: number, riseCost: number): number[] {
  const rows = strips[0].length;
  const came: Int8Array[] = [];
  let best = strips[0];
  for (const strip of strips.slice(1)) {
    const next = new Float32Array(rows);
    const from = new Int8Array(rows);
    for (let row = 0; row < rows; row++) {
      let most = -Infinity;
      for (let d = max(-maxRise, -row); d <= min(maxRise, rows - 1 - row); d++) {
        const value = best[row + d] - riseCost * d * d;
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
  let row = best.reduce((top, value, k) => (value > best[top] ? k : top), 0);
  const path = [row];
  for (const from of came.reverse()) {
    row += from[row];
    path.push(row);
  }
  return path.reverse();
}
