import { popcount } from './hamming.js';
import { DESCRIPTOR_WORDS } from './orb-features.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { ceil, min } = Math;

/** Tables; each knows a descriptor by other bits. */
const TABLES = 3;
/** Bits of a key. */
const KEY_BITS = 18;
const KEYS = 1 << KEY_BITS;
/** Bits of a signature, kept beside each entry: most entries are refused by it, without reading their descriptor. */
const SIGNATURE_BITS = 16;
/**
 * Entries whose signature differs in more bits are refused: of descriptors 45 bits apart one in 25, of unlike ones
 * nine in ten.
 */
const MAX_SIGNATURE_DISTANCE = 5;
/**
 * Entries looked at under one key, when there are more: the first ones, and others evenly chosen. What many pages share
 * says little, and the time of a search must not grow with the library. Of a crowd of pages that hardly differ, the
 * first are met by every feature, so that the crowd is not outvoted by a page that is less like the frame.
 */
const FIRST_OF_RUN = 8;
const CHOSEN_OF_RUN = 16;
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
    private readonly signatures: Uint16Array[],
  ) {}

  /** Number of descriptors in the tables. */
  get size(): number {
    return this.ids[0]?.length ?? 0;
  }

  /** Bytes that grow with the number of descriptors. */
  get bytes(): number {
    return [...this.ids, ...this.signatures].reduce((sum, entries) => sum + entries.byteLength, 0);
  }

  /** Builds tables of `blocks`: the entry of a block's i-th descriptor is `block.firstId + i`. */
  static build(blocks: { firstId: number; count: number; descriptors: Uint32Array }[]): DescriptorTables {
    const total = blocks.reduce((sum, block) => sum + block.count, 0);
    const starts: Uint32Array[] = [];
    const ids: Uint32Array[] = [];
    const signatures: Uint16Array[] = [];
    const keys = new Uint32Array(total);
    for (const bits of KEY_POSITIONS) {
      const start = new Uint32Array(KEYS + 1);
      let at = 0;
      for (const block of blocks)
        for (let i = 0; i < block.count; i++) {
          const key = keyOf(block.descriptors, i * DESCRIPTOR_WORDS, bits);
          keys[at++] = key;
          start[key + 1]++;
        }
      for (let k = 0; k < KEYS; k++) start[k + 1] += start[k];
      const fill = start.slice();
      const sorted = new Uint32Array(total);
      const signed = new Uint16Array(total);
      at = 0;
      for (const block of blocks)
        for (let i = 0; i < block.count; i++) {
          const place = fill[keys[at++]]++;
          sorted[place] = block.firstId + i;
          signed[place] = keyOf(block.descriptors, i * DESCRIPTOR_WORDS, SIGNATURE_POSITIONS);
        }
      starts.push(start);
      ids.push(sorted);
      signatures.push(signed);
    }
    return new DescriptorTables(starts, ids, signatures);
  }

  /** Calls `visit` for entries likely to be near the descriptor at word `offset`; an entry may come repeatedly. */
  search(descriptors: Uint32Array, offset: number, visit: (id: number) => void): void {
    const signature = keyOf(descriptors, offset, SIGNATURE_POSITIONS);
    for (let t = 0; t < TABLES; t++) {
      const start = this.starts[t];
      const ids = this.ids[t];
      const signatures = this.signatures[t];
      const key = keyOf(descriptors, offset, KEY_POSITIONS[t]);
      for (let flip = -1; flip < KEY_BITS; flip++) {
        const probe = flip < 0 ? key : key ^ (1 << flip);
        const first = start[probe];
        const end = start[probe + 1];
        const whole = min(end, first + FIRST_OF_RUN);
        const step = ceil((end - whole) / CHOSEN_OF_RUN);
        for (let k = first; k < whole; k++)
          if (popcount(signature ^ signatures[k]) <= MAX_SIGNATURE_DISTANCE) visit(ids[k]);
        // The choice turns with the query, so that no page stands behind another for all of them.
        for (let k = step > 1 ? whole + ((offset >>> 3) % step) : whole; k < end; k += step)
          if (popcount(signature ^ signatures[k]) <= MAX_SIGNATURE_DISTANCE) visit(ids[k]);
      }
    }
  }
}

/** Bits of a descriptor in a random order. */
const POSITIONS: number[] = (() => {
  let state = SEED;
  const order = Array.from({ length: 32 * DESCRIPTOR_WORDS }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
})();

/** Which bits make a table's key: distinct within and between tables. */
const KEY_POSITIONS = Array.from({ length: TABLES }, (_, t) =>
  Uint8Array.from(POSITIONS.slice(t * KEY_BITS, (t + 1) * KEY_BITS)),
);
/** Which make the signature: none of any key. */
const SIGNATURE_POSITIONS = Uint8Array.from(
  POSITIONS.slice(TABLES * KEY_BITS, TABLES * KEY_BITS + SIGNATURE_BITS),
);

function keyOf(descriptors: Uint32Array, offset: number, bits: Uint8Array): number {
  let key = 0;
  for (let b = 0; b < bits.length; b++) {
    const bit = bits[b];
    key = (key << 1) | ((descriptors[offset + (bit >>> 5)] >>> (bit & 31)) & 1);
  }
  return key;
}
