// The option `corsOrigins` of the lock API: pages of other origins. No cookie is allowed, because a page sends its
// token in a header.
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { InvalidOptionError } from "../../base/errors.ts";
import { refused } from "../access/refusal.ts";
import { KEY_HEADER, NONCE_HEADER } from "./contract/vocabulary.ts";

/** Origins whose pages may use the API, or a function of the context that returns them. */
export type CorsOrigins = readonly string[] | ((c: Context) => readonly string[]);

const ANY = "*";
const MAX_AGE_S = 600;
const ALLOWED = {
  allowMethods: ["GET", "POST"],
  allowHeaders: ["Authorization", "Content-Type", KEY_HEADER, NONCE_HEADER, "Accept"],
  exposeHeaders: ["Retry-After", "RateLimit", "RateLimit-Policy", "WWW-Authenticate", "Allow"],
  maxAge: MAX_AGE_S,
};

/**
 * Answers preflight requests, which have no token, and adds the headers of CORS to all answers. A request without an
 * `Origin` does not come from a page of another origin, and is passed on.
 * @throws INVALID_OPTION naming "corsOrigins"
 */
export function crossOrigin(given: CorsOrigins): MiddlewareHandler {
  if (typeof given !== "function") checkOrigins(given);
  return async function allowOrigins(c, next) {
    if (c.req.header("origin") === undefined) return next();
    const origins = typeof given === "function" ? originsOf(given, c) : given;
    if (origins.length === 0) return next();
    return cors({ ...ALLOWED, origin: origins.includes(ANY) ? ANY : [...origins] })(c, next);
  };
}

/** An error in the function is the operator's, not the caller's: it is logged, and answered with 500. */
function originsOf(given: (c: Context) => readonly string[], c: Context): readonly string[] {
  try {
    return checkOrigins(given(c));
  } catch (error) {
    console.error("corsOrigins of the lock API:", error instanceof Error ? error.message : error);
    throw refused(500, "the lock API is not configured");
  }
}

function checkOrigins(given: readonly string[]): readonly string[] {
  if (!Array.isArray(given) || !given.every(isOrigin)) {
    throw new InvalidOptionError(
      "corsOrigins",
      'must be a list of origins such as "https://app.example.com", or "*" for any page',
    );
  }
  return given;
}

/** Returns whether this is an origin as browsers send it. "null" is not: all sandboxed pages and files send it. */
function isOrigin(given: unknown): boolean {
  if (given === ANY) return true;
  if (typeof given !== "string" || !/^https?:[^*]+$/.test(given) || !URL.canParse(given)) return false;
  return new URL(given).origin === given;
}
