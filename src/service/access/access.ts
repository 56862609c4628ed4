// The rights of callers of a lock API and of the page, by the options of the operator. Also the audit: a line for each
// request that may change something.
import type { Context, MiddlewareHandler } from "hono";
import { epochNowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import { own } from "../../base/validate.ts";
import { invocationOf } from "../../edge/route/platform-context.ts";
import { inBackground } from "../../lock/background.ts";
import { type Client, contextOf } from "../../lock/client.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import { holdText } from "../../lock/parts/hold-text.ts";
import { inspection } from "../../lock/parts/inspection.ts";
import { steal } from "../../lock/parts/steal.ts";
import type { Verb } from "../api/contract/vocabulary.ts";
import {
  type ApiEnv,
  type Authorize,
  authenticated,
  type Credential,
  callerOf,
  credential,
  type Form,
  type Outcome,
  type Texts,
  TOKEN_FORM,
} from "./callers.ts";
import { type RateLimit, rateLimited, withinIsolate } from "./rates.ts";
import { refused } from "./refusal.ts";
import { mustNotHaveExpired, Revocations } from "./tokens.ts";

export type ApiLocks = Client | ((c: Context) => Client);

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

/** The options about callers. */
export interface AccessOptions {
  readonly locks: ApiLocks;
  readonly audience?: string | undefined;
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
  readonly audit?: Audit | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

export const DEFAULT_AUDIENCE = "leasehound";
/** The form of the secret that signs tokens and texts of holds. */
export const SECRET_FORM: Form = { pattern: /^.{32,1024}$/s, says: "text of at least 32 characters" };

/** The rights of callers of a lock API or of the page. */
export interface Access {
  readonly locksOf: (c: Context) => ClientContext;
  readonly revocations: Revocations;
  /** The root tokens. Undefined: there are none. */
  readonly tokensOf: ((c: Context) => Texts) | undefined;
  readonly authorize: Authorize | undefined;
  /** The secrets that sign tokens and texts of holds: the first signs, all verify. */
  readonly secretsOf: (c: Context) => Texts;
  /** The API that its tokens are for. */
  readonly audience: string;
  /**
   * Refuses a caller whose token was revoked, or has expired meanwhile. It is called before anything else asks Redis or
   * the watchdog.
   */
  readonly admit: (c: Context<ApiEnv>) => Promise<void>;
  /** Returns whether a lock of any owner may be freed or stolen. */
  readonly forceRelease: (c: Context) => boolean;
}

/**
 * Returns what the lock API shares with the page: who may ask for which locks.
 * @throws INVALID_OPTION naming the option
 */
export function accessOf(options: AccessOptions & (TokenOptions | AuthorizeOptions)): Access {
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
    locksOf,
    revocations,
    tokensOf: token === undefined ? undefined : credential("token", token, TOKEN_FORM),
    authorize,
    secretsOf: secretsIn(token, secret),
    audience,
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

/**
 * Returns the function that decides at each request. By default nobody may. Only true allows it, and not the promise
 * of a function that is async by mistake.
 * @throws INVALID_OPTION naming "forceRelease"
 */
function forceReleaseOf(given: boolean | ((c: Context) => boolean) = false): (c: Context) => boolean {
  if (typeof given === "function") return (c) => given(c) === true;
  if (typeof given === "boolean") return () => given;
  throw new InvalidOptionError("forceRelease", "must be true, false, or a function that returns one of them");
}

/**
 * Returns how to get the locks. An error in that is the operator's, not the caller's: it is logged, and answered with
 * 500.
 */
function configured(locks: ApiLocks): Access["locksOf"] {
  if (typeof locks !== "function") {
    const context = withCapabilities(locks);
    return () => context;
  }
  return function locksOf(c) {
    try {
      return withCapabilities(locks(c));
    } catch (error) {
      console.error("the locks of the lock API:", error instanceof Error ? error.message : error);
      throw refused(500, "the lock API is not configured");
    }
  };
}

/** Returns the client with all that the API needs. Throws INVALID_OPTION naming "locks". */
function withCapabilities(client: Client): ClientContext {
  return { ...contextOf(client, "locks"), text: holdText(), inspection: inspection(), stealing: steal() };
}

interface GuardOptions {
  readonly audit?: Audit | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/**
 * Returns what each request passes before its operation, in this order: a caller that is not known costs nothing but
 * this, and a caller beyond its limits is refused before anything is read.
 */
export function callerGuards(access: Access, { audit, rateLimit }: GuardOptions): MiddlewareHandler<ApiEnv>[] {
  return [
    authenticated(access),
    ...(rateLimit === undefined ? [] : [rateLimited(rateLimit)]),
    withinIsolate,
    wellFormedPath,
    ...(audit === undefined ? [] : [audited(audit)]),
  ];
}

/** Refuses a path that is not percent-encoded UTF-8: the router would read it literally, and two URLs name one lock. */
const wellFormedPath: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw refused(400, "the path is not percent-encoded UTF-8");
  }
  await next();
};

/** One request to the lock API, or to the page that frees a lock. No member contains a token, or the text of a hold. */
export interface AuditLine {
  /** When the request was answered, epoch ms. */
  readonly at: number;
  /** The id of the caller. */
  readonly principal: string;
  /** The id of its capability token, if it has one. */
  readonly tokenId?: string;
  readonly verb: Verb;
  /** The lock's name; absent for a token. */
  readonly name?: string;
  readonly status: number;
  /** The code of the problem, for a request that failed. */
  readonly code?: string;
}

export type Audit = (line: AuditLine) => void;

const ONLY_READS: readonly Verb[] = ["inspect", "list"];

/** Reports each request that had a valid token and a verb that changes something, also a refused one. */
export function audited(audit: Audit): MiddlewareHandler<ApiEnv> {
  return async function report(c, next) {
    await next();
    const { leasehoundAct: act, leasehoundProblem: code, leasehoundOutcome: outcome } = c.var;
    if (act === undefined || ONLY_READS.includes(act.verb)) return;
    const { id: principal, grant } = callerOf(c);
    const tokenId = grant && { tokenId: grant.tokenId };
    const write = ({ status, code: problem }: Outcome): void => {
      const why = problem !== undefined && { code: problem };
      try {
        audit({ at: epochNowMs(), principal, ...tokenId, ...act, status, ...why });
      } catch (error) {
        // A failed audit must not change the answer, because the act has already happened.
        console.error("the audit of the lock API:", error);
      }
    };
    // A wait as events has its outcome later than its response.
    if (outcome !== undefined) inBackground(invocationOf(c), outcome.then(write));
    else write({ status: c.res.status, ...(code !== undefined && { code }) });
  };
}
