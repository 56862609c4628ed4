// Changes that a test makes to the holds of a lock, without their holders.
import { InvalidOptionError, printable } from "../../base/errors.ts";
import type { Locks } from "../../lock/create-locks.ts";
import type { Held } from "../../lock/hold/held.ts";
import { type LockName, literally, permitLeasesKey, readTimeouts, tokenKey } from "../../lock/keys.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import { lightHolder } from "../../lock/light/value.ts";

/** Runs a command of Redis, and returns its result. */
export type Run = (...words: readonly string[]) => unknown;

/** The kind of value that Redis has under a lock's key. */
type Found = "lock" | "fenced" | "read/write" | "light" | "permits" | "number" | "nothing";

// The leases of permits are scores: epoch ms. Their members are bytes, which no text can hold.
const END_PERMITS = `for _, permit in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZADD', KEYS[1], 'XX', 1, permit)
end`;

export function loseHold(run: Run, { name, key }: LockName): void {
  if (run("DEL", key, permitLeasesKey(key)) === 0) throw wrong(name, "is not in the database");
}

/** Ends the leases of all holds. */
export function expireHold(run: Run, { name, key }: LockName): void {
  const found = find(run, key);
  if (found === "nothing") throw wrong(name, "is not held");
  if (found === "number") throw wrong(name, "is a semaphore or a latch, which has no lease");
  if (found === "permits") run("EVAL", END_PERMITS, "1", permitLeasesKey(key));
  else if (run("PTTL", key) === -1) throw wrong(name, "has no lease");
  else endHolds(run, key, found);
}

/** Gives a lock to another owner, as if the lease of its holder had ended. `thief`: a client without faults. */
export async function stealHold(run: Run, { name, key }: LockName, thief: Locks): Promise<Held> {
  const found = find(run, key);
  if (found === "nothing") throw wrong(name, "is not held");
  if (found === "number" || found === "permits") throw wrong(name, "has permits or a count, which no owner holds");
  if (found === "light") throw wrong(name, "is a light lock: call loseHold, and acquire it with other light locks");
  endHolds(run, key, found);
  return lockOf(found, name, thief).acquire({ waitMs: 0 });
}

function lockOf(found: Found, name: string, locks: Locks): Lock {
  if (found === "fenced") return locks.fencedLock(name);
  return found === "read/write" ? locks.readWriteLock(name).writeLock() : locks.lock(name);
}

function find(run: Run, key: string): Found {
  if (run("EXISTS", permitLeasesKey(key)) === 1) return "permits";
  const type = run("TYPE", key);
  if (type === "none") return "nothing";
  if (type === "hash") {
    if (run("HEXISTS", key, "mode") === 1) return "read/write";
    return run("EXISTS", tokenKey(key)) === 1 ? "fenced" : "lock";
  }
  return type === "string" && lightHolder(String(run("GET", key))) !== undefined ? "light" : "number";
}

function endHolds(run: Run, key: string, found: Found): void {
  const readers = found === "read/write" ? run("KEYS", `${literally(readTimeouts(key))}*:rwlock_timeout:*`) : [];
  run("DEL", key, ...(Array.isArray(readers) ? readers.map(String) : []));
}

function wrong(name: string, problem: string): InvalidOptionError {
  return new InvalidOptionError("name", `names ${printable(JSON.stringify(name))}, which ${problem}`);
}
