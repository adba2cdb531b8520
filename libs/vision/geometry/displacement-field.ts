// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, exp, floor, hypot, max, min, sqrt } = Math;

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
    const all = new Places(places);
    const kept = places.filter((place, i) => {
      const said = all.affineAt(place.x, place.y, cell, i);
      return hypot(said.dx - place.dx, said.dy - place.dy) < MAX_RESIDUAL;
    });
    if (kept.length < MIN_PLACES) return null;
    const consistent = new Places(kept);
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
  /** Of the fit at hand: squared distance of every place; the places in reach, and their weights there. */
  private readonly squared: Float64Array;
  private readonly near: Int32Array;
  private readonly nearWeight: Float64Array;

  constructor(places: readonly Displaced[]) {
    const column = (value: (place: Displaced) => number) => Float64Array.from(places, value);
    this.count = places.length;
    this.x = column((p) => p.x);
    this.y = column((p) => p.y);
    this.dx = column((p) => p.dx);
    this.dy = column((p) => p.dy);
    this.weight = column((p) => p.weight);
    this.squared = new Float64Array(this.count);
    this.near = new Int32Array(this.count);
    this.nearWeight = new Float64Array(this.count);
  }

  /** The affine fit to the places but the one numbered `except`, the near ones weighing most, taken at (x, y). */
  affineAt(x: number, y: number, cell: number, except = -1): { dx: number; dy: number } {
    const { squared, near, nearWeight } = this;
    const reach = this.reachAround(x, y, cell, except);
    let n = 0;
    let s = 0;
    let sx = 0;
    let sy = 0;
    let su = 0;
    let sv = 0;
    for (let i = 0; i < this.count; i++) {
      const d = squared[i];
      if (d > 4 * reach) continue;
      const w = this.weight[i] * exp((-2 * d) / reach);
      near[n] = i;
      nearWeight[n++] = w;
      s += w;
      sx += w * (this.x[i] - x);
      sy += w * (this.y[i] - y);
      su += w * this.dx[i];
      sv += w * this.dy[i];
    }
    let xx = 0;
    let xy = 0;
    let yy = 0;
    let xu = 0;
    let yu = 0;
    let xv = 0;
    let yv = 0;
    for (let k = 0; k < n; k++) {
      const i = near[k];
      const w = nearWeight[k];
      const px = this.x[i] - x - sx / s;
      const py = this.y[i] - y - sy / s;
      const u = this.dx[i] - su / s;
      const v = this.dy[i] - sv / s;
      xx += w * px * px;
      xy += w * px * py;
      yy += w * py * py;
      xu += w * px * u;
      yu += w * py * u;
      xv += w * px * v;
      yv += w * py * v;
    }
    // A ridge keeps the slope down where the places lie in a line.
    const ridge = 0.05 * s * cell * cell;
    const det = (xx + ridge) * (yy + ridge) - xy * xy;
    const slope = (a: number, b: number) =>
      (((yy + ridge) * a - xy * b) * -sx) / s / det + (((xx + ridge) * b - xy * a) * -sy) / s / det;
    return { dx: su / s + slope(xu, yu), dy: sv / s + slope(xv, yv) };
  }

  /** Squares the distances of all places from (x, y), and says within which squared distance they count most. */
  private reachAround(x: number, y: number, cell: number, except: number): number {
    const { squared, count } = this;
    const reach = (REACH * cell) ** 2;
    let within = 0;
    for (let i = 0; i < count; i++) {
      const px = this.x[i] - x;
      const py = this.y[i] - y;
      const d = i === except ? Infinity : px * px + py * py;
      squared[i] = d;
      if (d <= reach) within++;
    }
    if (within >= MIN_NEAR) return reach;
    const others = except < 0 ? count : count - 1;
    return max(reach, squared.slice().sort()[min(MIN_NEAR, others) - 1]);
  }
}
