// A hold as text that its reader can trust: signed with a secret of the lock API, for one principal and use, until it
// expires. The text of serialized.ts needs no signature, because it never leaves the services that share the database.
import { epochNowMs } from "../clock.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { asBase64Url, fromBase64Url } from "./base64url.ts";
import { fieldsOf, holdOfFields } from "./serialized.ts";
import { SIGNED_FORM } from "./signed-form.ts";
import type { SigningKey } from "./signing-key.ts";

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

/** The principal of every bearer token of the lock API. */
export const ROOT = "root";

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
