/** A page of a reference form with its stored profile. */
export interface ProfiledPage {
  /** From 1. */
  pageNumber: number;
  /** As `DescribedPage.profile`. */
  profile: Uint8Array;
}

/** Profiles start at multiples of this, so that typed arrays of any kind can be laid over them. */
const ALIGNMENT_BYTES = 8;
/** Of each page in the table at the start: page number, offset, length. */
const TABLE_WORDS = 3;

const aligned = (offset: number): number => Math.ceil(offset / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

/**
 * Copies the profiles of one form into memory that all threads share: a count, a table of page number, offset
 * and length (32 bits each, the machine's own byte order), then the profiles.
 */
export function packSegment(pages: readonly ProfiledPage[]): SharedArrayBuffer {
  const tableBytes = (1 + TABLE_WORDS * pages.length) * Uint32Array.BYTES_PER_ELEMENT;
  const size = pages.reduce((end, { profile }) => aligned(end) + profile.length, aligned(tableBytes));
  const segment = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(segment);
  const table = new Uint32Array(segment, 0, 1 + TABLE_WORDS * pages.length);
  table[0] = pages.length;
  let offset = tableBytes;
  pages.forEach(({ pageNumber, profile }, i) => {
    offset = aligned(offset);
    table.set([pageNumber, offset, profile.length], 1 + TABLE_WORDS * i);
    bytes.set(profile, offset);
    offset += profile.length;
  });
  return segment;
}

/** The pages of a segment; the profiles are views of the shared memory, not copies, and must not be written. */
export function unpackSegment(segment: SharedArrayBuffer): ProfiledPage[] {
  const [count = 0] = new Uint32Array(segment, 0, 1);
  const table = new Uint32Array(segment, 0, 1 + TABLE_WORDS * count);
  return Array.from({ length: count }, (_, i) => {
    const [pageNumber = 0, offset = 0, length = 0] = table.subarray(1 + TABLE_WORDS * i);
    return { pageNumber, profile: new Uint8Array(segment, offset, length) };
  });
}
