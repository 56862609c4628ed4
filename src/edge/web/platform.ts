// Finds the request, context and environment in the arguments of a handler, for many frameworks and platforms.
import { InvalidOptionError } from "../../base/errors.ts";
import type { WaitUntil } from "../../lock/options.ts";
import { platformContext } from "../route/platform-context.ts";

/** The first argument of a handler: a request, or an event of a framework that has it. */
export type RequestOrEvent = Request | { readonly request: Request } | { readonly req: Request };

type GlobalPath = readonly string[];

// Where an argument has its context. It is one itself: `ctx` of Workers, `context` of Netlify, the events of h3 and of
// Next.js' proxy. Or it has one where the Cloudflare adapters of SvelteKit, Astro and React Router put it.
const CONTEXTS: readonly GlobalPath[] = [
  [],
  ["platform", "ctx"],
  ["platform", "context"],
  ["locals", "cfContext"],
  ["locals", "runtime", "ctx"],
  ["context", "cloudflare", "ctx"],
];

// Where an argument has the variables of a Worker: it is `env` itself, or has it where SvelteKit, React Router, h3 and
// Astro put it.
const ENVIRONMENTS: readonly GlobalPath[] = [
  [],
  ["platform", "env"],
  ["context", "cloudflare", "env"],
  ["req", "runtime", "cloudflare", "env"],
  ["locals", "runtime", "env"],
];

/** Returns the request itself. Throws INVALID_OPTION if there is none. */
export function requestOf(asked: RequestOrEvent): Request {
  const request: unknown = at(asked, ["request"]) ?? at(asked, ["req"]) ?? asked;
  if (isRequest(request)) return request;
  throw new InvalidOptionError("request", "must be a Request, or an event that has one as request or req");
}

/** Returns the context that keeps the invocation alive, if the platform gives one. */
export function contextOf(asked: readonly unknown[]): WaitUntil | undefined {
  return platformContext() ?? found(asked, CONTEXTS, hasWaitUntil);
}

/** Returns the first environment among the arguments that has one of these variables, such as a Worker's `env`. */
export function environmentOf(
  asked: readonly unknown[],
  names: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  const hasOne = (value: unknown): value is Record<string, unknown> =>
    isObject(value) && names.some((name) => typeof value[name] === "string");
  return found(asked, ENVIRONMENTS, hasOne);
}

function found<Wanted>(
  asked: readonly unknown[],
  places: readonly GlobalPath[],
  isWanted: (value: unknown) => value is Wanted,
): Wanted | undefined {
  for (const place of places) {
    for (const argument of asked) {
      const value = at(argument, place);
      if (isWanted(value)) return value;
    }
  }
  return undefined;
}

function at(from: unknown, place: GlobalPath): unknown {
  let value = from;
  try {
    for (const name of place) value = isObject(value) ? value[name] : undefined;
    return value;
  } catch {
    // A read can throw: in SvelteKit in a prerendered route, in Astro at a place that it no longer supports.
    return undefined;
  }
}

function isRequest(value: unknown): value is Request {
  return isObject(value) && typeof value["method"] === "string" && isObject(value["signal"]);
}

function hasWaitUntil(value: unknown): value is WaitUntil {
  return isObject(value) && typeof value["waitUntil"] === "function";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
