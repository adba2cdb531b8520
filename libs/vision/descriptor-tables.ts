import { DESCRIPTOR_WORDS } from './orb-features.js';

/** Tables; each knows a descriptor by other bits. */
const TABLES = 3;
/** Bits of a key. */
const KEY_BITS = 18;
const KEYS = 1 << KEY_BITS;
/** Seed of the choice of bits; any will do. */
const SEED = 0x2545f491;

/**
 * Locality-sensitive hash tables of binary descriptors: a key is 18 of the 256 bits, and a search looks under
 * the key and under the 18 keys that differ from it in one bit (Lv et al., Multi-Probe LSH, VLDB 2007).
 * Built once, in sorted arrays: a search walks a few short runs of memory, whatever the number of entries.
 */
export class DescriptorTables {
  private constructor(
    private readonly starts: Uint32Array[],
    private readonly ids: Uint32Array[],
  ) {}

  /** Number of descriptors in the tables. */
  get size(): number {
    return this.ids[0]?.length ?? 0;
  }

  /** Bytes that grow with the number of descriptors. */
  get bytes(): number {
    return this.ids.reduce((sum, ids) => sum + ids.byteLength, 0);
  }

  /** Builds tables of `blocks`: the entry of a block's i-th descriptor is `block.firstId + i`. */
  static build(blocks: { firstId: number; count: number; descriptors: Uint32Array }[]): DescriptorTables {
    const total = blocks.reduce((sum, block) => sum + block.count, 0);
    const starts: Uint32Array[] = [];
    const ids: Uint32Array[] = [];
    const keys = new Uint32Array(total);
    for (const bits of KEY_POSITIONS) {
      const start = new Uint32Array(KEYS + 1);
      let at = 0;
      for (const block of blocks)
        for (let i = 0; i < block.count; i++) {
          const key = keyOf(block.descriptors, i * DESCRIPTOR_WORDS, bits);
          keys[at++] = key;
          start[key + 1]!++;
        }
      for (let k = 0; k < KEYS; k++) start[k + 1]! += start[k]!;
      const fill = start.slice();
      const sorted = new Uint32Array(total);
      at = 0;
      for (const block of blocks)
        for (let i = 0; i < block.count; i++) sorted[fill[keys[at++]!]!++] = block.firstId + i;
      starts.push(start);
      ids.push(sorted);
    }
    return new DescriptorTables(starts, ids);
  }

  /** Calls `visit` for entries likely to be near the descriptor at word `offset`; an entry may come repeatedly. */
  search(descriptors: Uint32Array, offset: number, visit: (id: number) => void): void {
    for (let t = 0; t < TABLES; t++) {
      const start = this.starts[t]!;
      const ids = this.ids[t]!;
      const key = keyOf(descriptors, offset, KEY_POSITIONS[t]!);
      for (let flip = -1; flip < KEY_BITS; flip++) {
        const probe = flip < 0 ? key : key ^ (1 << flip);
        for (let k = start[probe]!, end = start[probe + 1]!; k < end; k++) visit(ids[k]!);
      }
    }
  }
}

/** Which bits make a table's key: distinct within and between tables. */
const KEY_POSITIONS: Uint8Array[] = (() => {
  let state = SEED;
  const order = Array.from({ length: 32 * DESCRIPTOR_WORDS }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return Array.from({ length: TABLES }, (_, t) =>
    Uint8Array.from(order.slice(t * KEY_BITS, (t + 1) * KEY_BITS)),
  );
})();

function keyOf(descriptors: Uint32Array, offset: number, bits: Uint8Array): number {
  let key = 0;
  for (let b = 0; b < KEY_BITS; b++) {
    const bit = bits[b]!;
    key = (key << 1) | ((descriptors[offset + (bit >>> 5)]! >>> (bit & 31)) & 1);
  }
  return key;
}
