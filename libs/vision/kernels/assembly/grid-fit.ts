/**
 * Fits of smooth lattices of shifts (`geometry/displacement-grid.ts`). Shifts along x and y lie side by side, 64 bits
 * each, so that a vector holds both; sums are taken over all x first, then over all y.
 */

/** Bytes of a node. */
const NODE: usize = 16;

/** The lattice and what is measured on it. */
let cols: i32 = 0;
let rows: i32 = 0;
let count: i32 = 0;
/** Upper left node of the cell of each measurement, 32 bits, and its four bilinear shares. */
let corners: usize = 0;
let shares: usize = 0;
/** Weight of each measurement times how it holds: xx, xy, yy. */
let pulls: usize = 0;
let stiffness: f64 = 0;
let ridge: f64 = 0;

/** Bytes of scratch that `fitShifts` needs. */
export function fitShiftsScratch(nodes: i32, measurements: i32): i32 {
  return 6 * 16 * nodes + 24 * measurements;
}

/**
 * One round of a fit: measurements are weighted by what the field leaves of them, then conjugate gradients go from the
 * field as it stands to the least squares with the bending penalty; diagonal preconditioner.
 *
 * @param field x and y of each of `width * height` nodes, row-major
 * @param measurements how many there are
 * @param at upper left node of the cell of each, 32 bits
 * @param parts four bilinear shares of each
 * @param shifts x and y of each
 * @param holds xx, xy and yy of each, and its weight
 * @param scale residual at which a measurement counts a quarter
 * @param most steps
 * @param scratch as `fitShiftsScratch` says
 */
export function fitShifts(
  field: usize,
  width: i32,
  height: i32,
  measurements: i32,
  at: usize,
  parts: usize,
  shifts: usize,
  holds: usize,
  scale: f64,
  bending: f64,
  drawing: f64,
  most: i32,
  scratch: usize,
): void {
  const nodes = width * height;
  const size = <usize>nodes * NODE;
  cols = width;
  rows = height;
  count = measurements;
  corners = at;
  shares = parts;
  stiffness = bending;
  ridge = drawing;
  pulls = scratch + 6 * size;
  weigh(field, shifts, holds, scale);
  solveNormal(field, shifts, nodes, most, scratch);
}

/** A field at a measurement. */
function between(field: usize, k: i32): v128 {
  const a = field + <usize>load<i32>(corners + ((<usize>k) << 2)) * NODE;
  const b = a + <usize>cols * NODE;
  const s = shares + ((<usize>k) << 5);
  return f64x2.add(
    f64x2.add(
      f64x2.add(
        f64x2.mul(f64x2.splat(load<f64>(s)), v128.load(a)),
        f64x2.mul(f64x2.splat(load<f64>(s, 8)), v128.load(a, 16)),
      ),
      f64x2.mul(f64x2.splat(load<f64>(s, 16)), v128.load(b)),
    ),
    f64x2.mul(f64x2.splat(load<f64>(s, 24)), v128.load(b, 16)),
  );
}

/** Geman-McClure. */
function weigh(field: usize, shifts: usize, holds: usize, scale: f64): void {
  for (let k = 0; k < count; k++) {
    const rest = f64x2.sub(v128.load(shifts + ((<usize>k) << 4)), between(field, k));
    const x = f64x2.extract_lane(rest, 0);
    const y = f64x2.extract_lane(rest, 1);
    const hold = holds + ((<usize>k) << 5);
    const a = load<f64>(hold);
    const b = load<f64>(hold, 8);
    const c = load<f64>(hold, 16);
    const over = 1 + (a * x * x + 2 * b * x * y + c * y * y) / (scale * scale);
    const weight = load<f64>(hold, 24) / (over * over);
    const pull = pulls + <usize>(24 * k);
    store<f64>(pull, weight * a);
    store<f64>(pull, weight * b, 8);
    store<f64>(pull, weight * c, 16);
  }
}

/** The symmetric matrix of a measurement's pull times a pair. */
function pulled(k: i32, pair: v128): v128 {
  const pull = pulls + <usize>(24 * k);
  const across = f64x2.splat(load<f64>(pull, 8));
  const own = f64x2.replace_lane(f64x2.splat(load<f64>(pull)), 1, load<f64>(pull, 16));
  return f64x2.add(f64x2.mul(own, pair), f64x2.mul(across, i64x2.shuffle(pair, pair, 1, 0)));
}

/** Adds a measurement's value to the nodes about it, by their shares. */
function scatter(out: usize, k: i32, value: v128): void {
  const a = out + <usize>load<i32>(corners + ((<usize>k) << 2)) * NODE;
  const b = a + <usize>cols * NODE;
  const s = shares + ((<usize>k) << 5);
  addTo(a, f64x2.mul(f64x2.splat(load<f64>(s)), value));
  addTo(a + NODE, f64x2.mul(f64x2.splat(load<f64>(s, 8)), value));
  addTo(b, f64x2.mul(f64x2.splat(load<f64>(s, 16)), value));
  addTo(b + NODE, f64x2.mul(f64x2.splat(load<f64>(s, 24)), value));
}

function addTo(node: usize, value: v128): void {
  v128.store(node, f64x2.add(v128.load(node), value));
}

/** out = (data + bending) * field. */
function apply(field: usize, out: usize, nodes: i32): void {
  const small = f64x2.splat(ridge);
  const end = <usize>nodes * NODE;
  for (let n: usize = 0; n < end; n += NODE) v128.store(out + n, f64x2.mul(small, v128.load(field + n)));
  for (let k = 0; k < count; k++) scatter(out, k, pulled(k, between(field, k)));
  const row = <usize>cols * NODE;
  const twisting = f64x2.splat(2 * stiffness);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < cols; i++) {
      const n = <usize>(j * cols + i) * NODE;
      if (i > 0 && i < cols - 1) bend(field + n, out + n, NODE);
      if (j > 0 && j < rows - 1) bend(field + n, out + n, row);
      if (i < cols - 1 && j < rows - 1) {
        const f = field + n;
        const o = out + n;
        const twist = f64x2.mul(
          twisting,
          f64x2.add(
            f64x2.sub(f64x2.sub(v128.load(f), v128.load(f + NODE)), v128.load(f + row)),
            v128.load(f + row + NODE),
          ),
        );
        addTo(o, twist);
        v128.store(o + NODE, f64x2.sub(v128.load(o + NODE), twist));
        v128.store(o + row, f64x2.sub(v128.load(o + row), twist));
        addTo(o + row + NODE, twist);
      }
    }
}

function bend(field: usize, out: usize, step: usize): void {
  const two = f64x2.splat(2);
  const second = f64x2.mul(
    f64x2.splat(stiffness),
    f64x2.add(f64x2.sub(v128.load(field - step), f64x2.mul(two, v128.load(field))), v128.load(field + step)),
  );
  addTo(out - step, second);
  v128.store(out, f64x2.sub(v128.load(out), f64x2.mul(two, second)));
  addTo(out + step, second);
}

function inner(a: usize, b: usize, size: usize): f64 {
  let sum: f64 = 0;
  for (let n: usize = 0; n < size; n += NODE) sum += load<f64>(a + n) * load<f64>(b + n);
  for (let n: usize = 8; n < size; n += NODE) sum += load<f64>(a + n) * load<f64>(b + n);
  return sum;
}

function solveNormal(field: usize, shifts: usize, nodes: i32, most: i32, scratch: usize): void {
  const size = <usize>nodes * NODE;
  const right = scratch;
  const diagonal = right + size;
  const product = diagonal + size;
  const r = product + size;
  const z = r + size;
  const p = z + size;
  const least = f64x2.splat(ridge + 14 * stiffness);
  for (let n: usize = 0; n < size; n += NODE) {
    v128.store(right + n, f64x2.splat(0));
    v128.store(diagonal + n, least);
  }
  for (let k = 0; k < count; k++) {
    const shift = shifts + ((<usize>k) << 4);
    const pull = pulls + <usize>(24 * k);
    // Of both: what x pulls, and what y pulls.
    const value = f64x2.add(
      f64x2.mul(v128.load(pull), f64x2.splat(load<f64>(shift))),
      f64x2.mul(v128.load(pull, 8), f64x2.splat(load<f64>(shift, 8))),
    );
    scatter(right, k, value);
    const own = f64x2.replace_lane(f64x2.splat(load<f64>(pull)), 1, load<f64>(pull, 16));
    const a = diagonal + <usize>load<i32>(corners + ((<usize>k) << 2)) * NODE;
    for (let s = 0; s < 4; s++) {
      const share = load<f64>(shares + ((<usize>k) << 5) + ((<usize>s) << 3));
      addTo(a + <usize>((s & 1) + (s >> 1) * cols) * NODE, f64x2.mul(f64x2.splat(share * share), own));
    }
  }
  apply(field, product, nodes);
  for (let n: usize = 0; n < size; n += NODE) {
    const rest = f64x2.sub(v128.load(right + n), v128.load(product + n));
    const first = f64x2.div(rest, v128.load(diagonal + n));
    v128.store(r + n, rest);
    v128.store(p + n, first);
    v128.store(product + n, f64x2.div(v128.load(right + n), v128.load(diagonal + n)));
  }
  let rz = inner(r, p, size);
  const enough = 1e-7 * inner(right, product, size) + 1e-12;
  for (let step = 0; step < most && rz > enough; step++) {
    apply(p, product, nodes);
    const alpha = f64x2.splat(rz / inner(p, product, size));
    for (let n: usize = 0; n < size; n += NODE) {
      addTo(field + n, f64x2.mul(alpha, v128.load(p + n)));
      const rest = f64x2.sub(v128.load(r + n), f64x2.mul(alpha, v128.load(product + n)));
      v128.store(r + n, rest);
      v128.store(z + n, f64x2.div(rest, v128.load(diagonal + n)));
    }
    const next = inner(r, z, size);
    const beta = f64x2.splat(next / rz);
    rz = next;
    for (let n: usize = 0; n < size; n += NODE)
      v128.store(p + n, f64x2.add(v128.load(z + n), f64x2.mul(beta, v128.load(p + n))));
  }
}
