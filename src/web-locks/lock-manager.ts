// The lock manager of the Web Locks specification, over Redis.
import type { Lock } from "./lock.ts";
import type { LockHold, LockManagerSnapshot, LockOptions } from "./lock-types.ts";
import { readRequest } from "./request-arguments.ts";
import type { Session } from "./session.ts";
import { likeAnInterface, mustBeConstructed } from "./web-idl.ts";

/** What a lock manager works with. */
export interface Sessions {
  /** Returns the session of the running process or invocation. */
  current(): Session;
  /** Throws a DOMException named InvalidStateError after `close()` of the client. */
  mustBeOpen(): void;
}

/** Grants locks by name, as `navigator.locks` does, to all programs that share the database. */
export class LockManager {
  readonly #sessions: Sessions;

  /** @internal */
  constructor(...[key, sessions]: [key?: unknown, sessions?: Sessions]) {
    mustBeConstructed(key);
    if (sessions === undefined) throw new TypeError("Illegal constructor");
    this.#sessions = sessions;
  }

  request<T>(name: string, callback: (lock: Lock, held: LockHold) => T): Promise<Awaited<T>>;
  request<T>(
    name: string,
    options: LockOptions & { readonly ifAvailable?: false | undefined },
    callback: (lock: Lock, held: LockHold) => T,
  ): Promise<Awaited<T>>;
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
      return current().request(request);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  query(): Promise<LockManagerSnapshot> {
    try {
      const { mustBeOpen, current } = this.#sessions;
      mustBeOpen();
      return current().query();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  static {
    likeAnInterface(LockManager, "LockManager", { request: 2, query: 0 });
  }
}
