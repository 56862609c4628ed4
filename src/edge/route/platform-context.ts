// The invocation of a request: in Hono by its context; of a Vercel function, Node or edge, as @vercel/functions (3.9)
// and Next.js (16) find it: under a symbol of the global object. It is read directly, because waitUntil of
// @vercel/functions silently does nothing if there is none, and that of Next.js is internal.
import { epochNowMs } from "../../base/clock.ts";
import { NoWaitUntilError } from "../../base/errors.ts";
import type { WaitUntil } from "../../lock/options.ts";

const CONTEXTS = ["@vercel/request-context", "@next/request-context"].map((name) => Symbol.for(name));

/**
 * Returns the context of this Vercel invocation, for `held.keepAlive`. Renewals end before the platform ends the
 * invocation.
 * @returns the context, with `waitUntil` and the remaining time of the invocation
 * @throws NO_WAIT_UNTIL when called outside of a request, or when the platform gives no `waitUntil`, as in
 * `next start`: use `afterContext` there
 * @example
 * held.keepAlive(vercelContext(), { until: work });
 */
export function vercelContext(): WaitUntil {
  const context = platformContext();
  if (context === undefined) {
    throw new NoWaitUntilError(
      "the platform gives no waitUntil here: afterContext(after) has one, in a request of Next.js",
    );
  }
  return context;
}

/** Returns the same context, or undefined if there is none. */
export function platformContext(): WaitUntil | undefined {
  const context = requestContext();
  if (context === undefined) return undefined;
  const { waitUntil, deadline } = context;
  return { waitUntil, remainingMs: () => (deadline === undefined ? undefined : deadline - epochNowMs()) };
}

/**
 * Makes a context from Next.js' `after`: `held.keepAlive(afterContext(after), { until })`. Work can then continue after
 * the response, even if the platform gives no `waitUntil`.
 * @param after the function of `next/server`
 * @returns the context, whose `waitUntil` is `after`
 * @throws NO_WAIT_UNTIL when `after` is no function
 * @example
 * held.keepAlive(afterContext(after), { until: work });
 */
export function afterContext(after: (work: Promise<unknown>) => void): WaitUntil {
  if (typeof after !== "function") throw new NoWaitUntilError("afterContext needs the after of next/server");
  return { waitUntil: (promise) => after(promise), remainingMs: () => platformContext()?.remainingMs?.() };
}

interface RequestContext {
  waitUntil(promise: Promise<unknown>): void;
  /** Epoch ms. */
  readonly deadline: number | undefined;
}

function requestContext(): RequestContext | undefined {
  for (const symbol of CONTEXTS) {
    const holder: unknown = Reflect.get(globalThis, symbol);
    const context: unknown = isObject(holder) && typeof holder["get"] === "function" ? holder["get"]() : undefined;
    if (!isObject(context) || typeof context["waitUntil"] !== "function") continue;
    const { waitUntil, deadline } = context;
    return {
      waitUntil: (promise) => void Reflect.apply(waitUntil, context, [promise]),
      deadline: epochMs(deadline),
    };
  }
  return undefined;
}

/** Converts a Date, epoch ms, or a date as text, like getDeadline of @vercel/functions. */
function epochMs(value: unknown): number | undefined {
  // Not instanceof: it may be a Date of another realm.
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  const told = isDate ? String(Object(value).toISOString()) : value;
  const ms = typeof told === "number" || typeof told === "string" ? new Date(told).getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * Returns the execution context of a request, on every platform of Hono, if there is any. Hono throws if the platform
 * gave it none: on Vercel, which keeps it elsewhere, and on platforms without one.
 */
export function invocationOf(c: { readonly executionCtx: WaitUntil }): WaitUntil | undefined {
  try {
    return c.executionCtx;
  } catch {
    return platformContext();
  }
}
