import type { Point } from '../pixels/raster.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, floor, max, min } = Math;

/** A smooth field of shifts over a page, at the nodes of a square lattice and bilinear between them. */
export interface DisplacementGrid {
  /** px of the page between nodes. */
  step: number;
  cols: number;
  rows: number;
  /** Shift at each node, px of the page. */
  dx: Float64Array;
  dy: Float64Array;
}

/** A shift measured at a place of the page. */
export interface Displacement {
  at: Point;
  dx: number;
  dy: number;
  /** How far each direction is to be trusted: the symmetric matrix (xx, xy, yy). */
  hold: readonly [number, number, number];
  weight: number;
}

/** How a grid is fitted. */
export interface GridFit {
  /** px of the page between nodes. */
  step: number;
  /** Weight of bending (squared second differences of neighbouring nodes) against the measurements. */
  stiffness: number;
  /**
   * Residual, px, at which a measurement counts a quarter (Geman-McClure), round by round: from wide, so that a
   * strong bend is not taken for outliers, to narrow.
   */
  scales: readonly number[];
  /** Weight of the shifts themselves, which draws them to none where nothing was measured. */
  ridge?: number;
}

const CG_STEPS = 80;
/** Keeps the system solvable where nothing was measured; far below any measurement's weight. */
const RIDGE = 1e-7;

/**
 * Fits a lattice of shifts to measurements: least squares with a bending penalty (the discrete thin plate),
 * so that it goes on straight where nothing was measured; reweighted so that outliers do not pull.
 */
export function fitGrid(
  width: number,
  height: number,
  measured: readonly Displacement[],
  fit: GridFit,
  start: DisplacementGrid | null = null,
): DisplacementGrid {
  const cols = ceil((width - 1) / fit.step) + 1;
  const rows = ceil((height - 1) / fit.step) + 1;
  const nodes = cols * rows;
  const unknown = new Float64Array(2 * nodes);
  if (start && start.cols === cols && start.rows === rows) {
    unknown.set(start.dx, 0);
    unknown.set(start.dy, nodes);
  }
  const corner = new Int32Array(measured.length);
  const share = new Float64Array(4 * measured.length);
  measured.forEach(({ at }, m) => {
    const i = min(cols - 2, max(0, floor(at.x / fit.step)));
    const j = min(rows - 2, max(0, floor(at.y / fit.step)));
    const u = at.x / fit.step - i;
    const v = at.y / fit.step - j;
    corner[m] = j * cols + i;
    share.set([(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v], 4 * m);
  });
  const pull = new Float64Array(3 * measured.length);
  const system: System = {
    cols,
    rows,
    nodes,
    corner,
    share,
    pull,
    measured,
    stiffness: fit.stiffness,
    ridge: fit.ridge ?? RIDGE,
  };
  for (const scale of fit.scales) {
    measured.forEach((m, k) => {
      const [rx, ry] = residual(system, unknown, k);
      const [a, b, c] = m.hold;
      const square = (a * rx * rx + 2 * b * rx * ry + c * ry * ry) / (scale * scale);
      const weight = m.weight / (1 + square) ** 2;
      pull[3 * k] = weight * a;
      pull[3 * k + 1] = weight * b;
      pull[3 * k + 2] = weight * c;
    });
    solveNormal(system, unknown);
  }
  return { step: fit.step, cols, rows, dx: unknown.slice(0, nodes), dy: unknown.slice(nodes) };
}

/** Shift at a place of the page. Beyond the lattice its border cells go on. */
export function displacementAt(grid: DisplacementGrid, x: number, y: number): Point {
  const i = min(grid.cols - 2, max(0, floor(x / grid.step)));
  const j = min(grid.rows - 2, max(0, floor(y / grid.step)));
  const u = x / grid.step - i;
  const v = y / grid.step - j;
  const k = j * grid.cols + i;
  const mix = (a: Float64Array): number =>
    (a[k] * (1 - u) + a[k + 1] * u) * (1 - v) + (a[k + grid.cols] * (1 - u) + a[k + grid.cols + 1] * u) * v;
  return { x: mix(grid.dx), y: mix(grid.dy) };
}

interface System {
  cols: number;
  rows: number;
  nodes: number;
  /** Upper left node of the cell of each measurement, and its four bilinear shares. */
  corner: Int32Array;
  share: Float64Array;
  /** Weight of each measurement times its `hold`: xx, xy, yy. */
  pull: Float64Array;
  measured: readonly Displacement[];
  stiffness: number;
  ridge: number;
}

function interpolate(system: System, field: Float64Array, offset: number, k: number): number {
  const c = offset + system.corner[k];
  const s = 4 * k;
  const { share, cols } = system;
  return (
    share[s] * field[c] +
    share[s + 1] * field[c + 1] +
    share[s + 2] * field[c + cols] +
    share[s + 3] * field[c + cols + 1]
  );
}

function residual(system: System, field: Float64Array, k: number): [number, number] {
  const m = system.measured[k];
  return [m.dx - interpolate(system, field, 0, k), m.dy - interpolate(system, field, system.nodes, k)];
}

function scatter(system: System, out: Float64Array, offset: number, k: number, value: number): void {
  const c = offset + system.corner[k];
  const s = 4 * k;
  const { share, cols } = system;
  out[c] += share[s] * value;
  out[c + 1] += share[s + 1] * value;
  out[c + cols] += share[s + 2] * value;
  out[c + cols + 1] += share[s + 3] * value;
}

/** out = (data + bending) * field. */
function apply(system: System, field: Float64Array, out: Float64Array): void {
  const { nodes, cols, rows, corner, share, pull, stiffness } = system;
  for (let i = 0; i < field.length; i++) out[i] = system.ridge * field[i];
  for (let k = 0, s = 0, h = 0; k < corner.length; k++, s += 4, h += 3) {
    const a = corner[k];
    const b = a + cols;
    const c = a + nodes;
    const d = b + nodes;
    const s0 = share[s];
    const s1 = share[s + 1];
    const s2 = share[s + 2];
    const s3 = share[s + 3];
    const x = s0 * field[a] + s1 * field[a + 1] + s2 * field[b] + s3 * field[b + 1];
    const y = s0 * field[c] + s1 * field[c + 1] + s2 * field[d] + s3 * field[d + 1];
    const px = pull[h] * x + pull[h + 1] * y;
    const py = pull[h + 1] * x + pull[h + 2] * y;
    out[a] += s0 * px;
    out[a + 1] += s1 * px;
    out[b] += s2 * px;
    out[b + 1] += s3 * px;
    out[c] += s0 * py;
    out[c + 1] += s1 * py;
    out[d] += s2 * py;
    out[d + 1] += s3 * py;
  }
  for (let offset = 0; offset <= nodes; offset += nodes)
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < cols; i++) {
        const c = offset + j * cols + i;
        if (i > 0 && i < cols - 1) bend(field, out, c, 1, stiffness);
        if (j > 0 && j < rows - 1) bend(field, out, c, cols, stiffness);
        if (i < cols - 1 && j < rows - 1) {
          const twist = 2 * stiffness * (field[c] - field[c + 1] - field[c + cols] + field[c + cols + 1]);
          out[c] += twist;
          out[c + 1] -= twist;
          out[c + cols] -= twist;
          out[c + cols + 1] += twist;
        }
      }
}

function bend(field: Float64Array, out: Float64Array, c: number, step: number, stiffness: number): void {
  const second = stiffness * (field[c - step] - 2 * field[c] + field[c + step]);
  out[c - step] += second;
  out[c] -= 2 * second;
  out[c + step] += second;
}

/** Conjugate gradients on the normal equations, from the field as it stands; diagonal preconditioner. */
function solveNormal(system: System, field: Float64Array): void {
  const n = field.length;
  const right = new Float64Array(n);
  const diagonal = new Float64Array(n).fill(system.ridge + 14 * system.stiffness);
  for (let k = 0; k < system.measured.length; k++) {
    const m = system.measured[k];
    const a = system.pull[3 * k];
    const b = system.pull[3 * k + 1];
    const c = system.pull[3 * k + 2];
    scatter(system, right, 0, k, a * m.dx + b * m.dy);
    scatter(system, right, system.nodes, k, b * m.dx + c * m.dy);
    for (let s = 0; s < 4; s++) {
      const node = system.corner[k] + (s & 1) + (s >> 1) * system.cols;
      const share = system.share[4 * k + s] ** 2;
      diagonal[node] += share * a;
      diagonal[system.nodes + node] += share * c;
    }
  }
  const product = new Float64Array(n);
  apply(system, field, product);
  const r = right.map((v, i) => v - product[i]);
  const z = r.map((v, i) => v / diagonal[i]);
  const p = z.slice();
  let rz = inner(r, z);
  const enough =
    1e-7 *
      inner(
        right,
        right.map((v, i) => v / diagonal[i]),
      ) +
    1e-12;
  for (let step = 0; step < CG_STEPS && rz > enough; step++) {
    apply(system, p, product);
    const alpha = rz / inner(p, product);
    for (let i = 0; i < n; i++) {
      field[i] += alpha * p[i];
      r[i] -= alpha * product[i];
      z[i] = r[i] / diagonal[i];
    }
    const next = inner(r, z);
    const beta = next / rz;
    rz = next;
    for (let i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
  }
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
