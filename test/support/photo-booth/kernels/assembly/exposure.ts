/** Full light. */
const FULL: i32 = 65535;

/**
 * A row of light to 8-bit levels, with noise and, where there is a soft copy of it, sharpened.
 * @param light 16 bits a value, three channels interleaved, `width` times
 * @param soft a softer copy, or 0
 * @param noise `noiseMask + 1` 32-bit floats, a power of two
 * @param deviation 257 32-bit floats: of the noise, by the light's upper eight bits, and of full light
 * @param levels 4096 bytes: the level of light, by its upper twelve bits
 * @param state of the generator of random bits (xorshift; G. Marsaglia, 2003)
 * @param grey whether channels have the same noise, and the green one's level
 * @returns the generator's state for the next row
 */
export function exposeRow(
  light: usize,
  soft: usize,
  width: i32,
  sharpening: f64,
  noise: usize,
  noiseMask: i32,
  deviation: usize,
  levels: usize,
  state: i32,
  grey: i32,
  out: usize,
): i32 {
  let bits = state;
  for (let p: usize = 0; p < <usize>width; p++) {
    bits ^= bits << 13;
    bits ^= <i32>((<u32>bits) >>> 17);
    bits ^= bits << 5;
    const target = out + p * 3;
    for (let c: usize = 0; c < 3; c++) {
      const at = (p * 3 + c) << 1;
      let value = <f64>load<u16>(light + at);
      if (soft) value += sharpening * (value - <f64>load<u16>(soft + at));
      const drawn = grey ? bits : <i32>((<u32>bits) >>> (9 * <u32>c));
      const whole = <i32>value;
      const which: usize = whole >= FULL ? 256 : <usize>(max(0, whole) >> 8);
      value +=
        <f64>load<f32>(noise + ((<usize>(drawn & noiseMask)) << 2)) *
        <f64>load<f32>(deviation + (which << 2));
      const seen = <usize>(min(FULL, max(0, <i32>value)) >> 4);
      store<u8>(target + c, load<u8>(levels + seen));
    }
    if (grey) {
      const level = load<u8>(target + 1);
      store<u8>(target, level);
      store<u8>(target + 2, level);
    }
  }
  return bits;
}
