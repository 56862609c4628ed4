// Acquires a light lock: attempts and pauses in turn until it is granted, refused, or the call is aborted. Each attempt
// has a value of its own, and is repeated only while it is not answered. Its validity counts from its first request.
import { clocksAgreeSince, nowMs } from "../../base/clock.ts";
import {
  AbortedError,
  type BusyFacts,
  LockBusyError,
  type LockHolder,
  LockLostError,
  NotALockError,
  named,
  wasNotDone,
} from "../../base/errors.ts";
import { msUntil, settledWithin, sleep } from "../../base/timers.ts";
import { inBackground } from "../background.ts";
import { CallEvents } from "../hold/call-events.ts";
import type { LockName } from "../keys.ts";
import type { WaitUntil } from "../options.ts";
import { pollBackoff } from "../wait/polling.ts";
import { renewalAt, renewalTimeoutMs, tryTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import { ask, clocksDisagree, LIGHT_KIND, type LightClient } from "./light-client.ts";
import { acquire, read, release, renew } from "./light-commands.ts";
import { LightHold } from "./light-held.ts";
import type { ResolvedLightOptions } from "./light-options.ts";
import { lightHolder, lightValue } from "./value.ts";

/** How long a caller waits to learn who holds the lock. */
const READ_MS = 1_000;
// How long a caller waits for the reply to its cancel, which goes on in the background. An aborted caller waits less.
const CANCEL_WAIT_ABORTED_MS = 250;
const CANCEL_WAIT_MS = 1_000;
const CANCEL_TRIES = 2;

/** A call that acquires. */
export interface LightRequest {
  readonly client: LightClient;
  readonly lock: LockName;
  readonly options: ResolvedLightOptions;
  /** The invocation's context, if known: it takes the cancel. */
  readonly context: WaitUntil | undefined;
}

/** Acquires the lock. Throws LOCK_BUSY, NOT_A_LOCK, ABORTED, LOCK_LOST, or the error of a request. */
export async function acquireLight(asked: LightRequest): Promise<LightHold> {
  const { client, lock, options } = asked;
  const { waitMs, leaseMs, label, signal } = options;
  const { onEvent, pollMs } = client.options;
  const call = onEvent && new CallEvents(client, { lockName: lock.name, kind: LIGHT_KIND, label });
  call?.report({ type: "acquiring", waitMs, leaseMs });
  try {
    const startedAt = nowMs();
    let nextPauseMs: ReturnType<typeof pollBackoff> | undefined;
    for (let attempts = 1; ; attempts += 1) {
      if (signal?.aborted) throw new AbortedError(signal.reason);
      const held = await attempt(asked, call);
      if (held !== undefined) {
        call?.report({ type: "acquired", attempts, holds: 1 });
        return held;
      }
      const leftMs = (): number => msUntil(startedAt + waitMs);
      // The first refusal may come from a key that is no lock. The last one names the holder.
      const holder = leftMs() === 0 || attempts === 1 ? await holderOf(asked) : undefined;
      const facts = { remainingMs: -1, attempts, position: undefined };
      if (leftMs() === 0) throw busy(asked, { ...facts, holder, waitedMs: Math.round(nowMs() - startedAt) });
      call?.report({ type: "waiting", ...facts });
      nextPauseMs ??= pollBackoff(pollMs, Math.random, pollMs);
      // The remaining lease is not known: other holders have the same lease, usually.
      await sleep(Math.min(nextPauseMs(leaseMs), leftMs()), signal);
    }
  } catch (error) {
    // A call that ends at once reports it when its caller has the promise.
    await undefined;
    call?.failed(error);
    throw error;
  }
}

function busy({ client, lock }: LightRequest, facts: Omit<BusyFacts, "lockName">): LockBusyError {
  const { holder } = facts;
  const heldByThisClient = holder !== undefined && client.owners.made(holder.owner);
  return new LockBusyError({ ...facts, lockName: lock.name, heldByThisClient });
}

/** Attempts once. Undefined: it is busy. */
async function attempt(asked: LightRequest, call: CallEvents | undefined): Promise<LightHold | undefined> {
  const { client, lock, options } = asked;
  const { leaseMs, leaseFixed, label, signal } = options;
  const { key, name } = lock;
  const owner = client.owners.next();
  const value = lightValue(owner, label);
  if (call !== undefined) call.owner = owner;
  const take = acquire(key, value, leaseMs);
  // All requests of the attempt share this time.
  const endAt = nowMs() + tryTimeoutMs(leaseMs);
  let isAnswered = false;
  let sent: Promise<unknown> = Promise.resolve();
  try {
    const request: typeof take = (...args) => {
      const answer = take(...args);
      sent = answer;
      return answer;
    };
    const { reply, tries, startedAt } = await ask(client, request, leaseMs, { signal });
    if (!reply && tries === 1) return undefined;
    isAnswered = true;
    // An earlier request of this attempt may have taken the lock, so that the later one found it busy. Only a write can
    // tell: a replica that is behind may answer a read.
    if (!reply) {
      const timeoutMs = leftUntil(endAt);
      if (!(await ask(client, renew(key, value, leaseMs), leaseMs, { signal, timeoutMs })).reply) return undefined;
    }
    const granted = clocksAgreeSince(startedAt) ? validUntil(startedAt, leaseMs, leaseMs) : Number.NEGATIVE_INFINITY;
    const valid = await freshened(asked, owner, value, granted, endAt);
    if (signal?.aborted) throw new AbortedError(signal.reason);
    return new LightHold(client, {
      ...{ id: call?.id ?? "", name, owner, label, key, value, leaseMs, leaseFixed, validUntil: valid },
    });
  } catch (error) {
    if (isAnswered || !wasNotDone(error)) await giveBack(asked, value, error instanceof AbortedError, sent);
    throw named(error, ["acquire lock", name]);
  }
}

/** Returns the time until this instant, ms: the least that a request can have, if it is over. */
function leftUntil(endAt: number): number {
  return Math.max(1, endAt - nowMs());
}

/**
 * Renews once, until `endAt`, if a slow reply left less than two thirds of the lease, or the clocks disagreed. Returns
 * the end of validity, on the local clock.
 */
async function freshened(
  { client, lock, options }: LightRequest,
  owner: string,
  value: string,
  valid: number,
  endAt: number,
): Promise<number> {
  const { leaseMs } = options;
  const sentAt = nowMs();
  if (sentAt < renewalAt(valid, leaseMs, 0, sentAt)) return valid;
  const timeoutMs = Math.min(renewalTimeoutMs(leaseMs), leftUntil(endAt));
  try {
    const { reply } = await ask(client, renew(lock.key, value, leaseMs), leaseMs, { timeoutMs, maxTries: 1 });
    if (reply && clocksAgreeSince(sentAt)) return validUntil(sentAt, leaseMs, leaseMs);
    if (reply) throw clocksDisagree();
  } catch (error) {
    // Without a reply, the rest of the granted lease is still valid.
    if (nowMs() < valid) return valid;
    throw error;
  }
  throw new LockLostError({ lockName: lock.name, owner });
}

/**
 * Frees the lock if an attempt without a usable answer took it. A late copy of the attempt may still take it.
 * @param sent the last request of the attempt. A cancel that overtakes it would leave the lock to its lease
 */
async function giveBack(
  { client, lock, options, context }: LightRequest,
  value: string,
  isAborted: boolean,
  sent: Promise<unknown>,
): Promise<void> {
  const waitMs = isAborted ? CANCEL_WAIT_ABORTED_MS : CANCEL_WAIT_MS;
  const cancel = settledWithin(sent, waitMs)
    .then(() => ask(client, release(lock.key, value), options.leaseMs, { maxTries: CANCEL_TRIES }))
    .catch(() => {});
  inBackground(context, cancel);
  await settledWithin(cancel, waitMs);
}

/** Returns who holds the lock; undefined: it is free now, or that is not known. Throws NOT_A_LOCK. */
async function holderOf({ client, lock, options }: LightRequest): Promise<LockHolder | undefined> {
  const { leaseMs, signal } = options;
  try {
    const { reply } = await ask(client, read(lock.key), leaseMs, { signal, timeoutMs: READ_MS });
    return reply === null ? undefined : lightHolder(reply);
  } catch (error) {
    if (error instanceof NotALockError || error instanceof AbortedError) throw error;
    return undefined;
  }
}
