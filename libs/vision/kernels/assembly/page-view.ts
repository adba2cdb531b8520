/** Bits of a place after the point. */
const PLACE_BITS: i32 = 8;

/**
 * A picture as a page lies in it, ink light, px by px between foretold places; what lies outside of the picture is 0.
 * @param picture grey, rows `stride` bytes apart
 * @param nodes where each row of the page lies, every `step` px along it: x and y in turn, 64-bit floats, 256ths of a
 * px
 * @param nodesARow `ceil(width / step) + 1`
 * @param out `width * height` bytes
 */
export function viewPage(
  picture: usize,
  stride: i32,
  pictureHeight: i32,
  nodes: usize,
  nodesARow: i32,
  step: i32,
  width: i32,
  height: i32,
  out: usize,
): void {
  const right = (stride - 1) << PLACE_BITS;
  const bottom = (pictureHeight - 1) << PLACE_BITS;
  memory.fill(out, 0, <usize>(width * height));
  for (let row = 0; row < height; row++) {
    let node = nodes + ((<usize>(row * nodesARow)) << 4);
    let o = out + <usize>(row * width);
    for (let x = 0; x < width; x += step, node += 16) {
      const place = v128.load(node);
      const next = v128.load(node, 16);
      const pace = f64x2.div(f64x2.sub(next, place), f64x2.splat(<f64>step));
      const end = o + <usize>min(step, width - x);
      // Between two places well inside there is none outside.
      if (isInside(place, right, bottom) && isInside(next, right, bottom))
        o = viewWithin(picture, stride, place, pace, o, end);
      else o = viewAcross(picture, stride, right, bottom, place, pace, o, end);
    }
  }
}

/** Whether a place lies in a picture, and not next to its border. */
function isInside(place: v128, right: i32, bottom: i32): bool {
  const x = f64x2.extract_lane(place, 0);
  const y = f64x2.extract_lane(place, 1);
  return x >= 256 && y >= 256 && x < <f64>(right - 256) && y < <f64>(bottom - 256);
}

/** Px from `o` to `end` of a row, that all lie in the picture. */
function viewWithin(picture: usize, stride: i32, first: v128, pace: v128, o: usize, end: usize): usize {
  let place = first;
  for (; o < end; o++, place = f64x2.add(place, pace)) {
    const whole = i32x4.trunc_sat_f64x2_s_zero(place);
    store<u8>(o, inkAt(picture, stride, i32x4.extract_lane(whole, 0), i32x4.extract_lane(whole, 1)));
  }
  return o;
}

/** ... of which some may not. */
function viewAcross(
  picture: usize,
  stride: i32,
  right: i32,
  bottom: i32,
  first: v128,
  pace: v128,
  o: usize,
  end: usize,
): usize {
  let place = first;
  for (; o < end; o++, place = f64x2.add(place, pace)) {
    const whole = i32x4.trunc_sat_f64x2_s_zero(place);
    const x = i32x4.extract_lane(whole, 0);
    const y = i32x4.extract_lane(whole, 1);
    const isOutside = f64x2.extract_lane(place, 0) < 0 || f64x2.extract_lane(place, 1) < 0;
    if (!isOutside && x < right && y < bottom) store<u8>(o, inkAt(picture, stride, x, y));
  }
  return o;
}

/** Darkness between four px. */
function inkAt(picture: usize, stride: i32, x: i32, y: i32): u8 {
  const above = picture + <usize>((y >> PLACE_BITS) * stride + (x >> PLACE_BITS));
  const two = <i32>load<u16>(above);
  const twoBelow = <i32>load<u16>(above + <usize>stride);
  const across = x & 255;
  const upper = ((two & 255) << 8) + ((two >> 8) - (two & 255)) * across;
  const lower = ((twoBelow & 255) << 8) + ((twoBelow >> 8) - (twoBelow & 255)) * across;
  return <u8>(255 - (((upper << 8) + (lower - upper) * (y & 255) + 32768) >> 16));
}
