// Refuses a path that is not percent-encoded UTF-8.
import type { MiddlewareHandler } from "hono";
import { refused } from "./refusal.ts";

/** The router would read such a path literally, and two URLs would name one lock. */
export const wellFormedPath: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw refused(400, "the path is not percent-encoded UTF-8");
  }
  await next();
};
