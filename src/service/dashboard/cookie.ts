// The cookie of a session. Its texts have only letters, digits, and `-_.`, which a cookie contains as they are.
import type { Context } from "hono";

// With this prefix, a browser accepts the cookie only from this host itself, over TLS or on its own machine.
const NAME = "__Host-leasehound";
const HIDDEN = "Path=/; HttpOnly; Secure; SameSite=Strict";

/** Sets the cookie. A browser ignores one of more than 4,096 bytes, its name and attributes included. */
export function setCookie(c: Context, text: string, lifeS: number): void {
  c.header("set-cookie", `${NAME}=${text}; Max-Age=${lifeS}; ${HIDDEN}`, { append: true });
}

/** Makes the browser forget the cookie. */
export function deleteCookie(c: Context): void {
  setCookie(c, "", 0);
}

/** Returns the text of the first cookie with the name; "" if there is none. */
export function cookieOf(c: Context): string {
  const start = `${NAME}=`;
  const pairs = (c.req.header("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
}
