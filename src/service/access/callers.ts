// The callers of the lock API and of the page: who they are, by a root token, by a capability token, or by a function
// of the operator; and whether they may do what they ask, before Redis is asked.
import type { Context, MiddlewareHandler } from "hono";
import { InvalidOptionError } from "../../base/errors.ts";
import { own, ownMembers } from "../../base/validate.ts";
import { type Capability, PRINCIPAL_ID, ROOT, VERBS, type Verb } from "../api/contract/vocabulary.ts";
import { refused } from "./refusal.ts";
import { allows, capabilityMembers, capabilityTokens, type Grant, isCapabilityToken, LIMITS } from "./tokens.ts";

/**
 * A text; a list of one or two, of which the first is newer and both are valid; or a function of the context that
 * returns either.
 */
export type Credential =
  | string
  | readonly string[]
  | ((c: Context) => string | readonly (string | undefined)[] | undefined);

/** The one or two texts that are valid now. */
export type Texts = readonly string[];

/** The pattern of a text, and its description for error messages. */
export interface Form {
  readonly pattern: RegExp;
  readonly says: string;
}

/**
 * Checks a credential when it is given. A function's result is checked at each request: an invalid one is answered with
 * 503, so that the API is never open by accident.
 * @throws INVALID_OPTION naming `option`; no message contains a value
 */
export function credential(option: string, given: Credential, form: Form): (c: Context) => Texts {
  if (typeof given === "function") {
    return function read(c) {
      const texts = textsOf(given(c), form.pattern);
      if (texts === undefined) throw refused(503, `the ${option} of the lock API is missing, or not ${form.says}`);
      return texts;
    };
  }
  const texts = textsOf(given, form.pattern);
  if (texts === undefined) {
    throw new InvalidOptionError(option, `must be ${form.says}, one or a list of two, or a function that gives it`);
  }
  return () => texts;
}

function textsOf(given: unknown, pattern: RegExp): Texts | undefined {
  const list: readonly unknown[] = Array.isArray(given) ? given.filter((text) => text !== undefined) : [given];
  const texts = list.filter((text) => typeof text === "string").filter((text) => pattern.test(text));
  return texts.length === list.length && (texts.length === 1 || texts.length === 2) ? texts : undefined;
}

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
}

export const TOKEN_FORM: Form = {
  // The form of a token in a header, by RFC 6750.
  pattern: /^(?=.{32,512}$)[\w.~+/-]+=*$/,
  says: "text of 32 to 512 letters, digits and -._~+/",
};

const MEMBERS = ["id", "names", "verbs", ...LIMITS];
/** The caller with a root token. */
export const ROOT_CALLER: Caller = { id: ROOT, names: ["*"], verbs: VERBS };

/** Answers 401 to a request without a valid token. */
export function authenticated(authentication: Authentication): MiddlewareHandler<ApiEnv> {
  const { authorize, tokensOf, secretsOf, audience } = authentication;
  const isSame = sameText();
  const byToken = async (c: Context): Promise<Caller> => {
    const tokens = tokensOf?.(c) ?? [];
    const [, given] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(c.req.header("authorization") ?? "") ?? [];
    if (given === undefined) throw refused(401, "the bearer token is missing or malformed");
    const matches = await Promise.all(tokens.map((one) => isSame(one, given)));
    if (matches.includes(true)) return ROOT_CALLER;
    if (!isCapabilityToken(given)) throw refused(401, "the bearer token is wrong");
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
    if (typeof id !== "string" || !PRINCIPAL_ID.test(id)) throw new InvalidOptionError("id", "is no id of a principal");
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

/**
 * Notes what the request does, for the audit.
 * @throws 403 unless the caller has the verb, and this name
 */
export function permit(c: Context<ApiEnv>, verb: Verb, name?: string): void {
  c.set("leasehoundAct", { verb, ...(name !== undefined && { name }) });
  mustAllow(callerOf(c), verb, name);
}

/** @throws 403 unless the caller has the verb, and this name */
export function mustAllow(caller: Capability, verb: Verb, name?: string): void {
  if (!allows(caller, verb)) throw refused(403, `this caller may not ${verb}`);
  if (!allows(caller, verb, name)) throw refused(403, "this caller has no lock of this name");
}

/** @throws 403 when a caller asks for more than its limit, naming the field */
export function withinLimit(option: string, value: number, limit: number | undefined): void {
  if (limit !== undefined && value > limit)
    throw refused(403, `${option}: this caller may ask for ${limit} at most`, { option });
}

// Requests that a page of another origin makes a browser send. The browser adds what it remembers by itself: a cookie,
// or the password of Basic authentication. It asks by a preflight first, unless a form could send the request.

/** The type of a body, which no form can send. */
export const JSON_TYPE: RegExp = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const SAFE = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses a request of such a page that a form could send. For callers that authenticate by what a browser may add.
 * @throws 403
 */
export function mustNotBeForged(c: Context): void {
  if (isOfForeignPage(c) && !JSON_TYPE.test(c.req.header("content-type") ?? "")) throw forged();
}

function isOfForeignPage({ req }: Context): boolean {
  const origin = req.header("origin");
  if (origin === undefined || SAFE.includes(req.method)) return false;
  // A proxy that ends TLS changes the origin of the URL, but pages cannot set Sec-Fetch-Site.
  return req.header("sec-fetch-site") !== "same-origin" && origin !== new URL(req.url).origin;
}

function forged(): Error {
  return refused(403, "a page of another origin sent this request");
}
