// A granted lock, as the specification has it.
import type { LockMode } from "./lock-types.ts";
import { likeAnInterface, mustBeConstructed } from "./web-idl.ts";

/**
 * A lock that was granted: the first argument of a callback. Only a lock manager makes one.
 * @example
 * const locks = createLockManager(createLocks({ redis: { url, token } }));
 * await locks.request("imports", (lock: Lock) => console.log(lock.name, lock.mode));
 */
export class Lock {
  readonly #name: string;
  readonly #mode: LockMode;

  /** @internal */
  constructor(...[key, name, mode]: [key?: unknown, name?: string, mode?: LockMode]) {
    mustBeConstructed(key);
    this.#name = name ?? "";
    this.#mode = mode ?? "exclusive";
  }

  /** The name that was requested. */
  get name(): string {
    return this.#name;
  }

  /** The mode that was requested. */
  get mode(): LockMode {
    return this.#mode;
  }

  static {
    likeAnInterface(Lock, "Lock", { name: undefined, mode: undefined });
  }
}
