import type { Raster, Size } from './raster.js';

const { floor, max } = Math;

/** Steps to the four cells beside one. */
export const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** Whether cells that touch at a corner hang together too, or along sides alone. */
interface Connection {
  corners: boolean;
}

/** Marked cells beside each other in a row: `from` is the first, `to` is beyond the last; indices, row-major. */
export interface Run {
  from: number;
  to: number;
}

/**
 * The places in which a lattice's marked cells hang together: the indices of the cells of each, row by row.
 *
 * @param marked row-major; cells other than 0 count
 */
export function connectedCells(marked: Uint8Array, cols: number, connection: Connection): number[][] {
  return connectedRuns(marked, cols, connection).map((runs) => {
    const cells: number[] = [];
    for (const { from, to } of runs) for (let k = from; k < to; k++) cells.push(k);
    return cells;
  });
}

/**
 * The same as runs of cells, row by row: for large places.
 *
 * @param marked row-major; cells other than 0 count
 */
export function connectedRuns(marked: Uint8Array, cols: number, { corners }: Connection): Run[][] {
  const reach = corners ? 1 : 0;
  const runs: Run[] = [];
  /** Of each run one that it hangs together with; the first of a place its own. */
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
      while (above < begin && runs[above].to + cols + reach <= from) above++;
      for (let k = above; k < begin && runs[k].from + cols < to + reach; k++) {
        const [a, b] = [firstOf(k), firstOf(own)];
        joined[max(a, b)] = a < b ? a : b;
      }
      from = to;
    }
    above = begin;
  }
  const places = new Map<number, Run[]>();
  runs.forEach((run, k) => {
    const first = firstOf(k);
    const place = places.get(first);
    if (place) place.push(run);
    else places.set(first, [run]);
  });
  return [...places.values()];
}

/** Of the places that hang together along sides those of so many cells at least. */
export function largePlaces(marked: Uint8Array, cols: number, least: number): Run[][] {
  return connectedRuns(marked, cols, { corners: false }).filter((runs) => sizeOf(runs) >= least);
}

/** Cells of a place. */
export function sizeOf(runs: readonly Run[]): number {
  return runs.reduce((size, { from, to }) => size + to - from, 0);
}

/** Cells of a place along the lattice's border. */
export function rimOf(runs: readonly Run[], cols: number, rows: number): number {
  return runs.reduce((cells, { from, to }) => {
    const row = floor(from / cols);
    if (row === 0 || row === rows - 1) return cells + to - from;
    return cells + Number(from % cols === 0) + Number(to % cols === 0);
  }, 0);
}

/** 255 in the runs, 0 about them. */
export function maskOf(runs: readonly Run[], { width, height }: Size): Raster {
  const data = new Uint8Array(width * height);
  for (const { from, to } of runs) data.fill(255, from, to);
  return { data, width, height, channels: 1 };
}
