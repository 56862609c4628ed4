// The part of an R2 bucket that the states need.

/** An object without its content. */
export interface StoredObject {
  readonly etag: string;
  readonly size: number;
  readonly customMetadata?: Record<string, string> | undefined;
}

/** An R2 bucket of Cloudflare, or anything with these methods of it. */
export interface StateBucket {
  head(key: string): Promise<StoredObject | null>;
  get(key: string): Promise<(StoredObject & { arrayBuffer(): Promise<ArrayBuffer> }) | null>;
  /** Resolves with null when the condition is not met: the object has another etag, or exists (`*`). */
  put(
    key: string,
    value: Uint8Array,
    options: {
      readonly onlyIf: { readonly etagMatches?: string; readonly etagDoesNotMatch?: string };
      readonly customMetadata: Record<string, string>;
    },
  ): Promise<StoredObject | null>;
  put(key: string, value: string): Promise<StoredObject | null>;
}
