import { BandedSystem } from '../geometry/banded-system.js';
import type { Displacement } from '../geometry/displacement-grid.js';
import type { DisplacementMap } from '../geometry/point-map.js';
import type { Point, Size } from '../pixels/raster.js';
import type { SheetView } from './sheet-view.js';

const { ceil, floor, hypot, max, min } = Math;

/**
 * A sheet bent any way that paper allows, as a lattice of places in space: neighbours keep their distance, for paper
 * does not stretch (compare Perriollat, Hartley and Bartoli, "Monocular template-based reconstruction of inextensible
 * surfaces", IJCV 2011), and it bends no more than what is measured asks for.
 */
export interface SheetSurface extends DisplacementMap {
  /** px of the page between nodes. */
  step: number;
  cols: number;
  rows: number;
  /** Places of the nodes in space, px of the page from its middle: x, y, z each. */
  nodes: Float64Array;
  /** Where a px of the page lies in space. */
  inSpace(x: number, y: number): [number, number, number];
  /** What the camera sees of space. */
  view: SheetView;
}

/** px of the fine copy between nodes. */
const STEP = 80;
/** Residuals let in, px, round by round, each of some steps of Gauss and Newton. */
const SCALES = [12, 12, 4, 2];
const STEPS_A_SCALE = 2;
/** Weight of a px that two neighbours are too far apart or too near. */
const STRETCH_WEIGHT = 600;
/** Weight of bending, of squared second differences in px; those beyond the scale are creases, and cost no more. */
const BEND_WEIGHT = 0.02;
const CREASE_SCALE = 2.5;
/** Damping of a step. */
const DAMPING = 1e-3;

/**
 * Fits a surface to what a plane leaves of places found, robustly.
 *
 * @param page size of the page's fine copy, px
 * @param measured what the plane leaves, px of the page
 * @param start where a px of the page lies in space to begin with
 */
export function fitSurface(
  page: Size,
  view: SheetView,
  measured: readonly Displacement[],
  start: { inSpace(x: number, y: number): readonly [number, number, number] },
  scales: readonly number[] = SCALES,
): SheetSurface {
  const cols = ceil((page.width - 1) / STEP) + 1;
  const rows = ceil((page.height - 1) / STEP) + 1;
  const nodes = new Float64Array(3 * cols * rows);
  for (let k = 0; k < cols * rows; k++)
    nodes.set(start.inSpace((k % cols) * STEP, floor(k / cols) * STEP), 3 * k);
  for (const scale of scales)
    for (let step = 0; step < STEPS_A_SCALE; step++) {
      const system = new BandedSystem(nodes.length, 6 * cols + 2);
      for (const m of measured) addMeasured(system, view, cols, rows, nodes, m, scale);
      addPaper(system, cols, rows, nodes, max(CREASE_SCALE, scale));
      const change = system.solve(DAMPING);
      for (let k = 0; k < nodes.length; k++) nodes[k] += change[k];
    }
  return {
    step: STEP,
    cols,
    rows,
    nodes,
    inSpace: (x, y) => placeOn(cols, rows, nodes, x, y),
    displacement: (x, y) => {
      const [u, v, z] = placeOn(cols, rows, nodes, x, y);
      const q = seen(view, u, v, z);
      return { x: q.x - x, y: q.y - y };
    },
    view,
  };
}

/** Where a px of the page lies in space. */
function placeOn(
  cols: number,
  rows: number,
  nodes: Float64Array,
  x: number,
  y: number,
): [number, number, number] {
  const i = min(cols - 2, max(0, floor(x / STEP)));
  const j = min(rows - 2, max(0, floor(y / STEP)));
  const u = x / STEP - i;
  const v = y / STEP - j;
  const a = 3 * (j * cols + i);
  const b = a + 3 * cols;
  const mix = (k: number): number =>
    (nodes[a + k] * (1 - u) + nodes[a + 3 + k] * u) * (1 - v) +
    (nodes[b + k] * (1 - u) + nodes[b + 3 + k] * u) * v;
  return [mix(0), mix(1), mix(2)];
}

function seen({ matrix: m, middle }: SheetView, x: number, y: number, z: number): Point {
  const w = m[8] * x + m[9] * y + m[10] * z + m[11];
  return {
    x: middle.x + (m[0] * x + m[1] * y + m[2] * z + m[3]) / w,
    y: middle.y + (m[4] * x + m[5] * y + m[6] * z + m[7]) / w,
  };
}

/** A measurement's terms while they are put together: arrays made for each took a third of a fit. */
const at = new Int32Array(12);
const coefficients = new Float64Array(12);
const shares = new Float64Array(4);
const vector = new Float64Array(3);

/** A place found, along the two directions in which it is held. */
function addMeasured(
  system: BandedSystem,
  view: SheetView,
  cols: number,
  rows: number,
  nodes: Float64Array,
  found: Displacement,
  scale: number,
): void {
  const { x, y } = found.at;
  const { matrix: m, middle } = view;
  const place = placeOn(cols, rows, nodes, x, y);
  const q = seen(view, ...place);
  const rx = x + found.dx - q.x;
  const ry = y + found.dy - q.y;
  const [a, b, c] = found.hold;
  const square = (a * rx * rx + 2 * b * rx * ry + c * ry * ry) / (scale * scale);
  const weight = found.weight / (1 + square) ** 2;
  const w = m[8] * place[0] + m[9] * place[1] + m[10] * place[2] + m[11];
  const [sx, sy] = [q.x - middle.x, q.y - middle.y];
  const i = min(cols - 2, max(0, floor(x / STEP)));
  const j = min(rows - 2, max(0, floor(y / STEP)));
  const u = x / STEP - i;
  const v = y / STEP - j;
  const first = 3 * (j * cols + i);
  for (let k = 0; k < 3; k++) {
    at[k] = first + k;
    at[3 + k] = first + 3 + k;
    at[6 + k] = first + 3 * cols + k;
    at[9 + k] = first + 3 * cols + 3 + k;
  }
  shares[0] = (1 - u) * (1 - v);
  shares[1] = u * (1 - v);
  shares[2] = (1 - u) * v;
  shares[3] = u * v;
  // Half of the hold's matrix taken apart: its eigenvectors, and how well each is held.
  const middleHold = (a + c) / 2;
  const spread = hypot((a - c) / 2, b);
  const angle = 0.5 * Math.atan2(2 * b, a - c);
  const [along, across] = [Math.cos(angle), Math.sin(angle)];
  for (let axis = 0; axis < 2; axis++) {
    const held = axis === 0 ? middleHold + spread : middleHold - spread;
    if (held < 1e-3) continue;
    const ex = axis === 0 ? along : -across;
    const ey = axis === 0 ? across : along;
    for (let n = 0, o = 0; n < 4; n++)
      for (let k = 0; k < 3; k++, o++)
        coefficients[o] = (shares[n] * (ex * (m[k] - sx * m[8 + k]) + ey * (m[4 + k] - sy * m[8 + k]))) / w;
    system.add(at, coefficients, 12, ex * rx + ey * ry, weight * held);
  }
}

/** What paper is like: it keeps its distances, and bends little. */
function addPaper(
  system: BandedSystem,
  cols: number,
  rows: number,
  nodes: Float64Array,
  crease: number,
): void {
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const a = j * cols + i;
      const [right, below] = [i < cols - 1, j < rows - 1];
      if (right) addStretch(system, nodes, a, a + 1, STEP);
      if (below) addStretch(system, nodes, a, a + cols, STEP);
      if (right && below) {
        addStretch(system, nodes, a, a + cols + 1, STEP * Math.SQRT2);
        addStretch(system, nodes, a + 1, a + cols, STEP * Math.SQRT2);
        addBend(system, nodes, [a, a + 1, a + cols, a + cols + 1], [1, -1, -1, 1], 2, crease);
      }
      if (i > 0 && right) addBend(system, nodes, [a - 1, a, a + 1], [1, -2, 1], 1, crease);
      if (j > 0 && below) addBend(system, nodes, [a - cols, a, a + cols], [1, -2, 1], 1, crease);
    }
}

function addStretch(system: BandedSystem, nodes: Float64Array, a: number, b: number, length: number): void {
  for (let k = 0; k < 3; k++) vector[k] = nodes[3 * b + k] - nodes[3 * a + k];
  const distance = hypot(vector[0], vector[1], vector[2]);
  for (let k = 0; k < 3; k++) {
    at[k] = 3 * a + k;
    at[3 + k] = 3 * b + k;
    coefficients[k] = -vector[k] / distance;
    coefficients[3 + k] = vector[k] / distance;
  }
  system.add(at, coefficients, 6, length - distance, STRETCH_WEIGHT);
}

function addBend(
  system: BandedSystem,
  nodes: Float64Array,
  places: readonly number[],
  terms: readonly number[],
  times: number,
  crease: number,
): void {
  const count = places.length;
  for (let k = 0; k < 3; k++) {
    vector[k] = 0;
    for (let n = 0; n < count; n++) vector[k] += terms[n] * nodes[3 * places[n] + k];
  }
  const square = (vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2) / crease ** 2;
  const weight = (times * BEND_WEIGHT) / (1 + square) ** 2;
  for (let n = 0; n < count; n++) coefficients[n] = terms[n];
  for (let k = 0; k < 3; k++) {
    for (let n = 0; n < count; n++) at[n] = 3 * places[n] + k;
    system.add(at, coefficients, count, -vector[k], weight);
  }
}
