import { LocalAffine } from './local-affine.js';

const { ceil, exp, floor, max, min, sqrt } = Math;

/** A place whose displacement is known, with the weight it deserves. */
export interface Displaced {
  x: number;
  y: number;
  dx: number;
  dy: number;
  weight: number;
}

/** Places that lead at least, for a field to be fitted. */
const MIN_PLACES = 8;
/** Reach of a place, in sides of a cell; the nearest places reach as far as needed. */
const REACH = 2.2;
/** Places that must be in reach of every node. */
const MIN_NEAR = 10;
/** Keeps slopes down where the places lie in a line; variance of places, in cells squared. */
const RIDGE = 0.05;
/** A place this far off what the others say, px, is left out. */
const MAX_RESIDUAL = 2.5;

/**
 * A smooth field of displacements over a raster: at the nodes of a grid the weighted affine fit to the places
 * around (moving least squares: Schaefer et al., SIGGRAPH 2006), between them bilinear.
 */
export class DisplacementField {
  private constructor(
    private readonly columns: number,
    private readonly rows: number,
    private readonly cell: number,
    private readonly dx: Float32Array,
    private readonly dy: Float32Array,
  ) {}

  /**
   * @param cell side of the grid's cells, px; nodes lie at -cell/2, cell/2, 3 cell/2 ...
   * @returns null when there are too few places
   */
  static fit(places: Displaced[], width: number, height: number, cell: number): DisplacementField | null {
    if (places.length < MIN_PLACES) return null;
    const all = new Places(places, cell);
    const kept = places.filter((place, i) => {
      const said = all.affineAt(place.x, place.y, cell, i);
      return (said.dx - place.dx) ** 2 + (said.dy - place.dy) ** 2 < MAX_RESIDUAL ** 2;
    });
    if (kept.length < MIN_PLACES) return null;
    const consistent = new Places(kept, cell);
    const columns = ceil(width / cell) + 2;
    const rows = ceil(height / cell) + 2;
    const dx = new Float32Array(columns * rows);
    const dy = new Float32Array(columns * rows);
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const at = consistent.affineAt((c - 0.5) * cell, (r - 0.5) * cell, cell);
        dx[r * columns + c] = at.dx;
        dy[r * columns + c] = at.dy;
      }
    return new DisplacementField(columns, rows, cell, dx, dy);
  }

  /** How sharply it bends: root mean square, px, of its second differences along the grid. */
  get bend(): number {
    let sum = 0;
    let count = 0;
    const add = (values: Float32Array, at: number, step: number) => {
      sum += (values[at - step] - 2 * values[at] + values[at + step]) ** 2;
      count++;
    };
    for (let r = 1; r < this.rows - 1; r++)
      for (let c = 1; c < this.columns - 1; c++)
        for (const values of [this.dx, this.dy])
          for (const step of [1, this.columns]) add(values, r * this.columns + c, step);
    return count > 0 ? sqrt(sum / count) : 0;
  }

  /** Displacement at a place; beyond the grid that of its border. */
  at(x: number, y: number): { dx: number; dy: number } {
    const u = max(0, min(this.columns - 1.001, x / this.cell + 0.5));
    const v = max(0, min(this.rows - 1.001, y / this.cell + 0.5));
    const c = floor(u);
    const r = floor(v);
    const a = u - c;
    const b = v - r;
    const o = r * this.columns + c;
    const mix = (values: Float32Array) =>
      (values[o] * (1 - a) + values[o + 1] * a) * (1 - b) +
      (values[o + this.columns] * (1 - a) + values[o + this.columns + 1] * a) * b;
    return { dx: mix(this.dx), dy: mix(this.dy) };
  }

  /** Displacements at the places (x, y), (x + step, y) ... of a row, as many as `dx` and `dy` hold. */
  alongRow(y: number, x: number, dx: Float32Array, dy: Float32Array, step: number): void {
    const v = max(0, min(this.rows - 1.001, y / this.cell + 0.5));
    const r = floor(v);
    const b = v - r;
    const upperX = this.dx.subarray(r * this.columns, (r + 1) * this.columns);
    const upperY = this.dy.subarray(r * this.columns, (r + 1) * this.columns);
    const lowerX = this.dx.subarray((r + 1) * this.columns, (r + 2) * this.columns);
    const lowerY = this.dy.subarray((r + 1) * this.columns, (r + 2) * this.columns);
    for (let k = 0; k < dx.length; k++) {
      const u = max(0, min(this.columns - 1.001, (x + k * step) / this.cell + 0.5));
      const c = floor(u);
      const a = u - c;
      dx[k] =
        (upperX[c] * (1 - a) + upperX[c + 1] * a) * (1 - b) + (lowerX[c] * (1 - a) + lowerX[c + 1] * a) * b;
      dy[k] =
        (upperY[c] * (1 - a) + upperY[c + 1] * a) * (1 - b) + (lowerY[c] * (1 - a) + lowerY[c + 1] * a) * b;
    }
  }
}

/** Displaced places as columns of numbers: the fits below walk them hundreds of times. */
class Places {
  private readonly count: number;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly dx: Float64Array;
  private readonly dy: Float64Array;
  private readonly weight: Float64Array;
  /** Squared distance of the places from that of the fit at hand. */
  private readonly squared: Float64Array;
  /**
   * Squared distance within which places count most where they lie densely, and how much they do by whole squared
   * distances.
   */
  private readonly usualReach: number;
  private readonly falloffs: Float64Array;
  /** Largest y up to each place, and least y from it on: places come row by row, or nearly so. */
  private readonly largestY: Float64Array;
  private readonly leastY: Float64Array;

  constructor(places: readonly Displaced[], cell: number) {
    const column = (value: (place: Displaced) => number) => Float64Array.from(places, value);
    this.count = places.length;
    this.x = column((p) => p.x);
    this.y = column((p) => p.y);
    this.dx = column((p) => p.dx);
    this.dy = column((p) => p.dy);
    this.weight = column((p) => p.weight);
    this.squared = new Float64Array(this.count);
    this.usualReach = (REACH * cell) ** 2;
    this.falloffs = new Float64Array(4 * this.usualReach + 1);
    this.largestY = this.y.slice();
    for (let i = 1; i < this.count; i++) this.largestY[i] = max(this.y[i], this.largestY[i - 1]);
    this.leastY = this.y.slice();
    for (let i = this.count - 2; i >= 0; i--) this.leastY[i] = min(this.y[i], this.leastY[i + 1]);
  }

  /** The affine fit to the places but the one numbered `except`, the near ones weighing most, taken at (x, y). */
  affineAt(x: number, y: number, cell: number, except = -1): { dx: number; dy: number } {
    const { reach, from, to } = this.reachAround(x, y, except);
    const affine = new LocalAffine();
    for (let i = from; i < to; i++) {
      const d = this.squared[i];
      if (d > 4 * reach) continue;
      affine.add(
        this.x[i] - x,
        this.y[i] - y,
        this.dx[i],
        this.dy[i],
        this.weight[i] * this.falloff(d, reach),
      );
    }
    return affine.fit(RIDGE * cell * cell);
  }

  /**
   * How much a place counts at a squared distance. Places and nodes mostly stand on one lattice, so that few distances
   * come ever again.
   */
  private falloff(squared: number, reach: number): number {
    if (reach !== this.usualReach || squared !== (squared | 0)) return exp((-2 * squared) / reach);
    const known = this.falloffs[squared];
    return known > 0 ? known : (this.falloffs[squared] = exp((-2 * squared) / reach));
  }

  /** Within which squared distance of (x, y) places count most, and which of them may count at all, `from` .. `to`. */
  private reachAround(x: number, y: number, except: number): { reach: number; from: number; to: number } {
    const farthest = 2 * sqrt(this.usualReach) + 1;
    const from = firstNotBelow(this.largestY, y - farthest);
    const to = firstNotBelow(this.leastY, y + farthest);
    if (this.measure(x, y, except, from, to) >= MIN_NEAR) return { reach: this.usualReach, from, to };
    this.measure(x, y, except, 0, this.count);
    const others = except < 0 ? this.count : this.count - 1;
    const reach = max(this.usualReach, ranked(this.squared, min(MIN_NEAR, others)));
    return { reach, from: 0, to: this.count };
  }

  /** Squares the distances of places from (x, y); how many lie within the usual reach. */
  private measure(x: number, y: number, except: number, from: number, to: number): number {
    let within = 0;
    for (let i = from; i < to; i++) {
      const px = this.x[i] - x;
      const py = this.y[i] - y;
      const d = i === except ? Infinity : px * px + py * py;
      this.squared[i] = d;
      if (d <= this.usualReach) within++;
    }
    return within;
  }
}

/** Where in rising values the first is that is no less than a bound; their number where none is. */
function firstNotBelow(rising: Float64Array, bound: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The smallest value but `rank - 1`; of small ranks, quicker than sorting. */
function ranked(values: Float64Array, rank: number): number {
  const least = new Float64Array(rank).fill(Infinity);
  for (const value of values) {
    let k = rank - 1;
    if (value >= least[k]) continue;
    for (; k > 0 && least[k - 1] > value; k--) least[k] = least[k - 1];
    least[k] = value;
  }
  return least[rank - 1];
}
