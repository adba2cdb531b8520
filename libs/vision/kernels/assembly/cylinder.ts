/** Numbers of a set of parameters, 64 bits each, in this order: a row each, a column to a set. */
const COSINE: usize = 0;
const SINE: usize = 1;
const PLANE: usize = 2;
const LIFT: usize = 10;

/**
 * How places of a bent sheet move as its parameters are nudged one by one: the slopes of a least squares
 * (`registration/sheet-cylinder.ts`); all numbers of 64 bits.
 *
 * @param places x and y of each, in units from the sheet's middle
 * @param shown x and y of each as the parameters have it now, px
 * @param sets cosine and sine of the direction of bending, the plane's eight corrections and the three of where height
 * shows: 13 rows of as many numbers as there are sets, one more where that is odd
 * @param profiles of each set `steps + 1` places along the plane and as many heights; of one set more where their
 * number is odd
 * @param span units from the middle to where a profile ends
 * @param unit px; `middleX` and `middleY` px of the sheet's middle
 * @param slopes of each place those of x, by the sets, then those of y
 */
export function nudgeSheet(
  places: usize,
  shown: usize,
  count: i32,
  sets: usize,
  profiles: usize,
  setCount: i32,
  steps: i32,
  span: f64,
  unit: f64,
  middleX: f64,
  middleY: f64,
  nudge: f64,
  slopes: usize,
): void {
  const row = (<usize>((setCount + 1) & ~1)) << 3;
  const profile = (<usize>(steps + 1)) << 4;
  const heights = (<usize>(steps + 1)) << 3;
  const ends = f64x2.splat(span);
  const all = f64x2.splat(<f64>steps);
  const wide = f64x2.splat(2 * span);
  const last = f64x2.splat(<f64>steps - 1e-6);
  const none = f64x2.splat(0);
  const one = f64x2.splat(1);
  const size = f64x2.splat(unit);
  const nudged = f64x2.splat(nudge);
  for (let m = 0; m < count; m++) {
    const x = v128.load64_splat(places + ((<usize>m) << 4));
    const y = v128.load64_splat(places + ((<usize>m) << 4), 8);
    const nowX = v128.load64_splat(shown + ((<usize>m) << 4));
    const nowY = v128.load64_splat(shown + ((<usize>m) << 4), 8);
    const ofX = slopes + <usize>((2 * m * setCount) << 3);
    const ofY = ofX + ((<usize>setCount) << 3);
    for (let k = 0; k < setCount; k += 2) {
      const set = sets + ((<usize>k) << 3);
      const c = v128.load(set + COSINE * row);
      const s = v128.load(set + SINE * row);
      const plane = set + PLANE * row;
      const lift = set + LIFT * row;
      const b = f64x2.sub(f64x2.mul(y, c), f64x2.mul(x, s));
      const along = f64x2.add(f64x2.add(f64x2.mul(x, c), f64x2.mul(y, s)), ends);
      const at = f64x2.max(none, f64x2.min(last, f64x2.div(f64x2.mul(along, all), wide)));
      const left = f64x2.floor(at);
      const share = f64x2.sub(at, left);
      const step = i32x4.trunc_sat_f64x2_s_zero(left);
      const first = profiles + <usize>k * profile + ((<usize>i32x4.extract_lane(step, 0)) << 3);
      const second = profiles + <usize>(k + 1) * profile + ((<usize>i32x4.extract_lane(step, 1)) << 3);
      const a = between(first, second, share);
      const z = between(first + heights, second + heights, share);
      const u = f64x2.sub(f64x2.mul(a, c), f64x2.mul(b, s));
      const v = f64x2.add(f64x2.mul(a, s), f64x2.mul(b, c));
      const depth = f64x2.add(
        f64x2.add(
          f64x2.add(f64x2.mul(v128.load(plane + 6 * row), u), f64x2.mul(v128.load(plane + 7 * row), v)),
          one,
        ),
        f64x2.mul(v128.load(lift + 2 * row), z),
      );
      const scale = f64x2.div(size, depth);
      const shownX = f64x2.mul(moved(u, u, v, z, plane, lift, row), scale);
      const shownY = f64x2.mul(moved(v, u, v, z, plane + 3 * row, lift + row, row), scale);
      const slopeX = f64x2.div(f64x2.sub(f64x2.add(f64x2.splat(middleX), shownX), nowX), nudged);
      const slopeY = f64x2.div(f64x2.sub(f64x2.add(f64x2.splat(middleY), shownY), nowY), nudged);
      if (k + 1 < setCount) {
        v128.store(ofX + ((<usize>k) << 3), slopeX);
        v128.store(ofY + ((<usize>k) << 3), slopeY);
      } else {
        v128.store64_lane(ofX + ((<usize>k) << 3), slopeX, 0);
        v128.store64_lane(ofY + ((<usize>k) << 3), slopeY, 0);
      }
    }
  }
}

/** Between two entries of two tables, one in each lane. */
function between(first: usize, second: usize, share: v128): v128 {
  const from = v128.load64_lane(second, v128.load64_zero(first), 1);
  const to = v128.load64_lane(second + 8, v128.load64_zero(first + 8), 1);
  return f64x2.add(from, f64x2.mul(f64x2.sub(to, from), share));
}

/** A coordinate with the plane's three corrections and how height shows in it. */
function moved(own: v128, u: v128, v: v128, z: v128, plane: usize, lift: usize, row: usize): v128 {
  return f64x2.add(
    f64x2.add(
      f64x2.add(f64x2.add(own, f64x2.mul(v128.load(plane), u)), f64x2.mul(v128.load(plane + row), v)),
      v128.load(plane + 2 * row),
    ),
    f64x2.mul(v128.load(lift), z),
  );
}
