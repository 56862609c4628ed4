// The lock API: locks over HTTP, as routes to mount in a Hono application.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { InvalidOptionError } from "../errors.ts";
import { own, ownMembers, wholeNumber } from "../validate.ts";
import { type Audit, audited } from "./audit.ts";
import { type Credential, credential } from "./credential.ts";
import { type CorsOrigins, crossOrigin } from "./cross-origin.ts";
import { forceReleaseOf } from "./force-release.ts";
import { handOffRoutes } from "./hand-off.ts";
import { safeHeaders } from "./headers.ts";
import { HoldTexts, SECRET_FORM } from "./hold-texts.ts";
import { holdRoutes } from "./holds.ts";
import { inspectionRoutes } from "./inspection.ts";
import { LastingNames } from "./lasting-names.ts";
import { type Access, type Api, type ApiLocks, configured } from "./locks.ts";
import { namedAnswers } from "./named-answers.ts";
import { permitRoutes } from "./permits.ts";
import { type ApiEnv, type Authorize, authenticated, callerOf, TOKEN_FORM } from "./principals.ts";
import { problem } from "./problem.ts";
import { type RateLimit, rateLimited, withinIsolate } from "./rate-limit.ts";
import { refused } from "./refusal.ts";
import { DEFAULT_KEPT_HOLDS } from "./request-bounds.ts";
import { Revocations } from "./revocations.ts";
import { mustNotHaveExpired } from "./token-end.ts";
import { tokenRoutes } from "./tokens.ts";
import { wellFormedPath } from "./well-formed-path.ts";

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

/** Callers have tokens. */
export interface TokenOptions {
  /**
   * The root token: 32 to 512 letters, digits and `-._~+/`, for example from `openssl rand -hex 32`. Or a list of two,
   * both valid while callers change to the first; or a function of the context that returns either. A caller with it
   * can acquire every lock, and make capability tokens for others.
   */
  readonly token: Credential;
  /**
   * The secret that signs capability tokens and the texts of holds: at least 32 characters. Or a list of two, of which
   * the first signs and both verify; or a function of the context. Default: derived from `token`, so a caller with the
   * root token could sign, too.
   */
  readonly secret?: Credential | undefined;
  /** As without a root token. */
  readonly authorize?: Authorize | undefined;
}

/** The operator knows the callers. Others may have capability tokens. */
export interface AuthorizeOptions {
  /** There is no root token. */
  readonly token?: undefined;
  /** The secret that signs capability tokens and the texts of holds. */
  readonly secret: Credential;
  /**
   * Returns the principal of a request, or undefined for one that may have a token instead. For callers that something
   * else has authenticated, such as Cloudflare Access.
   */
  readonly authorize: Authorize;
}

export const DEFAULT_AUDIENCE = "leasehound";

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
 * Makes the lock API, to mount at any path: `app.route("/v1/locks", createLockApi({ locks, token }))`. docs/lock-api.md
 * describes requests and responses.
 * @param options `locks` is required, and `token` or `authorize`; functions get the context
 * @returns a Hono application, which answers errors itself, with problem details
 * @throws INVALID_OPTION naming the option
 * @example
 * app.route("/v1/locks", createLockApi({ locks, token }));
 */
export function createLockApi(options: LockApiOptions): Hono {
  const given = ownMembers("options", options, KNOWN, "locks and token");
  const { token, authorize, audit, rateLimit, corsOrigins } = given;
  const api = apiOf(given);
  const tokensOf = token === undefined ? undefined : credential("token", token, TOKEN_FORM);
  const app = new Hono<ApiEnv>();
  app.onError(problem);
  app.use(safeHeaders);
  if (corsOrigins !== undefined) app.use(crossOrigin(corsOrigins));
  app.use(namedAnswers);
  app.use(authenticated({ ...api, authorize, tokensOf }));
  if (rateLimit !== undefined) app.use(rateLimited(rateLimit));
  app.use(withinIsolate, wellFormedPath);
  if (audit !== undefined) app.use(audited(audit));
  tokenRoutes(app, api);
  handOffRoutes(app, api);
  holdRoutes(app, api);
  inspectionRoutes(app, api);
  permitRoutes(app, api);
  // Answer unknown paths here, not in the application around the API.
  app.all("*", () => {
    throw refused(404, "there is no such resource");
  });
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}

/**
 * Returns what all routes of an API share.
 * @throws INVALID_OPTION naming the option
 */
export function apiOf({ maxKeptHolds, ...options }: LockApiOptions): Api {
  const access = accessOf(options);
  return {
    ...access,
    texts: new HoldTexts(access.secretsOf),
    lasting: new LastingNames(),
    maxKeptHolds: wholeNumber("maxKeptHolds", maxKeptHolds, {
      ...{ from: 1, to: 1_000_000, fallback: DEFAULT_KEPT_HOLDS },
    }),
  };
}

/**
 * Returns what the lock API shares with the page: who may ask for which locks.
 * @throws INVALID_OPTION naming the option
 */
export function accessOf(options: Omit<CommonOptions, "maxKeptHolds"> & (TokenOptions | AuthorizeOptions)): Access {
  const { locks, token, authorize, secret, forceRelease, audit, rateLimit, audience = DEFAULT_AUDIENCE } = own(options);
  checkFunction("authorize", authorize);
  checkFunction("audit", audit);
  checkFunction("rateLimit", rateLimit);
  if (token === undefined && authorize === undefined)
    throw new InvalidOptionError("token", "is required without authorize");
  if (typeof audience !== "string" || audience === "") throw new InvalidOptionError("audience", "must be text");
  const locksOf = configured(locks);
  const revocations = new Revocations();
  return {
    ...{ locksOf, secretsOf: secretsIn(token, secret), audience, revocations },
    forceRelease: forceReleaseOf(forceRelease),
    async admit(c) {
      const { grant } = callerOf(c);
      if (grant === undefined) return;
      mustNotHaveExpired(grant);
      await revocations.check(locksOf(c), grant);
    },
  };
}

/** Returns the secrets that sign tokens and texts of holds: `secret`, or the token instead. */
function secretsIn(token: Credential | undefined, secret: Credential | undefined): Access["secretsOf"] {
  if (secret !== undefined) return credential("secret", secret, SECRET_FORM);
  if (token !== undefined) return credential("token", token, TOKEN_FORM);
  throw new InvalidOptionError("secret", "is required without token");
}

function checkFunction(option: string, given: unknown): void {
  if (given !== undefined && typeof given !== "function") throw new InvalidOptionError(option, "must be a function");
}
