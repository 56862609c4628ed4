// The locks of a client of the lock API in the place of a client of the database, for the contracts.
import type { Locks } from "../../src/index.ts";
import type { RemoteLocks } from "../../src/remote/index.ts";

/** Kinds that the API does not serve are made of the database. */
export function seenThrough(remote: RemoteLocks, locks: Locks): Locks {
  const over = {
    lock: (name: string) => remote.lock(name),
    fairLock: (name: string) => remote.fairLock(name),
    fencedLock: (name: string) => remote.fencedLock(name),
    readWriteLock: (name: string) => remote.readWriteLock(name),
    fairReadWriteLock: (name: string) => remote.fairReadWriteLock(name),
    withLock: remote.withLock.bind(remote),
    resume: (text: string) => remote.resume(text),
    close: () => remote.close(),
  };
  return new Proxy(locks, {
    get(target, member) {
      const own: unknown = Reflect.get(over, member) ?? Reflect.get(target, member, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
