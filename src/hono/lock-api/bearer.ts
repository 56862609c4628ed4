// Who may use the lock API: whoever has the bearer token.
import type { Context, MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { InvalidOptionError } from "../../errors.ts";
import { refused } from "./problem.ts";

export type BearerToken = string | ((c: Context) => string | undefined);

// What a header can carry as one: RFC 6750.
const TOKEN = /^[\w.~+/-]+=*$/;

/** Throws INVALID_OPTION naming "token"; one that is read from somewhere is looked at then. */
export function checkToken(token: unknown): void {
  if (typeof token !== "function" && (typeof token !== "string" || !TOKEN.test(token))) {
    throw new InvalidOptionError("token", "must be text of letters, digits and -._~+/, or a function that gives it");
  }
}

export function bearer(token: BearerToken): MiddlewareHandler {
  return async function authenticated(c, next) {
    c.header("cache-control", "no-store");
    const right = typeof token === "string" ? token : token(c);
    // Never open by accident: without a configured token there is no right one.
    if (typeof right !== "string" || !TOKEN.test(right)) {
      throw refused(503, "the token of the lock API is not configured, or none that a header can carry");
    }
    return bearerAuth({ token: right })(c, next);
  };
}
