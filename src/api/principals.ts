// Who calls the lock API. One principal stands behind all of its tokens: whoever has one can take and free every lock.
import type { MiddlewareHandler } from "hono";
import { ROOT } from "../hold/signed-hold.ts";
import { type Credential, credential, type Form } from "./credential.ts";
import { refused } from "./refusal.ts";

/**
 * A caller that was recognised by its token. Texts of holds, waits and kept holds are counted and checked by its id.
 */
export interface Principal {
  readonly id: string;
}

/** What the API's own handlers find in the context. */
export interface ApiEnv {
  Variables: { leasehoundPrincipal: Principal };
}

export const TOKEN_FORM: Form = {
  // What a header can carry as one: RFC 6750.
  pattern: /^(?=.{32,512}$)[\w.~+/-]+=*$/,
  says: "text of 32 to 512 letters, digits and -._~+/",
};

const SCHEME = /^Bearer +([\w.~+/-]+=*) *$/i;

/** Answers 401 to all who have none of the tokens. */
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

/** Compares in constant time: by MACs under a key that nobody knows, so that no guess comes nearer than another. */
function sameText(): (one: string, other: string) => Promise<boolean> {
  let key: CryptoKey | undefined;
  const encoder = new TextEncoder();
  return async function isSame(one, other) {
    // At the top level of a Worker there is no randomness yet. Any key will do, but it must be one for both sides.
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
