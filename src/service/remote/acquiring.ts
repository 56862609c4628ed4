// Acquires and steals a hold of a lock API, as calls like those of scripts.

import { nowMs } from "../../base/clock.ts";
import { sleep } from "../../base/timers.ts";
import { own } from "../../base/validate.ts";
import type { Stealing } from "../../lock/hold/client-context.ts";
import { reasonOf } from "../../lock/parts/steal.ts";
import type { AcquireReply, Ended, HoldId, OwnCall, RunLimits } from "../../lock/protocol.ts";
import { AttemptRate } from "../../lock/wait/attempt-rate.ts";
import { polling } from "../../lock/wait/polling.ts";
import type { WakeStrategy, WakeStrategyOptions } from "../../lock/wait/wait-terms.ts";
import { MAX_WAIT_MS } from "../api/contract/limits.ts";
import { release } from "./api-calls.ts";
import type { LockApi } from "./api-request.ts";
import { Attempt, goesOn } from "./attempt.ts";
import type { Place } from "./wait-line.ts";

const NOTHING_HELD: Ended = { kind: "ended", end: "refused" };
// The longest wait in a browser, where others may need the connection. Not for a waiter of a fair lock, which would
// lose its place in Redis.
const LONGEST_TURN_MS = 5_000;
// Answers to waits that the API refused, because the caller has too many.
const crowded = new WeakSet<object>();

// By the hold of the acquire, of which at most the latest attempt is open.
const attempts = new WeakMap<HoldId, { readonly attempt: Attempt; isAtEnd: boolean }>();

/** The request of one attempt, beside the hold. */
interface Acquiring {
  /** How long the caller still waits. */
  readonly leftMs: number;
  /** Whether the caller will not ask again. */
  readonly last?: boolean;
  /** Why the lock is stolen. Default: it is not. */
  readonly reason?: string;
  /** The number of permits to set when none is set. */
  readonly permits?: number | undefined;
}

/**
 * Acquires a hold. The API makes the text that names the hold, and the owner if the caller passed none. While the API
 * waits, each call returns its next event.
 * @param method the kind of lock
 */
export function acquiring(api: LockApi, method: string, hold: HoldId, asked: Acquiring): OwnCall<AcquireReply> {
  const { leftMs, last = false, reason, permits } = own(asked);
  const before = attempts.get(hold);
  if (last && before?.isAtEnd === true && before.attempt.refusal !== undefined) return answered(before.attempt.refusal);
  const latest =
    before?.attempt.isOpen === true
      ? before
      : { attempt: newAttempt(api, method, hold, { reason, permits }), isAtEnd: false };
  attempts.set(hold, latest);
  const { attempt } = latest;
  const endAt = nowMs() + leftMs;
  const { line } = api;
  const longestMs = line === undefined || method.startsWith("fair") ? MAX_WAIT_MS : LONGEST_TURN_MS;
  return {
    async send({ timeoutMs, signal }) {
      // An event may come after the wait: one attempt beyond it is over by then. One that begins later has all its time.
      const overAt = Math.max(endAt, nowMs()) + timeoutMs;
      const limits = (): RunLimits => ({ timeoutMs: Math.max(0, Math.min(timeoutMs, overAt - nowMs())), signal });
      // An earlier copy may have waited.
      const restMs = Math.max(0, endAt - nowMs());
      const waitMs = Math.floor(Math.min(restMs, longestMs));
      const mayWait = waitMs > 0 && line?.mayWait(signal) !== false;
      if (!mayWait && !attempt.isOpen) return attempt.ask(limits());
      if (!attempt.isOpen) latest.isAtEnd = restMs <= longestMs;
      let reply = await attempt.wait(waitMs, limits());
      // While the API waits, it may still grant the lock: only its last event ends the last attempt.
      while (last && reply !== "crowded" && goesOn(reply)) reply = await attempt.wait(0, limits());
      if (reply !== "crowded") return reply;
      // The API limits the waits of a caller. Beyond the limit, this client polls.
      latest.isAtEnd = false;
      const refusal = await attempt.ask(limits());
      crowded.add(refusal);
      return refusal;
    },
  };
}

function newAttempt(
  api: LockApi,
  method: string,
  { key: name, leaseMs, leaseGiven, leaseFixed, owner, ownerIsNew, label }: HoldId,
  { reason, permits }: { readonly reason: string | undefined; readonly permits: number | undefined },
): Attempt {
  const asked = own({
    kind: method,
    ...(leaseGiven === true && { leaseMs }),
    ...(leaseGiven !== leaseFixed && { renew: leaseFixed !== true }),
    ...(!ownerIsNew && { owner }),
    ...(label && { label }),
    ...(reason !== undefined && { steal: true, ...(reason && { reason }) }),
    ...(permits !== undefined && { permits }),
  });
  return new Attempt(api, name, asked);
}

function answered<Reply>(reply: Reply): OwnCall<Reply> {
  return { send: async () => reply };
}

/**
 * Waits between two attempts, but not while the API waits, because the next call then awaits its next event. In a
 * browser, an acquire waits for its turn in the line, and attempts at intervals meanwhile.
 */
export function betweenAttempts(
  { line }: LockApi,
  { pollMs, signal }: Pick<WakeStrategyOptions, "pollMs" | "signal">,
): WakeStrategy {
  const { next, end } = polling({ pollMs, signal });
  const rate = new AttemptRate();
  let place: Place | undefined;
  return {
    async next(refusal, leftMs, sentAt) {
      if (goesOn(refusal)) return undefined;
      if (line === undefined || crowded.has(refusal)) return next(refusal, leftMs, sentAt);
      if (place === undefined || line.mayWait(signal)) {
        place?.leave();
        place = line.join(signal);
      }
      const endAt = nowMs() + leftMs;
      rate.attempted(nowMs());
      await sleep(Math.min(rate.nextAt - nowMs(), leftMs), signal);
      await Promise.race([place.turn, sleep(Math.min(pollMs, endAt - nowMs()), signal)]);
      return undefined;
    },
    end(lastTry) {
      place?.leave();
      end(lastTry);
    },
  };
}

/** Releases the hold that the acquire got, or may have got. */
export function cancelling(api: LockApi, hold: HoldId): OwnCall<Ended> {
  return {
    async send(limits) {
      const attempt = attempts.get(hold)?.attempt;
      if (attempt === undefined || attempt.refusal !== undefined) return NOTHING_HELD;
      if (attempt.apiText === undefined && (await attempt.ask(limits)).kind !== "held") return NOTHING_HELD;
      return release(api, hold.key, attempt.apiText ?? "", limits);
    },
  };
}

/**
 * Returns what steals the locks of a lock API. The API does not name the victim. A victim of this client learns of the
 * theft at its next renewal, like any other.
 */
export function remoteStealing(api: LockApi): Stealing {
  return {
    reasonOf,
    begin: (_, { method }, hold, { reason }) => ({
      call: acquiring(api, method, hold, { leftMs: 0, reason }),
      granted: () => undefined,
    }),
  };
}
