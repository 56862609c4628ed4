// Runs a function under a hold: renews the hold meanwhile, releases it afterwards, and reports a loss.

import { type HoldLoss, InvalidOptionError } from "../../base/errors.ts";
import { own } from "../../base/validate.ts";
import { inBackground } from "../background.ts";
import { type ClientContext, streamsOf } from "../hold/client-context.ts";
import {
  checkRenewal,
  isLeaseFixed,
  type KeepAliveOptions,
  type LeaseOptions,
  type StealOptions,
  untilProcessEnds,
  type WaitUntil,
} from "../options.ts";

/** How long and with what a function that runs under a hold keeps it. */
export interface RenewalOptions {
  /**
   * Keeps the invocation alive for a slow release, and for the cancel of an aborted acquire: the `ctx` of a Worker.
   * Default: none.
   */
  context?: WaitUntil | undefined;
  /**
   * The longest time to renew, from the grant, in ms: 1,000 to 2,147,483,647, default 900,000. The hold is lost one
   * lease later.
   */
  maxHoldMs?: number | undefined;
  /** As in `keepAlive`: learns of a theft and of waiters by message. Default: false. */
  listen?: boolean | undefined;
}

/** Options of `withLock`. `leaseMs` fixes the lease, which is then not renewed, unless `renew` is true. */
export interface WithLockOptions extends StealOptions, RenewalOptions {}

/** Options of `locks.withLock` of `createLocks`. */
export interface NewestOptions extends WithLockOptions {
  /**
   * "newest": steals the lock, so that the newest call interrupts the one that runs, whose signal aborts with
   * LOCK_STOLEN. Calls of the same client between them end in LOCK_STOLEN, and never run. It refuses `owner`. Default:
   * waits for the lock.
   */
  mode?: "newest" | undefined;
}

/** Options of `withPermit` of a permit-expirable semaphore. `leaseMs` fixes the lease, unless `renew` is true. */
export interface WithLeasedPermitOptions extends LeaseOptions, RenewalOptions {}

/** The names of these options. */
export const RENEWAL_OPTIONS: readonly string[] = ["context", "maxHoldMs", "listen"];

export interface ResolvedRenewal {
  readonly context: WaitUntil | undefined;
  /** Undefined when the lease is fixed. */
  readonly keepAlive: KeepAliveOptions | undefined;
}

/** The part of a hold that is renewed. */
interface KeptAlive {
  keepAlive(context: WaitUntil, options?: KeepAliveOptions): unknown;
}

/** Checks the options that an acquire does not have. Throws INVALID_OPTION. */
export function resolveRenewal(
  options: WithLeasedPermitOptions | undefined,
  client: Pick<ClientContext, "streams">,
): ResolvedRenewal {
  const given = own(options);
  const context = checkedContext(given?.context);
  const { maxHoldMs, listen } = checkRenewal(given);
  if (listen === true) streamsOf(client);
  // A light lock has no such option.
  if (!isLeaseFixed(given)) return { context, keepAlive: { maxHoldMs, ...(listen === true && { listen }) } };
  if (maxHoldMs === undefined && listen !== true) return { context, keepAlive: undefined };
  const option = maxHoldMs === undefined ? "listen" : "maxHoldMs";
  throw new InvalidOptionError(option, "concerns renewals, but nothing renews this lease: pass renew: true");
}

export function checkedContext(context: WaitUntil | undefined): WaitUntil | undefined {
  if (context === undefined || typeof context?.waitUntil === "function") return context;
  throw new InvalidOptionError("context", "must have waitUntil(promise)");
}

/**
 * Returns the result of `fn`, or throws its error. Throws LOCK_LOST with either when the hold was lost before its
 * release. A release without a reply does not count as a loss, because the lease had not ended here when `fn` ended.
 */
export async function runWithHold<Hold extends KeptAlive, T>(
  held: Hold,
  fn: (held: Hold) => T | PromiseLike<T>,
  { context, keepAlive }: ResolvedRenewal,
  leave: (held: Hold) => Promise<HoldLoss | undefined>,
): Promise<T> {
  try {
    // No waitUntil is needed: the awaited call itself keeps the invocation alive.
    if (keepAlive !== undefined) held.keepAlive(context ?? untilProcessEnds, keepAlive);
  } catch (error) {
    await leave(held);
    throw error;
  }
  const ran = await outcome(held, fn);
  const left = leave(held);
  inBackground(context, left);
  const lost = await left;
  if (lost !== undefined) throw lost.after(ran);
  if ("cause" in ran) throw ran.cause;
  return ran.result;
}

async function outcome<Hold, T>(
  held: Hold,
  fn: (held: Hold) => T | PromiseLike<T>,
): Promise<{ readonly result: T } | { readonly cause: unknown }> {
  try {
    return { result: await fn(held) };
  } catch (cause) {
    return { cause };
  }
}
