import { hammingBelow } from './hamming.js';
import { DESCRIPTOR_WORDS } from './orb-features.js';

/** Entries of the tables are numbered slot * STRIDE + feature. */
export const STRIDE_BITS = 9;
export const STRIDE = 1 << STRIDE_BITS;
/** Descriptors that differ in as many bits or more are no match. */
export const MAX_DISTANCE = 60;

/** Growing list of the tables' entries that features of a frame met, in the order of these features. */
export class MetEntries {
  /** Numbers of the entries, `count` of them, and the frame's feature that met each. */
  ids = new Uint32Array(1 << 18);
  queries = new Uint16Array(1 << 18);
  count = 0;
  private query = 0;

  clear(): void {
    this.count = 0;
  }

  start(query: number): void {
    this.query = query;
  }

  readonly take = (id: number): void => {
    if (this.count === this.ids.length) {
      const [ids, queries] = [this.ids, this.queries];
      this.ids = new Uint32Array(2 * this.count);
      this.ids.set(ids);
      this.queries = new Uint16Array(2 * this.count);
      this.queries.set(queries);
    }
    this.ids[this.count] = id;
    this.queries[this.count++] = this.query;
  };
}

/** The nearest feature of each page to features of a frame. */
export interface NearestHits {
  /** Hits of a slot's page: from `starts[slot]` to `starts[slot + 1]`, by the frame's feature. */
  starts: Uint32Array;
  frame: Uint16Array;
  page: Uint16Array;
  distance: Uint8Array;
  /** Pages hit by each feature of the frame. */
  pagesHit: Uint16Array;
}

/**
 * Of the entries met, each page's nearest to each of the frame's features. They are looked at page by page: as they were
 * met they would be read from all over memory, which takes several times as long as comparing them.
 * @param pool descriptors of each slot's page; entries of slots without are left out
 * @param descriptors of the frame's `count` features
 */
export function nearestHits(
  met: MetEntries,
  pool: readonly (Uint32Array | undefined)[],
  { count, descriptors }: { count: number; descriptors: Uint32Array },
): NearestHits {
  const bySlot = slotStarts(met, pool.length);
  const fill = bySlot.slice();
  const queries = new Uint16Array(met.count);
  const features = new Uint16Array(met.count);
  for (let k = 0; k < met.count; k++) {
    const at = fill[met.ids[k] >>> STRIDE_BITS]++;
    queries[at] = met.queries[k];
    features[at] = met.ids[k] & (STRIDE - 1);
  }
  // Hits take the places of the entries they come from: never more, and none is read after it was overwritten.
  const hits = { frame: queries, page: features, distance: new Uint8Array(met.count) };
  const starts = new Uint32Array(pool.length + 1);
  const pagesHit = new Uint16Array(count);
  let used = 0;
  for (let slot = 0; slot < pool.length; slot++) {
    const own = pool[slot];
    for (let k = bySlot[slot]; own && k < bySlot[slot + 1];) {
      const query = queries[k];
      let nearest = MAX_DISTANCE;
      let feature = 0;
      for (; k < bySlot[slot + 1] && queries[k] === query; k++) {
        const [i, j] = [query * DESCRIPTOR_WORDS, features[k] * DESCRIPTOR_WORDS];
        const distance = hammingBelow(nearest, descriptors, i, own, j);
        if (distance >= nearest) continue;
        nearest = distance;
        feature = features[k];
      }
      if (nearest === MAX_DISTANCE) continue;
      hits.frame[used] = query;
      hits.page[used] = feature;
      hits.distance[used++] = nearest;
      pagesHit[query]++;
    }
    starts[slot + 1] = used;
  }
  return { starts, ...hits, pagesHit };
}

/** Where each slot's entries begin when they are sorted by slot. */
function slotStarts({ ids, count }: MetEntries, slots: number): Uint32Array {
  const starts = new Uint32Array(slots + 1);
  for (let k = 0; k < count; k++) starts[(ids[k] >>> STRIDE_BITS) + 1]++;
  for (let slot = 0; slot < slots; slot++) starts[slot + 1] += starts[slot];
  return starts;
}
