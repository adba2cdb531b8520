import { GAIN_UNIT, MAX_GAIN, PLACE_BITS, PLACE_UNIT } from './bilinear-row.js';
import type { Raster } from './raster.js';
import { doWhile, get, i16x8, i32, i32x4, makeKernel, set, v128, type Code } from './wasm-code.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { floor, max, min } = Math;

/** Longest side of a tile of the output, px, and what of the source one may cover, bytes. */
export const TILE = 512;
const MOST_SOURCE = 3 << 20;
/** Output px between nodes. */
export const TILE_STEP = 16;
const STEP_BITS = 4;

/** Bytes of a node: its place (x, y; two words unused), then the factors of red, green, blue (one unused). */
const NODE_BYTES = 32;
const NODE_WORDS = NODE_BYTES >> 2;
const NODES = TILE / TILE_STEP + 1;
const NODE_ROW_BYTES = NODES * NODE_BYTES;
/** Where the kernel's memory holds what. */
const TONE_AT = 0;
const NODES_AT = 256 * MAX_GAIN;
const OUT_AT = NODES_AT + NODES * NODE_ROW_BYTES;
const OUT_ROW_BYTES = 3 * TILE;
const SOURCE_AT = OUT_AT + TILE * OUT_ROW_BYTES;
/** Reads of eight bytes go beyond the last px. */
const SLACK = 16;

/** Parts of a px in which places are mixed, bits: two levels times a part fit 16 bits. */
const PART_BITS = 7;
const PART_SHIFT = PLACE_BITS - PART_BITS;

/** Writes one row of a tile: `count` px, from the node at `node` on, `down` px below it. */
function rowCode(): Code {
  const [node, count, down, stride, out, x, y, dx, dy, left, at, gain, gainStep, top, mixed] = Array.from(
    { length: 15 },
    (_, k) => k,
  );
  const part = (place: number): Code =>
    i32.and(i32.shr(get(place), i32.of(PART_SHIFT)), i32.of((1 << PART_BITS) - 1));
  // Between nodes all runs straight: down to the row first, then along it.
  const placeAt = (offset: number): Code => {
    const upper = i32.load(get(node), offset);
    const fall = i32.sub(i32.load(get(node), NODE_ROW_BYTES + offset), upper);
    return i32.add(upper, i32.mul(i32.shr(fall, i32.of(STEP_BITS)), get(down)));
  };
  const gainAt = (offset: number): Code => {
    const upper = v128.load(get(node), offset);
    const fall = i32x4.sub(v128.load(get(node), NODE_ROW_BYTES + offset), upper);
    return i32x4.add(upper, i32x4.mul(i32x4.shr(fall, i32.of(STEP_BITS)), i32x4.splat(get(down))));
  };
  const half = i32.of(1 << (PART_SHIFT - 1));
  const below = i16x8.fromLowBytes(v128.load64(i32.add(get(at), get(stride))));
  // The next px's three channels come to lie over this one's.
  const next = v128.pick(get(mixed), get(mixed), [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0]);
  const across = i16x8.splat(i32.shl(part(x), i32.of(15 - PART_BITS)));
  const indexBits = PART_BITS + Math.log2(GAIN_UNIT);
  const lifted = i32x4.mul(i32x4.fromLowUnsigned(get(mixed)), get(gain));
  const rounded = i32x4.add(lifted, i32x4.splat(i32.of(1 << (indexBits - 1))));
  const writeChannel = (c: number): Code => i32.store8(get(out), i32.load8(i32x4.lane(get(mixed), c)), c);
  const px: Code = [
    ...set(
      at,
      i32.add(
        i32.add(i32.of(SOURCE_AT), i32.mul(i32.shr(get(y), i32.of(PLACE_BITS)), get(stride))),
        i32.mul(i32.shr(get(x), i32.of(PLACE_BITS)), i32.of(3)),
      ),
    ),
    ...set(top, i16x8.fromLowBytes(v128.load64(get(at)))),
    ...set(
      mixed,
      i16x8.add(
        i16x8.shl(get(top), i32.of(PART_BITS)),
        i16x8.mul(i16x8.sub(below, get(top)), i16x8.splat(part(y))),
      ),
    ),
    ...set(mixed, i16x8.add(get(mixed), i16x8.mulFractions(i16x8.sub(next, get(mixed)), across))),
    ...set(mixed, i32x4.shrUnsigned(rounded, i32.of(indexBits))),
    ...writeChannel(0),
    ...writeChannel(1),
    ...writeChannel(2),
    ...set(out, i32.add(get(out), i32.of(3))),
    ...set(x, i32.add(get(x), get(dx))),
    ...set(y, i32.add(get(y), get(dy))),
    ...set(gain, i32x4.add(get(gain), get(gainStep))),
    ...set(left, i32.sub(get(left), i32.of(1))),
  ];
  const span: Code = [
    ...set(x, placeAt(0)),
    ...set(y, placeAt(4)),
    ...set(dx, i32.shr(i32.sub(placeAt(NODE_BYTES), get(x)), i32.of(STEP_BITS))),
    ...set(dy, i32.shr(i32.sub(placeAt(NODE_BYTES + 4), get(y)), i32.of(STEP_BITS))),
    ...set(x, i32.add(get(x), half)),
    ...set(y, i32.add(get(y), half)),
    ...set(gain, gainAt(16)),
    ...set(gainStep, i32x4.shr(i32x4.sub(gainAt(NODE_BYTES + 16), get(gain)), i32.of(STEP_BITS))),
    ...set(left, i32.min(get(count), i32.of(TILE_STEP))),
    ...set(count, i32.sub(get(count), get(left))),
    ...doWhile(px, get(left)),
    ...set(node, i32.add(get(node), i32.of(NODE_BYTES))),
  ];
  return doWhile(span, get(count));
}

const kernel = makeKernel(
  SOURCE_AT + MOST_SOURCE + SLACK,
  { parameters: 5, integers: 6, vectors: 4 },
  rowCode(),
);

/** Sets the level for each level after the gain, for the tiles that follow; as long as `toneTable` makes it. */
export function setTone(tone: Uint8Array): void {
  kernel.memory.set(tone, TONE_AT);
}

/** Places and factors at the nodes of a tile, row by row from its upper left corner. */
export interface TileNodes {
  cols: number;
  rows: number;
  /** px of the source. */
  x: Float32Array;
  y: Float32Array;
  /** Of red, green and blue, interleaved. */
  gains: Float32Array;
}

/**
 * Draws a tile of an RGB picture seen through a mesh.
 *
 * @param nodes those that the tile lies between
 * @param width of the tile, px; its height as well
 * @param at index of the tile's first byte in `out`, whose rows are `outStride` bytes long
 * @returns false where the tile is not drawn, as it does not lie wholly inside of the source, or takes too much of it
 */
export function drawTile(
  source: Raster,
  nodes: TileNodes,
  width: number,
  height: number,
  out: Uint8Array,
  at: number,
  outStride: number,
): boolean {
  if (source.channels !== 3) return false;
  const { memory, words } = kernel;
  const count = nodes.cols * nodes.rows;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    left = min(left, nodes.x[k]);
    right = max(right, nodes.x[k]);
    top = min(top, nodes.y[k]);
    bottom = max(bottom, nodes.y[k]);
  }
  left = floor(left) - 1;
  top = floor(top) - 1;
  right = floor(right) + 3;
  bottom = floor(bottom) + 3;
  const stride = 3 * (right - left);
  if (!(left >= 0 && top >= 0 && right < source.width && bottom < source.height)) return false;
  if (stride * (bottom - top) > MOST_SOURCE) return false;
  for (let row = top, to = SOURCE_AT; row < bottom; row++, to += stride) {
    const from = 3 * (row * source.width + left);
    memory.set(source.data.subarray(from, from + stride), to);
  }
  for (let j = 0, k = 0; j < nodes.rows; j++)
    for (let i = 0, w = (NODES_AT + j * NODE_ROW_BYTES) >> 2; i < nodes.cols; i++, k++, w += NODE_WORDS) {
      words[w] = (nodes.x[k] - left) * PLACE_UNIT;
      words[w + 1] = (nodes.y[k] - top) * PLACE_UNIT;
      for (let c = 0; c < 3; c++) words[w + 4 + c] = GAIN_UNIT * min(MAX_GAIN - 1, nodes.gains[3 * k + c]);
    }
  for (let row = 0; row < height; row++) {
    const from = OUT_AT + row * OUT_ROW_BYTES;
    const node = NODES_AT + (row >> STEP_BITS) * NODE_ROW_BYTES;
    kernel.run(node, width, row & (TILE_STEP - 1), stride, from);
    out.set(memory.subarray(from, from + 3 * width), at + row * outStride);
  }
  return true;
}
