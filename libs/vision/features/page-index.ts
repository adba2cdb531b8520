import { DescriptorTables } from './descriptor-tables.js';
import { hammingBelow } from './hamming.js';
import { DESCRIPTOR_WORDS, type Features } from './orb-features.js';
import { profileInk, type PageProfile } from './page-profile.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { FeaturePairs } from '../geometry/similarity-consensus.js';

// Bound once: a look-up of the global for each px is slow in sandboxes, such as a test runner's.
const { exp, max, min, sqrt } = Math;

/** Features of a page that are hashed: the first, since any prefix is spread over the page. */
const HASHED_FEATURES = 450;
/** Entries are numbered slot * STRIDE + feature. */
const STRIDE_BITS = 9;
const STRIDE = 1 << STRIDE_BITS;
/** Descriptors that differ in as many bits or more are no match. */
const MAX_DISTANCE = 60;
/** A match's vote falls by e in so many bits. */
const VOTE_DECAY = 20;
/** Bins of the turn between page and frame: votes for one page must agree on it. */
const TURNS = 16;
/** Vote of a match by its distance in bits. */
const VOTE = Float32Array.from({ length: MAX_DISTANCE }, (_, d) => exp(-d / VOTE_DECAY));
/** Pages added since the tables were built, before they are built anew, at least and relative to all. */
const RECENT_PAGES = 16;
const RECENT_SHARE = 1 / 8;

/** Pages whose ink is kept as a bitmap, 2 MB each: frames of one packet or batch show the same few forms. */
const INKS_KEPT = 16;

/** A page of the library in the index. */
export interface IndexedPage {
  formId: string;
  pageNumber: number;
  profile: PageProfile;
}

/** A page that may be in the frame, with the pairs of features that speak for it. */
export interface ShortlistedPage {
  page: IndexedPage;
  votes: number;
  pairs: FeaturePairs;
}

/**
 * The library's pages, found by what they look like. The cost of a query hardly grows with the library: only
 * pages that share hashed descriptors with the frame are touched.
 */
export class PageIndex {
  private readonly slots: (IndexedPage | undefined)[] = [];
  private readonly slotsOfForm = new Map<string, number[]>();
  /** Tables of the slots that lived when they were built; dead slots are skipped in answers. */
  private built = DescriptorTables.build([]);
  private builtSlots = 0;
  private recent: DescriptorTables | null = null;
  private live = 0;
  /** Ink in the order of its last use. */
  private readonly inks = new Map<PageProfile, InkBitmap>();

  /** Number of pages. */
  get size(): number {
    return this.live;
  }

  /** Bytes that the tables hold a page, besides the profiles; without the part that does not grow. */
  get bytesPerPage(): number {
    this.refresh();
    const { bytes } = this.built;
    return this.live > 0 ? (bytes + (this.recent?.bytes ?? 0)) / this.live : 0;
  }

  /** The ink of a page of the index; kept for a while, so that the next frame of the same form finds it decoded. */
  ink(profile: PageProfile): InkBitmap {
    const ink = this.inks.get(profile) ?? profileInk(profile);
    this.inks.delete(profile);
    this.inks.set(profile, ink);
    for (const oldest of this.inks.keys()) {
      if (this.inks.size <= INKS_KEPT) break;
      this.inks.delete(oldest);
    }
    return ink;
  }

  /** Adds a page; one with the same form and number is replaced. */
  add(formId: string, pageNumber: number, profile: PageProfile): void {
    const slots = this.slotsOfForm.get(formId) ?? [];
    const kept = slots.filter((slot) => {
      if (this.slots[slot]!.pageNumber !== pageNumber) return true;
      this.drop(slot);
      return false;
    });
    kept.push(this.slots.length);
    this.slotsOfForm.set(formId, kept);
    this.slots.push({ formId, pageNumber, profile });
    this.live++;
    this.recent = null;
  }

  /** Removes all pages of a form; a form that is not there is no error. */
  removeForm(formId: string): void {
    for (const slot of this.slotsOfForm.get(formId) ?? []) this.drop(slot);
    this.slotsOfForm.delete(formId);
  }

  /** The pages that most features of the frame speak for, most votes first. */
  shortlist(frame: Features, limit: number): ShortlistedPage[] {
    this.refresh();
    const votes = new Float32Array(this.slots.length * TURNS);
    const hits = new HitList();
    const nearest = new NearestHits(this.slots, frame.descriptors);
    for (let i = 0; i < frame.count; i++) {
      nearest.start(i);
      this.built.search(frame.descriptors, i * DESCRIPTOR_WORDS, nearest.offer);
      this.recent?.search(frame.descriptors, i * DESCRIPTOR_WORDS, nearest.offer);
      const rarity = 1 / sqrt(nearest.count);
      for (let k = 0; k < nearest.count; k++) {
        const slot = nearest.touched[k]!;
        const feature = nearest.feature[slot]!;
        const weight = rarity * VOTE[nearest.distance[slot]!]!;
        const turn = (frame.angle[i]! - this.slots[slot]!.profile.features.angle[feature]!) & 255;
        const bin = turn >> 4;
        // Half a bin further each turn also falls into a neighbour, so that no peak is split.
        const other = (bin + ((turn & 15) < 8 ? TURNS - 1 : 1)) % TURNS;
        votes[slot * TURNS + bin]! += weight;
        votes[slot * TURNS + other]! += weight;
        hits.push(slot, i, feature);
      }
    }
    return this.best(votes, hits, limit);
  }

  private best(votes: Float32Array, hits: HitList, limit: number): ShortlistedPage[] {
    const ranked: { slot: number; votes: number }[] = [];
    for (let slot = 0; slot < this.slots.length; slot++) {
      let top = 0;
      for (let turn = 0; turn < TURNS; turn++) top = max(top, votes[slot * TURNS + turn]!);
      if (top > 0) ranked.push({ slot, votes: top });
    }
    ranked.sort((a, b) => b.votes - a.votes || a.slot - b.slot);
    const chosen = new Map<number, ShortlistedPage>();
    for (const { slot, votes: sum } of ranked.slice(0, limit))
      chosen.set(slot, { page: this.slots[slot]!, votes: sum, pairs: { page: [], frame: [] } });
    hits.forEach((slot, frameFeature, pageFeature) => {
      const pairs = chosen.get(slot)?.pairs;
      pairs?.page.push(pageFeature);
      pairs?.frame.push(frameFeature);
    });
    return [...chosen.values()];
  }

  private drop(slot: number): void {
    const { profile } = this.slots[slot]!;
    this.inks.delete(profile);
    this.slots[slot] = undefined;
    this.live--;
  }

  /** Brings the tables up to date: small additions go to tables of their own, many are merged. */
  private refresh(): void {
    const dead = this.slots.length - this.live;
    const added = this.slots.length - this.builtSlots;
    if (added === 0 && dead <= this.live) return;
    if (added + dead > max(RECENT_PAGES, RECENT_SHARE * this.live)) {
      this.compact();
      this.built = DescriptorTables.build(this.blocks(0));
      this.builtSlots = this.slots.length;
      this.recent = null;
    } else this.recent ??= DescriptorTables.build(this.blocks(this.builtSlots));
  }

  /** Renumbers the living slots without gaps. */
  private compact(): void {
    const pages = this.slots.filter((page) => page !== undefined);
    this.slots.length = 0;
    this.slotsOfForm.clear();
    for (const page of pages) {
      const slots = this.slotsOfForm.get(page.formId);
      if (slots) slots.push(this.slots.length);
      else this.slotsOfForm.set(page.formId, [this.slots.length]);
      this.slots.push(page);
    }
  }

  private blocks(fromSlot: number): { firstId: number; count: number; descriptors: Uint32Array }[] {
    return this.slots.slice(fromSlot).flatMap((page, k) => {
      if (!page) return [];
      const { count, descriptors } = page.profile.features;
      return [{ firstId: (fromSlot + k) * STRIDE, count: min(HASHED_FEATURES, count), descriptors }];
    });
  }
}

/** The nearest feature of each page to one feature of the frame; reused from one to the next. */
class NearestHits {
  /** Slots with a hit, `count` of them. */
  readonly touched: Uint32Array;
  readonly distance: Uint8Array;
  readonly feature: Uint16Array;
  count = 0;
  private readonly stamp: Int32Array;
  private readonly pool: (Uint32Array | undefined)[];
  private query = -1;

  constructor(
    slots: (IndexedPage | undefined)[],
    private readonly frame: Uint32Array,
  ) {
    this.touched = new Uint32Array(slots.length);
    this.distance = new Uint8Array(slots.length);
    this.feature = new Uint16Array(slots.length);
    this.stamp = new Int32Array(slots.length).fill(-1);
    this.pool = slots.map((page) => page?.profile.features.descriptors);
  }

  start(query: number): void {
    this.query = query;
    this.count = 0;
  }

  /** Takes an entry of the tables for consideration. */
  readonly offer = (id: number): void => {
    const slot = id >>> STRIDE_BITS;
    const descriptors = this.pool[slot];
    if (!descriptors) return;
    const feature = id & (STRIDE - 1);
    const distance = hammingBelow(
      this.stamp[slot] === this.query ? this.distance[slot]! : MAX_DISTANCE,
      this.frame,
      this.query * DESCRIPTOR_WORDS,
      descriptors,
      feature * DESCRIPTOR_WORDS,
    );
    if (this.stamp[slot] !== this.query) {
      if (distance >= MAX_DISTANCE) return;
      this.stamp[slot] = this.query;
      this.touched[this.count++] = slot;
    } else if (distance >= this.distance[slot]!) return;
    this.distance[slot] = distance;
    this.feature[slot] = feature;
  };
}

/** Growing list of (slot, frame feature, page feature). */
class HitList {
  private values = new Uint32Array(3 * 4096);
  private used = 0;

  push(slot: number, frameFeature: number, pageFeature: number): void {
    if (this.used + 3 > this.values.length) {
      const larger = new Uint32Array(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.used++] = slot;
    this.values[this.used++] = frameFeature;
    this.values[this.used++] = pageFeature;
  }

  forEach(visit: (slot: number, frameFeature: number, pageFeature: number) => void): void {
    for (let k = 0; k < this.used; k += 3) visit(this.values[k]!, this.values[k + 1]!, this.values[k + 2]!);
  }
}
