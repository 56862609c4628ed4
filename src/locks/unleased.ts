// What has no lease: permits of a plain semaphore, a count-down latch. Nobody holds it, so nothing is renewed, and
// nothing ends by itself.

import { runAnswered } from "../hold/ask.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Acquirable } from "../hold/kind.ts";
import { numberCall } from "../lua/request/calls.ts";
import { type ResolvedAcquireOptions, resolveAcquireOptions, WAIT_OPTIONS, type WaitOptions } from "../options.ts";
import type { Call } from "../redis/port.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import { ownerAsField } from "./owner-field.ts";

// Redis remembers a request without a lease for an hour: no try of it comes later.
const LONGEST_MS = 3_500_000;
const MOST_TRIES = 4;

/** Got or not: there is nothing to hold. */
export const withoutLease: Pick<Acquirable<true>, "wait" | "ownerToField" | "fieldToOwner" | "held"> = {
  ...ownerAsField,
  wait: "auto",
  held: () => true,
};

/**
 * Checks the options of a wait. Its tries take as long as those of the client's locks. `known`: all options that the
 * call has.
 */
export function resolveWait(
  client: ClientContext,
  given: WaitOptions | undefined,
  { waitMs = client.options.waitMs, known = WAIT_OPTIONS }: { waitMs?: number; known?: readonly string[] } = {},
): ResolvedAcquireOptions {
  const leaseMs = Math.min(client.options.leaseMs, LONGEST_MS);
  return resolveAcquireOptions(given, { waitMs, leaseMs, wait: withoutLease.wait }, known);
}

/** Has something changed. Each try has its full time: if none is answered, the caller cannot safely ask again. */
export async function change<Reply>(client: ClientContext, call: Call<Reply>): Promise<Reply> {
  const timeoutMs = tryTimeoutMs(client.options.leaseMs);
  const limits = { timeoutMs, budgetMs: MOST_TRIES * timeoutMs, maxTries: MOST_TRIES };
  return (await runUntilAnswered(client.redis, call, limits)).reply;
}

/** Asks what the counter under this key says; 0 when there is none. */
export async function numberOf(client: ClientContext, key: string): Promise<number> {
  return (await runAnswered(client, numberCall(key), client.options.leaseMs)).reply;
}
