// The part of an R2 bucket that the states need.

/** The condition of a write. */
export interface WriteCondition {
  /** The object has this etag. */
  readonly etagMatches?: string;
  /** `*`: there is no such object. */
  readonly etagDoesNotMatch?: string;
}

/** An object of a bucket. */
export interface StoredObject {
  /** Differs between two contents of one key. */
  readonly etag: string;
}

/** An R2 bucket of Cloudflare, or anything with these methods of it. Reads must see all earlier writes. */
export interface StateBucket {
  /**
   * Reads an object.
   * @param key the key of the object
   * @returns the object with its content; null if there is none
   * @example
   * const state = await (await bucket.get(key))?.arrayBuffer();
   */
  get(key: string): Promise<(StoredObject & { readonly arrayBuffer: () => Promise<ArrayBuffer> }) | null>;
  /**
   * Writes an object.
   * @param key the key of the object
   * @param value the content
   * @param options `onlyIf`: the condition; default: none
   * @returns the object; null if the condition is not met, and nothing was written
   * @example
   * const written = await bucket.put(key, "{}", { onlyIf: { etagDoesNotMatch: "*" } });
   */
  put(
    key: string,
    value: Uint8Array | string,
    options: { readonly onlyIf?: WriteCondition },
  ): Promise<StoredObject | null>;
  /**
   * Deletes an object.
   * @param key the key of the object
   * @example
   * await bucket.delete(key);
   */
  delete(key: string): Promise<void>;
}
