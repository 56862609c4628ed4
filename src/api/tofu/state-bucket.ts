// The part of an R2 bucket that the states need.

/** The condition of a write. */
export interface WriteCondition {
  /** The object has this etag. */
  readonly etagMatches?: string;
  /** `*`: there is no such object. */
  readonly etagDoesNotMatch?: string;
}

/** An R2 bucket of Cloudflare, or anything with these methods of it. */
export interface StateBucket {
  get(key: string): Promise<{ readonly etag: string; arrayBuffer(): Promise<ArrayBuffer> } | null>;
  /** Resolves with null if the condition is not met. */
  put(
    key: string,
    value: Uint8Array | string,
    options: { readonly onlyIf?: WriteCondition },
  ): Promise<{ readonly etag: string } | null>;
  delete(key: string): Promise<void>;
}
