// The session of a viewer: a signed cookie, which contains only the time of its end.
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import { asEpochMs } from "../hold/epoch-time.ts";

// Eight hours: a shift.
const SESSION_S = 28_800;
const COOKIE = "leasehound";
// With this prefix, a browser accepts the cookie only from this host itself, over TLS or on its own machine.
const HOST = { prefix: "host", path: "/", secure: true } as const;

/** Begins a session for a viewer who sent this token. */
export async function beginSession(c: Context, token: string): Promise<void> {
  const end = String(asEpochMs(performance.now()) + SESSION_S * 1_000);
  const options = { ...HOST, httpOnly: true, sameSite: "Strict", maxAge: SESSION_S } as const;
  await setSignedCookie(c, COOKIE, end, keyOf(token), options);
}

/** Returns whether the request has a session that began with one of the tokens and has not ended. */
export async function hasSession(c: Context, tokens: readonly string[]): Promise<boolean> {
  for (const token of tokens) {
    const end = await getSignedCookie(c, keyOf(token), COOKIE, "host");
    if (typeof end === "string" && Number(end) > asEpochMs(performance.now())) return true;
  }
  return false;
}

/** Makes the browser forget its session. */
export function endSession(c: Context): void {
  deleteCookie(c, COOKIE, HOST);
}

/** Returns the key of the signature. It ends with the token, so a changed token ends the sessions, too. */
function keyOf(token: string): string {
  return `leasehound: session of the page, 1: ${token}`;
}
