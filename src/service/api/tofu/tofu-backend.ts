// The `http` backend of OpenTofu and Terraform: states in R2, each with a lock that ends by itself. It follows the
// protocol of their client, not the rules of the lock API. So a refused LOCK gets the bare info of the holder.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { InvalidOptionError } from "../../../base/errors.ts";
import { ownMembers } from "../../../base/validate.ts";
import { callerGuards } from "../../access/access.ts";
import { type ApiEnv, forNoForeignPage, type Scheme } from "../../access/callers.ts";
import { refused } from "../../access/refusal.ts";
import { isServedName } from "../contract/vocabulary.ts";
import { apiOf, type LockApiOptions } from "../lock-api.ts";
import { problem, safeHeaders } from "../responses.ts";
import { StateLock } from "./state-lock.ts";
import { lockState, readState, type StateRequest, unlockState, writeState } from "./state-routes.ts";
import { type StateBucket, StateStore } from "./state-store.ts";

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

/** Tokens as OpenTofu sends them: as the password of Basic authentication, with any user name. */
const BASIC: Scheme = {
  says: "password of Basic authentication, a token of the lock API,",
  tokenIn(header) {
    const [, encoded] = /^Basic +([A-Za-z0-9+/]{1,16384}={0,2}) *$/i.exec(header) ?? [];
    const [, password] = /^[^:]*:([\w.~+/-]+=*)$/.exec(encoded === undefined ? "" : decoded(encoded)) ?? [];
    return password;
  },
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
  const app = new Hono<ApiEnv>();
  app.onError(plainFailure);
  app.use(safeHeaders, async (c, next) => {
    if (bucketOf(c) === undefined) throw refused(404, "there is no such resource");
    await next();
  });
  app.use(forNoForeignPage, ...callerGuards(api, { ...given, scheme: BASIC }));
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

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}

/**
 * Answers as OpenTofu expects errors: the status decides, and the text, one line, is in its log. Both are those of the
 * problem that the lock API would answer with.
 */
async function plainFailure(error: unknown, c: Context): Promise<Response> {
  const answer = problem(error, c);
  const told: unknown = answer.status === 499 ? {} : await answer.json();
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  if (answer.status === 401) headers.set("www-authenticate", 'Basic realm="leasehound"');
  const body = `${String(Reflect.get(Object(told), "title") ?? "")}\n`;
  return new Response(body, { status: answer.status, headers });
}
