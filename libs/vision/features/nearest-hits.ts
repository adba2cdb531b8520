import { hammingBelow } from './hamming.js';
import { DESCRIPTOR_WORDS } from './orb-features.js';

/** Entries of the tables are numbered slot * STRIDE + feature. */
export const STRIDE_BITS = 9;
export const STRIDE = 1 << STRIDE_BITS;
/** Descriptors that differ in as many bits or more are no match. */
export const MAX_DISTANCE = 60;

/** The nearest feature of each page to one feature of the frame; reused from one to the next. */
export class NearestHits {
  /** Slots with a hit, `count` of them. */
  readonly touched: Uint32Array;
  readonly distance: Uint8Array;
  readonly feature: Uint16Array;
  count = 0;
  private readonly stamp: Int32Array;
  private query = -1;

  /** @param pool descriptors of each slot's page; @param frame those of the frame */
  constructor(
    private readonly pool: (Uint32Array | undefined)[],
    private readonly frame: Uint32Array,
  ) {
    this.touched = new Uint32Array(pool.length);
    this.distance = new Uint8Array(pool.length);
    this.feature = new Uint16Array(pool.length);
    this.stamp = new Int32Array(pool.length).fill(-1);
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
      this.stamp[slot] === this.query ? this.distance[slot] : MAX_DISTANCE,
      this.frame,
      this.query * DESCRIPTOR_WORDS,
      descriptors,
      feature * DESCRIPTOR_WORDS,
    );
    if (this.stamp[slot] !== this.query) {
      if (distance >= MAX_DISTANCE) return;
      this.stamp[slot] = this.query;
      this.touched[this.count++] = slot;
    } else if (distance >= this.distance[slot]) return;
    this.distance[slot] = distance;
    this.feature[slot] = feature;
  };
}

/** Growing list of pairs of numbers: a slot, and a frame's feature times STRIDE plus a page's. */
export class HitList {
  values = new Uint32Array(2 * 65536);
  used = 0;

  push(slot: number, frameFeature: number, pageFeature: number): void {
    if (this.used === this.values.length) {
      const larger = new Uint32Array(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.used++] = slot;
    this.values[this.used++] = frameFeature * STRIDE + pageFeature;
  }
}
