// The callers of the lock API: who they are, by a root token, by a capability token, or by a function of the operator.
import type { Context, MiddlewareHandler } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { ROOT } from "../hold/signed-hold.ts";
import { own, ownMembers } from "../validate.ts";
import { type Capability, capabilityMembers, LIMITS, VERBS, type Verb } from "./capability.ts";
import { capabilityTokens, type Grant, isCapabilityToken, isPrincipalId } from "./capability-token.ts";
import type { Form, Texts } from "./credential.ts";
import { mustNotBeForged } from "./foreign-page.ts";
import { refused } from "./refusal.ts";

/**
 * A caller, and what it may do. Texts of holds are bound to its id, and waits and kept holds are counted by it.
 */
export interface Principal extends Capability {
  /** 1 to 200 characters out of `A-Z a-z 0-9 . _ ~ : / @ -`; not `root`. */
  readonly id: string;
}

/** A principal, and the token that names it, if that can be revoked. */
export interface Caller extends Principal {
  readonly grant?: Grant | undefined;
}

/** How a request ended. */
export interface Outcome {
  readonly status: number;
  /** The code of the problem, for one that failed. */
  readonly code?: string;
}

/** The context variables of the API's handlers. */
export interface ApiEnv {
  Variables: {
    leasehoundCaller: Caller;
    /** What the request does. */
    leasehoundAct?: { readonly verb: Verb; readonly name?: string };
    /** The code of the problem that answered it. */
    leasehoundProblem?: string;
    /** How its wait ended, if events tell that. */
    leasehoundOutcome?: Promise<Outcome>;
  };
}

/** Returns the principal of a request; undefined: it has none, and is refused unless it has a token of the API. */
export type Authorize = (c: Context) => Principal | undefined | Promise<Principal | undefined>;

/** How callers are recognised. */
export interface Authentication {
  readonly authorize: Authorize | undefined;
  readonly tokensOf: ((c: Context) => Texts) | undefined;
  readonly secretsOf: (c: Context) => Texts;
  readonly audience: string;
  /** Where the token of a request is. Default: it is a bearer token. */
  readonly scheme?: Scheme;
}

/** How a request states its token. */
export interface Scheme {
  /** The kind of token, for the reason of a refusal. */
  readonly says: string;
  /** Returns the token in the header `Authorization`; undefined: it has none. */
  tokenIn(header: string): string | undefined;
}

export const TOKEN_FORM: Form = {
  // The form of a token in a header, by RFC 6750.
  pattern: /^(?=.{32,512}$)[\w.~+/-]+=*$/,
  says: "text of 32 to 512 letters, digits and -._~+/",
};

const BEARER: Scheme = {
  says: "bearer token",
  tokenIn: (header) => /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1],
};
const MEMBERS = ["id", "names", "verbs", ...LIMITS];
/** The caller with a root token. */
export const ROOT_CALLER: Caller = { id: ROOT, names: ["*"], verbs: VERBS };

/** Answers 401 to a request without a valid token. */
export function authenticated(authentication: Authentication): MiddlewareHandler<ApiEnv> {
  const { authorize, tokensOf, secretsOf, audience, scheme = BEARER } = authentication;
  const isSame = sameText();
  const byToken = async (c: Context): Promise<Caller> => {
    const tokens = tokensOf?.(c) ?? [];
    const given = scheme.tokenIn(c.req.header("authorization") ?? "");
    if (given === undefined) throw refused(401, `the ${scheme.says} is missing or malformed`);
    const matches = await Promise.all(tokens.map((one) => isSame(one, given)));
    if (matches.includes(true)) return ROOT_CALLER;
    if (!isCapabilityToken(given)) throw refused(401, `the ${scheme.says} is wrong`);
    return bearerOf((await capabilityTokens.read(secretsOf(c), audience, given)).grant);
  };
  return async function authenticate(c, next) {
    const known = await authorizedBy(authorize, c);
    if (known !== undefined) mustNotBeForged(c);
    setCaller(c, known ?? (await byToken(c)));
    await next();
  };
}

/** Returns the caller that a grant is for. */
export function bearerOf(grant: Grant): Caller {
  const { principal: id, names, verbs, maxLeaseMs, maxHoldMs, maxWaits, maxKeptHolds } = grant;
  return { id, names, verbs, maxLeaseMs, maxHoldMs, maxWaits, maxKeptHolds, grant };
}

/** Returns the caller that the operator's function knows; undefined: none. */
export async function authorizedBy(authorize: Authorize | undefined, c: Context): Promise<Caller | undefined> {
  const known = await authorize?.(c);
  return known === undefined ? undefined : checked(known);
}

/** Checks what the operator's function returned. A mistake in it must not allow more than it says. */
function checked(principal: Principal): Caller {
  try {
    const { id, ...capability } = ownMembers("authorize", principal, MEMBERS, "id, names and verbs");
    const { names, verbs, ...limits } = capabilityMembers(capability);
    if (typeof id !== "string" || !isPrincipalId(id)) throw new InvalidOptionError("id", "is no id of a principal");
    if (names === undefined || verbs === undefined) throw new InvalidOptionError("names", "and verbs must be given");
    return { id, names, verbs, ...limits };
  } catch (error) {
    console.error("the principal that authorize returned:", error instanceof Error ? error.message : error);
    throw refused(500, "the lock API is not configured");
  }
}

/** Makes this the caller of a request. Inherited members neither limit it nor lift a limit. */
export function setCaller(c: { set(name: "leasehoundCaller", caller: Caller): void }, caller: Caller): void {
  c.set("leasehoundCaller", own(caller));
}

export function callerOf(c: { readonly var: ApiEnv["Variables"] }): Caller {
  return c.var.leasehoundCaller;
}

/** Compares in constant time, by MACs with a random key, so that timing does not show how near a guess is. */
export function sameText(): (one: string, other: string) => Promise<boolean> {
  let key: CryptoKey | undefined;
  const encoder = new TextEncoder();
  return async function isSame(one, other) {
    // Create the key here: the top level of a Worker has no randomness. Both sides must use the same key.
    const shared = key ?? (await newKey());
    key = shared;
    const mac = await crypto.subtle.sign("HMAC", shared, encoder.encode(one));
    return crypto.subtle.verify("HMAC", shared, mac, encoder.encode(other));
  };
}

function newKey(): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}
