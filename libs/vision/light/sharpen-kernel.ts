import { doWhile, get, i32, makeKernel, set, u8x16, v128, when, type Code } from '../pixels/wasm-code.js';

/** How far three times the detail changes a px; levels. */
export interface SharpeningLimits {
  /** Detail that is left as it is: on paper, and where the surroundings are darker than `dark`. */
  grain: number;
  grainInDark: number;
  dark: number;
  mostDarker: number;
  mostLighter: number;
}

/** px treated at once. */
const LANES = 16;
/** Longest row, px, and rows of a strip: as many bytes as the nearest cache holds. */
const MOST_WIDTH = 16_384;
const AROUND_AT = 0;
const PAGE_AT = MOST_WIDTH / 2 + LANES;
const PAGE_BYTES = 1 << 18;

/** Where each byte of three vectors of RGB px belongs: red, green and blue of px 0..15. */
function channelOf(c: number, [first, second, third]: readonly number[]): Code {
  const places = Array.from({ length: LANES }, (_, px) => 3 * px + c);
  const early = places.map((p) => (p < 32 ? p : 0));
  const known = places.filter((p) => p < 32).length;
  const late = places.map((p, px) => (px < known ? px : p - 32 + 16));
  return v128.pick(v128.pick(get(first), get(second), early), get(third), late);
}

/** Sixteen px of RGB at a time. */
function rowCode(limits: SharpeningLimits): Code {
  const [page, around, count, first, second, third, level, near, lighter, darker, grain] = Array.from(
    { length: 11 },
    (_, k) => k,
  );
  const rgb = [first, second, third];
  const all = (value: number): Code => u8x16.splat(i32.of(value));
  const thrice = (v: number): Code => u8x16.addSaturated(u8x16.addSaturated(get(v), get(v)), get(v));
  const eachTwice = Array.from({ length: LANES }, (_, k) => k >> 1);
  const change = (part: number, v: number): Code => {
    const lanes = Array.from({ length: LANES }, (_, k) => Math.floor((LANES * part + k) / 3));
    return v128.pick(get(v), get(v), lanes);
  };
  const body: Code = [
    ...rgb.flatMap((local, part) => [...set(local, v128.load(get(page), LANES * part))]),
    // Half of green, a quarter each of red and blue: near to luminance, and cheap.
    ...set(level, u8x16.mean(u8x16.mean(channelOf(0, rgb), channelOf(2, rgb)), channelOf(1, rgb))),
    ...set(near, v128.load64(get(around))),
    ...set(near, v128.pick(get(near), get(near), eachTwice)),
    ...set(
      grain,
      v128.select(all(limits.grainInDark), all(limits.grain), u8x16.lessThan(get(near), all(limits.dark))),
    ),
    ...set(lighter, u8x16.subSaturated(u8x16.subSaturated(get(level), get(near)), get(grain))),
    ...set(darker, u8x16.subSaturated(u8x16.subSaturated(get(near), get(level)), get(grain))),
    ...when(v128.anyTrue(v128.or(get(lighter), get(darker))), [
      ...set(lighter, u8x16.min(thrice(lighter), all(limits.mostLighter))),
      ...set(darker, u8x16.min(thrice(darker), all(limits.mostDarker))),
      ...rgb.flatMap((local, part) => [
        ...v128.store(
          get(page),
          u8x16.subSaturated(u8x16.addSaturated(get(local), change(part, lighter)), change(part, darker)),
          LANES * part,
        ),
      ]),
    ]),
    ...set(page, i32.add(get(page), i32.of(3 * LANES))),
    ...set(around, i32.add(get(around), i32.of(LANES / 2))),
    ...set(count, i32.sub(get(count), i32.of(LANES))),
  ];
  return doWhile(body, get(count));
}

/** Sharpens the part of rows of RGB that is a multiple of sixteen px wide. */
export type RowSharpener = (
  data: Uint8Array,
  width: number,
  height: number,
  around: { levels: Uint8Array; cols: number; rows: number },
) => number;

/**
 * Makes a function that adds detail to an RGB picture in place, from its surroundings at half the size.
 * It returns how many px of each row, from the left, it has treated.
 */
export function rowSharpener(limits: SharpeningLimits): RowSharpener {
  const kernel = makeKernel(
    PAGE_AT + PAGE_BYTES,
    { parameters: 3, integers: 0, vectors: 8 },
    rowCode(limits),
  );
  const { memory } = kernel;
  return (data, width, height, { levels, cols, rows }) => {
    const whole = Math.min(width, 2 * cols) & ~(LANES - 1);
    const stride = 3 * width;
    const strip = Math.floor(PAGE_BYTES / stride);
    if (width > MOST_WIDTH || whole === 0 || strip === 0) return 0;
    for (let top = 0; top < height; top += strip) {
      const bottom = Math.min(height, top + strip);
      memory.set(data.subarray(top * stride, bottom * stride), PAGE_AT);
      for (let y = top; y < bottom; y++) {
        const from = Math.min(rows - 1, y >> 1) * cols;
        if (y === top || y % 2 === 0) memory.set(levels.subarray(from, from + cols), AROUND_AT);
        kernel.run(PAGE_AT + (y - top) * stride, AROUND_AT, whole);
      }
      data.set(memory.subarray(PAGE_AT, PAGE_AT + (bottom - top) * stride), top * stride);
    }
    return whole;
  };
}
