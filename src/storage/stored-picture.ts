/** A picture and what HTTP wants to know of it. */
export interface StoredPicture {
  contentType: string;
  /** Unique to these very bytes: no two pictures ever share a key. */
  key: string;
  bytes(): Promise<Uint8Array>;
}
