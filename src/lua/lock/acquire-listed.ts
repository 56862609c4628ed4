// The attempt of a waiter that hears of releases: its isolate is in the list of those that wait.
import { isolatesFlagKey, isolatesKey } from "../../keys.ts";
import type { ScriptCall } from "../call.ts";
import { lockAcquireListed } from "../generated.ts";

/** What an attempt changes in the list of isolates that wait for a lock, beside its answer. */
export interface Listing {
  /** The name of this isolate. */
  readonly isolate: string;
  /** A refusal puts this isolate into the list. */
  readonly joins: boolean;
  /** Nobody else waits here: a grant or a last refusal takes this isolate out of the list. */
  readonly leaves: boolean;
  /** Isolates that were to take the lock before, and did not: a grant takes them out of the list. */
  readonly absent: readonly string[];
}

/** Returns the call of `acquireCall` that also changes the list. */
export function listedCall<Reply>(call: ScriptCall<Reply>, listing: Listing): ScriptCall<Reply> {
  const { isolate, joins, leaves, absent } = listing;
  const [key = ""] = call.keys;
  return {
    ...call,
    script: lockAcquireListed,
    keys: [...call.keys, isolatesKey(key), isolatesFlagKey(key)],
    args: [...call.args, isolate, joins ? "1" : "0", [...absent, ...(leaves ? [isolate] : [])].join(" ")],
  };
}
