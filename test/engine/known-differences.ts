// The differences between the engine and Redis that are known. This list may only get shorter.
import type { Wire } from "./raw-redis.ts";

export interface KnownDifference {
  readonly name: string;
  readonly isMet: (difference: { readonly redis: Wire; readonly engine: Wire }) => boolean;
}

export const KNOWN: readonly KnownDifference[] = [
  {
    name: "the words of a syntax error of Lua",
    isMet: ({ redis, engine }) =>
      [redis, engine].every((reply) => String(reply).startsWith("-ERR Error compiling script (new function): ")),
  },
];
