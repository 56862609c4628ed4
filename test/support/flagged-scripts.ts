// The scripts as a client with key-level locking sends them.
import * as generated from "../../src/lock/lua/generated.ts";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { scriptOf } from "./edited-script.ts";
import { SCRIPT_NAMES } from "./runs.ts";

/** The lines before a script with the flag. */
export const FIRST_LINES = `#!lua flags=allow-key-locking
KEYS.locked={} for _=1,table.remove(ARGV) do KEYS.locked[table.remove(KEYS)]=true end
`;

/** The second of them, for a Redis that does not know the first. */
export const LINE_OF_LOCKED_KEYS = FIRST_LINES.slice(FIRST_LINES.indexOf("\n") + 1);

/** Returns the call of a script with these lines. */
export function withMoreKeys<Reply>(call: ScriptCall<Reply>): ScriptCall<Reply> {
  const { keys, args, moreKeys = [] } = call;
  return { ...call, keys: [...keys, ...moreKeys], args: [...args, String(moreKeys.length)] };
}

/** The names of all scripts, by hash and text. That of one with the flag is followed by " (flag)". */
export const FLAGGED_NAMES: ReadonlyMap<string, string> = new Map([
  ...SCRIPT_NAMES,
  ...Object.values(generated).flatMap(({ name, source }) => {
    const flagged = scriptOf(`${name} (flag)`, FIRST_LINES + source);
    return [[flagged.sha1, flagged.name] as const, [flagged.source, flagged.name] as const];
  }),
]);
