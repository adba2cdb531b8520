/** Two and two 64-bit floats as four of 32 bits. */
export function asFloats(low: v128, high: v128): v128 {
  return v128.shuffle<i32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

/** The third and fourth of four 32-bit values, first. */
export function upperTwo(four: v128): v128 {
  return v128.shuffle<i32>(four, four, 2, 3, 2, 3);
}
