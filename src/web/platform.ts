// What frameworks and platforms give a handler, found in the arguments that it is called with.
import { InvalidOptionError } from "../errors.ts";
import type { WaitUntil } from "../options.ts";
import { platformContext } from "../route/platform-context.ts";

/** What a handler is called with: a request, or an event of a framework that has it. */
export type RequestOrEvent = Request | { readonly request: Request } | { readonly req: Request };

type Place = readonly string[];

// From an argument to its context: it is one itself (`ctx` of Workers, `context` of Netlify, the events of h3 and of
// Next.js' proxy), or has it where the adapters for Cloudflare of SvelteKit, Astro and React Router put it.
const CONTEXTS: readonly Place[] = [
  [],
  ["platform", "ctx"],
  ["platform", "context"],
  ["locals", "cfContext"],
  ["locals", "runtime", "ctx"],
  ["context", "cloudflare", "ctx"],
];

// The same for the variables of a Worker: its `env`, and where SvelteKit, React Router, h3 and Astro have it.
const ENVIRONMENTS: readonly Place[] = [
  [],
  ["platform", "env"],
  ["context", "cloudflare", "env"],
  ["req", "runtime", "cloudflare", "env"],
  ["locals", "runtime", "env"],
];

/** The request itself. Throws INVALID_OPTION when there is none. */
export function requestOf(asked: RequestOrEvent): Request {
  const request: unknown = at(asked, ["request"]) ?? at(asked, ["req"]) ?? asked;
  if (isRequest(request)) return request;
  throw new InvalidOptionError("request", "must be a Request, or an event that has one as request or req");
}

/** What keeps the invocation alive, where the platform gives something for that. */
export function contextOf(asked: readonly unknown[]): WaitUntil | undefined {
  return platformContext() ?? found(asked, CONTEXTS, hasWaitUntil);
}

/** The first environment among the arguments that has one of these variables, else that of the process. */
export function environmentOf(asked: readonly unknown[], names: readonly string[]): Readonly<Record<string, unknown>> {
  const hasOne = (value: unknown): value is Record<string, unknown> =>
    isObject(value) && names.some((name) => typeof value[name] === "string");
  return found(asked, ENVIRONMENTS, hasOne) ?? found([globalThis], [["process", "env"]], isObject) ?? {};
}

function found<Wanted>(
  asked: readonly unknown[],
  places: readonly Place[],
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

function at(from: unknown, place: Place): unknown {
  let value = from;
  try {
    for (const name of place) value = isObject(value) ? value[name] : undefined;
    return value;
  } catch {
    // SvelteKit's, in a route that is prerendered, and Astro's, at a place that it has given up, throw when they are
    // read.
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
