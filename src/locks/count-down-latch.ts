// The count-down latch: Redisson's RCountDownLatch (getCountDownLatch), its number, channel and payloads.

import { type Client, contextOf } from "../client.ts";
import { acquireHold, gotOrThrow } from "../hold/acquire.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { showsAs } from "../inspect.ts";
import { countDownChannel, type LockName, lockName } from "../keys.ts";
import { countDownCall, deleteLatchCall, passCall, trySetCountCall } from "../lua/count-down-latch/calls.ts";
import type { WaitOptions } from "../options.ts";
import { wholeNumber } from "../validate.ts";
import { change, numberOf, resolveWait, withoutLease } from "./unleased.ts";

// As many as Java's long and our numbers have in common.
const MOST = Number.MAX_SAFE_INTEGER;

/**
 * Holds back who waits until it was counted down to 0. One that nobody has set is open, and so is one whose data Redis
 * has lost. Making it costs nothing and sends nothing.
 */
export interface CountDownLatch extends Pick<Latch, keyof Latch> {}

/**
 * Returns the latch of this name, which holds callers back until it was counted down to 0. Redisson's
 * `getCountDownLatch(name)`. A latch that nobody has set is open.
 * @param client what `createClient` returned
 * @param name its name, without the prefix
 * @throws INVALID_OPTION naming "name"
 * @example
 * const latch = countDownLatch(client, "parts");
 */
export function countDownLatch(client: Client, name: string): CountDownLatch {
  const context = contextOf(client);
  return new Latch(context, lockName(context.options.prefix, name));
}

export class Latch {
  /** The name given, without prefix. */
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
   * Closes the latch, unless it is closed: Redisson's `trySetCount`.
   * @param count how often it is to be counted down, 1 to 9,007,199,254,740,991
   * @returns whether it was set; false: it is closed, and its count stays as it is
   * @throws INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED; OUTCOME_UNKNOWN, UNEXPECTED_REPLY: it may have been
   * carried out. So do the other methods
   */
  async trySetCount(count: number): Promise<boolean> {
    // Of a 0, nobody would tell Java's waiters.
    const number = wholeNumber("count", count, { from: 1, to: MOST });
    return change(this.#client, trySetCountCall(this.#key, crypto.randomUUID(), number));
  }

  /**
   * How often it must still be counted down; 0 when it is open: Redisson's `getCount`. Out of date by the time you read
   * it.
   */
  async count(): Promise<number> {
    return numberOf(this.#client, this.#key);
  }

  /**
   * Counts down by one; at 0 the latch opens. Does nothing to one that is open. Redisson's `countDown`. Tried again by
   * itself when it is not answered; called again after OUTCOME_UNKNOWN, it may count twice.
   */
  async countDown(): Promise<void> {
    await change(this.#client, countDownCall(this.#key, crypto.randomUUID()));
  }

  /**
   * Waits until the latch is open, up to `waitMs`; at once when it is. Redisson's `await`. Changes nothing in Redis. A
   * latch that is opened and closed again in a moment may be missed.
   * @throws LOCK_BUSY when `waitMs` has passed, ABORTED, CLOSED, INVALID_OPTION, REDIS_UNREACHABLE, REDIS_REFUSED,
   * OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async wait(options?: WaitOptions): Promise<void> {
    const name = { name: this.name, key: this.#key };
    const wait = resolveWait(this.#client, options);
    const waited = retryWhileUnreachable(this.#client, wait, true, (left) =>
      acquireHold(this.#client, opening, name, left, undefined),
    );
    gotOrThrow(await waited);
  }

  /**
   * Opens the latch by deleting it: Redisson's `delete`. Unlike there, who waits is told, in Java as well.
   * @returns whether it was closed
   */
  async delete(): Promise<boolean> {
    return change(this.#client, deleteLatchCall(this.#key, crypto.randomUUID()));
  }
}
showsAs(Latch, "CountDownLatch", ({ name }) => ({ name }));

const opening: Acquirable<true> = {
  ...withoutLease,
  shared: true,
  busy: ["latch", "is not open"],
  channel: (key) => ({ name: countDownChannel(key), perWaiter: false, wakes: () => Number.POSITIVE_INFINITY }),
  acquire: passCall,
};
