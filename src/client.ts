// One database, one client id, and the options that its locks share: with the plain lock, and whatever more a client has.
import { InvalidOptionError } from "./errors.ts";
import { CloseRegistry } from "./hold/close-registry.ts";
import type { Held } from "./hold/held.ts";
import type { ClientContext, LockKind, LockKindId } from "./hold/kind.ts";
import { resumeHold } from "./hold/resume.ts";
import { parseHoldOfOne } from "./hold/serialized.ts";
import type { UseOptions } from "./hold/use.ts";
import { showsAs } from "./inspect.ts";
import { lockName } from "./keys.ts";
import { type Lock, LockObject } from "./locks/lock.ts";
import { reentrantKind } from "./locks/reentrant-lock.ts";
import { type LocksOptions, resolveLocksOptions } from "./options.ts";
import { resolveEndpoint } from "./redis/endpoint.ts";
import { upstashPort } from "./redis/upstash.ts";

/** The plain locks of one database. */
export class PlainLocks {
  readonly #client: ClientContext;
  // Made at the first acquire: at the top level of a Worker there is no randomness yet.
  #clientId: string | undefined;

  constructor(options: LocksOptions) {
    const resolved = resolveLocksOptions(options);
    this.#client = {
      redis: upstashPort(resolveEndpoint(options.redis)),
      options: resolved,
      closeRegistry: new CloseRegistry(),
      newOwner: () => this.#newOwner(),
    };
  }

  /**
   * The reentrant lock of this name: Redisson's `getLock(name)`.
   * @throws INVALID_OPTION naming "name"
   */
  lock(name: string): Lock {
    return this.exclusive(reentrantKind, name);
  }

  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it. It is `lock(name).use(fn, options)`.
   * @param name the lock's name
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options as of `acquire`; `leaseMs`: the lease is fixed, and not renewed; `maxHoldMs`: the longest time to renew, 1,000 to
   *   2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release and the cancel
   * @returns what `fn` returned
   * @throws what `fn` throws; LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost before its release, with the `result` of
   *   `fn`, or its error as `cause`; and as `acquire`
   * @example
   * const receipt = await locks.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
   */
  async withLock<T>(name: string, fn: (held: Held) => T | PromiseLike<T>, options?: UseOptions): Promise<T> {
    return this.lock(name).use(fn, options);
  }

  /**
   * Goes on with a hold from elsewhere; one request verifies it.
   * @param serialized what `held.serialize()` gave, here or in another invocation, isolate or service
   * @returns a hold of the kind that it was; that of a fenced lock has its `fencingToken`, of which its type knows nothing
   * @throws LOCK_LOST when the hold is over or about to be, INVALID_OPTION, CLOSED, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN,
   *   UNEXPECTED_REPLY
   */
  async resume(serialized: string): Promise<Held> {
    const parsed = parseHoldOfOne(serialized);
    const { family, hold } = parsed;
    const kind = this.kindOf(family);
    const { prefix } = this.#client.options;
    if (!hold.key.startsWith(prefix)) {
      throw new InvalidOptionError("serialized", "is a hold of locks with another prefix");
    }
    const { name } = lockName(prefix, hold.key.slice(prefix.length));
    return resumeHold(this.#client, kind, name, parsed);
  }

  /**
   * Ends waits and renewals, and leaves no timer behind. Nothing is released by it: what is held stays so until you
   * release it or its lease ends, but is no longer watched, and so its `signal` aborts. Everything ends with CLOSED.
   */
  close(): void {
    this.#client.closeRegistry.close();
  }

  /** @internal Throws INVALID_OPTION naming "locks" for an object that createLocks has not made, such as a test's own. */
  static clientOf(locks: unknown): ClientContext {
    if (typeof locks === "object" && locks !== null && #client in locks) return locks.#client;
    throw new InvalidOptionError("locks", "must be what createLocks returned, and no object of your own");
  }

  /** @internal */
  protected exclusive<Hold extends Held>(kind: LockKind<Hold>, name: string): Lock<Hold> {
    return new LockObject(this.#client, kind, lockName(this.#client.options.prefix, name));
  }

  /** @internal */
  protected kindOf(family: LockKindId): LockKind {
    if (family === "lock") return reentrantKind;
    throw new InvalidOptionError("serialized", 'is a hold of a lock that only createLocks of "leasehound" knows');
  }

  #newOwner(): string {
    this.#clientId ??= crypto.randomUUID();
    // Not counted up: a holder would know the owners beside it. From 1 to 2^62, since Redisson reads it as a Java long.
    const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    return `${this.#clientId}:${BigInt.asUintN(62, random) + 1n}`;
  }

  static {
    showsAs(PlainLocks, "Locks", (locks) => ({ prefix: locks.#client.options.prefix }));
  }
}
