// The newest call wins: it steals the lock from the one that runs, and calls between them never run.
import { AbortedError, InvalidOptionError, LockStolenError } from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { own } from "../../base/validate.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { Lock } from "./lock.ts";
import type { WithLockOptions } from "./with-hold.ts";

const REASON = "a newer call";
// The end of an older acquire takes less, except where Redis does not answer, or an invocation was cut.
const OLDER_ENDS_WITHIN_MS = 1_000;

/** One call, until it has ended. */
class NewestCall {
  readonly #ending = new AbortController();
  readonly acquired: Promise<void>;
  hasRun = false;
  isSuperseded = false;
  #settle = (): void => {};

  constructor() {
    this.acquired = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** A newer call has come: an acquire is cancelled. A function that runs learns by the theft. */
  supersede(): void {
    this.isSuperseded = true;
    this.#ending.abort();
  }

  /** The caller's signal has ended it. */
  end(reason: unknown): void {
    this.#ending.abort(reason);
  }

  /** Its acquire has ended, one way or the other. */
  settled(): void {
    this.#settle();
  }
}

/** The newest call of each lock, by client. */
const callsOf = new WeakMap<ClientContext, Map<string, NewestCall>>();

/**
 * Runs `fn` under a lock that it steals. Throws LOCK_STOLEN without running `fn` if a newer call of this client comes
 * before; and the errors of `withLock`.
 */
export async function withNewest<T>(
  client: ClientContext,
  lock: Lock,
  fn: (held: Held) => T | PromiseLike<T>,
  given: WithLockOptions,
): Promise<T> {
  const options = own(given);
  const { signal, reason = REASON, label = client.options.label, owner, listen } = options;
  // It would get another hold beside the one that runs, and interrupt nobody.
  if (owner !== undefined) throw new InvalidOptionError("owner", 'cannot be combined with mode: "newest"');
  const calls = callsOf.get(client) ?? new Map<string, NewestCall>();
  callsOf.set(client, calls);
  const older = calls.get(lock.name);
  const call = new NewestCall();
  calls.set(lock.name, call);
  older?.supersede();
  const superseded = (): LockStolenError =>
    new LockStolenError({ lockName: lock.name, owner: "", thief: { owner: "", label, reason } });
  const end = (): void => call.end(signal?.reason);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    // A theft of an older call must not come after this one.
    if (older !== undefined) await settledWithin(older.acquired, OLDER_ENDS_WITHIN_MS);
    const run = async (held: Held): Promise<T> => {
      call.settled();
      if (call.isSuperseded) throw superseded();
      call.hasRun = true;
      // A newer call of another isolate interrupts this one by a message.
      const stop = listen === true ? undefined : HeldLock.listen(held, options.wait !== "poll");
      try {
        return await fn(held);
      } finally {
        stop?.();
      }
    };
    return await lock.withLock(run, { ...options, steal: true, reason, signal: call.signal });
  } catch (error) {
    throw call.isSuperseded && !call.hasRun && error instanceof AbortedError ? superseded() : error;
  } finally {
    signal?.removeEventListener("abort", end);
    call.settled();
    if (calls.get(lock.name) === call) calls.delete(lock.name);
  }
}
