/** Pictures that take more than this, 13 megapixels in colour, are written to memory of their own. */
const KEPT_BYTES = 40e6;

let kept = new Uint8Array(0);

/**
 * So many bytes for a thread's one picture in hand: the same as for the one before, of any content. New ones for each
 * picture have the garbage collector run more often, for it counts what lies outside of the heap too.
 */
export function pictureRoom(bytes: number): Uint8Array {
  if (bytes > KEPT_BYTES) return new Uint8Array(bytes);
  if (bytes > kept.length) kept = new Uint8Array(bytes);
  return kept.subarray(0, bytes);
}
