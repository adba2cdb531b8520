/**
 * Counts places that a similarity takes to within a distance of where they ought to be.
 * @param x and @param y places, @param toX and @param toY where they ought to be: 64-bit floats
 * @param from first place asked; @param to the one after the last
 * @param a, d, c, f of the similarity x' = a x - d y + c, y' = d x + a y + f
 * @param limit square of the distance
 */
export function countAgreeing(
  x: usize,
  y: usize,
  toX: usize,
  toY: usize,
  from: i32,
  to: i32,
  a: f64,
  d: f64,
  c: f64,
  f: f64,
  limit: f64,
): i32 {
  let counts = i64x2.splat(0);
  let k = (<usize>from) << 3;
  const end = (<usize>to) << 3;
  for (; k + 8 < end; k += 16) {
    const px = v128.load(x + k);
    const py = v128.load(y + k);
    const ax = f64x2.sub(f64x2.mul(f64x2.splat(a), px), f64x2.mul(f64x2.splat(d), py));
    const ay = f64x2.add(f64x2.mul(f64x2.splat(d), px), f64x2.mul(f64x2.splat(a), py));
    const ex = f64x2.sub(f64x2.add(ax, f64x2.splat(c)), v128.load(toX + k));
    const ey = f64x2.sub(f64x2.add(ay, f64x2.splat(f)), v128.load(toY + k));
    const off = f64x2.add(f64x2.mul(ex, ex), f64x2.mul(ey, ey));
    counts = i64x2.sub(counts, f64x2.lt(off, f64x2.splat(limit)));
  }
  const count = <i32>(i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1));
  if (k >= end) return count;
  const ex = a * load<f64>(x + k) - d * load<f64>(y + k) + c - load<f64>(toX + k);
  const ey = d * load<f64>(x + k) + a * load<f64>(y + k) + f - load<f64>(toY + k);
  return count + i32(ex * ex + ey * ey < limit);
}
