// Reads requests for the page's routes, and adds the headers that each response has.
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { Access } from "../access/access.ts";
import { refused } from "../access/refusal.ts";
import { LockWatch } from "./lock-watch.ts";
import { PAGE_HEADERS } from "./page-headers.ts";
import type { Html } from "./views/html.ts";

/** The parts that the routes of one page share. */
export interface Dashboard {
  readonly access: Access;
  /** Compares in constant time. */
  readonly isSame: (one: string, other: string) => Promise<boolean>;
  /** The watch of each client. */
  readonly watches: WeakMap<object, LockWatch>;
}

/** Adds the headers of every response. */
export const safe: MiddlewareHandler = async (c, next) => {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
  await next();
};

/** Responses with locks are never stored. */
export const unstored: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  await next();
};

// A form has a token, or the name and the owners of a lock.
const smallBody = bodyLimit({ maxSize: 256 * 1_024 });

/** Refuses a form that another site sent, or that is too large. */
export const ownForm: MiddlewareHandler = async (c, next) => {
  const { origin } = new URL(c.req.url);
  if (c.req.header("origin") !== origin) {
    throw refused(403, `This form must come from the page at ${origin}: the request names another origin, or none.`);
  }
  return smallBody(c, next);
};

/** Returns the text fields of a form. Throws 415 for other bodies, and 400 for a field that is missing or repeated. */
export async function fieldsOf<Name extends string>(c: Context, names: readonly Name[]): Promise<Record<Name, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header("content-type") ?? "")) {
    throw refused(415, "The body must be a form.");
  }
  const given = new URLSearchParams(await c.req.text());
  const fields: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const [text, ...more] = given.getAll(name);
    if (text === undefined || more.length > 0) throw refused(400, `The form must have the field "${name}" once.`);
    fields[name] = text;
  }
  return fields as Record<Name, string>;
}

/** Returns the reason of a refusal as a sentence. */
export function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, "")}.`;
}

/** Answers with a page. */
export function answerPage(c: Context, page: Html, status: ContentfulStatusCode = 200): Response {
  return c.html(`<!doctype html>${page}`, status);
}

/**
 * Returns the path of the page, as a browser writes it, with "/" at its end. `tail`: the part of the route behind it.
 * It is not `c.req.path`, which is decoded: a browser takes "/\" at the beginning for the address of another host.
 */
export function baseOf(c: Context, tail: string): string {
  const path = new URL(c.req.url).pathname.replace(/^\/+/, "/").replace(/\/$/, "");
  return `${tail === "" ? path : path.slice(0, path.lastIndexOf("/"))}/`;
}

/** Returns the watch that all viewers of a client share. */
export function watchOf({ watches }: Dashboard, client: ClientContext): LockWatch {
  // The key is the options: they stay one object, while the API copies the client to add capabilities.
  let watch = watches.get(client.options);
  if (watch === undefined) {
    watch = new LockWatch(client);
    watches.set(client.options, watch);
  }
  return watch;
}
