// Single flight: one caller at a time runs a function, and the others get its result. The lock is the reentrant one of
// that name. The script that ends the hold also writes the result, so a caller that lost the lock overwrites nothing.

import { nowMs } from "../../base/clock.ts";
import {
  FlightFailedError,
  InvalidOptionError,
  LockBusyError,
  LockLostError,
  named,
  UnexpectedReplyError,
} from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { callableFn, ownMembers, wholeNumber } from "../../base/validate.ts";
import { type Client, contextOf } from "../client.ts";
import { acquire } from "../hold/acquire.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { HoldKind } from "../hold/kind.ts";
import { type LockName, lockName, utf8Length } from "../keys.ts";
import { type FlightResult, finishCall, flightAcquireCall } from "../lua/flight.ts";
import { cancelCall, releaseCall } from "../lua/lock.ts";
import { MAX_MS, resolveAcquireOptions, untilProcessEnds, WAIT_OPTIONS, type WaitOptions } from "../options.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import { exclusiveKind } from "./exclusive-kind.ts";
import { jsonOf, type KeptByJson } from "./json-result.ts";

const OPTIONS = [...WAIT_OPTIONS, "ttlMs"];
// A reply of Redis is read up to 64 KB, and encodes the result as JSON once more.
const MAX_RESULT_BYTES = 30_000;
// Only callers that waited receive an error, and they poll within this time.
const ERROR_MS = 60_000;
const MAX_ERROR_LENGTH = 1_000;
const MAX_ERROR_NAME = 100;

/** Options of `singleFlight`. */
export interface SingleFlightOptions extends WaitOptions {
  /** How long a result may be served, in ms: 1 to 2,147,483,647. */
  ttlMs: number;
}

/** The result of a run. */
interface Run {
  /**
   * The text for other callers: "=" and a list of the result as JSON, empty for undefined; or "!", the owner that ran
   * it, "|" and the error as JSON.
   */
  readonly text: string;
  readonly ttlMs: number;
  readonly thrown?: { readonly error: unknown };
}

/**
 * Runs `fn` for one caller at a time, and gives its result to the others: to fill a cache, or to refresh a token. A
 * stored result is served without running `fn`.
 * The lock is the reentrant one of this name, renewed while `fn` runs, for up to 15 minutes. If a run loses it, its
 * caller gets the newer result of another run, or runs `fn` again, once. Redisson has no equivalent.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the flight's name, without the prefix
 * @param fn the work; gets the hold, whose `signal` aborts when the lock is lost; returns what JSON keeps as it is,
 * at most 30,000 bytes
 * @param options `ttlMs`: how long a result may be served, 1 to 2,147,483,647 ms; `waitMs` and the others: see
 * WaitOptions
 * @returns the result of `fn`, from here or another caller, after a round trip through JSON
 * @throws the error of `fn`, where it ran; FLIGHT_FAILED when it failed in the caller that this one waited for
 * @throws LOCK_BUSY when `waitMs` has passed; LOCK_LOST when the lock was lost twice; INVALID_OPTION when an argument
 * is wrong, or the result of `fn` too large or no JSON; the errors of `acquire`
 * @example
 * const rates = await singleFlight(client, "rates", () => fetchRates(), { ttlMs: 60_000 });
 */
export async function singleFlight<T>(
  client: Client,
  name: string,
  fn: (held: Held) => T | PromiseLike<T>,
  options: SingleFlightOptions & KeptByJson<T>,
): Promise<T> {
  const context = contextOf(client);
  return fly(context, lockName(context.options.prefix, name), fn, options);
}

async function fly<T>(
  client: ClientContext,
  { name, key }: LockName,
  fn: (held: Held) => T | PromiseLike<T>,
  asked: SingleFlightOptions,
): Promise<T> {
  callableFn(fn);
  const given = ownMembers("options", asked, OPTIONS, "ttlMs");
  const ttlMs = wholeNumber("ttlMs", given.ttlMs, { from: 1, to: MAX_MS, fallback: 0, unit: " of milliseconds" });
  if (ttlMs === 0) throw new InvalidOptionError("ttlMs", "must be given: how long a result may be served");
  const { leaseMs, waitMs: defaultMs } = client.options;
  const defaults = { waitMs: defaultMs, leaseMs, wait: "auto" } as const;
  const options = resolveAcquireOptions(given, defaults, OPTIONS);
  const start = nowMs();
  let end = start + options.waitMs;
  const flight: Flight = { waitedFor: "" };
  let overdue = 0;
  let hasLost = false;

  // Ends with a result that was found; busy, or only outdated results; the own result or error; a lock that was lost
  // twice; or an error of acquire.
  for (;;) {
    const own: OwnRun = { run: undefined };
    const kind = flightKind(flight, own);
    const left = { ...options, waitMs: Math.max(0, end - nowMs()) };
    const got = await acquire({ client, kind, name, key }, left);
    if (!(got instanceof HeldLock)) {
      const now = nowMs();
      if (now < got.servedUntil) return served(name, got.text);
      // Retry once in any case: the result may answer an earlier copy of the attempt, and the lock may be free.
      if (overdue > 0 && now >= end) {
        throw new LockBusyError({ lockName: name, attempts: overdue + 1, waitedMs: Math.round(now - start) });
      }
      overdue += 1;
      continue;
    }

    try {
      got.keepAlive(untilProcessEnds);
    } catch (error) {
      // The client was closed meanwhile, or the lock lost: nothing may run under this hold.
      await got[Symbol.asyncDispose]();
      throw error;
    }
    const run = await ran(fn, got, ttlMs);
    own.run = run;
    // A hold that ended by `close()` is not lost.
    const wasLost = got.signal.reason instanceof LockLostError;
    // Without a reply, the others may not see the result. This caller returns it anyway.
    const released = got.release().then(
      ({ outcome }) => outcome === "expired" || outcome === "taken",
      () => wasLost,
    );
    const { thrown } = run;
    if (thrown !== undefined) await settledWithin(released, tryTimeoutMs(leaseMs));
    // A closed client cannot ask for a newer result.
    const isLost = thrown === undefined ? (await released) && !client.closeRegistry.closed : wasLost;
    if (!isLost) {
      if (thrown !== undefined) throw thrown.error;
      return served(name, run.text);
    }
    // Another caller may have a newer result. But a function that always outlives its lease must not run forever.
    if (hasLost) throw thrown === undefined ? new LockLostError({ lockName: name, owner: got.owner }) : thrown.error;
    hasLost = true;
    end = nowMs() + options.waitMs;
  }
}

/** The knowledge of one caller, over all its attempts. */
interface Flight {
  /** The owner of the run whose error this caller receives, too, as the last refusal named it; "" before the first. */
  waitedFor: string;
}

/** A stored result. */
interface Landed {
  readonly text: string;
  /** On the local clock. */
  readonly servedUntil: number;
}

/** The result of a caller's own run under one hold. */
interface OwnRun {
  run: Run | undefined;
}

/** Returns the kind of a flight's lock: its release stores the result. */
function flightKind(flight: Flight, own: OwnRun): HoldKind<HeldLock | Landed> {
  const kind: HoldKind<HeldLock | Landed> = {
    ...exclusiveKind,
    method: "singleFlight",
    heldHere: "another caller of this client runs it",
    acquire: (hold, last) =>
      flightAcquireCall(hold, last, flight.waitedFor, {
        busy(owner) {
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

/** Runs `fn`. Never rejects: a result that is not JSON, or too large, is an error as well. */
async function ran<T>(fn: (held: Held) => T | PromiseLike<T>, held: Held, ttlMs: number): Promise<Run> {
  try {
    return { text: textOf(await fn(held)), ttlMs };
  } catch (error) {
    return { text: `!${held.owner}|${errorText(error)}`, ttlMs: Math.min(ttlMs, ERROR_MS), thrown: { error } };
  }
}

/** Throws INVALID_OPTION naming "fn" for a result that JSON changes, or that is too large. */
function textOf(value: unknown): string {
  const text = `=[${jsonOf("fn", value)}]`;
  const bytes = utf8Length(text);
  if (bytes <= MAX_RESULT_BYTES) return text;
  throw new InvalidOptionError("fn", `gave ${bytes} bytes of JSON, of which others can read ${MAX_RESULT_BYTES}`);
}

/** Returns undefined for a text that is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function errorText(error: unknown): string {
  const name = textWithin(MAX_ERROR_NAME, () => (error instanceof Error ? error.name : "Error"));
  const message = textWithin(MAX_ERROR_LENGTH, () => (error instanceof Error ? error.message : error));
  return JSON.stringify({ name, message });
}

/** A thrown value may be anything, and may itself throw when it is read. */
function textWithin(length: number, part: () => unknown): string {
  try {
    return String(part()).slice(0, length);
  } catch {
    return "";
  }
}

/** Returns the result as all callers get it: after JSON. Throws the error that it may be. */
function served<T>(name: string, text: string): T {
  const isValue = text.startsWith("=");
  const told = parsed(text.slice(isValue ? 1 : text.indexOf("|") + 1));
  if (isValue && Array.isArray(told)) return told[0];
  const { name: what, message } = Object(told);
  if (isValue || typeof what !== "string") {
    const unexpected = new UnexpectedReplyError("no caller wrote it; delete its key");
    throw named(unexpected, ["read the result of single flight", name]);
  }
  throw new FlightFailedError(name, Object.assign(new Error(String(message)), { name: what }));
}
