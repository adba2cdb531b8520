/** Writes the first `count` bytes of a vector, 0 to 16: what a row has left at its end. */
export function storeFirst(out: usize, bytes: v128, count: i32): void {
  let rest = i64x2.extract_lane(bytes, 0);
  for (let i = 0; i < count; i++) {
    if (i == 8) rest = i64x2.extract_lane(bytes, 1);
    store<u8>(out + <usize>i, <u8>rest);
    rest >>>= 8;
  }
}
