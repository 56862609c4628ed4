// What all answers of the API have: safe headers, and the name of the attempt that they answer. A proxy may mix up two
// answers, or repeat an earlier one. A caller notices this if it names each attempt by a new nonce.
import type { Context, MiddlewareHandler } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { KEY_FORM, NONCE_HEADER } from "./contract/vocabulary.ts";

/** Responses are never cached, never sniffed as a page, and require TLS. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  c.header("strict-transport-security", "max-age=31536000");
  c.header("x-content-type-options", "nosniff");
  await next();
};

/**
 * Returns the members that name the attempt of this request: none without the header.
 * @throws INVALID_OPTION naming the header
 */
export function attemptOf(c: Context): { readonly nonce?: string } {
  const nonce = c.req.header(NONCE_HEADER);
  if (nonce === undefined) return {};
  if (KEY_FORM.test(nonce)) return { nonce };
  throw new InvalidOptionError(NONCE_HEADER, "must be 1 to 200 visible ASCII characters");
}

/** Adds these members to each JSON answer, problems included. Streams add them to each event. */
export const namedAnswers: MiddlewareHandler = async (c, next) => {
  const attempt = attemptOf(c);
  await next();
  const { headers, body } = c.res;
  if (attempt.nonce === undefined || body === null || !/json/.test(headers.get("content-type") ?? "")) return;
  const facts: unknown = await c.res.json();
  c.res = new Response(JSON.stringify({ ...Object(facts), ...attempt }), c.res);
};
