// Requests that a page of another origin makes a browser send. The browser adds what it remembers by itself: a cookie,
// or the password of Basic authentication. It asks by a preflight first, unless a form could send the request.
import type { Context, MiddlewareHandler } from "hono";
import { refused } from "./refusal.ts";
import { JSON_TYPE } from "./request.ts";

const SAFE = ["GET", "HEAD", "OPTIONS"];

/** Refuses each request of such a page that could change something. For a resource that no page uses. */
export const forNoForeignPage: MiddlewareHandler = async (c, next) => {
  if (isOfForeignPage(c)) throw forged();
  await next();
};

/**
 * Refuses a request of such a page that a form could send. For callers that authenticate by what a browser may add.
 * @throws 403
 */
export function mustNotBeForged(c: Context): void {
  if (isOfForeignPage(c) && !JSON_TYPE.test(c.req.header("content-type") ?? "")) throw forged();
}

function isOfForeignPage({ req }: Context): boolean {
  const origin = req.header("origin");
  if (origin === undefined || SAFE.includes(req.method)) return false;
  // A proxy that ends TLS changes the origin of the URL, but pages cannot set Sec-Fetch-Site.
  return req.header("sec-fetch-site") !== "same-origin" && origin !== new URL(req.url).origin;
}

function forged(): Error {
  return refused(403, "a page of another origin sent this request");
}
