// The count-down latch: Redisson's RCountDownLatch (getCountDownLatch), its number, channel and payloads.

import { showsAs } from "../../base/printing.ts";
import { wholeNumber } from "../../base/validate.ts";
import { type Client, contextOf } from "../client.ts";
import { acquire } from "../hold/acquire.ts";
import { type ClientContext, inspectionOf } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import type { InspectedLatch } from "../hold/lock-inspection.ts";
import { countDownChannel, type LockName, lockName } from "../keys.ts";
import { countDownCall, deleteLatchCall, passCall, trySetCountCall } from "../lua/count-down-latch.ts";
import type { WaitOptions } from "../options.ts";
import type { Call } from "../protocol.ts";
import { change, numberOf, resolveWait, withoutLease } from "./unleased.ts";

// The largest number that Java's long and JavaScript both represent exactly.
const MOST = Number.MAX_SAFE_INTEGER;

/**
 * Holds back waiters until it was counted down to 0. A latch that was never set is open, and so is one whose data Redis
 * lost. Making one costs nothing and sends nothing.
 */
export interface CountDownLatch extends Pick<Latch, keyof Latch> {}

/**
 * Returns the latch of this name, which holds back waiters until it was counted down to 0. Redisson's
 * `getCountDownLatch(name)`. A latch that was never set is open.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the latch's name, without the prefix
 * @returns the latch
 * @throws INVALID_OPTION when `client` or `name` is wrong
 * @example
 * await countDownLatch(client, "parts").wait({ waitMs: 60_000 });
 */
export function countDownLatch(client: Client, name: string): CountDownLatch {
  const context = contextOf(client);
  return new Latch(context, lockName(context.options.prefix, name));
}

export class Latch {
  /** The name, without the prefix. */
  readonly name: string;
  readonly #key: string;
  readonly #client: ClientContext;

  /** @internal */
  constructor(client: ClientContext, { name, key }: LockName) {
    this.name = name;
    this.#key = key;
    this.#client = client;
  }

  /**
   * Closes the latch unless it is closed: Redisson's `trySetCount`.
   * @param count how many calls of `countDown` open it: 1 to 9,007,199,254,740,991
   * @returns whether the count was set; false when the latch is closed, and then its count stays
   * @throws INVALID_OPTION when `count` is wrong; NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE or REDIS_REFUSED when nothing was changed; OUTCOME_UNKNOWN or UNEXPECTED_REPLY when it
   * may have been
   * @example
   * await locks.countDownLatch("parts").trySetCount(3);
   */
  async trySetCount(count: number): Promise<boolean> {
    // A count of 0 would open the latch without a message to Java's waiters.
    const number = wholeNumber("count", count, { from: 1, to: MOST });
    return this.#change(trySetCountCall(this.#key, crypto.randomUUID(), number));
  }

  /**
   * Returns how many calls of `countDown` would open the latch: Redisson's `getCount`. The result may be outdated when
   * you read it.
   * @returns the count; 0 when the latch is open
   * @throws NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const partsLeft = await locks.countDownLatch("parts").count();
   */
  async count(): Promise<number> {
    return numberOf(this.#client, "latch", { name: this.name, key: this.#key });
  }

  /**
   * Returns how many calls of `countDown` would open the latch, and how many wait for that.
   * @returns plain data
   * @throws INVALID_OPTION when the client has no `inspection`; the errors of `count`
   * @example
   * const { count, waiters } = await locks.countDownLatch("parts").inspect();
   */
  async inspect(): Promise<InspectedLatch> {
    return inspectionOf(this.#client).latch(this.#client, { name: this.name, key: this.#key });
  }

  /**
   * Counts down by one, and opens the latch at 0. An open latch stays as it is. Redisson's `countDown`. It retries by
   * itself; a call repeated after OUTCOME_UNKNOWN may count twice.
   * @throws the errors of `trySetCount`
   * @example
   * await locks.countDownLatch("parts").countDown();
   */
  async countDown(): Promise<void> {
    await this.#change(countDownCall(this.#key, crypto.randomUUID()));
  }

  /**
   * Waits until the latch is open, up to `waitMs`. Redisson's `await`. Changes nothing in Redis. It may miss a latch
   * that opens and closes again at once.
   * @param options `waitMs`: 0 to 2,147,483,647 ms, default 10,000; `signal`, `wait`, `onWait`, `onUnreachable`: see
   * WaitOptions
   * @throws LOCK_BUSY when `waitMs` has passed; ABORTED when `signal` aborts; CLOSED after `close()`; INVALID_OPTION
   * when an option is wrong; NOT_A_LOCK when the key holds something else
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when a request to Redis fails
   * @example
   * await locks.countDownLatch("parts").wait({ waitMs: 60_000 });
   */
  async wait(options?: WaitOptions): Promise<void> {
    const wanted = { client: this.#client, kind: opening, name: this.name, key: this.#key };
    await acquire(wanted, resolveWait(this.#client, options));
  }

  /**
   * Opens the latch by deleting it: Redisson's `delete`. Unlike there, this wakes all waiters, also those in Java.
   * @returns whether the latch was closed
   * @throws the errors of `trySetCount`
   * @example
   * await locks.countDownLatch("parts").delete();
   */
  async delete(): Promise<boolean> {
    return this.#change(deleteLatchCall(this.#key, crypto.randomUUID()));
  }

  #change<Reply>(call: Call<Reply>): Promise<Reply> {
    return change(this.#client, call, ["change latch", this.name]);
  }
}
showsAs(Latch, "CountDownLatch", ({ name }) => ({ name }));

const opening: Acquirable<true> = {
  ...withoutLease,
  method: "countDownLatch",
  shared: true,
  act: "wait for latch",
  busy: ["latch", "is not open"],
  channel: (key) => ({ name: countDownChannel(key), perWaiter: false, wakes: () => Number.POSITIVE_INFINITY }),
  acquire: passCall,
};
