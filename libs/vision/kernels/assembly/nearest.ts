/** Bytes of a descriptor. */
export const DESCRIPTOR: usize = 32;
/**
 * A quarter of the bits is looked at by itself: pairs that differ there in this many more than a quarter of the limit
 * are given up. Of descriptors at the limit one in fifty is lost so (a quarter of 256 bits, hypergeometric), of nearer
 * ones next to none, and most unlike ones are settled at a fourth of the work.
 */
export const QUARTER_SLACK = 7;

/**
 * Of the features of a page that each feature of a frame met, the nearest one, if it differs in less than `limit` bits.
 * Hits are written over the entries that they come from, from the `used`-th place on: never more, and none is read
 * after it.
 * @param queries the frame's features, 16 bits an entry, the entries of one side by side; @param features the page's
 * likewise
 * @param from first of the page's entries; @param to the one after the last
 * @param page descriptors of the page's features
 * @param frame descriptors of the frame's features
 * @param distances a byte a hit, and @param pagesHit 16 bits for each of the frame's features, where its hits are
 * counted
 * @returns how many places are used now
 */
export function nearestOfPage(
  queries: usize,
  features: usize,
  from: i32,
  to: i32,
  page: usize,
  frame: usize,
  limit: i32,
  used: i32,
  distances: usize,
  pagesHit: usize,
): i32 {
  let k = from;
  while (k < to) {
    const query = <usize>load<u16>(queries + ((<usize>k) << 1));
    const descriptor = frame + query * DESCRIPTOR;
    const a = load<u64>(descriptor);
    const b = load<u64>(descriptor, 8);
    const c = load<u64>(descriptor, 16);
    const d = load<u64>(descriptor, 24);
    let nearest = limit;
    let feature: u16 = 0;
    for (; k < to && <usize>load<u16>(queries + ((<usize>k) << 1)) == query; k++) {
      const described = page + <usize>load<u16>(features + ((<usize>k) << 1)) * DESCRIPTOR;
      const quarter = <i32>popcnt(a ^ load<u64>(described));
      const rest =
        popcnt(b ^ load<u64>(described, 8)) +
        popcnt(c ^ load<u64>(described, 16)) +
        popcnt(d ^ load<u64>(described, 24));
      const whole = quarter + <i32>rest;
      if (whole >= nearest || quarter >= (nearest >> 2) + QUARTER_SLACK) continue;
      nearest = whole;
      feature = load<u16>(features + ((<usize>k) << 1));
    }
    if (nearest == limit) continue;
    store<u16>(queries + ((<usize>used) << 1), <u16>query);
    store<u16>(features + ((<usize>used) << 1), feature);
    store<u8>(distances + <usize>used, <u8>nearest);
    used++;
    const hits = pagesHit + (query << 1);
    store<u16>(hits, load<u16>(hits) + 1);
  }
  return used;
}
