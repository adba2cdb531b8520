import { KernelMemory, kernels } from '../kernels/kernels.js';
import type { Point } from '../pixels/raster.js';

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
interface GridFit {
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

/** Steps of conjugate gradients at most. */
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
  const count = measured.length;
  return KernelMemory.borrow((memory) => {
    const field = memory.take(16 * nodes);
    const corners = memory.take(4 * count);
    const shares = memory.take(32 * count);
    const shifts = memory.take(16 * count);
    const holds = memory.take(32 * count);
    const scratch = memory.take(kernels.fitShiftsScratch(nodes, count));
    const unknown = memory.doubles(field, 2 * nodes);
    unknown.fill(0);
    if (start && start.cols === cols && start.rows === rows)
      for (let k = 0; k < nodes; k++) {
        unknown[2 * k] = start.dx[k];
        unknown[2 * k + 1] = start.dy[k];
      }
    layMeasured(measured, fit.step, cols, rows, {
      corner: memory.longs(corners, count),
      share: memory.doubles(shares, 4 * count),
      shift: memory.doubles(shifts, 2 * count),
      hold: memory.doubles(holds, 4 * count),
    });
    for (const scale of fit.scales)
      kernels.fitShifts(
        field,
        cols,
        rows,
        count,
        corners,
        shares,
        shifts,
        holds,
        scale,
        fit.stiffness,
        fit.ridge ?? RIDGE,
        CG_STEPS,
        scratch,
      );
    return {
      step: fit.step,
      cols,
      rows,
      dx: everySecond(unknown, 0),
      dy: everySecond(unknown, 1),
    };
  });
}

/** Measurements as the kernel has them, one after the other. */
interface MeasuredShifts {
  /** Upper left node of the cell that each lies in, and its shares of the cell's four nodes. */
  corner: Int32Array;
  share: Float64Array;
  /** Shift along x and y. */
  shift: Float64Array;
  /** Trust in each direction, and weight. */
  hold: Float64Array;
}

function layMeasured(
  measured: readonly Displacement[],
  step: number,
  cols: number,
  rows: number,
  { corner, share, shift, hold }: MeasuredShifts,
): void {
  for (let k = 0; k < measured.length; k++) {
    const m = measured[k];
    const i = min(cols - 2, max(0, floor(m.at.x / step)));
    const j = min(rows - 2, max(0, floor(m.at.y / step)));
    const u = m.at.x / step - i;
    const v = m.at.y / step - j;
    corner[k] = j * cols + i;
    share[4 * k] = (1 - u) * (1 - v);
    share[4 * k + 1] = u * (1 - v);
    share[4 * k + 2] = (1 - u) * v;
    share[4 * k + 3] = u * v;
    shift[2 * k] = m.dx;
    shift[2 * k + 1] = m.dy;
    hold.set(m.hold, 4 * k);
    hold[4 * k + 3] = m.weight;
  }
}

function everySecond(values: Float64Array, first: number): Float64Array {
  const out = new Float64Array(values.length >> 1);
  for (let k = 0; k < out.length; k++) out[k] = values[2 * k + first];
  return out;
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
