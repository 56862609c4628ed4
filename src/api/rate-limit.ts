// How many requests a caller may send, by a function of the operator, and how many this isolate serves at once.

import type { Context, MiddlewareHandler } from "hono";
import { epochNowMs } from "../clock.ts";
import { InvalidOptionError } from "../errors.ts";
import { wholeNumber } from "../validate.ts";
import { Places } from "./places.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { AT_ONCE, tellQuota } from "./quota-headers.ts";
import { refused } from "./refusal.ts";

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
