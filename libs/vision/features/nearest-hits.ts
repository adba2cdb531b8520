import { KernelMemory, kernels } from '../kernels/kernels.js';
import { DESCRIPTOR_WORDS } from './orb-features.js';

const DESCRIPTOR_BYTES = 4 * DESCRIPTOR_WORDS;
/**
 * Entries of a page from which on all of its descriptors are brought over: memory is read several times as fast in
 * order (5,000 pages with 107 entries each: 72 ms one by one, 31 whole).
 */
const MANY = 50;

/** Entries of the tables are numbered slot * STRIDE + feature. */
const STRIDE_BITS = 9;
export const STRIDE = 1 << STRIDE_BITS;
/** Descriptors that differ in as many bits or more are no match. */
export const MAX_DISTANCE = 60;

/** Growing list of the tables' entries that features of a frame met, in the order of these features. */
export class MetEntries {
  /** Numbers of the entries, `count` of them, and the frame's feature that met each. */
  ids = new Uint32Array(1 << 18);
  queries = new Uint16Array(1 << 18);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** @param query number of the frame's feature */
  take(query: number, ids: Uint32Array): void {
    const count = this.count + ids.length;
    while (count > this.ids.length) {
      const [known, metBy] = [this.ids, this.queries];
      this.ids = new Uint32Array(2 * known.length);
      this.ids.set(known);
      this.queries = new Uint16Array(2 * known.length);
      this.queries.set(metBy);
    }
    this.ids.set(ids, this.count);
    this.queries.fill(query, this.count, count);
    this.count = count;
  }
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
 * Of the entries met, each page's nearest to each of the frame's features. They are looked at page by page: as they
 * were met they would be read from all over memory, which takes several times as long as comparing them.
 * @param pool descriptors of each slot's page; entries of slots without are left out
 * @param descriptors of the frame's `count` features
 */
export function nearestHits(
  met: MetEntries,
  pool: readonly (Uint32Array | undefined)[],
  { count, descriptors }: { count: number; descriptors: Uint32Array },
): NearestHits {
  const bySlot = slotStarts(met, pool.length);
  return KernelMemory.borrow((memory) => {
    const frame = memory.take(count * DESCRIPTOR_BYTES);
    const queries = memory.take(2 * met.count);
    const features = memory.take(2 * met.count);
    const distances = memory.take(met.count);
    const pagesHit = memory.take(2 * count);
    const described = memory.take(STRIDE * DESCRIPTOR_BYTES);
    memory.unsigned(frame, count * DESCRIPTOR_WORDS).set(descriptors.subarray(0, count * DESCRIPTOR_WORDS));
    memory.words(pagesHit, count).fill(0);
    sortBySlot(met, bySlot, queries, features, memory);
    const own = memory.words(features, met.count);
    const gathered = memory.unsigned(described, STRIDE * DESCRIPTOR_WORDS);
    const starts = new Uint32Array(pool.length + 1);
    let used = 0;
    for (let slot = 0; slot < pool.length; slot++) {
      const page = pool[slot];
      const [from, to] = [bySlot[slot], bySlot[slot + 1]];
      if (page && to > from) {
        bringOver(page, own, from, to, gathered);
        used = kernels.nearestOfPage(
          queries,
          features,
          from,
          to,
          described,
          frame,
          MAX_DISTANCE,
          used,
          distances,
          pagesHit,
        );
      }
      starts[slot + 1] = used;
    }
    return {
      starts,
      frame: memory.words(queries, used).slice(),
      page: memory.words(features, used).slice(),
      distance: memory.bytes(distances, used).slice(),
      pagesHit: memory.words(pagesHit, count).slice(),
    };
  });
}

/** Where each slot's entries begin when they are sorted by slot. */
function slotStarts({ ids, count }: MetEntries, slots: number): Uint32Array {
  const starts = new Uint32Array(slots + 1);
  for (let k = 0; k < count; k++) starts[(ids[k] >>> STRIDE_BITS) + 1]++;
  for (let slot = 0; slot < slots; slot++) starts[slot + 1] += starts[slot];
  return starts;
}

/** Sorts entries into the kernels' memory, `queries` and `features` being addresses of 16 bits an entry. */
function sortBySlot(
  met: MetEntries,
  starts: Uint32Array,
  queries: number,
  features: number,
  memory: KernelMemory,
): void {
  const ids = memory.take(4 * met.count);
  const metBy = memory.take(2 * met.count);
  const fill = memory.take(4 * starts.length);
  memory.unsigned(ids, met.count).set(met.ids.subarray(0, met.count));
  memory.words(metBy, met.count).set(met.queries.subarray(0, met.count));
  memory.unsigned(fill, starts.length).set(starts);
  kernels.sortBySlot(ids, metBy, met.count, STRIDE_BITS, fill, queries, features);
}

/**
 * Brings over the descriptors of those of a page's features that the entries `from` to `to` name, each to its own
 * place.
 */
function bringOver(
  page: Uint32Array,
  features: Uint16Array,
  from: number,
  to: number,
  out: Uint32Array,
): void {
  if (to - from >= MANY) return out.set(page.length > out.length ? page.subarray(0, out.length) : page);
  for (let k = from; k < to; k++) {
    const first = features[k] * DESCRIPTOR_WORDS;
    for (let i = first; i < first + DESCRIPTOR_WORDS; i++) out[i] = page[i];
  }
}
