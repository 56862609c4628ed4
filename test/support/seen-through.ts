// The locks of a client of the lock API in the place of a client of the database, for the contracts.
import type { Locks, SemaphoreOptions } from "../../src/index.ts";
import type { RemoteLocks } from "../../src/service/remote/index.ts";

/** Kinds that the API does not serve are made of the database. */
export function seenThrough(remote: RemoteLocks, locks: Locks): Locks {
  const served = {
    lock: (name: string) => remote.lock(name),
    fairLock: (name: string) => remote.fairLock(name),
    fencedLock: (name: string) => remote.fencedLock(name),
    readWriteLock: (name: string) => remote.readWriteLock(name),
    fairReadWriteLock: (name: string) => remote.fairReadWriteLock(name),
    permitExpirableSemaphore(name: string, options?: SemaphoreOptions) {
      return over(locks.permitExpirableSemaphore(name, options), remote.permitExpirableSemaphore(name, options));
    },
    withLock: remote.withLock.bind(remote),
    resume: (text: string) => remote.resume(text),
    close: () => remote.close(),
  };
  return over(locks, served);
}

/** Returns the object with members of another one in the place of its own. */
function over<Shown extends object>(below: Shown, above: object): Shown {
  return new Proxy(below, {
    get(target, member) {
      const isAbove = Reflect.has(above, member);
      const own: unknown = isAbove ? Reflect.get(above, member, above) : Reflect.get(target, member, target);
      return typeof own === "function" ? own.bind(isAbove ? above : target) : own;
    },
  });
}
