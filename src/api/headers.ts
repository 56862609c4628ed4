// Headers of every response, errors included.
import type { MiddlewareHandler } from "hono";

/** Responses are never cached, never sniffed as a page, and require TLS. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  c.header("strict-transport-security", "max-age=31536000");
  c.header("x-content-type-options", "nosniff");
  await next();
};
