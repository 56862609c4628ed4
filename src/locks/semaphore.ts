// The plain semaphore: Redisson's RSemaphore (getSemaphore), its number, channel and payloads.

import { numberCall } from "../lua/request/calls.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../lua/semaphore/calls.ts";
import { type LockName, semaphoreChannel } from "../names.ts";
import { knownMembers, wholeNumber } from "../option-checks.ts";
import { MAX_MS, type ResolvedAcquireOptions, type WaitOptions } from "../options.ts";
import { type Acquisition, acquisition, gotOrThrow } from "./acquisition.ts";
import { ask } from "./ask.ts";
import type { Acquirable, Client } from "./kind.ts";
import { patiently } from "./patience.ts";
import { change, resolveWait, withoutLease } from "./without-lease.ts";

// Java's int.
const MOST = 2_147_483_647;

/**
 * A number of permits by name. Nobody holds a permit: whoever takes one gives it back, or it is gone, also when its taker has crashed.
 * Making it costs nothing and sends nothing.
 */
export class Semaphore {
  /** The name given, without prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: Client;

  /** @internal */
  constructor(client: Client, { name, key }: LockName) {
    this.name = name;
    this.#key = key;
    this.#client = client;
  }

  /**
   * Says how many permits there are, unless that was said before: Redisson's `trySetPermits`.
   * @param permits 0 to 2,147,483,647
   * @param options `ttlMs`: after so long the semaphore is gone, whatever was taken, 1 to 2,147,483,647; default: never
   * @returns whether it was set; false: there is one, and it stays as it is
   * @throws INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED; OUTCOME_UNKNOWN, UNEXPECTED_REPLY: it may have been carried out. So do the
   *   other methods
   */
  async trySetPermits(permits: number, options?: { ttlMs?: number | undefined }): Promise<boolean> {
    const number = wholeNumber("permits", permits, { from: 0, to: MOST });
    knownMembers("options", options, ["ttlMs"]);
    const { ttlMs } = options ?? {};
    if (ttlMs !== undefined) wholeNumber("ttlMs", ttlMs, { from: 1, to: MAX_MS, unit: " of milliseconds" });
    return change(this.#client, trySetPermitsCall(this.#key, crypto.randomUUID(), number, ttlMs));
  }

  /**
   * Adds permits, or takes some away, for which there may be less than 0 then: Redisson's `addPermits`. A semaphore that was not set has 0.
   * Unlike there, its TTL stays.
   * @param permits -2,147,483,647 to 2,147,483,647
   */
  async addPermits(permits: number): Promise<void> {
    const number = wholeNumber("permits", permits, { from: -MOST, to: MOST });
    await change(this.#client, addPermitsCall(this.#key, crypto.randomUUID(), number));
  }

  /**
   * Takes all permits there are: Redisson's `drainPermits`. Unlike there, the TTL stays.
   * @returns how many were taken; negative when there were fewer than 0, and so many were added
   */
  async drainPermits(): Promise<number> {
    return change(this.#client, drainPermitsCall(this.#key, crypto.randomUUID()));
  }

  /** How many permits there are, 0 when nobody has set them; may be negative. Out of date by the time you read it. */
  async availablePermits(): Promise<number> {
    const call = numberCall(this.#key);
    return (await ask(this.#client, call, this.#client.options.leaseMs)).reply;
  }

  /**
   * Takes permits, all or none, waiting up to `waitMs` for them: Redisson's `acquire`. Give them back with `release`.
   * Who waits stands in no order, and who wants few may get ahead of who wants many.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing
   * Given up, it may take one try longer, of 1 to 5 s: until what it took is given back.
   * @throws LOCK_BUSY when `waitMs` has passed; PERMITS_UNSET when there is no such semaphore, where Redisson waits; ABORTED, CLOSED,
   *   INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY. What it took is given back then; only where
   *   Redis does not answer that either may it be lost: with the last two, ABORTED and CLOSED
   */
  async acquire(permits?: number, options?: WaitOptions): Promise<void> {
    gotOrThrow(await this.#acquire(permits, resolveWait(this.#client, options)));
  }

  /**
   * As `acquire`, but `waitMs` is 0 unless given, and false says that there were too few permits: Redisson's `tryAcquire`.
   * @throws as `acquire`, but for LOCK_BUSY
   */
  async tryAcquire(permits?: number, options?: WaitOptions): Promise<boolean> {
    const acquired = await this.#acquire(permits, resolveWait(this.#client, options, 0));
    return acquired === true;
  }

  /**
   * Gives permits back, or adds some: nobody asks who took them. Redisson's `release`. Tried again by itself when it is not answered;
   * called again after OUTCOME_UNKNOWN, it may give them twice.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing
   */
  async release(permits?: number): Promise<void> {
    const number = some(permits);
    if (number > 0) await change(this.#client, addPermitsCall(this.#key, crypto.randomUUID(), number));
  }

  async #acquire(permits: number | undefined, options: ResolvedAcquireOptions): Promise<Acquisition<true>> {
    const number = some(permits);
    if (number === 0) return true;
    const name = { name: this.name, key: this.#key };
    return patiently(this.#client, options, false, (left) =>
      acquisition(this.#client, permitsOf(number), name, left, undefined),
    );
  }
}

function some(permits: number | undefined): number {
  return wholeNumber("permits", permits, { from: 0, to: MOST, fallback: 1 });
}

function permitsOf(wants: number): Acquirable<true> {
  return {
    ...withoutLease,
    shared: false,
    wants,
    busy: ["semaphore", "has too few permits"],
    // A message tells how many there are by now; other news are looked into by one.
    channel: (key) => ({ name: semaphoreChannel(key), perWaiter: false, wakes: (payload) => Number(payload) || 1 }),
    acquire: (hold, last) => acquirePermitsCall(hold, wants, last),
    cancel: cancelPermitsCall,
  };
}
