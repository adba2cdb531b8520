import { KernelMemory } from '../kernels/kernels.js';
import { DESCRIPTOR_WORDS } from './orb-features.js';

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
/** Entries that a search finds at most. */
const MOST_FOUND = TABLES * (KEY_BITS + 1) * (FIRST_OF_RUN + CHOSEN_OF_RUN);
/** Bytes of an entry, and of its signature. */
const ID_BYTES = 4;
const SIGNATURE_BYTES = 2;
/** Seed of the choice of bits; any will do. */
const SEED = 0x2545f491;

/** The first `count` descriptors of a page. */
interface Block {
  firstId: number;
  count: number;
  descriptors: Uint32Array;
}

/**
 * Locality-sensitive hash tables of binary descriptors: a key is 18 of the 256 bits, and a search looks under
 * the key and under the 18 keys that differ from it in one bit (Lv et al., Multi-Probe LSH, VLDB 2007).
 * Built once, in sorted arrays: a search walks a few short runs of memory, whatever the number of entries.
 */
export class DescriptorTables {
  private constructor(
    private readonly memory: KernelMemory,
    /** Number of descriptors in the tables. */
    private readonly size: number,
    private readonly at: Addresses,
  ) {}

  /** Bytes that grow with the number of descriptors. */
  get bytes(): number {
    return TABLES * this.size * (ID_BYTES + SIGNATURE_BYTES);
  }

  /** Builds tables of `blocks`: the entry of a block's i-th descriptor is `block.firstId + i`. */
  static build(blocks: readonly Block[]): DescriptorTables {
    const size = blocks.reduce((sum, block) => sum + block.count, 0);
    const memory = KernelMemory.own();
    const at = {
      starts: memory.take(TABLES * 4 * (KEYS + 1)),
      ids: memory.take(TABLES * size * ID_BYTES),
      signatures: memory.take(TABLES * size * SIGNATURE_BYTES),
      keys: memory.take(TABLES * 4),
      found: memory.take(4 * (MOST_FOUND + 1) + 8 * (KEY_BITS + 1)),
    };
    const starts = memory.unsigned(at.starts, TABLES * (KEYS + 1));
    const ids = memory.unsigned(at.ids, TABLES * size);
    const signatures = memory.words(at.signatures, TABLES * size);
    const signatureOf = keysOf(blocks, size, SIGNATURE_POSITIONS);
    KEY_POSITIONS.forEach((bits, t) => {
      const start = starts.subarray(t * (KEYS + 1), (t + 1) * (KEYS + 1));
      const keys = keysOf(blocks, size, bits);
      for (let i = 0; i < size; i++) start[keys[i] + 1]++;
      for (let k = 0; k < KEYS; k++) start[k + 1] += start[k];
      const fill = start.slice();
      let n = 0;
      for (const { firstId, count } of blocks)
        for (let i = 0; i < count; i++, n++) {
          const place = t * size + fill[keys[n]]++;
          ids[place] = firstId + i;
          signatures[place] = signatureOf[n];
        }
    });
    return new DescriptorTables(memory, size, at);
  }

  /**
   * Entries likely to be near the descriptor at word `offset`; an entry may come repeatedly. The view holds until the
   * next search.
   */
  search(descriptors: Uint32Array, offset: number): Uint32Array {
    const { memory, at } = this;
    const keys = memory.unsigned(at.keys, TABLES);
    for (let t = 0; t < TABLES; t++) keys[t] = keyOf(descriptors, offset, KEY_POSITIONS[t]);
    const count = memory.kernels.searchTables(
      at.starts,
      at.ids,
      at.signatures,
      TABLES,
      this.size,
      at.keys,
      KEY_BITS,
      keyOf(descriptors, offset, SIGNATURE_POSITIONS),
      MAX_SIGNATURE_DISTANCE,
      FIRST_OF_RUN,
      CHOSEN_OF_RUN,
      offset / DESCRIPTOR_WORDS,
      at.found,
    );
    return memory.unsigned(at.found, count);
  }
}

/** Where things lie in the tables' memory. */
interface Addresses {
  /** A table each: where its keys' entries start, the entries, and their signatures. */
  starts: number;
  ids: number;
  signatures: number;
  /** Of a search: the descriptor's keys, and the entries that are found. */
  keys: number;
  found: number;
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

/** Some bits of each of `size` descriptors, block by block. */
function keysOf(blocks: readonly Block[], size: number, bits: Uint8Array): Uint32Array {
  const keys = new Uint32Array(size);
  let n = 0;
  for (const { count, descriptors } of blocks)
    for (let i = 0; i < count; i++) keys[n++] = keyOf(descriptors, i * DESCRIPTOR_WORDS, bits);
  return keys;
}

function keyOf(descriptors: Uint32Array, offset: number, bits: Uint8Array): number {
  let key = 0;
  for (let b = 0; b < bits.length; b++) {
    const bit = bits[b];
    key = (key << 1) | ((descriptors[offset + (bit >>> 5)] >>> (bit & 31)) & 1);
  }
  return key;
}
