// A light lock: its methods, and their options.
import { LockBusyError } from "../../base/errors.ts";
import { callable } from "../../base/validate.ts";
import type { LockName } from "../keys.ts";
import { resolveRenewal, runWithHold } from "../kinds/with-hold.ts";
import { acquireLight, type LightRequest } from "./light-acquire.ts";
import { about, ask, type LightClient } from "./light-client.ts";
import { read, release } from "./light-commands.ts";
import { type LightHeld, LightHold } from "./light-held.ts";
import { type LightAcquireOptions, type LightWithLockOptions, resolveLightOptions } from "./light-options.ts";

/** A light lock with one name. Making one costs nothing and sends nothing. */
export interface LightLock extends Pick<LightLockObject, keyof LightLockObject> {}

export class LightLockObject {
  /** The name, without the prefix. */
  readonly name: string;
  readonly #lock: LockName;
  readonly #client: LightClient;

  /** @internal */
  constructor(client: LightClient, lock: LockName) {
    this.name = lock.name;
    this.#lock = lock;
    this.#client = client;
  }

  /**
   * Acquires the lock, waiting up to `waitMs` by repeated attempts. Costs one command; a refusal one or two.
   * The call may take longer than `waitMs`: by one attempt, which takes a third of the lease within 1 to 5 s. If Redis
   * does not answer, the cancel adds up to 1 s.
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `leaseMs`: a fixed lease, unless `renew` is true,
   * 1,000 to 2,147,483,647 ms, default: that of `createLightLocks`, which `keepAlive` renews; `signal`: ends the wait;
   * `label`: what the hold is for, at most 256 bytes
   * @returns the hold: release it, or declare it with `await using`
   * @throws LOCK_BUSY when `waitMs` has passed; ABORTED when `signal` aborts; INVALID_OPTION when an option is wrong
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
   * @throws LOCK_LOST when the lock was granted, but its lease ended before the grant was known
   * @throws NOT_A_LOCK when the key holds something else, such as a lock of another kind
   * @example
   * await using held = await light.lock("orders:42").acquire({ waitMs: 2_000 });
   */
  async acquire(options?: LightAcquireOptions): Promise<LightHeld> {
    return acquireLight(this.#asked(options, this.#client.options.waitMs));
  }

  /**
   * Acquires the lock like `acquire`, but returns `null` instead of throwing LOCK_BUSY, and does not wait by default.
   * @param options the options of `acquire`; `waitMs`: default 0
   * @returns the hold, or `null` when the lock is busy
   * @throws the errors of `acquire`, except LOCK_BUSY
   * @example
   * const held = await light.lock("orders:42").tryAcquire();
   * if (held === null) console.log("another request handles this order");
   * else await held.release();
   */
  async tryAcquire(options?: LightAcquireOptions): Promise<LightHeld | null> {
    try {
      return await acquireLight(this.#asked(options, 0));
    } catch (error) {
      if (error instanceof LockBusyError) return null;
      throw error;
    }
  }

  /**
   * Acquires the lock, renews it while `fn` runs, and releases it. If the lock is lost meanwhile, `held.signal` aborts,
   * and the call still waits for `fn`. A hold that `fn` kept for background work is not released.
   * @param fn the work; gets the hold
   * @param options the options of `acquire`; `leaseMs`: a fixed lease, unless `renew` is true; `maxHoldMs`: the longest
   * time to renew, 1,000 to 2,147,483,647 ms, default 900,000; `context`: keeps the invocation alive for the release
   * and the cancel
   * @returns the result of `fn`, also when the release is not answered: the lease then frees the lock
   * @throws the error of `fn`; LOCK_LOST when the lock was lost before its release, with the `result` of `fn`, or with
   * its error as `cause`; the errors of `acquire`
   * @example
   * await light.lock("report").withLock(async (held) => {
   *   await fetch(url, { signal: held.signal });
   * });
   */
  async withLock<T>(fn: (held: LightHeld) => T | PromiseLike<T>, options?: LightWithLockOptions): Promise<T> {
    callable("fn", fn);
    const asked = this.#asked(options, this.#client.options.waitMs, ["context", "maxHoldMs"]);
    const renewal = resolveRenewal(options, {});
    const held = await acquireLight({ ...asked, context: renewal.context });
    return runWithHold(held, fn, renewal, LightHold.leave);
  }

  /**
   * Tells whether anybody holds the lock. The result may be outdated when you read it. Costs one command.
   * @returns whether it is held
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const isRunning = await light.lock("nightly-report").isLocked();
   */
  async isLocked(): Promise<boolean> {
    return (await this.#read()) !== null;
  }

  /**
   * Frees the lock, whoever holds it. The holder learns of it at its next renewal or check. Frees nothing if another
   * hold came meanwhile. Costs two commands.
   * @returns whether a hold was ended
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const wasLocked = await light.lock("orders:42").forceRelease();
   */
  async forceRelease(): Promise<boolean> {
    const value = await this.#read();
    if (value === null) return false;
    const { leaseMs } = this.#client.options;
    const { reply, tries } = await about(
      ["free lock", this.name],
      ask(this.#client, release(this.#lock.key, value), leaseMs),
    );
    // An earlier request that was not answered may have freed it.
    return reply || tries > 1;
  }

  async #read(): Promise<string | null> {
    const { leaseMs } = this.#client.options;
    return (await about(["read lock", this.name], ask(this.#client, read(this.#lock.key), leaseMs))).reply;
  }

  #asked(options: LightAcquireOptions | undefined, waitMs: number, more?: readonly string[]): LightRequest {
    const { leaseMs } = this.#client.options;
    const resolved = resolveLightOptions(options, { waitMs, leaseMs }, more);
    return { client: this.#client, lock: this.#lock, options: resolved, context: undefined };
  }
}
