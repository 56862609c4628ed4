// The light locks of one database.
import { lockName } from "../keys.ts";
import { commandsOf } from "../redis/commands.ts";
import { type LightClient, LightOwners } from "./light-client.ts";
import type { LightHeld } from "./light-held.ts";
import { type LightLock, LightLockObject } from "./light-lock.ts";
import { type LightLocksOptions, type LightWithLockOptions, resolveLightLocks } from "./light-options.ts";

/** The light locks of one database. */
export interface LightLocks extends Pick<AllLightLocks, keyof AllLightLocks> {}

export class AllLightLocks {
  readonly #client: LightClient;

  /** @internal */
  constructor(options: LightLocksOptions) {
    const resolved = resolveLightLocks(options);
    this.#client = { commands: commandsOf(options.redis), options: resolved, owners: new LightOwners() };
  }

  /** The prefix of every name. */
  get prefix(): string {
    return this.#client.options.prefix;
  }

  /**
   * Returns the light lock of this name. Sends nothing.
   * @param name the lock's name, without the prefix
   * @returns the lock
   * @throws INVALID_OPTION when `name` is wrong
   * @example
   * await using held = await light.lock("orders:42").acquire();
   */
  lock(name: string): LightLock {
    return new LightLockObject(this.#client, lockName(this.prefix, name));
  }

  /**
   * Runs `fn` with the lock of this name: acquires it, renews it while `fn` runs, and releases it. Short for
   * `lock(name).withLock(fn, options)`.
   * @param name the lock's name, without the prefix
   * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost
   * @param options see `LightLock.withLock`
   * @returns the result of `fn`
   * @throws the error of `fn`; LOCK_BUSY when `waitMs` has passed; LOCK_LOST; see `LightLock.withLock`
   * @example
   * const receipt = await light.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
   */
  async withLock<T>(
    name: string,
    fn: (held: LightHeld) => T | PromiseLike<T>,
    options?: LightWithLockOptions,
  ): Promise<T> {
    return this.lock(name).withLock(fn, options);
  }
}

/**
 * Creates the light locks of one Redis database: an acquire and a release are one command each. Requests of one tick
 * travel together. Sends nothing. See docs/kinds/overview.md for what a light lock lacks.
 * @param options `redis`: url and token; `prefix`, `leaseMs`, `waitMs`, `pollMs`, `onEvent`: see LightLocksOptions
 * @returns the locks
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const light = createLightLocks({ redis: { url, token } });
 * await light.withLock("orders:42", (held) => charge(order, { signal: held.signal }));
 */
export function createLightLocks(options: LightLocksOptions): LightLocks {
  return new AllLightLocks(options);
}
