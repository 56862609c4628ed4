// The lock manager of the Web Locks specification, over Redis.
import type { WaitUntil } from "../../lock/options.ts";
import type { Lock } from "./lock.ts";
import type { LockHold, LockManagerSnapshot, LockOptions } from "./lock-types.ts";
import { readRequest } from "./request-arguments.ts";
import type { Session } from "./session.ts";
import { likeAnInterface, mustBeConstructed } from "./web-idl.ts";

/** What a lock manager works with. */
export interface Sessions {
  /** Returns the session of the running process or invocation, and the context of the invocation. */
  current(): { readonly session: Session; readonly context: WaitUntil | undefined };
  /** Throws a DOMException named InvalidStateError after `close()` of the client. */
  mustBeOpen(): void;
}

/**
 * Grants locks by name, as `navigator.locks` does, to all programs that share the database. Only `createLockManager`
 * makes one.
 * @example
 * const isOurs = createLockManager(createLocks({ redis: { url, token } })) instanceof LockManager;
 */
export class LockManager {
  readonly #sessions: Sessions;

  /** @internal */
  constructor(...[key, sessions]: [key?: unknown, sessions?: Sessions]) {
    mustBeConstructed(key);
    if (sessions === undefined) throw new TypeError("Illegal constructor");
    this.#sessions = sessions;
  }

  /**
   * Requests an exclusive lock, and calls back when it is granted. The lock is held until the promise of the callback
   * settles, and renewed meanwhile. Requests of one name are granted in their order, also those of other processes.
   * @param name any string that does not begin with "-"
   * @param callback gets the lock, and its hold, whose `signal` aborts when the lock is stolen or lost; its result is
   * the result of the request
   * @returns the result of the callback, after the lock is released
   * @throws the error of the callback; a TypeError for a wrong argument; a DOMException: named AbortError when the lock
   * was stolen or lost (its `cause` is the LockError), InvalidStateError after `close()` of the client
   * @throws REDIS_REFUSED, NOT_A_LOCK; with `onUnreachable: "fail"` also REDIS_UNREACHABLE, OUTCOME_UNKNOWN or
   * UNEXPECTED_REPLY
   * @example
   * const locks = createLockManager(createLocks({ redis: { url, token } }));
   * const rates = await locks.request("rates", () => fetchRates());
   */
  request<T>(name: string, callback: (lock: Lock, held: LockHold) => T): Promise<Awaited<T>>;
  /**
   * Requests a lock with options, such as a shared one, and calls back when it is granted.
   * @param name any string that does not begin with "-"
   * @param options `mode`, `steal` and `signal`: see LockOptions
   * @param callback gets the lock, and its hold
   * @returns the result of the callback, after the lock is released
   * @throws the errors of a request without options; the reason of `signal`; a DOMException named NotSupportedError for
   * options that exclude each other
   * @example
   * const locks = createLockManager(createLocks({ redis: { url, token } }));
   * const rates = await locks.request("rates", { mode: "shared" }, () => fetchRates());
   */
  request<T>(
    name: string,
    options: LockOptions & { readonly ifAvailable?: false | undefined },
    callback: (lock: Lock, held: LockHold) => T,
  ): Promise<Awaited<T>>;
  /**
   * Requests a lock that may be refused: with `ifAvailable`, the callback gets null when the lock is busy.
   * @param name any string that does not begin with "-"
   * @param options `ifAvailable`, and the other options: see LockOptions
   * @param callback gets the lock and its hold, or null
   * @returns the result of the callback, after the lock is released
   * @throws the errors of a request with other options; with `ifAvailable` also REDIS_UNREACHABLE, OUTCOME_UNKNOWN or
   * UNEXPECTED_REPLY
   * @example
   * const locks = createLockManager(createLocks({ redis: { url, token } }));
   * const isOurs = await locks.request("rates", { ifAvailable: true }, (lock) => lock !== null);
   */
  request<T>(
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null, held: LockHold | undefined) => T,
  ): Promise<Awaited<T>>;
  /** @hidden As TypeScript 5 declares it. */
  request<T>(name: string, callback: (lock: Lock, held: LockHold) => T): Promise<T>;
  /** @hidden */
  request<T>(
    name: string,
    options: LockOptions,
    callback: (lock: Lock | null, held: LockHold | undefined) => T,
  ): Promise<T>;
  request(...given: readonly unknown[]): Promise<unknown> {
    try {
      const { mustBeOpen, current } = this.#sessions;
      const request = readRequest(given, mustBeOpen);
      const { session, context } = current();
      return session.request(request, context);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Tells which locks are held and which requests wait, of all lock managers of this database with the same prefix and
   * `bareNames`. It shows all that was asked of this manager before.
   * @returns `held` and `pending`, each with `name`, `mode` and `clientId`: one id for each lock manager
   * @throws a DOMException named InvalidStateError after `close()` of the client; REDIS_UNREACHABLE, REDIS_REFUSED,
   * OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const { held, pending } = await createLockManager(createLocks({ redis: { url, token } })).query();
   */
  query(): Promise<LockManagerSnapshot> {
    try {
      const { mustBeOpen, current } = this.#sessions;
      mustBeOpen();
      return current().session.query();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  static {
    likeAnInterface(LockManager, "LockManager", { request: 2, query: 0 });
  }
}
