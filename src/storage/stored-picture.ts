/** A picture and what HTTP wants to know of it. */
export interface StoredPicture {
  contentType: string;
  /** Unique to these very bytes: no two pictures ever share a key. */
  key: string;
  /** @param signal aborted when nobody waits for them any more */
  bytes(signal?: AbortSignal): Promise<Uint8Array>;
}
