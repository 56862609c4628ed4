// The callers of the lock API. All of its tokens belong to one principal: a caller with one can acquire and free every
// lock.
import type { MiddlewareHandler } from "hono";
import { ROOT } from "../hold/signed-hold.ts";
import { type Credential, credential, type Form } from "./credential.ts";
import { refused } from "./refusal.ts";

/** A caller, authenticated by its token. Hold texts are checked, and waits and kept holds are counted, by its id. */
export interface Principal {
  readonly id: string;
}

/** The context variables of the API's handlers. */
export interface ApiEnv {
  Variables: { leasehoundPrincipal: Principal };
}

export const TOKEN_FORM: Form = {
  // The form of a token in a header, by RFC 6750.
  pattern: /^(?=.{32,512}$)[\w.~+/-]+=*$/,
  says: "text of 32 to 512 letters, digits and -._~+/",
};

const SCHEME = /^Bearer +([\w.~+/-]+=*) *$/i;

/** Answers 401 to a request without a valid token. */
export function authenticated(token: Credential): MiddlewareHandler<ApiEnv> {
  const tokensOf = credential("token", token, TOKEN_FORM);
  const isSame = sameText();
  return async function authenticate(c, next) {
    const tokens = tokensOf(c);
    const [, given] = SCHEME.exec(c.req.header("authorization") ?? "") ?? [];
    if (given === undefined) throw refused(401, "the bearer token is missing or malformed");
    const matches = await Promise.all(tokens.map((one) => isSame(one, given)));
    if (!matches.includes(true)) throw refused(401, "the bearer token is wrong");
    c.set("leasehoundPrincipal", { id: ROOT });
    await next();
  };
}

export function principalOf(c: { readonly var: ApiEnv["Variables"] }): Principal {
  return c.var.leasehoundPrincipal;
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
