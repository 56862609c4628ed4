// The `http` backend of OpenTofu and Terraform: states in R2, each with a lock that ends by itself. It follows the
// protocol of their client, not the rules of the lock API. So a refused LOCK gets the bare info of the holder.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { InvalidOptionError } from "../../errors.ts";
import { isServedName } from "../../served-name.ts";
import { ownMembers } from "../../validate.ts";
import { audited } from "../audit.ts";
import { credential } from "../credential.ts";
import { forNoForeignPage } from "../foreign-page.ts";
import { safeHeaders } from "../headers.ts";
import { apiOf, type LockApiOptions } from "../lock-api.ts";
import { type ApiEnv, authenticated, TOKEN_FORM } from "../principals.ts";
import { rateLimited, withinIsolate } from "../rate-limit.ts";
import { refused } from "../refusal.ts";
import { wellFormedPath } from "../well-formed-path.ts";
import { BASIC } from "./basic-auth.ts";
import { lockState, unlockState } from "./lock-routes.ts";
import { plainFailure } from "./plain-failure.ts";
import type { StateBucket } from "./state-bucket.ts";
import { StateLock } from "./state-lock.ts";
import type { StateRequest } from "./state-request.ts";
import { readState, writeState } from "./state-routes.ts";
import { StateStore } from "./state-store.ts";

/** Options of `createTofuBackend`: those of `createLockApi`, and the bucket. */
export type TofuBackendOptions = LockApiOptions & {
  /** The R2 bucket of the states, or a function of the context that returns it. Undefined: every request gets 404. */
  readonly bucket: StateBucket | ((c: Context) => StateBucket | undefined);
  /** No hold of this backend is handed off. */
  readonly maxKeptHolds?: undefined;
  /** Its client is no browser. */
  readonly corsOrigins?: undefined;
};

const KNOWN = ["locks", "bucket", "token", "authorize", "secret", "audience", "forceRelease", "audit", "rateLimit"];
const ROOT = "tofu/";
const STATE = "leasehoundStateName";
const STATES = "must be 1 to 195 characters out of A-Z a-z 0-9 . _ ~ : / @ -, without the segments . and ..";
// Tools that resolve these segments, such as those for the bucket, would find another state. They arrive only with an
// encoded slash.
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;
const ANSWERS: Readonly<Record<string, (request: StateRequest) => Promise<Response>>> = {
  GET: readState,
  HEAD: readState,
  POST: writeState,
  LOCK: lockState,
  UNLOCK: unlockState,
  // For proxies that refuse unknown methods.
  PUT: lockState,
  DELETE: unlockState,
};

/**
 * Makes the `http` backend of OpenTofu and Terraform, to mount at any path:
 * `app.route("/v1/tofu", createTofuBackend({ locks, token, bucket }))`. docs/tofu.md describes its use.
 * @param options `locks` and `bucket` are required, and `token` or `authorize`; functions get the context
 * @returns a Hono application, which answers errors itself, with one line of text
 * @throws INVALID_OPTION naming the option
 * @example
 * app.route("/v1/tofu", createTofuBackend({ locks, token, bucket: (c) => c.env.TOFU_STATE }));
 */
export function createTofuBackend(options: TofuBackendOptions): Hono {
  const given = ownMembers("options", options, KNOWN, "locks, bucket and token");
  const api = apiOf(given);
  const bucketOf = checkedBucket(given.bucket);
  const { token, authorize, audit, rateLimit } = given;
  const tokensOf = token === undefined ? undefined : credential("token", token, TOKEN_FORM);
  const app = new Hono<ApiEnv>();
  app.onError(plainFailure);
  app.use(safeHeaders, async (c, next) => {
    if (bucketOf(c) === undefined) throw refused(404, "there is no such resource");
    await next();
  });
  app.use(forNoForeignPage, authenticated({ ...api, authorize, tokensOf, scheme: BASIC }));
  if (rateLimit !== undefined) app.use(rateLimited(rateLimit));
  app.use(withinIsolate, wellFormedPath);
  if (audit !== undefined) app.use(audited(audit));
  app.all(`/:${STATE}{.+}`, (c) => {
    const answer = Object.hasOwn(ANSWERS, c.req.method) ? ANSWERS[c.req.method] : undefined;
    const allow = Object.keys(ANSWERS).join(", ");
    if (answer === undefined) throw refused(405, `the method must be one of ${allow}`, { allow });
    const state = c.req.param(STATE);
    const name = ROOT + state;
    const found = bucketOf(c);
    if (found === undefined) throw refused(404, "there is no such resource");
    if (!isServedName(name) || DOT_SEGMENT.test(state)) throw new InvalidOptionError("state", STATES);
    const lock = new StateLock(api.locksOf(c), name);
    return answer({ c, api, name, lock, store: new StateStore(found, state) });
  });
  app.all("*", () => {
    throw refused(404, "there is no such resource");
  });
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}

function checkedBucket(bucket: TofuBackendOptions["bucket"]): (c: Context) => StateBucket | undefined {
  if (typeof bucket === "function") return bucket;
  if (typeof bucket === "object" && bucket !== null) return () => bucket;
  throw new InvalidOptionError("bucket", "must be an R2 bucket, or a function of the context that returns it");
}
