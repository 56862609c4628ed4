// Reads the token that `doctor` uses. Only the API knows whether the token is valid.

import { type Finding, unreadable } from "../../../engine/prove/finding.ts";
import { shortDuration } from "../duration.ts";

const SOON_MS = 86_400_000;
const SHOWN_NAMES = 3;
// Of the API.
const LONGEST_NAME = 200;

/** A capability token. */
export interface OwnToken {
  readonly principal: string;
  readonly names: readonly string[];
  readonly verbs: readonly string[];
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Returns what a capability token says; undefined for a root token. */
export function ownToken(token: string): OwnToken | undefined {
  const [, payload = "", ...more] = token.split(".");
  if (more.length !== 1) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { sub, names, verbs, exp }: Record<string, unknown> = Object(parsed);
    if (typeof sub !== "string" || typeof exp !== "number" || !isTexts(names) || !isTexts(verbs)) return undefined;
    return { principal: sub, names, verbs, expiresAt: 1_000 * exp };
  } catch {
    return undefined;
  }
}

/** Returns whether the token allows all of these verbs. */
export function mayAll(token: OwnToken | undefined, ...verbs: readonly string[]): boolean {
  return token === undefined || verbs.every((verb) => token.verbs.includes(verb));
}

/** Returns the name of a lock that nobody else uses; undefined: the token has no such name. */
export function nameOfTest(token: OwnToken | undefined): string | undefined {
  const own = `doctor:${crypto.randomUUID()}`;
  if (token === undefined) return own;
  const begins = token.names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));
  return begins.map((begin) => begin + own).find((name) => name.length <= LONGEST_NAME);
}

/** Says what the token allows, and for how long. */
export function checkToken(token: OwnToken | undefined, now: number): Finding {
  const check = "token";
  if (token === undefined) return { check, health: "ok", found: "a root token, which may do everything" };
  const { principal, names, verbs, expiresAt } = token;
  const leftMs = expiresAt - now;
  const more = names.length > SHOWN_NAMES ? ", …" : "";
  const found = `${principal} may ${verbs.join(", ")} ${names.slice(0, SHOWN_NAMES).join(", ")}${more}, for ${shortDuration(leftMs)}`;
  if (leftMs > SOON_MS) return { check, health: "ok", found };
  return { check, health: "warning", found, advice: "make a new token before this one expires: leasehound token" };
}

/** Returns the finding of a check for which the token has no verb or name. */
export function notAllowed(check: string, needs: string): Finding {
  return unreadable(check, `the token does not have ${needs}`, "run doctor with a root token to check it");
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
