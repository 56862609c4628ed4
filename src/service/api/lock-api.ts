// The lock API: locks over HTTP, as routes to mount in a Hono application.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import type { Audit } from "../access/access.ts";
import { type ApiLocks, type AuthorizeOptions, accessOf, callerGuards, type TokenOptions } from "../access/access.ts";
import type { ApiEnv } from "../access/callers.ts";
import type { RateLimit } from "../access/rates.ts";
import { LastingNames } from "../access/rates.ts";
import { refused } from "../access/refusal.ts";
import { type CorsOrigins, crossOrigin } from "./cross-origin.ts";
import { HoldTexts } from "./hold-texts.ts";
import { namedAnswers, problem, safeHeaders } from "./responses.ts";
import { acquireRoute } from "./routes/acquire.ts";
import { handOffRoutes } from "./routes/hand-off.ts";
import { holdRoutes } from "./routes/holds.ts";
import { lockRoutes } from "./routes/locks.ts";
import { ownerRoutes } from "./routes/owners.ts";
import { permitRoutes } from "./routes/permits.ts";
import type { Api } from "./routes/serve.ts";
import { tokenRoutes } from "./routes/tokens.ts";

/** Options of `createLockApi`: a root token, or a function that knows the callers, or both. */
export type LockApiOptions = CommonOptions & (TokenOptions | AuthorizeOptions);

interface CommonOptions {
  /**
   * The client, or a function that returns it: `createLocks(…)`, `createClient(…)` or `locksFromEnv()`. Its `watchdog`
   * keeps handed-off holds.
   */
  readonly locks: ApiLocks;
  /** The name of this API in its tokens: an API with another audience refuses them. Default: `leasehound`. */
  readonly audience?: string | undefined;
  /**
   * Whether `force-release` may free a lock of any owner, and `acquire` may steal it, or a function of the context that
   * returns that. A caller also needs the verb. Default: false.
   */
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
  /** The most holds that the watchdog keeps for the callers of one principal: 1 to 1,000,000, default 1,000. */
  readonly maxKeptHolds?: number | undefined;
  /**
   * Gets a line for each request with a valid token that may change something, refused ones included. Default: none is
   * written.
   */
  readonly audit?: Audit | undefined;
  /**
   * Decides whether a caller may send another request now, before anything asks Redis: gets the context and the id of
   * the principal, returns `{ success }`, and may tell `limit`, `periodS`, `remaining` and `reset`. A caller beyond its
   * limit is answered 429. If the function throws, the request is served. Default: no limit.
   */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * The origins whose pages may use the API, such as `["https://app.example.com"]`, or a function of the context that
   * returns them. `"*"` stands for any page. Default: none, so browsers show no answer to a page of another origin.
   */
  readonly corsOrigins?: CorsOrigins | undefined;
}

const KNOWN = [
  "locks",
  "token",
  "authorize",
  "secret",
  "audience",
  "forceRelease",
  "maxKeptHolds",
  "audit",
  "rateLimit",
  "corsOrigins",
];

/**
 * Makes the lock API, to mount at any path: `app.route("/v1/locks", createLockApi({ locks, token }))`. docs/service/lock-api.md
 * describes requests and responses.
 * @param options `locks` is required, and `token` or `authorize`; functions get the context
 * @returns a Hono application, which answers errors itself, with problem details
 * @throws INVALID_OPTION naming the option
 * @example
 * app.route("/v1/locks", createLockApi({ locks, token }));
 */
export function createLockApi(options: LockApiOptions): Hono {
  const given = ownMembers("options", options, KNOWN, "locks and token");
  const { corsOrigins } = given;
  const api = apiOf(given);
  const app = new Hono<ApiEnv>();
  app.onError(problem);
  app.use(safeHeaders);
  if (corsOrigins !== undefined) app.use(crossOrigin(corsOrigins));
  app.use(namedAnswers, ...callerGuards(api, given));
  tokenRoutes(app, api);
  handOffRoutes(app, api);
  acquireRoute(app, api);
  holdRoutes(app, api);
  ownerRoutes(app, api);
  lockRoutes(app, api);
  permitRoutes(app, api);
  // Answer unknown paths here, not in the application around the API.
  app.all("*", () => {
    throw refused(404, 'there is no such resource; a "/" in the name of a lock is %2F in the path');
  });
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}

/**
 * Returns what all routes of an API share.
 * @throws INVALID_OPTION naming the option
 */
function apiOf({ maxKeptHolds, ...options }: LockApiOptions): Api {
  const access = accessOf(options);
  return {
    ...access,
    texts: new HoldTexts(access.secretsOf),
    lasting: new LastingNames(),
    maxKeptHolds: wholeNumber("maxKeptHolds", maxKeptHolds, { from: 1, to: 1_000_000, fallback: 1_000 }),
  };
}
