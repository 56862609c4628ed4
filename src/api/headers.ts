// Headers of every answer, errors included.
import type { MiddlewareHandler } from "hono";

/** Answers are for their caller alone, are never taken for a page, and come over TLS. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  c.header("cache-control", "no-store");
  c.header("strict-transport-security", "max-age=31536000");
  c.header("x-content-type-options", "nosniff");
  await next();
};
