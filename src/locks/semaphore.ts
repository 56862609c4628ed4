// The plain semaphore: Redisson's RSemaphore (getSemaphore), its number, channel and payloads.

import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError } from "../errors.ts";
import { type AcquireResult, acquireHold, gotOrThrow } from "../hold/acquire.ts";
import { inBackground } from "../hold/background.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { checkedContext } from "../hold/use.ts";
import { showsAs } from "../inspect.ts";
import { type LockName, lockName, semaphoreChannel } from "../keys.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../lua/semaphore/calls.ts";
import { MAX_MS, type ResolvedAcquireOptions, WAIT_OPTIONS, type WaitOptions, type WaitUntil } from "../options.ts";
import { callable, knownMembers, wholeNumber } from "../validate.ts";
import {
  MOST_PERMITS as MOST,
  permitsUnset,
  resolvePermits,
  type SemaphoreOptions,
  settingPermits,
} from "./initial-permits.ts";
import { change, numberOf, resolveWait, withoutLease } from "./unleased.ts";

/** Options of `use` of a semaphore. */
export interface SemaphoreUseOptions extends WaitOptions {
  /** How many permits to take, and to give back: 0 to 2,147,483,647, default 1. */
  permits?: number | undefined;
  /**
   * Keeps the invocation alive for the release, and for the cancel of an aborted acquire: a Worker's ctx. Default:
   * none.
   */
  context?: WaitUntil | undefined;
}

const USE_OPTIONS: readonly string[] = [...WAIT_OPTIONS, "permits", "context"];

/**
 * A number of permits by name. Nobody holds a permit: whoever takes one gives it back, or it is gone, also when its
 * taker has crashed. Making it costs nothing and sends nothing.
 */
export interface Semaphore extends Pick<PlainSemaphore, keyof PlainSemaphore> {}

/**
 * Returns the semaphore of this name: a number of permits for anybody to take and give back, without owner or lease.
 * Redisson's `getSemaphore(name)`. The permits of a taker that crashed are lost.
 * @param client what `createClient` returned
 * @param name its name, without the prefix
 * @param options `permits`: how many there are, 1 to 2,147,483,647; set by the first acquire that finds none set
 * @throws INVALID_OPTION naming "name" or "permits"
 * @example
 * await semaphore(client, "imports", { permits: 3 }).use(() => importAll());
 */
export function semaphore(client: Client, name: string, options?: SemaphoreOptions): Semaphore {
  const context = contextOf(client);
  return new PlainSemaphore(context, lockName(context.options.prefix, name), options);
}

export class PlainSemaphore {
  /** The name given, without prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: ClientContext;
  readonly #permits: number | undefined;

  /** @internal */
  constructor(client: ClientContext, { name, key }: LockName, options?: SemaphoreOptions) {
    this.name = name;
    this.#key = key;
    this.#client = client;
    this.#permits = resolvePermits(options);
  }

  /**
   * Says how many permits there are, unless that was said before: Redisson's `trySetPermits`.
   * @param permits 0 to 2,147,483,647
   * @param options `ttlMs`: after so long the semaphore is gone, whatever was taken, 1 to 2,147,483,647; default: never
   * @returns whether it was set; false: there is one, and it stays as it is
   * @throws INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED; OUTCOME_UNKNOWN, UNEXPECTED_REPLY: it may have been
   * carried out. So do the other methods
   */
  async trySetPermits(permits: number, options?: { ttlMs?: number | undefined }): Promise<boolean> {
    const number = wholeNumber("permits", permits, { from: 0, to: MOST });
    knownMembers("options", options, ["ttlMs"]);
    const { ttlMs } = options ?? {};
    if (ttlMs !== undefined) wholeNumber("ttlMs", ttlMs, { from: 1, to: MAX_MS, unit: " of milliseconds" });
    return change(this.#client, trySetPermitsCall(this.#key, crypto.randomUUID(), number, ttlMs));
  }

  /**
   * Adds permits, or takes some away, for which there may be less than 0 then: Redisson's `addPermits`. A semaphore
   * that was not set has 0. Unlike there, its TTL stays.
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
    return numberOf(this.#client, this.#key);
  }

  /**
   * Takes permits, all or none, waiting up to `waitMs` for them: Redisson's `acquire`. Give them back with `release`.
   * Who waits stands in no order, and who wants few may get ahead of who wants many. A cancelled acquire may take one
   * try longer, of 1 to 5 s: until the permits that it took are given back.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing. May be omitted before options
   * @throws LOCK_BUSY when `waitMs` has passed; PERMITS_UNSET when there is no such semaphore, and no `permits` were
   * given with its name, where Redisson waits; ABORTED, CLOSED, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED,
   * OUTCOME_UNKNOWN, UNEXPECTED_REPLY. What it took is given back then; only where Redis does not answer that either
   * may it be lost: with the last two, ABORTED and CLOSED
   */
  acquire(permits?: number, options?: WaitOptions): Promise<void>;
  acquire(options: WaitOptions): Promise<void>;
  async acquire(first?: number | WaitOptions, second?: WaitOptions): Promise<void> {
    const { permits, options } = given(first, second);
    gotOrThrow(await this.#acquire(permits, resolveWait(this.#client, options)));
  }

  /**
   * As `acquire`, but `waitMs` is 0 unless given, and false says that there were too few permits: Redisson's
   * `tryAcquire`.
   * @throws as `acquire`, but for LOCK_BUSY
   */
  tryAcquire(permits?: number, options?: WaitOptions): Promise<boolean>;
  tryAcquire(options: WaitOptions): Promise<boolean>;
  async tryAcquire(first?: number | WaitOptions, second?: WaitOptions): Promise<boolean> {
    const { permits, options } = given(first, second);
    const acquired = await this.#acquire(permits, resolveWait(this.#client, options, { waitMs: 0 }));
    return acquired === true;
  }

  /**
   * Takes permits, runs `fn`, and gives back as many. A runner that crashes gives none back: `permitExpirableSemaphore`
   * is for that.
   * @param fn the work
   * @param options as of `acquire`; `permits`: how many, 0 to 2,147,483,647, default 1; `context`: keeps the invocation
   * alive for the release and the cancel
   * @returns what `fn` returned
   * @throws what `fn` throws; else what `release` throws, because permits that are not given back are lost; and as
   * `acquire`
   */
  async use<T>(fn: () => T | PromiseLike<T>, options?: SemaphoreUseOptions): Promise<T> {
    callable("fn", fn);
    const resolved = resolveWait(this.#client, options, { known: USE_OPTIONS });
    const permits = some(options?.permits);
    const context = checkedContext(options?.context);
    gotOrThrow(await this.#acquire(permits, resolved, context));
    const giveBack = (): Promise<void> => {
      const released = this.release(permits);
      inBackground(context, released);
      return released;
    };
    let result: T;
    try {
      result = await fn();
    } catch (error) {
      await giveBack().catch(() => {});
      throw error;
    }
    await giveBack();
    return result;
  }

  /**
   * Gives permits back, or adds some: nobody asks who took them. Redisson's `release`. Tried again by itself when it is
   * not answered; called again after OUTCOME_UNKNOWN, it may give them twice.
   * @param permits 0 to 2,147,483,647, default 1; 0 sends nothing
   */
  async release(permits?: number): Promise<void> {
    const number = some(permits);
    if (number > 0) await change(this.#client, addPermitsCall(this.#key, crypto.randomUUID(), number));
  }

  async #acquire(
    permits: number | undefined,
    options: ResolvedAcquireOptions,
    context?: WaitUntil,
  ): Promise<AcquireResult<true>> {
    const number = some(permits);
    if (number === 0) return true;
    const name = { name: this.name, key: this.#key };
    const first = this.#permits;
    return settingPermits(
      options,
      (within) =>
        retryWhileUnreachable(this.#client, within, false, (left) =>
          acquireHold(this.#client, permitsOf(number), name, left, context),
        ),
      first === undefined ? undefined : () => this.trySetPermits(first),
    );
  }
}
showsAs(PlainSemaphore, "Semaphore", ({ name }) => ({ name }));

/** The two ways to call `acquire`. */
function given(
  first: number | WaitOptions | undefined,
  options: WaitOptions | undefined,
): { permits: number | undefined; options: WaitOptions | undefined } {
  if (typeof first !== "object" || first === null) return { permits: first, options };
  if (options === undefined) return { permits: undefined, options: first };
  throw new InvalidOptionError("permits", "must be a whole number; pass options once, after it or alone");
}

function some(permits: number | undefined): number {
  return wholeNumber("permits", permits, { from: 0, to: MOST, fallback: 1 });
}

function permitsOf(permits: number): Acquirable<true> {
  return {
    ...withoutLease,
    shared: false,
    permits,
    busy: ["semaphore", "has too few permits"],
    refusal: permitsUnset,
    // A message tells how many there are by now; other news are looked into by one.
    channel: (key) => ({ name: semaphoreChannel(key), perWaiter: false, wakes: (payload) => Number(payload) || 1 }),
    acquire: (hold, last) => acquirePermitsCall(hold, permits, last),
    cancel: cancelPermitsCall,
  };
}
