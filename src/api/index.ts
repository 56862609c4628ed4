// The lock API: locks for anyone with HTTP, as routes to mount in a Hono application.
import { type Context, Hono } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { knownMembers, wholeNumber } from "../validate.ts";
import { type Credential, credential } from "./credential.ts";
import { handOffRoutes } from "./hand-off.ts";
import { safeHeaders } from "./headers.ts";
import { HoldTexts, SECRET_FORM } from "./hold-texts.ts";
import { holdRoutes } from "./holds.ts";
import { type ApiLocks, configured } from "./locks.ts";
import { type ApiEnv, authenticated, TOKEN_FORM } from "./principals.ts";
import { problem } from "./problem.ts";
import { refused } from "./refusal.ts";
import { DEFAULT_KEPT_HOLDS } from "./request-bounds.ts";

export interface LockApiOptions {
  /**
   * The client, or how to get it: `createLocks(…)`, `createClient(…)` or `locksFromEnv()`. Its `watchdog` keeps what is
   * handed off.
   */
  readonly locks: ApiLocks;
  /**
   * The bearer token of all callers: 32 to 512 letters, digits and `-._~+/`, such as `openssl rand -hex 32` makes. Or a
   * list of two, both of which are taken while callers change to the first; or a function of the context that gives
   * either. Whoever has it can take every lock. While there is none, every request is refused.
   */
  readonly token: Credential;
  /**
   * What signs the texts of holds: at least 32 characters, or a list of two, of which the first signs and both are
   * taken; or a function of the context. Default: derived from `token`, so that whoever has the token could sign, too.
   */
  readonly secret?: Credential | undefined;
  /** Whether `force-release` frees a lock whoever has it, or a function of the context that says so. Default: false. */
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
  /** How many holds the watchdog keeps for the callers of one principal, 1 to 1,000,000, default 1,000. */
  readonly maxKeptHolds?: number | undefined;
}

const KNOWN = ["locks", "token", "secret", "forceRelease", "maxKeptHolds"];

/**
 * Makes the lock API, to mount where you like: `app.route("/v1/locks", createLockApi({ locks, token }))`. Requests and
 * answers are in docs/lock-api.md.
 * @param options `locks` and `token`, and what may be left out; functions get the context
 * @returns a Hono application, which answers errors itself, as problem details
 * @throws INVALID_OPTION naming the option
 */
export function createLockApi(options: LockApiOptions): Hono {
  knownMembers("options", options, KNOWN, "locks and token");
  const { locks, token, secret, forceRelease = false } = options;
  const locksOf = configured(locks);
  if (typeof forceRelease !== "boolean" && typeof forceRelease !== "function") {
    throw new InvalidOptionError("forceRelease", "must be true, false, or a function that gives one of them");
  }
  const api = {
    locksOf,
    texts: new HoldTexts(secretsOf(token, secret)),
    forceRelease: typeof forceRelease === "function" ? forceRelease : () => forceRelease,
    maxKeptHolds: wholeNumber("maxKeptHolds", options.maxKeptHolds, {
      ...{ from: 1, to: 1_000_000, fallback: DEFAULT_KEPT_HOLDS },
    }),
  };
  const app = new Hono<ApiEnv>();
  app.onError(problem);
  app.use(safeHeaders, authenticated(token), async (c, next) => {
    try {
      decodeURIComponent(new URL(c.req.url).pathname);
    } catch {
      // The router would take it literally, and two URLs would name one lock.
      throw refused(400, "the path is not percent-encoded UTF-8");
    }
    await next();
  });
  handOffRoutes(app, api);
  holdRoutes(app, api);
  // An application that this is mounted in has no say in what is not found here.
  app.all("*", () => {
    throw refused(404, "there is no such resource");
  });
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}

/** What signs the texts of holds: the secret, or the token in its place. */
function secretsOf(token: Credential, secret: Credential | undefined): (c: Context) => readonly string[] {
  return secret === undefined ? credential("token", token, TOKEN_FORM) : credential("secret", secret, SECRET_FORM);
}
