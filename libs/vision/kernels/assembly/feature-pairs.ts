import { DESCRIPTOR, QUARTER_SLACK } from './nearest';

/** Half a turn, 256ths. */
const HALF_TURN = 128;

/**
 * Of each feature of a page how near the two nearest features of a frame are, and which is the nearest.
 * @param page descriptors of the page's `pageCount` features, @param frame of the frame's `frameCount`
 * @param limit bits, up to 255, in which a descriptor as far as that, or farther, differs
 * @param nearest 16 bits a feature of the page: the nearest feature of the frame, if it is nearer than `limit`
 * @param distances two bytes a feature of the page, bits that differ: of the nearest and of the next
 */
export function nearestTwo(
  page: usize,
  pageCount: i32,
  frame: usize,
  frameCount: i32,
  limit: i32,
  nearest: usize,
  distances: usize,
): void {
  for (let i: usize = 0; i < <usize>pageCount; i++) {
    const described = page + i * DESCRIPTOR;
    const a = load<u64>(described);
    const b = load<u64>(described, 8);
    const c = load<u64>(described, 16);
    const d = load<u64>(described, 24);
    let best = limit;
    let second = limit;
    let at = 0;
    for (let j = 0, other = frame; j < frameCount; j++, other += DESCRIPTOR) {
      const quarter = <i32>popcnt(a ^ load<u64>(other));
      if (quarter >= (second >> 2) + QUARTER_SLACK) continue;
      const half = quarter + <i32>popcnt(b ^ load<u64>(other, 8));
      if (half >= second) continue;
      const whole = half + <i32>(popcnt(c ^ load<u64>(other, 16)) + popcnt(d ^ load<u64>(other, 24)));
      if (whole >= second) continue;
      if (whole < best) {
        second = best;
        best = whole;
        at = j;
      } else second = whole;
    }
    store<u16>(nearest + (i << 1), <u16>at);
    store<u8>(distances + (i << 1), <u8>best);
    store<u8>(distances + (i << 1), <u8>second, 1);
  }
}

/**
 * Pairs each feature of a page with the likest feature of a frame near where it is expected; one of the frame serves
 * once, the likest pair.
 * @param u and @param v 64-bit floats, where the frame is expected to show the page's `count` features; not a number
 * where it does not
 * @param turns a byte each, their directions there, 256ths of a turn; @param page their descriptors
 * @param x and @param y 32-bit floats, where the frame's features are; @param angles a byte each, @param frame their
 * descriptors
 * @param ids their numbers, 32 bits each, by the cells of a grid of `columns` times `rows`; @param starts where each
 * cell's begin, 32 bits
 * @param cell side of a cell; @param reach how far off a feature may be, at most that; @param turn by how much its
 * direction may be, 256ths
 * @param limit bits in which a pair differs too much
 * @param owner 32 bits a feature of the frame, -1 each before, the page's feature that it is paired with afterwards
 * @param distances 16 bits a feature of the frame, of those with an owner the bits in which they differ
 */
export function pairExpected(
  u: usize,
  v: usize,
  turns: usize,
  page: usize,
  count: i32,
  x: usize,
  y: usize,
  angles: usize,
  frame: usize,
  ids: usize,
  starts: usize,
  columns: i32,
  rows: i32,
  cell: f64,
  reach: f64,
  turn: i32,
  limit: i32,
  owner: usize,
  distances: usize,
): void {
  for (let i = 0; i < count; i++) {
    const px = load<f64>(u + ((<usize>i) << 3));
    const py = load<f64>(v + ((<usize>i) << 3));
    if (px != px) continue;
    const left = max(0, <i32>floor((px - reach) / cell));
    const right = min(columns - 1, <i32>floor((px + reach) / cell));
    const top = max(0, <i32>floor((py - reach) / cell));
    const bottom = min(rows - 1, <i32>floor((py + reach) / cell));
    if (left > right) continue;
    const angle = <i32>load<u8>(turns + i) - HALF_TURN;
    const described = page + <usize>i * DESCRIPTOR;
    const a = load<u64>(described);
    const b = load<u64>(described, 8);
    const c = load<u64>(described, 16);
    const d = load<u64>(described, 24);
    let best = limit;
    let at = -1;
    for (let row = top; row <= bottom; row++) {
      const end = load<i32>(starts + ((<usize>(row * columns + right + 1)) << 2));
      for (let k = load<i32>(starts + ((<usize>(row * columns + left)) << 2)); k < end; k++) {
        const j = load<i32>(ids + ((<usize>k) << 2));
        if (abs(((<i32>load<u8>(angles + j) - angle) & 255) - HALF_TURN) > turn) continue;
        const dx = <f64>load<f32>(x + ((<usize>j) << 2)) - px;
        const dy = <f64>load<f32>(y + ((<usize>j) << 2)) - py;
        if (dx * dx + dy * dy > reach * reach) continue;
        const other = frame + <usize>j * DESCRIPTOR;
        const distance = <i32>(
          (popcnt(a ^ load<u64>(other)) +
            popcnt(b ^ load<u64>(other, 8)) +
            popcnt(c ^ load<u64>(other, 16)) +
            popcnt(d ^ load<u64>(other, 24)))
        );
        if (distance >= best) continue;
        best = distance;
        at = j;
      }
    }
    if (at < 0) continue;
    const own = owner + ((<usize>at) << 2);
    const kept = distances + ((<usize>at) << 1);
    if (load<i32>(own) >= 0 && <i32>load<u16>(kept) <= best) continue;
    store<i32>(own, i);
    store<u16>(kept, <u16>best);
  }
}
