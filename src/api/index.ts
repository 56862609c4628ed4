// The lock API: locks over HTTP, as routes to mount in a Hono application.
import { type Context, Hono } from "hono";
import { knownMembers, wholeNumber } from "../validate.ts";
import { type Credential, credential } from "./credential.ts";
import { forceReleaseOf } from "./force-release.ts";
import { handOffRoutes } from "./hand-off.ts";
import { safeHeaders } from "./headers.ts";
import { HoldTexts, SECRET_FORM } from "./hold-texts.ts";
import { holdRoutes } from "./holds.ts";
import { inspectionRoutes } from "./inspection.ts";
import { type ApiLocks, configured } from "./locks.ts";
import { type ApiEnv, authenticated, TOKEN_FORM } from "./principals.ts";
import { problem } from "./problem.ts";
import { refused } from "./refusal.ts";
import { DEFAULT_KEPT_HOLDS } from "./request-bounds.ts";

/** Options of `createLockApi`. */
export interface LockApiOptions {
  /**
   * The client, or a function that returns it: `createLocks(…)`, `createClient(…)` or `locksFromEnv()`. Its `watchdog`
   * keeps handed-off holds.
   */
  readonly locks: ApiLocks;
  /**
   * The bearer token of all callers: 32 to 512 letters, digits and `-._~+/`, for example from `openssl rand -hex 32`.
   * Or a list of two, both valid while callers change to the first; or a function of the context that returns either. A
   * caller with the token can acquire every lock. Without a token, every request is refused.
   */
  readonly token: Credential;
  /**
   * The secret that signs the texts of holds: at least 32 characters. Or a list of two, of which the first signs and
   * both verify; or a function of the context. Default: derived from `token`, so a caller with the token could sign,
   * too.
   */
  readonly secret?: Credential | undefined;
  /**
   * Whether `force-release` may free a lock of any owner, and `acquire` may steal it, or a function of the context that
   * returns that. Default: false.
   */
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
  /** The most holds that the watchdog keeps for the callers of one principal: 1 to 1,000,000, default 1,000. */
  readonly maxKeptHolds?: number | undefined;
}

const KNOWN = ["locks", "token", "secret", "forceRelease", "maxKeptHolds"];

/**
 * Makes the lock API, to mount at any path: `app.route("/v1/locks", createLockApi({ locks, token }))`. docs/lock-api.md
 * describes requests and responses.
 * @param options `locks` and `token` are required; functions get the context
 * @returns a Hono application, which answers errors itself, with problem details
 * @throws INVALID_OPTION naming the option
 * @example
 * app.route("/v1/locks", createLockApi({ locks, token }));
 */
export function createLockApi(options: LockApiOptions): Hono {
  knownMembers("options", options, KNOWN, "locks and token");
  const { locks, token, secret } = options;
  const api = {
    locksOf: configured(locks),
    forceRelease: forceReleaseOf(options.forceRelease),
    texts: new HoldTexts(secretsOf(token, secret)),
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
      // The router would read the path literally, and two URLs would name one lock.
      throw refused(400, "the path is not percent-encoded UTF-8");
    }
    await next();
  });
  handOffRoutes(app, api);
  holdRoutes(app, api);
  inspectionRoutes(app, api);
  // Answer unknown paths here, not in the application around the API.
  app.all("*", () => {
    throw refused(404, "there is no such resource");
  });
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}

/** Returns the secrets that sign the texts of holds: `secret`, or the token instead. */
function secretsOf(token: Credential, secret: Credential | undefined): (c: Context) => readonly string[] {
  return secret === undefined ? credential("token", token, TOKEN_FORM) : credential("secret", secret, SECRET_FORM);
}
