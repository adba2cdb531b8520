import { DescriptorTables } from './descriptor-tables.js';
import { MAX_DISTANCE, MetEntries, nearestHits, STRIDE, type NearestHits } from './nearest-hits.js';
import { DESCRIPTOR_WORDS, type Features } from './orb-features.js';
import { isSameProfile, profileInk, profileKey, type PageProfile } from './page-profile.js';
import type { InkBitmap } from '../ink/ink-bitmap.js';
import type { FeaturePairs } from '../geometry/similarity-consensus.js';

const { abs, exp, max, min, sqrt } = Math;

/** Features of a page that are hashed: the first, since any prefix is spread over the page. */
const HASHED_FEATURES = 450;
/** A match's vote falls by e in so many bits. */
const VOTE_DECAY = 20;
/** Bins of the turn between page and frame: votes for one page must agree on it. */
const TURNS = 16;
/** Vote of a match by its distance in bits. */
const VOTE = Float32Array.from({ length: MAX_DISTANCE }, (_, d) => exp(-d / VOTE_DECAY));
/** Ways up that a page may fill a box. */
const SIDES = 4;
/**
 * Where a page fills a box, features lie where it has them within this part of the box's sides, and directions agree
 * within this, 256ths of a turn.
 */
const IN_PLACE = 0.05;
const MAX_TURN = 16;
/** Pages added since the tables were built, before they are built anew, at least and relative to all. */
const RECENT_PAGES = 16;
const RECENT_SHARE = 1 / 8;

/** Pages kept as like another: revisions of a form are seldom more. */
const KIN = 8;
/** Features by which they are found: print that two pages share has the very same descriptors on both. */
const KIN_FEATURES = 200;
/** Pages whose ink is kept as a bitmap, 2 MB each: frames of one packet or batch show the same few forms. */
const INKS_KEPT = 16;

/** A page of the library in the index. */
export interface IndexedPage {
  formId: string;
  pageNumber: number;
  profile: PageProfile;
}

/** Pages of the same picture: kept, searched and found as one. */
interface PageClass {
  key: string;
  profile: PageProfile;
  /** At least one; the oldest first. */
  pages: HeldPage[];
}

interface HeldPage extends IndexedPage {
  /** Of its class. */
  slot: number;
}

/** Upright box, px. */
export interface PageBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A page that may be in the frame, with the pairs of features that speak for it. */
export interface ShortlistedPage {
  page: IndexedPage;
  /** Other pages of the very same picture. */
  twins: readonly IndexedPage[];
  votes: number;
  pairs: FeaturePairs;
}

/**
 * The library's pages, found by what they look like. The cost of a query hardly grows with the library: only
 * pages that share hashed descriptors with the frame are touched.
 */
export class PageIndex {
  private readonly slots: (PageClass | undefined)[] = [];
  private readonly slotOfKey = new Map<string, number>();
  private readonly pagesOfForm = new Map<string, HeldPage[]>();
  /** Tables of the slots that lived when they were built; dead slots are skipped in answers. */
  private built: DescriptorTables | null = null;
  private builtSlots = 0;
  private recent: DescriptorTables | null = null;
  /** Living slots, and the pages in them. */
  private live = 0;
  private pages = 0;
  /** Pages like each that was asked for, as the index stands. */
  private readonly kin = new Map<PageProfile, ShortlistedPage[]>();
  /** Room for the entries of a search. */
  private readonly met = new MetEntries();
  /** Ink in the order of its last use. */
  private readonly inks = new Map<PageProfile, InkBitmap>();

  /** Number of pages. */
  get size(): number {
    return this.pages;
  }

  /** Bytes that the tables hold a page, besides the profiles; without the part that does not grow. */
  get bytesPerPage(): number {
    this.refresh();
    return this.pages > 0 ? ((this.built?.bytes ?? 0) + (this.recent?.bytes ?? 0)) / this.pages : 0;
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
    this.kin.clear();
    const pages = this.pagesOfForm.get(formId) ?? [];
    const kept = pages.filter((page) => {
      if (page.pageNumber !== pageNumber) return true;
      this.drop(page);
      return false;
    });
    const key = profileKey(profile);
    const known = this.slotOfKey.get(key);
    const twins = known === undefined ? undefined : this.slots[known];
    const page = { formId, pageNumber, profile, slot: this.slots.length };
    if (known !== undefined && twins && isSameProfile(twins.profile, profile)) {
      // One copy in memory for all of them.
      twins.pages.push(Object.assign(page, { slot: known, profile: twins.profile }));
    } else {
      this.slots.push({ key, profile, pages: [page] });
      this.slotOfKey.set(key, page.slot);
      this.live++;
      this.recent = null;
    }
    kept.push(page);
    this.pagesOfForm.set(formId, kept);
    this.pages++;
  }

  /** Removes all pages of a form; a form that is not there is no error. */
  removeForm(formId: string): void {
    this.kin.clear();
    for (const page of this.pagesOfForm.get(formId) ?? []) this.drop(page);
    this.pagesOfForm.delete(formId);
  }

  /**
   * The pages that most features of the frame speak for, most votes first.
   * @param box of what may be the page, px of the frame, where its place is known: then features speak only for pages
   * that have them there
   */
  shortlist(frame: Features, limit: number, box: PageBox | null = null): ShortlistedPage[] {
    this.refresh();
    const { met } = this;
    met.clear();
    for (let i = 0; i < frame.count; i++) {
      for (const tables of [this.built, this.recent])
        if (tables) met.take(i, tables.search(frame.descriptors, i * DESCRIPTOR_WORDS));
    }
    const pool = this.slots.map((held) => held?.profile.features.descriptors);
    const hits = nearestHits(met, pool, frame);
    const ranked: { slot: number; votes: number }[] = [];
    this.slots.forEach((held, slot) => {
      if (!held || hits.starts[slot] === hits.starts[slot + 1]) return;
      const { profile } = held;
      const votes = box
        ? votesInPlace(hits, slot, profile, frame, box)
        : votesOf(hits, slot, profile.features, frame);
      ranked.push({ slot, votes });
    });
    ranked.sort((a, b) => b.votes - a.votes || a.slot - b.slot);
    return ranked.slice(0, limit).map(({ slot, votes }): ShortlistedPage => {
      const [page, ...twins] = this.slots[slot]!.pages;
      const [from, to] = [hits.starts[slot], hits.starts[slot + 1]];
      const pairs = { page: hits.page.slice(from, to), frame: hits.frame.slice(from, to) };
      return { page, twins, votes, pairs };
    });
  }

  /** The pages most like one of the index, other pictures than its own, most alike first; without pairs of features. */
  pagesLike({ profile }: IndexedPage): readonly ShortlistedPage[] {
    const known = this.kin.get(profile);
    if (known) return known;
    const { features } = profile;
    const some = { ...features, count: min(features.count, KIN_FEATURES) };
    const nearest = this.shortlist(some, KIN + 1);
    const others = nearest.filter(({ page }) => page.profile !== profile).slice(0, KIN);
    const like = others.map((other) => ({ ...other, pairs: { page: [], frame: [] } }));
    this.kin.set(profile, like);
    return like;
  }

  private drop(page: HeldPage): void {
    const held = this.slots[page.slot]!;
    held.pages = held.pages.filter((other) => other !== page);
    this.pages--;
    if (held.pages.length > 0) return;
    this.inks.delete(held.profile);
    if (this.slotOfKey.get(held.key) === page.slot) this.slotOfKey.delete(held.key);
    this.slots[page.slot] = undefined;
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
    const living = this.slots.filter((held) => held !== undefined);
    this.slots.length = 0;
    for (const held of living) {
      const slot = this.slots.length;
      if (this.slotOfKey.get(held.key) === held.pages[0].slot) this.slotOfKey.set(held.key, slot);
      for (const page of held.pages) page.slot = slot;
      this.slots.push(held);
    }
  }

  private blocks(fromSlot: number): { firstId: number; count: number; descriptors: Uint32Array }[] {
    return this.slots.slice(fromSlot).flatMap((held, k) => {
      if (!held) return [];
      const { count, descriptors } = held.profile.features;
      return [{ firstId: (fromSlot + k) * STRIDE, count: min(HASHED_FEATURES, count), descriptors }];
    });
  }
}

/** Of one page, by turn; reused from one to the next. */
const votes = new Float32Array(TURNS);

/** Votes of a slot's hits for its page, in the turn for which there are most. */
function votesOf(hits: NearestHits, slot: number, page: Features, frame: Features): number {
  votes.fill(0);
  for (let k = hits.starts[slot]; k < hits.starts[slot + 1]; k++) {
    const i = hits.frame[k];
    const weight = VOTE[hits.distance[k]] / sqrt(hits.pagesHit[i]);
    const turn = (frame.angle[i] - page.angle[hits.page[k]]) & 255;
    const bin = turn >> 4;
    // Half a bin further each turn also falls into a neighbour, so that no peak is split.
    const other = (bin + ((turn & 15) < 8 ? TURNS - 1 : 1)) % TURNS;
    votes[bin] += weight;
    votes[other] += weight;
  }
  let most = 0;
  for (let turn = 0; turn < TURNS; turn++) most = max(most, votes[turn]);
  return most;
}

/**
 * Votes of a slot's hits for its page, as it fills the box in the turn for which there are most: of hits that lie where
 * the page has them.
 */
function votesInPlace(
  hits: NearestHits,
  slot: number,
  { width, height, features }: PageProfile,
  frame: Features,
  box: PageBox,
): number {
  votes.fill(0, 0, SIDES);
  const [boxWidth, boxHeight] = [box.right - box.left, box.bottom - box.top];
  for (let k = hits.starts[slot]; k < hits.starts[slot + 1]; k++) {
    const [i, j] = [hits.frame[k], hits.page[k]];
    const turned = (frame.angle[i] - features.angle[j]) & 255;
    const side = ((turned + 32) >> 6) % SIDES;
    if (abs(((turned - 64 * side + 128) & 255) - 128) > MAX_TURN) continue;
    const [across, down] = turnedPlace(side, features.x[j] / width, features.y[j] / height);
    const dx = frame.x[i] - box.left - across * boxWidth;
    const dy = frame.y[i] - box.top - down * boxHeight;
    if (max(abs(dx) / boxWidth, abs(dy) / boxHeight) <= IN_PLACE)
      votes[side] += VOTE[hits.distance[k]] / sqrt(hits.pagesHit[i]);
  }
  return max(...votes.subarray(0, SIDES));
}

/**
 * Where a place of the page lies in a box that the page fills, parts of its width and height, the page's left side
 * being turned clockwise `side` times.
 */
function turnedPlace(side: number, u: number, v: number): readonly [number, number] {
  if (side === 0) return [u, v];
  if (side === 1) return [1 - v, u];
  return side === 2 ? [1 - u, 1 - v] : [v, 1 - u];
}
