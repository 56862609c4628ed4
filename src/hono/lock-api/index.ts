// The lock API: locks for anyone with HTTP, as routes to mount in a Hono application.
import { Hono } from "hono";
import { InvalidOptionError } from "../../errors.ts";
import { knownMembers } from "../../option-checks.ts";
import { type BearerToken, bearer, checkToken } from "./bearer.ts";
import { handOffRoutes } from "./hand-off.ts";
import { holdRoutes } from "./holds.ts";
import { type ApiLocks, configured } from "./locks.ts";
import { problem, refused } from "./problem.ts";

export interface LockApiOptions {
  /** The locks, or how to get them: `locksFromEnv()`. Their `watchdog` keeps what is handed off. */
  readonly locks: ApiLocks;
  /**
   * What a caller must have as its bearer token, or where to read it; whoever has it can take and free every lock. While there is none,
   * every request is refused.
   */
  readonly token: BearerToken;
}

/**
 * Makes the lock API, to mount where you like: `app.route("/v1/locks", createLockApi({ locks, token }))`. Requests and answers are in
 * docs/lock-api.md.
 * @param options `locks` and `token`; functions get the context
 * @returns a Hono application, which answers errors itself, as problem details
 * @throws INVALID_OPTION naming the option
 */
export function createLockApi(options: LockApiOptions): Hono {
  knownMembers("options", options, ["locks", "token"], "locks and token");
  const { locks, token } = options;
  if (typeof locks !== "function" && typeof locks?.fairLock !== "function") {
    throw new InvalidOptionError("locks", "must be createLocks(…), or a function that gives it");
  }
  checkToken(token);
  const api = new Hono();
  api.onError(problem);
  api.use(bearer(token));
  api.use(async (c, next) => {
    try {
      decodeURIComponent(new URL(c.req.url).pathname);
    } catch {
      // The router would take it literally, and two URLs would name one lock.
      throw refused(400, "the path is not percent-encoded UTF-8");
    }
    await next();
  });
  const locksOf = configured(locks);
  api.route("/", holdRoutes(locksOf));
  api.route("/", handOffRoutes(locksOf));
  // An application that this is mounted in has no say in what is not found here.
  api.all("*", () => {
    throw refused(404, "there is no such resource");
  });
  return api;
}
