// A hold as text that its reader can trust: signed with a secret of the lock API, for one principal and use, until it
// expires. The text of hold-text.ts needs no signature, because it never leaves the services that share the database.
// The keys are derived from a secret that the lock API shares with services that send it holds.

import { asBase64Url, fromBase64Url } from "../../base/bytes.ts";
import { epochNowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import { fieldsOf, holdOfFields } from "../../lock/parts/hold-text.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import { SIGNED_FORM } from "../api/contract/vocabulary.ts";

export const MIN_SECRET_LENGTH = 32;

const ID_BYTES = 6;
const KEY_BYTES = 32;
// A separate derivation: signatures reveal nothing about other uses of the secret, such as a bearer token.
const LABEL = "leasehound: texts of holds, 1";
/** Label of the keys that sign capability tokens. */
export const TOKENS = "leasehound: capability tokens, 1";

/**
 * The purpose of a text: acting on a hold that the API granted, or telling its watchdog about a hold that a service
 * acquired.
 */
export type HoldUse = "hold" | "watchdog";

export interface SignedHold {
  /** The principal that may use the text. */
  readonly principal: string;
  readonly use: HoldUse;
  readonly expired: boolean;
  readonly hold: GrantedHold;
}

/**
 * Signs a hold. The text tells no label: it may reach those who cannot look at the lock.
 * @param lifeMs how long the text can be used, in ms
 */
export async function signHold(
  { id, key }: SigningKey,
  { principal, use, lifeMs }: Pick<SignedHold, "principal" | "use"> & { readonly lifeMs: number },
  hold: GrantedHold,
): Promise<string> {
  const fields = [principal, use, epochNowMs() + lifeMs, ...fieldsOf({ ...hold, label: undefined })];
  const text = `lha1.${id}.${asBase64Url(new TextEncoder().encode(JSON.stringify(fields)))}`;
  return `${text}.${asBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))))}`;
}

/** Reads a text signed by one of these keys, expired or not. Returns undefined for any other text. */
export async function readSignedHold(keys: readonly SigningKey[], signed: string): Promise<SignedHold | undefined> {
  const [, text = "", id, payload = "", mac = ""] = SIGNED_FORM.exec(signed) ?? [];
  const key = keys.find((one) => one.id === id)?.key;
  if (key === undefined) return undefined;
  try {
    const bytes = fromBase64Url(mac);
    // Other texts with the same bytes were never issued.
    if (asBase64Url(bytes) !== mac) return undefined;
    if (!(await crypto.subtle.verify("HMAC", key, bytes, new TextEncoder().encode(text)))) return undefined;
    return read(JSON.parse(new TextDecoder().decode(fromBase64Url(payload))));
  } catch {
    // Signed by a version that writes other fields.
    return undefined;
  }
}

function read(fields: unknown): SignedHold | undefined {
  if (!Array.isArray(fields)) return undefined;
  const [principal, use, expiresAt, ...ofHold]: unknown[] = fields;
  if (typeof principal !== "string" || (use !== "hold" && use !== "watchdog")) return undefined;
  if (typeof expiresAt !== "number") return undefined;
  return { principal, use, expired: epochNowMs() >= expiresAt, hold: holdOfFields(ofHold) };
}

/** A key with its id, which depends on the secret alone: the reader of a text finds the key among several. */
export interface SigningKey {
  readonly id: string;
  readonly key: CryptoKey;
}

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
