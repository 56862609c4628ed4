// Key-level locking: Upstash runs a script alone in its database, unless the first line of the script says that the
// script touches only its KEYS. Any other Redis refuses such a line.
import { asHex } from "../../base/bytes.ts";
import { nowMs } from "../../base/clock.ts";
import { foreignReply } from "../lua/reply.ts";
import type { Driver, LuaScript, RunLimits, ScriptCall } from "../protocol.ts";
import type { RedisPort } from "./port.ts";

// The second line is for lib/lock-hash.lua: a script that needs another key raises KEY_NOT_LOCKED, and has changed nothing.
const FIRST_LINES = "#!lua flags=allow-key-locking\nKEYS.locked=true\n";

// Only in types: without it, any value would fit an interface whose members are all internal.
declare const opaque: unique symbol;

/** Lets Upstash lock the keys of a script, not the whole database: the result of `keyLocking()`. */
export interface KeyLocking {
  /** @hidden */
  readonly [opaque]?: "KeyLocking";
  /** @internal */
  readonly portFor: (port: RedisPort) => RedisPort;
}

/**
 * Lets scripts of different locks run at the same time on Upstash. By default, Upstash locks the whole database while a
 * script runs. With this, scripts begin with the line `#!lua flags=allow-key-locking`, and Upstash locks only their
 * keys. Use it for Upstash alone: any other Redis refuses the line, with REDIS_REFUSED. It was not run on Upstash.
 *
 * Some scripts find some of their keys only while they run, and are sent without the line:
 * - acquires and releases of a read/write lock, renewals and checks of read holds, and renewals of a multi lock
 * - a script that finds an owner whose name the caller chose: it is sent again, which costs a request
 *
 * The others do not tell a refused caller the label of the holder, nor since when it holds the lock.
 * @returns the value for `createClient({ keyLocking })`; `createLocks` takes `true`
 * @example
 * const client = createClient({ redis: { url, token }, keyLocking: keyLocking() });
 */
export function keyLocking(): KeyLocking {
  return { portFor };
}

function portFor(port: RedisPort): RedisPort & Pick<Driver, "locksKeys"> {
  async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
    const deadline = nowMs() + limits.timeoutMs;
    try {
      return await port.run({ ...call, script: await withFirstLines(call.script) }, limits);
    } catch (error) {
      if (!needsOtherKeys(error)) throw error;
    }
    try {
      return await port.run(call, { ...limits, timeoutMs: Math.max(1, deadline - nowMs()) });
    } catch (error) {
      if (!needsOtherKeys(error)) throw error;
      // Without the lines, no script says so.
      throw foreignReply(call.script, { cause: error });
    }
  }
  return { run, database: port.database, locksKeys: true, follow: (...followed) => port.follow(...followed) };
}

function needsOtherKeys(error: unknown): boolean {
  return String(error).includes("KEY_NOT_LOCKED");
}

const known = new WeakMap<LuaScript, LuaScript>();

/** Returns the script with the lines, unless it always has keys beside its KEYS. */
async function withFirstLines(script: LuaScript): Promise<LuaScript> {
  const found = script.hasOtherKeys ? script : known.get(script);
  if (found !== undefined) return found;
  const source = FIRST_LINES + script.source;
  // At run time: more hashes would make every bundle larger.
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(source));
  const sha1 = asHex(new Uint8Array(digest));
  const added = { name: script.name, sha1, source };
  known.set(script, added);
  return added;
}
