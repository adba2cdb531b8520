/** Half the side of the round patch whose centre of mass gives a feature its direction, px. */
const RADIUS = 15;
const DEGREES: f32 = <f32>(180.0 / 3.141592653589793);

/**
 * Direction of each feature, from it to the centre of mass of its patch, in degrees from 0 to 360 (intensity
 * centroid: Rosin 1999).
 * @param points `x`, `y` and anything, 16 bits each; RADIUS px from the borders at least
 * @param ends how far each row of the patch reaches to either side of its middle, px, a byte each, from the middle row
 * on
 * @param angles one 32-bit float each
 */
export function directions(
  picture: usize,
  stride: usize,
  points: usize,
  count: i32,
  ends: usize,
  angles: usize,
): void {
  for (let i = 0; i < count; i++) {
    const entry = points + <usize>i * 6;
    const center = picture + <usize>load<u16>(entry, 2) * stride + <usize>load<u16>(entry);
    let alongX = 0;
    let alongY = 0;
    for (let u = -RADIUS; u <= RADIUS; u++) alongX += u * <i32>load<u8>(center + u);
    for (let v = 1; v <= RADIUS; v++) {
      const end = <i32>load<u8>(ends + <usize>v);
      const down = center + <usize>v * stride;
      const up = center - <usize>v * stride;
      let difference = 0;
      for (let u = -end; u <= end; u++) {
        const below = <i32>load<u8>(down + u);
        const above = <i32>load<u8>(up + u);
        difference += below - above;
        alongX += u * (below + above);
      }
      alongY += v * difference;
    }
    const angle = Mathf.atan2(<f32>alongY, <f32>alongX) * DEGREES;
    store<f32>(angles + ((<usize>i) << 2), angle < 0 ? angle + 360 : angle);
  }
}

/**
 * 256 comparisons of px pairs around each feature, turned by its direction (rotated BRIEF).
 * @param picture first px of the blurred picture, with a margin of 4 px on every side
 * @param angles degrees, one 32-bit float each
 * @param pairs `x`, `y` of both px of each comparison, -13..13, a signed byte each
 * @param descriptors 32 bytes each
 */
export function describe(
  picture: usize,
  stride: usize,
  points: usize,
  count: i32,
  angles: usize,
  pairs: usize,
  descriptors: usize,
): void {
  for (let i = 0; i < count; i++) {
    const entry = points + <usize>i * 6;
    const center = picture + <usize>load<u16>(entry, 2) * stride + <usize>load<u16>(entry);
    const angle = load<f32>(angles + ((<usize>i) << 2)) / DEGREES;
    const a = Mathf.cos(angle);
    const b = Mathf.sin(angle);
    let pair = pairs;
    const out = descriptors + ((<usize>i) << 5);
    for (let byte: usize = 0; byte < 32; byte++) {
      let bits: u32 = 0;
      for (let bit: u32 = 0; bit < 8; bit++, pair += 4) {
        const first = turned(center, stride, pair, a, b);
        const second = turned(center, stride, pair + 2, a, b);
        bits |= (<u32>(first < second)) << bit;
      }
      store<u8>(out + byte, <u8>bits);
    }
  }
}

function turned(center: usize, stride: usize, point: usize, a: f32, b: f32): u32 {
  const px = <f32>load<i8>(point);
  const py = <f32>load<i8>(point, 1);
  const x = <isize>nearest(px * a - py * b);
  const y = <isize>nearest(px * b + py * a);
  return <u32>load<u8>(center + <usize>(y * <isize>stride + x));
}
