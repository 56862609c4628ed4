// The attempt of a waiter that hears of releases: its isolate is in the list of those that wait.
import { isolatesFlagKey, isolatesKey } from "../../keys.ts";
import type { Listing, ScriptCall } from "../../protocol.ts";
import { lockAcquireListed } from "../generated.ts";

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
