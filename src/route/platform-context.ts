// The invocation of a Vercel function, Node or edge, as @vercel/functions (3.9) and Next.js (16) find it: both put what
// the platform gives under a symbol of the global object. Read here, since waitUntil of @vercel/functions does nothing,
// without a word, where there is none, and that of Next.js is internal.
import { NoWaitUntilError } from "../errors.ts";
import type { WaitUntil } from "../options.ts";

const CONTEXTS = ["@vercel/request-context", "@next/request-context"].map((name) => Symbol.for(name));

/**
 * What keeps this invocation alive, for `held.keepAlive`; renewals end before the platform ends it.
 * @throws NO_WAIT_UNTIL outside of a request, and where the platform gives no `waitUntil`, as in `next start`: see
 * `afterContext`
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

/** The same, where there is one. */
export function platformContext(): WaitUntil | undefined {
  const context = requestContext();
  if (context === undefined) return undefined;
  const { waitUntil, deadline } = context;
  return { waitUntil, remainingMs: () => (deadline === undefined ? undefined : deadline - Date.now()) };
}

/**
 * Next.js' `after` as a context: `held.keepAlive(afterContext(after), { until })`. It takes work that goes on after the
 * response, also where the platform gives no `waitUntil`.
 * @param after that of `next/server`
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

/** A Date, epoch ms, or a date as text, as getDeadline of @vercel/functions reads it. */
function epochMs(value: unknown): number | undefined {
  // By what it says of itself: it may be a Date of another realm.
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  const told = isDate ? String(Object(value).toISOString()) : value;
  const ms = typeof told === "number" || typeof told === "string" ? new Date(told).getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
