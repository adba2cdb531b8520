import { asFloats, upperTwo } from './lanes';
import { sampleMipmap } from './mipmap';

/**
 * What is the same all over a picture, 64-bit floats, as `render-scene.ts` writes it: the page's and the table's levels
 * (address, count, width and height of the first), the paper's colour, and what light becomes levels by, four each.
 */
const PAPER: usize = 64;
const GAINS: usize = 96;

/**
 * What is known at a block's four corners, 64-bit floats, and of the block: pairs of a place on the page and on the
 * table, the light on the page with what its gloss adds, the light on the table.
 */
const PAGE_PLACE: usize = 0;
const TABLE_PLACE: usize = 64;
const PAGE_LIGHT: usize = 128;
const TABLE_LIGHT: usize = 192;
const GRADIENT_X: usize = 224;
const GRADIENT_Y: usize = 232;
const DETAIL: usize = 240;
const TABLE_DETAIL: usize = 248;
const OUTSIDE: usize = 256;
const INSIDE: usize = 264;
const COVERED: usize = 272;

/** Bytes of a px that something may cover: its light before that, light on the place, and the place on the page. */
const COVERED_PIXEL: usize = 40;

/**
 * A block of the picture that falls on the sensor: for every px its place on the page, filtered by how much of the page
 * it covers, or on the table.
 * @param scene, block as above
 * @param side px of a whole block; @param width, height px of this one
 * @param out the block's first px: 16 bits a value, three channels interleaved; @param stride bytes of a row of these
 * @param open where px of a covered block go instead, `COVERED_PIXEL` bytes each: three 32-bit floats and one of no
 * meaning, then three of 64 bits
 */
export function renderBlock(
  scene: usize,
  block: usize,
  side: i32,
  width: i32,
  height: i32,
  out: usize,
  stride: usize,
  open: usize,
): void {
  const outside = load<f64>(block, OUTSIDE) != 0;
  const inside = load<f64>(block, INSIDE) != 0;
  const covered = load<f64>(block, COVERED) != 0;
  const gx = load<f64>(block, GRADIENT_X);
  const gy = load<f64>(block, GRADIENT_Y);
  const pageLevels = <usize>load<f64>(scene);
  const pageCount = <i32>load<f64>(scene, 8);
  const pageWidth = load<f64>(scene, 16);
  const pageHeight = load<f64>(scene, 24);
  const tableLevels = <usize>load<f64>(scene, 32);
  const tableCount = <i32>load<f64>(scene, 40);
  const tableWidth = load<f64>(scene, 48);
  const tableHeight = load<f64>(scene, 56);
  for (let j = 0; j < height; j++) {
    const v = <f64>j / <f64>side;
    let target = out + stride * <usize>j;
    for (let i = 0; i < width; i++, target += 6) {
      const u = <f64>i / <f64>side;
      const w11 = u * v;
      const w10 = u - w11;
      const w01 = v - w11;
      const w00 = 1 - u - w01;
      const s00 = f64x2.splat(w00);
      const s10 = f64x2.splat(w10);
      const s01 = f64x2.splat(w01);
      const s11 = f64x2.splat(w11);
      let share: f64 = 0;
      let px: f64 = 0;
      let py: f64 = 0;
      let light: f64 = 0;
      let shine: f64 = 0;
      if (!outside || covered) {
        const place = pairBetween(block + PAGE_PLACE, s00, s10, s01, s11);
        px = f64x2.extract_lane(place, 0);
        py = f64x2.extract_lane(place, 1);
      }
      if (!outside) {
        share = inside ? 1 : edgeShare(px, pageWidth, gx) * edgeShare(py, pageHeight, gy);
        const both = pairBetween(block + PAGE_LIGHT, s00, s10, s01, s11);
        light = f64x2.extract_lane(both, 0);
        shine = f64x2.extract_lane(both, 1);
      }
      let seen = f32x4.splat(0);
      if (share > 0) {
        seen = sampleMipmap(pageLevels, pageCount, px, py, load<f64>(block, DETAIL));
        const gloss = f64x2.splat(shine);
        const lit = f64x2.splat(light);
        seen = asFloats(
          f64x2.add(f64x2.mul(f64x2.mul(f64x2.promote_low_f32x4(seen), lit), v128.load(scene, PAPER)), gloss),
          f64x2.add(
            f64x2.mul(f64x2.mul(f64x2.promote_low_f32x4(upperTwo(seen)), lit), v128.load(scene, PAPER + 16)),
            gloss,
          ),
        );
      }
      if (share < 1) {
        const place = pairBetween(block + TABLE_PLACE, s00, s10, s01, s11);
        const tx = mirrored(f64x2.extract_lane(place, 0), tableWidth);
        const ty = mirrored(f64x2.extract_lane(place, 1), tableHeight);
        const lit =
          w00 * load<f64>(block, TABLE_LIGHT) +
          w10 * load<f64>(block, TABLE_LIGHT + 8) +
          w01 * load<f64>(block, TABLE_LIGHT + 16) +
          w11 * load<f64>(block, TABLE_LIGHT + 24);
        const table = sampleMipmap(tableLevels, tableCount, tx, ty, load<f64>(block, TABLE_DETAIL));
        const page = f64x2.splat(share);
        const beside = f64x2.splat((1 - share) * lit);
        seen = asFloats(
          f64x2.add(
            f64x2.mul(page, f64x2.promote_low_f32x4(seen)),
            f64x2.mul(beside, f64x2.promote_low_f32x4(table)),
          ),
          f64x2.add(
            f64x2.mul(page, f64x2.promote_low_f32x4(upperTwo(seen))),
            f64x2.mul(beside, f64x2.promote_low_f32x4(upperTwo(table))),
          ),
        );
        light = share * light + (1 - share) * lit;
      }
      if (covered) {
        v128.store(open, seen);
        store<f64>(open, light, 16);
        store<f64>(open, px, 24);
        store<f64>(open, py, 32);
        open += COVERED_PIXEL;
      } else {
        const low = i32x4.trunc_sat_f64x2_s_zero(
          f64x2.mul(f64x2.promote_low_f32x4(seen), v128.load(scene, GAINS)),
        );
        const high = i32x4.trunc_sat_f64x2_s_zero(
          f64x2.mul(f64x2.promote_low_f32x4(upperTwo(seen)), v128.load(scene, GAINS + 16)),
        );
        const levels = i16x8.narrow_i32x4_u(low, high);
        store<u16>(target, <u16>i16x8.extract_lane_u(levels, 0));
        store<u16>(target, <u16>i16x8.extract_lane_u(levels, 1), 2);
        store<u16>(target, <u16>i16x8.extract_lane_u(levels, 4), 4);
      }
    }
  }
}

/** Bilinear between two values at a block's corners. */
function pairBetween(corners: usize, w00: v128, w10: v128, w01: v128, w11: v128): v128 {
  const top = f64x2.add(f64x2.mul(w00, v128.load(corners)), f64x2.mul(w10, v128.load(corners, 16)));
  const left = f64x2.add(top, f64x2.mul(w01, v128.load(corners, 32)));
  return f64x2.add(left, f64x2.mul(w11, v128.load(corners, 48)));
}

/** Share of a px that lies on the sheet, by its distance to the nearer of two opposite edges. */
function edgeShare(at: f64, size: f64, gradient: f64): f64 {
  const within = min(at + 0.5, size - 0.5 - at) / gradient + 0.5;
  return within <= 0 ? 0 : within >= 1 ? 1 : within;
}

/** Position in a row of mirrored copies of a picture `size` px long. */
function mirrored(at: f64, size: f64): f64 {
  const period = 2 * (size - 1);
  const m = at - period * Math.floor(at / period);
  return m < size - 1 ? m : period - m;
}
