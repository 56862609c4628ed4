// JSON Web Tokens (RFC 7519) of the one form that the API issues: signed by HMAC-SHA-256 with a key that the header
// names. A library for every algorithm and form of key would be 5 kB of the Worker. The tests make tokens by one.
import { asBase64Url, fromBase64Url } from "../hold/base64url.ts";
import type { SigningKey } from "../hold/signing-key.ts";
import { refused } from "./refusal.ts";

/** The claims of every token. Times are whole seconds since the epoch. */
export interface Claims {
  readonly sub: string;
  readonly jti: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
}

export type Members = Readonly<Record<string, unknown>>;

export const MALFORMED = "the token is malformed";

const ALGORITHM = "HS256";
// The clocks of two machines differ.
const TOLERANCE_S = 5;

const encoder = new TextEncoder();

/** Signs claims. `type`: says what the token is for. */
export async function signJwt({ id, key }: SigningKey, type: string, claims: Claims & Members): Promise<string> {
  const parts = [{ alg: ALGORITHM, typ: type, kid: id }, claims];
  const text = parts.map((part) => asBase64Url(encoder.encode(JSON.stringify(part)))).join(".");
  return `${text}.${asBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))))}`;
}

/**
 * Returns the claims of a token of this type that one of the keys signed for this audience, and that key.
 * @throws 401, which says what is wrong with the token, but nothing of its text
 */
export async function verifyJwt<Key extends SigningKey>(
  keys: readonly Key[],
  type: string,
  audience: string,
  token: string,
): Promise<{ readonly claims: Claims & Members; readonly key: Key }> {
  const [header = "", payload = "", mac = ""] = token.split(".");
  const { alg, typ, kid, crit } = membersOf(header);
  if (alg !== ALGORITHM) throw refused(401, "the algorithm of the token is not allowed");
  // An extension that its signer calls critical must not be ignored, and none is known.
  if (crit !== undefined) throw refused(401, MALFORMED);
  const key = keys.find(({ id }) => id === kid);
  if (key === undefined) throw refused(401, "the key of the token is unknown, or retired");
  const signature = bytesOf(mac);
  // Other texts with the same bytes were never issued.
  const isSigned =
    asBase64Url(signature) === mac &&
    (await crypto.subtle.verify("HMAC", key.key, signature, encoder.encode(`${header}.${payload}`)));
  if (!isSigned) throw refused(401, "the signature of the token is wrong");
  const claims = membersOf(payload);
  if (typ !== type || !areClaims(claims)) throw refused(401, MALFORMED);
  if (claims.aud !== audience) throw refused(401, "the token is for another audience");
  if (claims.exp <= Date.now() / 1_000 - TOLERANCE_S) throw refused(401, "the token has expired");
  return { claims, key };
}

function areClaims(claims: Members): claims is Claims & Members {
  const { sub, jti, aud, iat, exp, nbf } = claims;
  // No token is issued for later, and a beginning must not be ignored.
  if (nbf !== undefined) return false;
  return [sub, jti, aud].every((one) => typeof one === "string") && [iat, exp].every(Number.isFinite);
}

function membersOf(part: string): Members {
  const text = new TextDecoder().decode(bytesOf(part));
  try {
    return Object(JSON.parse(text));
  } catch {
    throw refused(401, MALFORMED);
  }
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64Url(part);
  } catch {
    throw refused(401, MALFORMED);
  }
}
