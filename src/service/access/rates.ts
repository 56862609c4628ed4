// How many requests a caller may send, by a function of the operator; how many this isolate serves at once; and how
// many of them wait, each of which occupies a connection and memory, and causes commands. And how many names whose keys
// stay in Redis a principal may use. Callers learn their quotas from the headers RateLimit-Policy and RateLimit, by
// draft-ietf-httpapi-ratelimit-headers.
import type { Context, MiddlewareHandler } from "hono";
import { asHex } from "../../base/bytes.ts";
import { epochNowMs, nowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import { wholeNumber } from "../../base/validate.ts";
import { type ClientContext, runAnswered } from "../../lock/hold/client-context.ts";
import { type LockName, lastingNamesKey } from "../../lock/keys.ts";
import { acquirePermitsCall, setPermitsCall } from "../../lock/lua/permit-expirable.ts";
import { ROOT } from "../api/contract/vocabulary.ts";
import { type ApiEnv, callerOf } from "./callers.ts";
import { refused } from "./refusal.ts";

/** A taken place. */
interface WaitSlot {
  /** How many more its caller may take. */
  readonly left: number;
  /** Gives the place back. */
  readonly free: () => void;
}

interface Entry {
  readonly id: string;
  readonly until: number;
}

/** Counts what callers have at once in this isolate, such as requests in progress, and refuses more than a limit. */
class Places {
  readonly #most: number;
  // All APIs of an isolate share its memory, so each of these objects is one for all of them.
  readonly #taken = new Set<Entry>();

  /** @param most the places of all callers */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a place for a caller, unless it has `mostOfCaller`, or all have as many as there are.
   * @param forMs when the place is free in any case: a cut invocation cannot give it back
   * @returns the place, or whose limit is reached
   */
  take(id: string, forMs: number, mostOfCaller: number): WaitSlot | "caller" | "server" {
    const now = nowMs();
    let own = 0;
    for (const entry of this.#taken) {
      if (entry.until < now) this.#taken.delete(entry);
      else if (entry.id === id) own += 1;
    }
    if (own >= mostOfCaller) return "caller";
    if (this.#taken.size >= this.#most) return "server";
    const entry = { id, until: now + forMs };
    this.#taken.add(entry);
    return { left: mostOfCaller - own - 1, free: () => void this.#taken.delete(entry) };
  }
}

/** The unit of a quota for what a caller has at once. Without a unit, a quota counts requests. */
const AT_ONCE = "concurrent-requests";

interface Quota {
  /** Its name: lower-case letters and hyphens. */
  readonly policy: string;
  readonly limit: number;
  readonly unit?: string;
  /** The period that the limit is for, s. */
  readonly periodS?: number | undefined;
  /** What is left. Undefined: not known. */
  readonly remaining?: number | undefined;
  /** When all of it is available again, s from now. */
  readonly resetS?: number | undefined;
}

/** Adds the headers about one quota to the response. */
export function tellQuota(c: Context, { policy, limit, unit, periodS, remaining, resetS }: Quota): void {
  const parts = [`"${policy}"`, `q=${limit}`];
  if (unit !== undefined) parts.push(`qu="${unit}"`);
  if (periodS !== undefined) parts.push(`w=${periodS}`);
  c.header("ratelimit-policy", parts.join(";"), { append: true });
  if (remaining === undefined) return;
  const reset = resetS === undefined ? "" : `;t=${resetS}`;
  c.header("ratelimit", `"${policy}";r=${remaining}${reset}`, { append: true });
}

/** Whether a request is within the caller's limit. Members beyond these are ignored. */
export interface RateLimitAnswer {
  readonly success: boolean;
  /** How many requests a period allows. */
  readonly limit?: number | undefined;
  /** The period, in s: 1 to 86,400, default 60. */
  readonly periodS?: number | undefined;
  /** How many requests of the period are left. */
  readonly remaining?: number | undefined;
  /** When the period ends, epoch ms. */
  readonly reset?: number | undefined;
}

/** Decides whether the principal with this id may send another request now. */
export type RateLimit = (c: Context, principal: string) => RateLimitAnswer | Promise<RateLimitAnswer>;

const DEFAULT_PERIOD_S = 60;
const MAX_PERIOD_S = 86_400;
const MAX_OF_ISOLATE = 1_024;
const MAX_OF_PRINCIPAL = 512;
// More than the longest wait, and the requests to Redis around it.
const LONGEST_MS = 120_000;
const BUSY_RETRY_AFTER_S = 1;

const inProgress = new Places(MAX_OF_ISOLATE);

/** Answers 429 to callers beyond their limit. */
export function rateLimited(rateLimit: RateLimit): MiddlewareHandler<ApiEnv> {
  return async function limit(c, next) {
    const { id } = callerOf(c);
    let given: RateLimitAnswer | undefined;
    try {
      given = await rateLimit(c, id);
    } catch (error) {
      // Without the limiter, locks are still needed.
      console.error("the rateLimit of the lock API:", error);
      return next();
    }
    const { success, limit: most, periodS, remaining, resetS } = checked(given);
    if (most !== undefined) tellQuota(c, { policy: "requests", limit: most, periodS, remaining, resetS });
    if (!success)
      throw refused(429, "this caller sends too many requests", { retryAfterS: Math.max(1, resetS ?? periodS) });
    await next();
  };
}

/** Answers 503 while this isolate serves as many requests as it can, and 429 to a caller that has half of them. */
export const withinIsolate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const place = inProgress.take(callerOf(c).id, LONGEST_MS, MAX_OF_PRINCIPAL);
  if (place === "server") {
    throw refused(503, `this server has ${MAX_OF_ISOLATE} requests in progress`, { retryAfterS: BUSY_RETRY_AFTER_S });
  }
  if (place === "caller") {
    tellQuota(c, { policy: "at-once", limit: MAX_OF_PRINCIPAL, unit: AT_ONCE, remaining: 0 });
    throw refused(429, `this caller has ${MAX_OF_PRINCIPAL} requests in progress`, { retryAfterS: BUSY_RETRY_AFTER_S });
  }
  try {
    await next();
  } finally {
    place.free();
  }
};

interface Checked {
  readonly success: boolean;
  readonly limit: number | undefined;
  readonly periodS: number;
  readonly remaining: number | undefined;
  readonly resetS: number | undefined;
}

/** Checks what the operator's function returned. A mistake in it must not allow more than it says. */
function checked(given: RateLimitAnswer | undefined): Checked {
  try {
    if (typeof given?.success !== "boolean") throw new InvalidOptionError("success", "must be true or false");
    const { success, limit, periodS, remaining, reset } = given;
    const whole = (name: string, value: unknown): number | undefined =>
      value === undefined ? undefined : wholeNumber(name, value, { from: 0, to: Number.MAX_SAFE_INTEGER });
    const resetAt = whole("reset", reset);
    return {
      success,
      limit: whole("limit", limit),
      periodS: wholeNumber("periodS", periodS, { from: 1, to: MAX_PERIOD_S, fallback: DEFAULT_PERIOD_S }),
      remaining: whole("remaining", remaining),
      resetS: resetAt === undefined ? undefined : Math.max(0, Math.ceil((resetAt - epochNowMs()) / 1_000)),
    };
  } catch (error) {
    console.error("what rateLimit returned:", error instanceof Error ? error.message : error);
    throw refused(500, "the lock API is not configured");
  }
}

const MAX_WAITS_OF_ISOLATE = 256;
const MAX_WAITS_OF_PRINCIPAL = 16;
// Time for the last attempt, and the cancel.
const GRACE_MS = 10_000;
const WAIT_RETRY_AFTER_S = 5;

const waiting = new Places(MAX_WAITS_OF_ISOLATE);

/**
 * Runs a wait, and counts it while it lasts.
 * @param tell gets the quota of the caller, with what is left of it
 * @throws 429 when the principal or the isolate has reached its limit
 */
export async function withinWaitLimit<Result>(
  { id, maxWaits = MAX_WAITS_OF_PRINCIPAL }: { readonly id: string; readonly maxWaits?: number | undefined },
  waitMs: number,
  wait: () => Promise<Result>,
  tell: (quota: Quota) => void = () => {},
): Promise<Result> {
  if (waitMs === 0) return wait();
  const most = Math.min(maxWaits, MAX_WAITS_OF_PRINCIPAL);
  const place = waiting.take(id, waitMs + GRACE_MS, most);
  const isTaken = typeof place === "object";
  if (isTaken || place === "caller") {
    tell({ policy: "waits", limit: most, unit: AT_ONCE, remaining: isTaken ? place.left : 0 });
  }
  if (!isTaken) {
    const who = place === "caller" ? `caller has ${most}` : `server has ${MAX_WAITS_OF_ISOLATE}`;
    throw refused(429, `this ${who} waits already; ask with waitMs 0, or later`, { retryAfterS: WAIT_RETRY_AFTER_S });
  }
  try {
    return await wait();
  } finally {
    place.free();
  }
}

const MOST_NAMES = 1_000;
const MOST_KNOWN = 10_000;
const PLACE_ID_BYTES = 16;
// A hundred years.
const PLACE_MS = 3_155_760_000_000;
const NAMES_RETRY_AFTER_S = 3_600;

/**
 * Some keys in Redis stay for ever, one for each name: the latest token of a fenced lock, and the number of permits of
 * a semaphore. So a principal may create them for a limited number of names. Each name takes one place of the
 * principal: a permit of an internal semaphore, whose id follows from the name.
 */
export class LastingNames {
  // An isolate asks Redis once about each name.
  readonly #known = new Set<string>();

  /**
   * Refuses a principal that has used all its places, unless it has used this name. Root is not limited.
   * @throws 429 TOO_MANY_NAMES; the error of Redis, if it does not answer
   */
  async admit(client: ClientContext, principal: string, { name, key: lockKey }: LockName): Promise<void> {
    const known = JSON.stringify([principal, lockKey]);
    if (principal === ROOT || this.#known.has(known)) return;
    const key = lastingNamesKey(principal);
    const run = async <Reply>(call: Parameters<typeof runAnswered<Reply>>[1]): Promise<Reply> =>
      (await runAnswered(client, call, client.options.leaseMs, ["count name", name])).reply;
    await run(setPermitsCall(key, "try", MOST_NAMES, crypto.randomUUID()));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lockKey));
    const id = asHex(new Uint8Array(digest, 0, PLACE_ID_BYTES));
    const { kind } = await run(acquirePermitsCall({ key, ids: [id], leaseMs: PLACE_MS }, false));
    if (kind !== "held") {
      throw refused(429, `this caller has used ${MOST_NAMES} names of fenced locks and semaphores`, {
        ...{ code: "TOO_MANY_NAMES", retryAfterS: NAMES_RETRY_AFTER_S },
      });
    }
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.add(known);
  }
}
