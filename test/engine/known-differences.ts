// The differences between the engine and Redis that are known. This list may only get shorter.
import type { Wire } from "./raw-redis.ts";

export interface KnownDifference {
  readonly name: string;
  readonly isMet: (difference: { command: readonly string[]; redis: Wire; engine: Wire }) => boolean;
}

export const KNOWN: readonly KnownDifference[] = [];
