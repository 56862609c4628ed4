// Keys that sign the texts of holds, derived from a secret that the lock API shares with services that send it holds.
import { InvalidOptionError } from "../errors.ts";
import { asBase64Url } from "./base64url.ts";

/** A key with its id, which depends on the secret alone: the reader of a text finds the key among several. */
export interface SigningKey {
  readonly id: string;
  readonly key: CryptoKey;
}

export const MIN_SECRET_LENGTH = 32;

const ID_BYTES = 6;
const KEY_BYTES = 32;
// A separate derivation: signatures reveal nothing about other uses of the secret, such as a bearer token.
const LABEL = "leasehound: texts of holds, 1";
/** Label of the keys that sign capability tokens. */
export const TOKENS = "leasehound: capability tokens, 1";

/** Throws INVALID_OPTION naming `option` for text that is too short to be a secret. */
export function checkSecret(option: string, secret: unknown): string {
  if (isSecret(secret)) return secret;
  throw new InvalidOptionError(option, `must be text of at least ${MIN_SECRET_LENGTH} characters`);
}

export function isSecret(secret: unknown): secret is string {
  return typeof secret === "string" && secret.length >= MIN_SECRET_LENGTH;
}

/** Derives the key of a secret for one use, by HKDF-SHA-256. */
export async function signingKey(secret: string, label: string = LABEL): Promise<SigningKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(label) };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(how, material, 8 * (ID_BYTES + KEY_BYTES)));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes.subarray(ID_BYTES), algorithm, false, ["sign", "verify"]);
  return { id: asBase64Url(bytes.subarray(0, ID_BYTES)), key };
}
