import { PictureError } from './contract.js';

/** A page of a TIFF file, told by its directory (IFD) alone, no pixel touched. */
export interface TiffPage {
  /** Place of the directory in the file's chain, from 0: what a decoder calls the page. */
  directory: number;
  /** Size in px as stored, before orientation. */
  width: number;
  height: number;
  /** px per unit across over px per unit down; 1 where the file does not say. Fax pages have about 2.08 or 1.04. */
  pixelAspect: number;
}

/** Tags of TIFF 6.0, sections 8 and 19. */
const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  xResolution: 282,
  yResolution: 283,
  sampleFormat: 339,
} as const;
/** Sample formats: px are counted levels, or are not said to be anything else. */
const UNSIGNED = 1;
const UNDEFINED = 4;
/** Bits of NewSubfileType: a smaller copy of another page, a transparency mask of another page. */
const REDUCED_COPY = 1;
const MASK = 4;
/** Ratios outside come from broken writers, not from any scanner or fax. */
const MAX_PIXEL_ASPECT = 4;
/** An image has about 20 entries; a directory with more than this is not one. */
const MAX_ENTRIES = 4096;

const broken = (what: string): PictureError => new PictureError('UNDECODABLE_IMAGE', `broken TIFF: ${what}`);

/** Random access to the numbers of a TIFF file, of either byte order, classic or BigTIFF. */
class TiffReader {
  private readonly view: DataView;
  private readonly little: boolean;
  readonly big: boolean;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
    this.big = this.u16(2) === 43;
  }

  u16(at: number): number {
    this.check(at, 2);
    return this.view.getUint16(at, this.little);
  }

  u32(at: number): number {
    this.check(at, 4);
    return this.view.getUint32(at, this.little);
  }

  /** An offset or count of the file's own width. */
  word(at: number): number {
    if (!this.big) return this.u32(at);
    this.check(at, 8);
    return Number(this.view.getBigUint64(at, this.little));
  }

  private check(at: number, length: number): void {
    if (at + length > this.view.byteLength) throw broken('it points outside the file');
  }
}

/** First value of the directory entry at `at`: SHORT, LONG, RATIONAL or LONG8; undefined for other types. */
function entryValue(tiff: TiffReader, at: number): number | undefined {
  const type = tiff.u16(at + 2);
  const value = at + (tiff.big ? 12 : 8);
  // Shorts that find no room in the entry, as of three colours, stand elsewhere.
  if (type === 3) return tiff.u16(tiff.word(at + 4) * 2 > (tiff.big ? 8 : 4) ? tiff.word(value) : value);
  if (type === 4) return tiff.u32(value);
  if (type === 16) return tiff.word(value);
  if (type === 5) {
    const place = tiff.big ? value : tiff.u32(value);
    const denominator = tiff.u32(place + 4);
    return denominator === 0 ? undefined : tiff.u32(place) / denominator;
  }
  return undefined;
}

function pixelAspect(tags: Map<number, number>): number {
  const x = tags.get(TAG.xResolution);
  const y = tags.get(TAG.yResolution);
  if (!x || !y) return 1;
  const aspect = x / y;
  return aspect > 1 / MAX_PIXEL_ASPECT && aspect < MAX_PIXEL_ASPECT ? aspect : 1;
}

/**
 * The pages of a TIFF file, in order; thumbnails and masks are left out. Walks the chain of directories and
 * stops where it exceeds `maxPages`, so that a file of ten thousand pages costs no more than one of
 * `maxPages`. Layout of the file: TIFF 6.0, section 2, and the BigTIFF extension.
 *
 * @throws PictureError TOO_LARGE over `maxPages`; UNSUPPORTED_IMAGE where numbers do not say what is black and what is
 * white, as those of measurements; UNDECODABLE_IMAGE when the chain loops, leads out of the file or holds no page
 */
export function readTiffPages(bytes: Uint8Array, maxPages: number): TiffPage[] {
  const tiff = new TiffReader(bytes);
  const entrySize = tiff.big ? 20 : 12;
  const countSize = tiff.big ? 8 : 2;
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  // Each page may bring a thumbnail and a mask of its own; a longer chain has too many pages, whatever they are.
  const maxDirectories = 3 * maxPages;
  let at = tiff.word(tiff.big ? 8 : 4);
  for (let directory = 0; at !== 0; directory++) {
    if (seen.has(at)) throw broken('its pages form a loop');
    seen.add(at);
    const entries = tiff.big ? tiff.word(at) : tiff.u16(at);
    if (entries > MAX_ENTRIES) throw broken('a directory of its is too long');
    const tags = new Map<number, number>();
    for (let i = 0; i < entries; i++) {
      const entry = at + countSize + i * entrySize;
      const tag = tiff.u16(entry);
      if (!(Object.values(TAG) as number[]).includes(tag)) continue;
      const value = entryValue(tiff, entry);
      if (value !== undefined) tags.set(tag, value);
    }
    const kind = tags.get(TAG.subfileType) ?? 0;
    if ((kind & (REDUCED_COPY | MASK)) === 0) {
      const width = tags.get(TAG.width) ?? 0;
      const height = tags.get(TAG.height) ?? 0;
      if (width < 1 || height < 1) throw broken('a page of its has no size');
      const samples = tags.get(TAG.sampleFormat) ?? UNSIGNED;
      if (samples !== UNSIGNED && samples !== UNDEFINED)
        throw new PictureError('UNSUPPORTED_IMAGE', 'a TIFF of signed or floating-point numbers');
      pages.push({ directory, width, height, pixelAspect: pixelAspect(tags) });
    }
    if (pages.length > maxPages || directory >= maxDirectories)
      throw new PictureError('TOO_LARGE', `more than ${maxPages} pages`);
    at = tiff.word(at + countSize + entries * entrySize);
  }
  if (pages.length === 0) throw broken('no page in it');
  return pages;
}
