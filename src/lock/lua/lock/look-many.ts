// Looks at many locks in one script run, for waiters without a stream.
import { UnexpectedReplyError } from "../../../base/errors.ts";
import type { ScriptCall } from "../../protocol.ts";
import { lockLookMany } from "../generated.ts";

/** Returns for each lock, in order, its remaining lease in ms; -2: free; -1: its key has no TTL. */
export function lookManyCall(keys: readonly string[]): ScriptCall<readonly number[]> {
  return {
    script: lockLookMany,
    keys,
    args: [],
    decode(reply) {
      const [kind, , ...lefts]: unknown[] = Array.isArray(reply) ? reply : [];
      if (kind === "looked" && lefts.length === keys.length && lefts.every(isInteger)) return lefts;
      throw new UnexpectedReplyError(`script ${lockLookMany.name} returned an unexpected reply`);
    },
  };
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
