// Key-level locking: Upstash runs a script alone in its database, unless the first line of the script says that the
// script touches only its KEYS. Any other Redis refuses such a line.
import { asHex } from "../../base/bytes.ts";
import { nowMs } from "../../base/clock.ts";
import { foreignReply } from "../lua/reply.ts";
import type { Driver, LuaScript, RunLimits, ScriptCall } from "../protocol.ts";
import type { RedisPort } from "./port.ts";

/** The first line of a script that touches only its KEYS. */
export const KEY_LOCKING_LINE = "#!lua flags=allow-key-locking\n";
// The second line makes a set of the keys that are sent behind the others: their number is the last argument. The set
// tells a script that it must touch no key beyond these: see lib/lock-hash.lua and lib/waiters.lua. A script that needs
// another one raises KEY_NOT_LOCKED, and has changed nothing.
const FIRST_LINES = `${KEY_LOCKING_LINE}KEYS.locked={} for _=1,table.remove(ARGV) do KEYS.locked[table.remove(KEYS)]=true end
`;

const UPSTASH = /^[a-z]+:\/\/[^/\s]*\.upstash\.io(?![^:/\s])/;
// The errors of databases that do not know the line, or that refuse more with it than Upstash documents.
const REFUSES_LINE = /shebang|allow-key-locking|Dynamic keys are|not available to scripts|Error compiling script/;

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
 * keys. `createLocks` does so by itself where the address of the database is one of Upstash. It was not run on Upstash.
 * A database that refuses the line is sent the scripts without it from then on, which costs two requests once.
 *
 * Thefts, inspections and batches of web locks are sent without the line: their keys are known only while they run.
 * Other scripts find that they need more keys, and are sent again without it, which costs a request:
 * - the last attempt of an `acquire` that throws LOCK_BUSY: the error has the label of the holder
 * - a script that finds an owner whose name the caller chose
 * - the release of the read hold that would end last, while others read: it shortens the lock
 * - a script for an owner that has several read holds, or reads and writes
 *
 * The release of a fair lock calls the next waiter, and does not grant it the lock.
 * @returns the value for `createClient({ keyLocking })`; `createLocks` takes `true`
 * @example
 * const client = createClient({ redis: { url, token }, keyLocking: keyLocking() });
 */
export function keyLocking(): KeyLocking {
  return { portFor };
}

/** Returns whether an address, or a text that begins with one and a space, is Upstash's. */
export function isOfUpstash(address: string): boolean {
  return UPSTASH.test(address);
}

/** Returns the default of `createLocks`: key locking at an address of Upstash alone. */
export function keyLockingOnUpstash(): KeyLocking {
  return { portFor: (port) => (isOfUpstash(port.database) ? portFor(port) : port) };
}

/** The databases that refused the line. It grows only with those of the program. */
const refusing = new Set<string>();

/** Returns whether this database refused a script with the line, so that it gets scripts without it. */
export function refusesKeyLocking(database: string): boolean {
  return refusing.has(database);
}

function portFor(port: RedisPort): RedisPort & Pick<Driver, "locksKeys"> {
  const { database } = port;
  async function run<Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> {
    if (refusesKeyLocking(database)) return port.run(call, limits);
    const deadline = nowMs() + limits.timeoutMs;
    const locked = await withFirstLines(call);
    // The scripts of one request run one after the other, as if all keys were locked.
    const alone = { ...limits, alone: true };
    let isRefused = false;
    try {
      return await port.run(locked, alone);
    } catch (error) {
      isRefused = locked.script !== call.script && REFUSES_LINE.test(String(error));
      if (!isRefused && !needsOtherKeys(error)) throw error;
    }
    try {
      // The same request again: scripts are safe to repeat.
      const reply = await port.run(call, { ...alone, timeoutMs: Math.max(1, deadline - nowMs()) });
      if (isRefused) refusing.add(database);
      return reply;
    } catch (error) {
      if (!needsOtherKeys(error)) throw error;
      // Without the lines, no script says so.
      throw foreignReply(call.script, { cause: error });
    }
  }
  return {
    run,
    database,
    get locksKeys() {
      return !refusesKeyLocking(database);
    },
    follow: (...followed) => port.follow(...followed),
  };
}

function needsOtherKeys(error: unknown): boolean {
  return String(error).includes("KEY_NOT_LOCKED");
}

const known = new WeakMap<LuaScript, LuaScript>();

/** Returns the call with the lines before its script, unless that may touch keys that nobody knows before. */
async function withFirstLines<Reply>(call: ScriptCall<Reply>): Promise<ScriptCall<Reply>> {
  const { script, keys, args, moreKeys = [] } = call;
  if (script.hasOtherKeys) return call;
  const found = known.get(script) ?? (await withLines(script));
  return { ...call, script: found, keys: [...keys, ...moreKeys], args: [...args, String(moreKeys.length)] };
}

async function withLines(script: LuaScript): Promise<LuaScript> {
  const source = FIRST_LINES + script.source;
  // At run time: more hashes would make every bundle larger.
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(source));
  const added = { name: script.name, sha1: asHex(new Uint8Array(digest)), source };
  known.set(script, added);
  return added;
}
