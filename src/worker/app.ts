// The deployable Worker: the lock API, and nothing open beside it.
import { Hono } from "hono";
import { createLockApi } from "../hono/index.ts";
import { problem, refused } from "../hono/lock-api/problem.ts";
import { demo } from "./demo.ts";
import { type Env, locksFor } from "./env.ts";

export const app: Hono<{ Bindings: Env }> = new Hono();

app.notFound((c) => {
  c.header("cache-control", "no-store");
  return problem(refused(404, "there is no such resource"), c);
});

app.route("/v1/locks", createLockApi({ locks: (c) => locksFor(c.env), token: (c) => c.env.LOCK_API_TOKEN }));
app.route("/demo", demo);
