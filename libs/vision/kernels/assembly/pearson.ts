/** Levels after which sums of 32 bits may overflow: a lane takes four squares of each 16 levels. */
const MOST_AT_ONCE: i32 = 65536;

/**
 * Pearson's correlation of two rows of levels, -1..1; 0 where one of them is all one level.
 * @param a `count` bytes; up to 15 more are read; @param b likewise
 */
export function pearson(a: usize, b: usize, count: i32): f64 {
  let sa: f64 = 0;
  let sb: f64 = 0;
  let saa: f64 = 0;
  let sbb: f64 = 0;
  let sab: f64 = 0;
  for (let first = 0; first < count; first += MOST_AT_ONCE) {
    const end = min(count, first + MOST_AT_ONCE);
    let levelsOfA = i32x4.splat(0);
    let levelsOfB = levelsOfA;
    let squaresOfA = levelsOfA;
    let squaresOfB = levelsOfA;
    let products = levelsOfA;
    for (let x = first; x < end; x += 16) {
      const within = i8x16.lt_u(
        i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        i8x16.splat(<i8>min(16, end - x)),
      );
      const p = v128.and(v128.load(a + <usize>x), within);
      const q = v128.and(v128.load(b + <usize>x), within);
      const p0 = i16x8.extend_low_i8x16_u(p);
      const p1 = i16x8.extend_high_i8x16_u(p);
      const q0 = i16x8.extend_low_i8x16_u(q);
      const q1 = i16x8.extend_high_i8x16_u(q);
      levelsOfA = i32x4.add(levelsOfA, i32x4.extadd_pairwise_i16x8_u(i16x8.add(p0, p1)));
      levelsOfB = i32x4.add(levelsOfB, i32x4.extadd_pairwise_i16x8_u(i16x8.add(q0, q1)));
      squaresOfA = i32x4.add(squaresOfA, i32x4.add(i32x4.dot_i16x8_s(p0, p0), i32x4.dot_i16x8_s(p1, p1)));
      squaresOfB = i32x4.add(squaresOfB, i32x4.add(i32x4.dot_i16x8_s(q0, q0), i32x4.dot_i16x8_s(q1, q1)));
      products = i32x4.add(products, i32x4.add(i32x4.dot_i16x8_s(p0, q0), i32x4.dot_i16x8_s(p1, q1)));
    }
    sa += total(levelsOfA);
    sb += total(levelsOfB);
    saa += total(squaresOfA);
    sbb += total(squaresOfB);
    sab += total(products);
  }
  const n = <f64>count;
  const spread = (saa - (sa * sa) / n) * (sbb - (sb * sb) / n);
  return spread > 0 ? (sab - (sa * sb) / n) / Math.sqrt(spread) : 0;
}

function total(v: v128): f64 {
  let sum: f64 = i32x4.extract_lane(v, 0);
  sum += i32x4.extract_lane(v, 1);
  sum += i32x4.extract_lane(v, 2);
  return sum + i32x4.extract_lane(v, 3);
}
