// Adds a path with one method. Other methods get 405, with the allowed one.
import type { Context, Hono } from "hono";
import type { ApiEnv } from "./principals.ts";
import { refused } from "./refusal.ts";

export function resource(
  app: Hono<ApiEnv>,
  method: "GET" | "POST",
  path: string,
  answer: (c: Context<ApiEnv>) => Promise<Response>,
): void {
  app.on(method, path, answer);
  // Hono answers HEAD where there is GET.
  const allow = method === "GET" ? "GET, HEAD" : method;
  app.all(path, () => {
    throw refused(405, `the method must be ${allow.replace(", ", " or ")}`, { allow });
  });
}
