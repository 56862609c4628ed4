// What HRANDFIELD chooses may differ. A refused caller may ask who holds the lock: of several readers, the script names
// one. And a script recognises a lock by five of its fields: see look() in src/lock/lua/lib/lock-hash.lua.
import type { Answer } from "../../../../src/lock/redis/script-port.ts";
import type { Repeater } from "./judge.ts";

/** A script recognises a lock by so many of its fields. */
const LOOKED_AT = 5;

/** A field of the hash of a lock, and the owner state of this holder. */
type Holder = readonly [field: string, state: string];

/**
 * Returns whether two replies to a script are equal but for the holder that they name. The recorded holder must hold the
 * lock of the repeater, too, and have this state there.
 */
export async function namesAnyHolder(
  repeater: Repeater,
  words: readonly string[],
  recorded: Answer,
  repeated: Answer,
): Promise<boolean> {
  const [ours, theirs] = [refusal(recorded), refusal(repeated)];
  if (ours === undefined || theirs === undefined || ours.others !== theirs.others) return false;
  // KEYS 1: the lock, KEYS 2: the owner state of the caller, ARGV 2: its owner.
  const [name, , keys, lock = "", state = "", ...rest] = words;
  const owner = rest[Number(keys) - 1];
  if (!name?.startsWith("EVAL") || owner === undefined) return false;
  const [field, told] = ours.holder;
  if ((await repeater.command(["HEXISTS", lock, field])) !== ":1") return false;
  // With locked keys, no script reads the state of another owner.
  if (told === "" && theirs.holder[1] === "") return true;
  const known = (await repeater.command(["GET", state.replace(owner, field)])) ?? "$";
  return known === `$${told}`;
}

/** Returns whether a script sees only some fields of its lock, which is the first of its keys. */
export async function looksAtAnyFields(repeater: Repeater, words: readonly string[]): Promise<boolean> {
  const [, , , lock = ""] = words;
  return Number(String(await repeater.command(["HLEN", lock])).slice(1)) > LOOKED_AT;
}

/** Reads a refusal that names a holder. */
function refusal(answer: Answer): { readonly others: string; readonly holder: Holder } | undefined {
  if (!("result" in answer) || !Array.isArray(answer.result) || answer.result[0] !== "busy") return undefined;
  const [field, state] = answer.result.slice(-2);
  if (typeof field !== "string" || typeof state !== "string") return undefined;
  return { others: JSON.stringify(answer.result.slice(0, -2)), holder: [field, state] };
}
