// The session of a viewer is a signed cookie. The cookie of root contains only the time of its end. The cookie of a
// principal contains the part of the grant that the page uses. The token itself would allow more, also at the lock API.
import type { Context } from "hono";
import { asBase64Url, fromBase64Url } from "../../base/bytes.ts";
import { epochNowMs } from "../../base/clock.ts";
import type { Access } from "../access/access.ts";
import { bearerOf, type Caller, ROOT_CALLER } from "../access/callers.ts";
import { Refusal, refused } from "../access/refusal.ts";
import { GrantTexts, isCapabilityToken, type SignedGrant, SigningKeys } from "../access/tokens.ts";
import type { Verb } from "../api/contract/vocabulary.ts";
import { cookieOf, deleteCookie, setCookie } from "./cookie.ts";

/** A viewer, and when its session ends, in epoch ms. */
export interface Session {
  readonly caller: Caller;
  readonly until: number;
}

// Eight hours: a shift.
const SESSION_S = 28_800;
// A browser ignores a cookie of more than 4,096 bytes, its name and attributes included.
const LONGEST_COOKIE = 3_900;
/** The verbs that the page has a use for. */
const USED: readonly Verb[] = ["list", "inspect", "force-release"];

// Other keys than those of capability tokens: the lock API refuses a session, and the page refuses a token as a cookie.
const sessions = new GrantTexts("leasehound: sessions of the page, 1", "leasehound-session+jwt");

// Derived from the root token, so a changed token ends the sessions, too.
const rootKeys = new SigningKeys("leasehound: sessions of root, 1");
const ROOT_FORM = /^(\d{13})\.([\w-]{43})$/;

/** Begins a session for a viewer who sent this root token. */
export async function beginRootSession(c: Context, token: string): Promise<void> {
  const end = String(epochNowMs() + SESSION_S * 1_000);
  const { key } = await rootKeys.of(token);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(end)));
  setCookie(c, `${end}.${asBase64Url(mac)}`, SESSION_S);
}

/** Returns when a session of root ends, in epoch ms; undefined for any other text. */
async function endOfRootSession(tokens: readonly string[], text: string): Promise<number | undefined> {
  const [, end = "", mac = ""] = ROOT_FORM.exec(text) ?? [];
  if (Number(end) <= epochNowMs()) return undefined;
  for (const token of tokens) {
    const { key } = await rootKeys.of(token);
    const signature = fromBase64Url(mac);
    if (await crypto.subtle.verify("HMAC", key, signature, new TextEncoder().encode(end))) return Number(end);
  }
  return undefined;
}

/**
 * Begins a session for the bearer of a capability token. It ends with the token, and with the secret that signed it.
 * @throws 401 when the page has nothing for it, or its names do not fit into a cookie
 */
export async function beginSession(c: Context, audience: string, { grant, secret }: SignedGrant): Promise<void> {
  const { principal, tokenId, ancestors, names } = grant;
  const verbs = grant.verbs.filter((verb) => USED.includes(verb));
  if (!verbs.some((verb) => verb !== "force-release")) {
    throw refused(401, "the page needs a token with the verb list or inspect");
  }
  const expiresAt = Math.min(grant.expiresAt, epochNowMs() + SESSION_S * 1_000);
  const text = await sessions.sign(secret, audience, { principal, tokenId, ancestors, names, verbs, expiresAt });
  if (text.length > LONGEST_COOKIE) {
    throw refused(
      401,
      "the names of this token are too long for a cookie: sign in with a token narrowed to fewer names",
    );
  }
  setCookie(c, text, Math.max(0, Math.floor((expiresAt - epochNowMs()) / 1_000)));
}

/** Returns the session of a request; undefined: it has none, or the session has ended. */
export async function sessionOf(c: Context, { tokensOf, secretsOf, audience }: Access): Promise<Session | undefined> {
  const text = cookieOf(c);
  const until = await endOfRootSession(tokensOf?.(c) ?? [], text);
  if (until !== undefined) return { caller: ROOT_CALLER, until };
  if (!isCapabilityToken(text)) return undefined;
  try {
    const { grant } = await sessions.read(secretsOf(c), audience, text);
    return { caller: bearerOf(grant), until: grant.expiresAt };
  } catch (error) {
    // It has expired, its key is retired, or it was forged.
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  }
}

/** Makes the browser forget its session. */
export function endSession(c: Context): void {
  deleteCookie(c);
}
