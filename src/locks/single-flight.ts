// Single flight: one caller at a time runs a function, and the others get its result. The lock is the plain one of that
// name; the result lies beside it, and is written by the script that ends the hold, so that whoever lost the lock
// overwrites nothing.

import { type Client, contextOf } from "../client.ts";
import {
  FlightFailedError,
  InvalidOptionError,
  LockBusyError,
  LockLostError,
  UnexpectedReplyError,
} from "../errors.ts";
import { acquireHold, gotOrThrow } from "../hold/acquire.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import { retryWhileUnreachable } from "../hold/retry-while-unreachable.ts";
import { type LockName, lockName, utf8Length } from "../keys.ts";
import { type FlightResult, finishCall, flightAcquireCall } from "../lua/flight/calls.ts";
import { cancelCall, releaseCall } from "../lua/lock/calls.ts";
import { MAX_MS, resolveAcquireOptions, untilProcessEnds, WAIT_OPTIONS, type WaitOptions } from "../options.ts";
import { callable, knownMembers, wholeNumber } from "../validate.ts";
import { settledWithin } from "../wait/sleep.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import { exclusiveKind } from "./exclusive-kind.ts";

const OPTIONS = [...WAIT_OPTIONS, "ttlMs"];
// A reply of Redis is read up to 64 KB, and is JSON once more.
const MAX_RESULT_BYTES = 30_000;
// Only those who waited are told of an error: they come within a poll.
const ERROR_MS = 60_000;
const MAX_ERROR_LENGTH = 1_000;
const MAX_ERROR_NAME = 100;

export interface SingleFlightOptions extends WaitOptions {
  /** How long a result may be served, in ms: 1 to 2,147,483,647. */
  ttlMs: number;
}

/** What came of a run. */
interface Run {
  /**
   * What the others are told: "=" and a list of it as JSON, empty for undefined; or "!", who ran it, "|" and the error
   * as JSON.
   */
  readonly text: string;
  readonly ttlMs: number;
  readonly thrown?: { readonly error: unknown };
}

interface Landed {
  readonly text: string;
  /** On the monotonic clock. */
  readonly servedUntil: number;
}

/**
 * Runs `fn` for one caller at a time, while the others wait for its result: to fill a cache, to refresh a token. A
 * result that is there is served without running anything. The lock is the reentrant one of this name, kept alive while
 * `fn` runs, for 15 minutes at the most. A run that lost it counts for nothing: its caller gets the newer result of
 * another, or runs `fn` once more. Redisson has nothing like it.
 * @param client what `createClient` returned
 * @param name its name, without the prefix
 * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost. Its result: 30,000 bytes of JSON at
 * the most
 * @param options `ttlMs`: how long a result may be served, 1 to 2,147,483,647; `waitMs` and the others as of `acquire`
 * @returns what `fn` returned, here or at another caller, as JSON gives it back
 * @throws what `fn` throws, where it ran; INVALID_OPTION naming "fn" when its result is too large; FLIGHT_FAILED for
 * those who waited for it; LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost twice; and as `acquire`
 * @example
 * const rates = await singleFlight(client, "rates", () => fetchRates(), { ttlMs: 60_000 });
 */
export async function singleFlight<T>(
  client: Client,
  name: string,
  fn: (held: Held) => T | PromiseLike<T>,
  options: SingleFlightOptions,
): Promise<T> {
  const context = contextOf(client);
  return fly(context, lockName(context.options.prefix, name), fn, options);
}

async function fly<T>(
  client: ClientContext,
  { name, key }: LockName,
  fn: (held: Held) => T | PromiseLike<T>,
  given: SingleFlightOptions,
): Promise<T> {
  callable("fn", fn);
  knownMembers("options", given, OPTIONS, "ttlMs");
  const ttlMs = wholeNumber("ttlMs", given.ttlMs, { from: 1, to: MAX_MS, fallback: 0, unit: " of milliseconds" });
  if (ttlMs === 0) throw new InvalidOptionError("ttlMs", "must be given: how long a result may be served");
  const { leaseMs, waitMs: defaultMs } = client.options;
  const defaults = { waitMs: defaultMs, leaseMs, wait: "auto" } as const;
  const options = resolveAcquireOptions(given, defaults, OPTIONS);
  const start = performance.now();
  let end = start + options.waitMs;
  const flight: Flight = { waitedFor: "" };
  let overdue = 0;
  let hasLost = false;

  // Ways out: a result that was found; busy, or only such as were out of date when they came; one's own result, or
  // error; the lock was lost twice; and what acquire throws.
  for (;;) {
    const own: OwnRun = { run: undefined };
    const kind = flightKind(flight, own);
    const left = { ...options, waitMs: Math.max(0, end - performance.now()) };
    const acquired = retryWhileUnreachable(client, left, true, (of) =>
      acquireHold(client, kind, { name, key }, of, undefined),
    );
    const got = gotOrThrow(await acquired);
    if (!(got instanceof HeldLock)) {
      const now = performance.now();
      if (now < got.servedUntil) return served(name, got.text);
      // Once more in any case: what was found may be the answer to a copy, and the lock free.
      if (overdue > 0 && now >= end) {
        throw new LockBusyError({ lockName: name, attempts: overdue + 1, waitedMs: Math.round(now - start) });
      }
      overdue += 1;
      continue;
    }

    try {
      got.keepAlive(untilProcessEnds);
    } catch (error) {
      // Closed meanwhile, or lost: nobody runs it under this hold.
      await got[Symbol.asyncDispose]();
      throw error;
    }
    const run = await ran(fn, got, ttlMs);
    own.run = run;
    // Closed, it is not lost.
    const wasLost = got.signal.reason instanceof LockLostError;
    // Not answered, the result may not be there for the others; this caller has it all the same.
    const released = got.release().then(
      ({ outcome }) => outcome === "expired" || outcome === "taken",
      () => wasLost,
    );
    const { thrown } = run;
    if (thrown !== undefined) await settledWithin(released, tryTimeoutMs(leaseMs));
    // Of locks that are closed nobody asks for a newer one.
    const isLost = thrown === undefined ? (await released) && !client.closeRegistry.closed : wasLost;
    if (!isLost) {
      if (thrown !== undefined) throw thrown.error;
      return served(name, run.text);
    }
    // Whatever came of it, somebody else may have a newer result. It does not run for ever what always takes longer
    // than its lease.
    if (hasLost) throw thrown === undefined ? new LockLostError({ lockName: name, owner: got.owner }) : thrown.error;
    hasLost = true;
    end = performance.now() + options.waitMs;
  }
}

/** What one caller knows, over all its attempts. */
interface Flight {
  /** Whose error is this caller's, too. */
  waitedFor: string;
}

/** What came of a caller's own run under one hold. */
interface OwnRun {
  run: Run | undefined;
}

/** The lock of a flight: its release keeps the result. */
function flightKind(flight: Flight, own: OwnRun): HoldKind<HeldLock | Landed> {
  const kind: HoldKind<HeldLock | Landed> = {
    ...exclusiveKind,
    method: "singleFlight",
    heldHere: "another caller of this client runs it",
    acquire: (hold, last) =>
      flightAcquireCall(hold, last, flight.waitedFor, {
        busy: (owner) => {
          flight.waitedFor = owner;
        },
        found: ({ text, remainingMs }: FlightResult) => ({
          kind: "found" as const,
          got: (sentAt: number) => ({ text, servedUntil: sentAt + remainingMs }),
        }),
      }),
    cancel: cancelCall,
    release: (hold, first) =>
      own.run === undefined ? releaseCall(hold, first) : finishCall(hold, first, own.run.text, own.run.ttlMs),
    held: (of, grant) => new HeldLock(of, kind, grant),
  };
  return kind;
}

/** Never rejects: a result that is no JSON, or more of it than others could read, is an error as well. */
async function ran<T>(fn: (held: Held) => T | PromiseLike<T>, held: Held, ttlMs: number): Promise<Run> {
  try {
    return { text: textOf(await fn(held)), ttlMs };
  } catch (error) {
    return { text: `!${held.owner}|${errorText(error)}`, ttlMs: Math.min(ttlMs, ERROR_MS), thrown: { error } };
  }
}

/** Throws INVALID_OPTION naming "fn" for more than others could read. */
function textOf(value: unknown): string {
  const text = `=[${JSON.stringify(value) ?? ""}]`;
  const bytes = utf8Length(text);
  if (bytes <= MAX_RESULT_BYTES) return text;
  throw new InvalidOptionError("fn", `gave ${bytes} bytes of JSON, of which others can read ${MAX_RESULT_BYTES}`);
}

function errorText(error: unknown): string {
  const isError = error instanceof Error;
  const name = isError ? textWithin(MAX_ERROR_NAME, () => error.name) : "Error";
  return JSON.stringify({ name, message: textWithin(MAX_ERROR_LENGTH, () => (isError ? error.message : error)) });
}

/** What is thrown may be anything, and may throw when it is asked. */
function textWithin(length: number, part: () => unknown): string {
  try {
    return String(part()).slice(0, length);
  } catch {
    return "";
  }
}

/** The same for all callers: what went through JSON. Throws the error that it may be. */
function served<T>(name: string, text: string): T {
  const isValue = text.startsWith("=");
  let told: unknown;
  try {
    told = JSON.parse(text.slice(isValue ? 1 : text.indexOf("|") + 1));
  } catch {}
  if (isValue && Array.isArray(told)) return told[0];
  const { name: what, message } = Object(told);
  if (isValue || typeof what !== "string")
    throw new UnexpectedReplyError("Redis has a result of this single flight that no caller wrote; delete its key");
  throw new FlightFailedError(name, Object.assign(new Error(String(message)), { name: what }));
}
