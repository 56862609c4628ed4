// The common part of counters without a lease: plain semaphores and count-down latches. There is no holder, so nothing
// is renewed, and nothing ends by itself.
import type { Subject } from "../../base/errors.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import type { LockName } from "../keys.ts";
import { numberCall } from "../lua/request.ts";
import { type ResolvedAcquireOptions, resolveAcquireOptions, WAIT_OPTIONS, type WaitOptions } from "../options.ts";
import type { Call } from "../protocol.ts";
import { callAtLast, LONGEST_WITHOUT_LEASE_MS, runNamed } from "../retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import { ownerAsField } from "./owner-field.ts";

const MOST_TRIES = 4;

/** Such an acquire returns true: there is nothing to hold. */
export const withoutLease: Pick<Acquirable<true>, "wait" | "holds" | "ownerToField" | "fieldToOwner" | "held"> = {
  ...ownerAsField,
  wait: "auto",
  holds: 0,
  held: () => true,
};

/**
 * Checks the options of a wait. Its attempts may take as long as those of the client's locks. `known`: all options that
 * the call has.
 */
export function resolveWait(
  client: ClientContext,
  given: WaitOptions | undefined,
  { waitMs = client.options.waitMs, known = WAIT_OPTIONS }: { waitMs?: number; known?: readonly string[] } = {},
): ResolvedAcquireOptions {
  const leaseMs = Math.min(client.options.leaseMs, LONGEST_WITHOUT_LEASE_MS);
  return resolveAcquireOptions(given, { waitMs, leaseMs, wait: withoutLease.wait }, known);
}

/**
 * Changes a counter. Each attempt has its full time, because repeating an unanswered call is not safe for the caller.
 */
export async function change<Reply>(client: ClientContext, call: Call<Reply>, subject: Subject): Promise<Reply> {
  const timeoutMs = tryTimeoutMs(client.options.leaseMs);
  const limits = { timeoutMs, budgetMs: MOST_TRIES * timeoutMs, maxTries: MOST_TRIES };
  return (await runNamed(client.driver, call, limits, subject)).reply;
}

/** Sends a change again until it is carried out, in the background, for as long as Redis remembers the request. */
export async function changeAtLast({ driver, options }: ClientContext, call: Call<unknown>): Promise<void> {
  await callAtLast(driver, call, tryTimeoutMs(options.leaseMs), LONGEST_WITHOUT_LEASE_MS);
}

/** Returns the counter under this key; 0 when there is none. */
export async function numberOf(client: ClientContext, what: string, { name, key }: LockName): Promise<number> {
  return (await runAnswered(client, numberCall(key), client.options.leaseMs, [`read ${what}`, name])).reply;
}
