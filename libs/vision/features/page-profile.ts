import { decodeInk, encodeInk } from '../ink/ink-codec.js';
import { inkCount, inkOf, type InkBitmap } from '../ink/ink-bitmap.js';
import { DESCRIPTOR_WORDS, findFeatures, flatten, type Features } from './orb-features.js';
import { PROFILE_VERSION } from './profile-version.js';
import type { Raster } from '../pixels/raster.js';
import { reduceByArea } from '../pixels/reduce-area.js';

export { PROFILE_VERSION };

const { imul, round } = Math;

/** Longest side, px, to which the caller decodes a reference page: 150 px an inch of a Letter page. */
export const PAGE_LONG_SIDE = 1650;

/** Features kept of a page. */
const PAGE_FEATURES = 600;

/** Compressed ink takes at most this many bytes; a denser page is kept coarser. */
const INK_BYTES = 25_000;
/** Longest sides, px, at which the ink may be kept. */
const INK_SIDES = [1650, 1375, 1100, 825, 550, 412];
/** First bytes of an encoded profile: "IPPF". */
const MAGIC = 0x46505049;
const HEADER_BYTES = 32;
/** Bytes of a feature: place 2 + 2, direction 1, octave 1, descriptor 32. */
const FEATURE_BYTES = 6 + 4 * DESCRIPTOR_WORDS;
/** Places are kept in fractions of a px at PAGE_LONG_SIDE. */
const PLACE_UNITS = 32;

/** What is kept of a reference page to recognize it: features, and its ink in compressed form. */
export interface PageProfile {
  /** Size of the described raster in px; its longest side is at most PAGE_LONG_SIDE. */
  width: number;
  height: number;
  /** Features, places in px of the described raster. */
  features: Features;
  /** Compressed ink, `inkWidth` x `inkHeight` px; covers the whole page. */
  ink: Uint8Array;
  inkWidth: number;
  inkHeight: number;
  /** Pixels of ink in it. */
  inkPixels: number;
}

/**
 * Describes an upright reference page.
 * @param page grey, longest side PAGE_LONG_SIDE (smaller pages are taken as they are, larger ones reduced)
 */
export function describePage(page: Raster): PageProfile {
  if (page.channels !== 1) throw new RangeError('a page is described by its grey picture');
  const grey = reduceByArea(page, PAGE_LONG_SIDE);
  const { width, height } = grey;
  for (const side of INK_SIDES) {
    const small = reduceByArea(grey, side);
    const bitmap = inkOf(small);
    const ink = encodeInk(bitmap);
    if (ink.length > INK_BYTES && side !== INK_SIDES.at(-1)) continue;
    return {
      width,
      height,
      features: findFeatures(flatten(grey), PAGE_FEATURES),
      ink,
      inkWidth: bitmap.width,
      inkHeight: bitmap.height,
      inkPixels: inkCount(bitmap),
    };
  }
  throw new Error('unreachable: the last side is always taken');
}

/** The page's ink at the resolution at which the profile keeps it. */
export function profileInk(profile: PageProfile): InkBitmap {
  return decodeInk(profile.ink, profile.inkWidth, profile.inkHeight);
}

/** Equal for profiles with the same content, and hardly ever for others. */
export function profileKey({ width, height, features, ink }: PageProfile): string {
  const { descriptors } = features;
  const bytes = new Uint8Array(descriptors.buffer, descriptors.byteOffset, descriptors.byteLength);
  return [width, height, features.count, ink.length, checksum(ink), checksum(bytes)].join();
}

/** Whether two profiles hold the same features and the same ink. */
export function isSameProfile(a: PageProfile, b: PageProfile): boolean {
  const same = (p: ArrayLike<number>, q: ArrayLike<number>): boolean => {
    if (p.length !== q.length) return false;
    for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
    return true;
  };
  return (
    a === b ||
    (a.width === b.width &&
      a.height === b.height &&
      same(a.features.x, b.features.x) &&
      same(a.features.y, b.features.y) &&
      same(a.features.descriptors, b.features.descriptors) &&
      same(a.ink, b.ink))
  );
}

/** Bytes for storage, little-endian; at most 48 kB. */
export function encodeProfile(profile: PageProfile): Uint8Array {
  const { features } = profile;
  const bytes = new Uint8Array(HEADER_BYTES + features.count * FEATURE_BYTES + profile.ink.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, PROFILE_VERSION, true);
  view.setUint16(6, features.count, true);
  [profile.width, profile.height, profile.inkWidth, profile.inkHeight].forEach((v, i) =>
    view.setUint16(8 + 2 * i, v, true),
  );
  view.setUint32(16, profile.inkPixels, true);
  view.setUint32(20, profile.ink.length, true);
  view.setUint32(24, checksum(profile.ink), true);
  view.setFloat32(28, features.unit, true);
  let at = HEADER_BYTES;
  for (let i = 0; i < features.count; i++) {
    view.setUint16(at, round(features.x[i] * PLACE_UNITS), true);
    view.setUint16(at + 2, round(features.y[i] * PLACE_UNITS), true);
    bytes[at + 4] = features.angle[i]!;
    bytes[at + 5] = features.octave[i]!;
    for (let k = 0; k < DESCRIPTOR_WORDS; k++)
      view.setUint32(at + 6 + 4 * k, features.descriptors[i * DESCRIPTOR_WORDS + k], true);
    at += FEATURE_BYTES;
  }
  bytes.set(profile.ink, at);
  return bytes;
}

/**
 * Reads what `encodeProfile` wrote.
 * @throws RangeError when the bytes are of another version, truncated, or no profile at all
 */
export function decodeProfile(bytes: Uint8Array): PageProfile {
  if (bytes.length < HEADER_BYTES) throw new RangeError('not a page profile: too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError('not a page profile');
  const version = view.getUint16(4, true);
  if (version !== PROFILE_VERSION)
    throw new RangeError(`page profile of version ${version}, not ${PROFILE_VERSION}`);
  const count = view.getUint16(6, true);
  const inkLength = view.getUint32(20, true);
  if (bytes.length !== HEADER_BYTES + count * FEATURE_BYTES + inkLength)
    throw new RangeError('page profile of a wrong length');
  const ink = bytes.slice(bytes.length - inkLength);
  if (checksum(ink) !== view.getUint32(24, true)) throw new RangeError('page profile is damaged');
  const features: Features = {
    count,
    unit: view.getFloat32(28, true),
    x: new Float32Array(count),
    y: new Float32Array(count),
    angle: new Uint8Array(count),
    octave: new Uint8Array(count),
    descriptors: new Uint32Array(count * DESCRIPTOR_WORDS),
  };
  let at = HEADER_BYTES;
  for (let i = 0; i < count; i++) {
    features.x[i] = view.getUint16(at, true) / PLACE_UNITS;
    features.y[i] = view.getUint16(at + 2, true) / PLACE_UNITS;
    features.angle[i] = bytes[at + 4]!;
    features.octave[i] = bytes[at + 5]!;
    for (let k = 0; k < DESCRIPTOR_WORDS; k++)
      features.descriptors[i * DESCRIPTOR_WORDS + k] = view.getUint32(at + 6 + 4 * k, true);
    at += FEATURE_BYTES;
  }
  return {
    width: view.getUint16(8, true),
    height: view.getUint16(10, true),
    inkWidth: view.getUint16(12, true),
    inkHeight: view.getUint16(14, true),
    inkPixels: view.getUint32(16, true),
    features,
    ink,
  };
}

/** FNV-1a, 32 bits. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = imul(hash ^ bytes[i], 0x01000193);
  return hash >>> 0;
}
