/**
 * Looks up a descriptor in hash tables: under its key, and under the keys that differ from it in one bit.
 * @param starts `tables` times where each key's entries start, words of 32 bits, and where the last key's end
 * @param ids `tables` times `size` entries by key, words of 32 bits; @param signatures likewise, 16 bits each, and 16
 * bytes that may be read
 * @param keys the descriptor's in each table, of `keyBits` bits, a word each
 * @param signature the descriptor's: entries whose own differs in more than `far` bits are refused
 * @param first entries of a key looked at for certain; @param chosen at most so many of the others, evenly, on from the
 * `turn`-th
 * @param found room for `tables * (keyBits + 1) * (first + chosen) + 1` words
 * @returns how many were found
 */
export function searchTables(
  starts: usize,
  ids: usize,
  signatures: usize,
  tables: i32,
  size: i32,
  keys: usize,
  keyBits: i32,
  signature: i32,
  far: i32,
  first: i32,
  chosen: i32,
  turn: i32,
  found: usize,
): i32 {
  const probes = keyBits + 1;
  const runs = found + <usize>(4 * (tables * probes * (first + chosen) + 1));
  let out = found;
  for (let t = 0; t < tables; t++) {
    const key = load<i32>(keys + ((<usize>t) << 2));
    // What is far apart in memory is asked for first, all of it at once: one after the other each would wait for the
    // one before.
    for (let p = 0; p < probes; p++) {
      const probe = starts + ((<usize>(p == 0 ? key : key ^ (1 << (p - 1)))) << 2);
      store<u64>(runs + ((<usize>p) << 3), load<u64>(probe));
    }
    let seen = 0;
    for (let p = 0; p < probes; p++) {
      const begin = load<i32>(runs + ((<usize>p) << 3));
      seen += <i32>load<u16>(signatures + ((<usize>begin) << 1)) + load<i32>(ids + ((<usize>begin) << 2));
    }
    store<i32>(out, seen);
    for (let p = 0; p < probes; p++) {
      const begin = load<i32>(runs + ((<usize>p) << 3));
      const end = load<i32>(runs + ((<usize>p) << 3), 4);
      const whole = min(end, begin + first);
      for (let k = begin; k < whole; k += 8) {
        let near = nearSignatures(signatures + ((<usize>k) << 1), signature, far);
        near &= (1 << min(8, whole - k)) - 1;
        for (; near; near &= near - 1) {
          store<u32>(out, load<u32>(ids + ((<usize>(k + ctz(near))) << 2)));
          out += 4;
        }
      }
      if (end <= whole) continue;
      const step = (end - whole + chosen - 1) / chosen;
      // The choice turns with the query, so that no page stands behind another for all of them.
      for (let k = step > 1 ? whole + (turn % step) : whole; k < end; k += step) {
        const off = signature ^ (<i32>load<u16>(signatures + ((<usize>k) << 1)));
        // Stored in any case, and overwritten by the next: there is no guessing which it is.
        store<u32>(out, load<u32>(ids + ((<usize>k) << 2)));
        out += (<usize>(popcnt(off) <= far)) << 2;
      }
    }
    starts += (((<usize>1) << keyBits) + 1) << 2;
    ids += (<usize>size) << 2;
    signatures += (<usize>size) << 1;
  }
  return <i32>((out - found) >> 2);
}

/** Which of eight signatures differ from `signature` in at most `far` bits, a bit each. */
function nearSignatures(signatures: usize, signature: i32, far: i32): i32 {
  const off = v128.xor(v128.load(signatures), i16x8.splat(<i16>signature));
  const count = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(off));
  return i16x8.bitmask(i16x8.le_u(count, i16x8.splat(<i16>far)));
}

/**
 * Sorts entries by the slot of their page, those of a slot in the order in which they were met.
 * @param ids `count` words: slot times 2^`strideBits`, and feature; @param queries the frame's feature that met each,
 * 16 bits
 * @param fill a word a slot: where its entries start; afterwards where they end
 * @param sortedQueries and @param features 16 bits an entry
 */
export function sortBySlot(
  ids: usize,
  queries: usize,
  count: i32,
  strideBits: i32,
  fill: usize,
  sortedQueries: usize,
  features: usize,
): void {
  const mask = (1 << strideBits) - 1;
  for (let k = 0; k < count; k++) {
    const id = load<u32>(ids + ((<usize>k) << 2));
    const slot = fill + ((<usize>(id >>> strideBits)) << 2);
    const at = load<i32>(slot);
    store<i32>(slot, at + 1);
    store<u16>(sortedQueries + ((<usize>at) << 1), load<u16>(queries + ((<usize>k) << 1)));
    store<u16>(features + ((<usize>at) << 1), <u16>(id & mask));
  }
}
