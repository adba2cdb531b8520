const { max } = Math;

/** Neighbouring px of a row: `from` is the first, `to` is beyond the last; indices into the picture, row-major. */
export interface Run {
  from: number;
  to: number;
}

/**
 * The parts of a mask that hang together along sides (not at corners), as the runs of each in order of their rows:
 * what `connectedCells` finds, for masks of which parts are large.
 *
 * @param marked row-major; px other than 0 count
 */
export function connectedRuns(marked: Uint8Array, cols: number): Run[][] {
  const runs: Run[] = [];
  /** Of each run one that it hangs together with; the first of a part its own. */
  const joined: number[] = [];
  const firstOf = (k: number): number => {
    let first = k;
    while (joined[first] !== first) first = joined[first];
    joined[k] = first;
    return first;
  };
  let above = 0;
  for (let row = 0; row < marked.length; row += cols) {
    const begin = runs.length;
    for (let from = row, end = row + cols; from < end;) {
      if (!marked[from]) {
        from++;
        continue;
      }
      let to = from + 1;
      while (to < end && marked[to]) to++;
      const own = runs.length;
      joined.push(own);
      runs.push({ from, to });
      while (above < begin && runs[above].to + cols <= from) above++;
      for (let k = above; k < begin && runs[k].from + cols < to; k++) {
        const [a, b] = [firstOf(k), firstOf(own)];
        joined[max(a, b)] = a < b ? a : b;
      }
      from = to;
    }
    above = begin;
  }
  const parts = new Map<number, Run[]>();
  runs.forEach((run, k) => {
    const first = firstOf(k);
    const part = parts.get(first);
    if (part) part.push(run);
    else parts.set(first, [run]);
  });
  return [...parts.values()];
}
