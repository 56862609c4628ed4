// Hands a hold to the watchdog: asks until it confirms, while the hold is valid. And the watchdogs that a client can
// have.

import { asEpochMs, nowMs } from "../../base/clock.ts";
import {
  HoldEndedError,
  InvalidOptionError,
  NoWatchdogError,
  WatchdogUnreachableError,
  wasRefused,
} from "../../base/errors.ts";
import { settledWithin, sleep } from "../../base/timers.ts";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import { inBackground } from "../background.ts";
import type { HandOff, HandOver, WatchdogClient } from "../hold/client-context.ts";
import type { KeepAliveLoop } from "../hold/held.ts";
import type { HoldState } from "../hold/hold-state.ts";
import { keepAlone } from "../hold/keep-alive.ts";
import { type HandOffOptions, type ResolvedHandOff, resolveHandOff, type WaitUntil } from "../options.ts";
import { type GrantedHold, holdEnd } from "../protocol.ts";
import { DEFAULT_SHARDS, namespaceWatchdog, type WatchdogNamespace } from "../watchdog/durable-object-watchdog.ts";
import { type Entrusted, entrustedHold, isWatchdog, type KeptHolds, type Watchdog } from "../watchdog/watchdog.ts";

const MAX_TRIES = 4;
// The object may have to be created first, on another continent.
const TRY_MS = 5_000;
const PAUSE_MS = 100;

/** The caller's side of each hand-off. */
export const handOff: HandOff = {
  begin,
  status: (watchdog, { key, owner, holdId }, lockName) =>
    askWatchdog(lockName, () => watchdog.status({ key, owner, holdId })),
  kept,
  withdraw: withdrawn,
};

/** A hand-off that the watchdog confirmed. */
interface ConfirmedHandOff {
  /** When the confirmed request was sent, on the local clock. */
  readonly sentAt: number;
  readonly leaseMs: number;
  /** From `sentAt` until the watchdog stops keeping the hold, in ms. */
  readonly maxHoldMs: number;
  /** When the watchdog stops keeping the hold, in epoch ms by its clock. */
  readonly deadline: number;
}

async function begin(
  watchdog: Watchdog,
  options: HandOffOptions,
  { hold, life, context, ask }: HandOver,
): Promise<number> {
  const limits = resolveHandOff(options);
  life.mustBeHeld();
  const kept = await entrust(watchdog, hold, limits, life, context);
  life.isRenewed = true;
  life.validity.extend(kept.sentAt, kept.leaseMs);
  life.keepAlive?.end("handed-off");
  life.following?.end("stopped");
  life.following = follow(life, ask, kept);
  const validUntil = asEpochMs(life.validity.until);
  life.report({ type: "handed-off", validUntil, deadline: kept.deadline });
  return validUntil;
}

/**
 * Resolves when the watchdog keeps the hold and the hold is still ours. Otherwise withdraws the request in the
 * background, and throws the error.
 * @param context the invocation's context, if known: it takes the background work
 */
async function entrust(
  watchdog: Watchdog,
  hold: GrantedHold,
  limits: ResolvedHandOff,
  life: HoldState,
  context: WaitUntil | undefined,
): Promise<ConfirmedHandOff> {
  const entrusted: Entrusted = { ...entrustedHold(hold), ...limits, requestId: crypto.randomUUID() };
  try {
    const kept = await confirmed(watchdog, entrusted, life);
    life.mustBeHeld();
    return kept;
  } catch (error) {
    inBackground(context, withdrawn(watchdog, entrusted));
    if (error instanceof HoldEndedError && error.end !== undefined) {
      // A scope that ended without awaiting handOff released the hold itself: that is no loss.
      life.mustBeHeld();
      life.lose("gone", error.end);
    }
    throw error;
  }
}

/**
 * Resolves when the watchdog confirmed. Throws LOCK_LOST; NO_WATCHDOG, when the watchdog cannot be called from here; or
 * the last error, after the last attempt or at the end of validity. All attempts are one request, so a repeated one
 * changes nothing.
 */
async function confirmed(watchdog: Watchdog, entrusted: Entrusted, life: HoldState): Promise<ConfirmedHandOff> {
  const { lockName } = life.facts;
  for (let tries = 1; ; tries += 1) {
    const sentAt = nowMs();
    try {
      // Half of the remaining time: without an answer, the caller needs the other half to release or try again.
      const reply = await answeredWithin(
        watchdog.entrust(entrusted),
        Math.min(TRY_MS, life.validity.leftMs() / 2),
        lockName,
      );
      if (reply.kind === "kept") return { sentAt, ...reply };
      if (reply.kind === "ended") throw life.lost(holdEnd(reply.end));
      if (reply.kind === "full") throw full(lockName);
      throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`, { lockName });
    } catch (error) {
      if (error instanceof HoldEndedError || error instanceof InvalidOptionError || error instanceof NoWatchdogError)
        throw error;
      const pauseMs = PAUSE_MS * 2 ** (tries - 1);
      if (tries === MAX_TRIES || isFinal(error) || life.validity.leftMs() <= pauseMs)
        throw unreachable(error, lockName);
      await sleep(pauseMs);
    }
  }
}

/**
 * Follows a hold that the watchdog keeps. It asks Redis a third of the lease before the end of the known validity,
 * because the watchdog sends no messages. Ends with the invocation, or when the validity up to the deadline is known.
 */
function follow(life: HoldState, ask: () => Promise<boolean>, kept: ConfirmedHandOff): KeepAliveLoop {
  const { validity } = life;
  const { leaseMs, maxHoldMs, sentAt } = kept;
  const asking = {
    life,
    // "Due with two thirds left" of half a lease is a third of the whole.
    hold: { leaseMs: leaseMs / 2 },
    renew: async () => {
      if (!(await ask()) || validity.leftMs() >= leaseMs / 3) return;
      // Not renewed since. This close to the deadline no renewal is needed, apart from the margin that validity keeps.
      if (validity.until >= sentAt + maxHoldMs - leaseMs / 6) loop.end("max-hold");
      else
        throw new WatchdogUnreachableError("two thirds of the lease have passed without a renewal", {
          lockName: life.facts.lockName,
        });
    },
  };
  const limits = { maxHoldMs, platformMs: Number.POSITIVE_INFINITY };
  const loop = keepAlone(asking, limits);
  return loop;
}

/**
 * Withdraws a request. Never rejects. After the last unanswered attempt the watchdog may keep the hold until its
 * deadline.
 */
async function withdrawn(watchdog: Watchdog, entrusted: Entrusted): Promise<void> {
  const { key, owner, holdId, requestId } = entrusted;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await askWatchdog(undefined, async () => watchdog.withdraw({ key, owner, holdId, requestId }));
    } catch (error) {
      if (error instanceof NoWatchdogError) return;
      await sleep(PAUSE_MS * 2 ** tries);
    }
  }
}

/** Returns what the watchdog keeps of a lock; undefined if it does not answer, or not this question. Never rejects. */
async function kept(watchdog: Watchdog, key: string): Promise<KeptHolds | undefined> {
  try {
    const told = await askWatchdog(undefined, async () => watchdog.keptHolds?.({ key }));
    return Array.isArray(told?.holds) ? told : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the watchdog once. Throws NO_WATCHDOG or WATCHDOG_UNREACHABLE. */
export async function askWatchdog<Reply>(lockName: string | undefined, question: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answeredWithin(question(), TRY_MS, lockName);
  } catch (error) {
    throw error instanceof NoWatchdogError ? error : unreachable(error, lockName);
  }
}

async function answeredWithin<Reply>(
  asked: Promise<Reply>,
  limitMs: number,
  lockName: string | undefined,
): Promise<Reply> {
  // A stub returns a thenable, which would settle later than a promise in a race.
  const answer = Promise.resolve(asked);
  await settledWithin(answer, limitMs);
  const late = new WatchdogUnreachableError(`it did not answer within ${Math.round(limitMs)} ms`, { lockName });
  return Promise.race([answer, Promise.reject(late)]);
}

/** Final: an immediate retry gets the same answer. */
function full(lockName: string): WatchdogUnreachableError {
  const error = new WatchdogUnreachableError("it keeps as many holds as its quota allows; release some", { lockName });
  return Object.assign(error, { isFinal: true });
}

function unreachable(error: unknown, lockName: string | undefined): WatchdogUnreachableError {
  if (error instanceof WatchdogUnreachableError) return error;
  const why = error instanceof Error ? `: ${error.message.slice(0, 200)}` : "";
  return new WatchdogUnreachableError(`the call to it failed${why}`, { cause: error, lockName });
}

// A stub's error is `overloaded` when the object has too much work, which a retry makes worse. A retry gets the
// same answer if the request was refused, or the watchdog is full.
function isFinal(error: unknown): boolean {
  const { overloaded, isFinal: isFull } = Object(error);
  return overloaded === true || isFull === true || wasRefused(error);
}

/** A location hint of Cloudflare for Durable Objects. */
export type WatchdogLocation = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";

/** Options of `durableObjectWatchdog`. */
export interface DurableObjectWatchdogOptions {
  /** How many objects of the namespace share the locks: 1 to 1,000, default 4. Use the same number everywhere. */
  readonly shards?: number | undefined;
  /**
   * Where these objects are created, near the database: a location hint of Cloudflare, such as "weur". Default: near
   * the first caller.
   */
  readonly location?: WatchdogLocation | undefined;
}

/**
 * Connects a client to any watchdog, such as the remote one of "leasehound/vercel".
 * @param watchdog keeps the holds that are handed off: `remoteWatchdog(…)`, or your own
 * @returns the value for `createClient({ watchdog })`
 * @throws INVALID_OPTION when `watchdog` lacks the methods of a Watchdog
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: watchdogClient(watchdog) });
 */
export function watchdogClient(watchdog: Watchdog): WatchdogClient {
  if (!isWatchdog(watchdog)) throw new InvalidOptionError("watchdog", "must have the methods of a Watchdog");
  return { watchdog, handOff };
}

/**
 * Connects a client to the `LeaseWatchdog` objects of a Durable Object namespace.
 * @param namespace the binding, such as `env.LEASE_WATCHDOG`
 * @param options `shards`: how many objects share the locks, 1 to 1,000, default 4; `location`: where they are created,
 * default near the first caller
 * @returns the value for `createClient({ watchdog })`
 * @throws INVALID_OPTION when `namespace` or an option is wrong
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: durableObjectWatchdog(env.LEASE_WATCHDOG) });
 */
export function durableObjectWatchdog(
  namespace: WatchdogNamespace,
  options?: DurableObjectWatchdogOptions,
): WatchdogClient {
  const { shards, location } = ownMembers("options", options, ["shards", "location"]) ?? { __proto__: null };
  checkPlacement(shards, location, ["shards", "location"]);
  return { watchdog: watchdogOfNamespace(namespace, shards, location), handOff };
}

/** Returns the watchdog of a namespace whose placement was checked. Throws INVALID_OPTION naming "watchdog". */
export function watchdogOfNamespace(
  namespace: WatchdogNamespace,
  shards: number | undefined,
  location: string | undefined,
): Watchdog {
  if (typeof Object(namespace).getByName !== "function") {
    throw new InvalidOptionError("watchdog", "must be the binding of a Durable Object namespace");
  }
  return namespaceWatchdog(namespace, { shards: shards ?? DEFAULT_SHARDS, location });
}

/** Checks the number and place of the objects. Throws INVALID_OPTION with these names. */
export function checkPlacement(shards: unknown, location: unknown, [first, second]: readonly [string, string]): void {
  wholeNumber(first, shards, { from: 1, to: 1_000, fallback: DEFAULT_SHARDS });
  if (location !== undefined && typeof location !== "string") throw new InvalidOptionError(second, "must be a string");
}
