// The deployable Worker: the lock API, its description, and the page. Only the description is public.
import { Hono } from "hono";
import { safeHeaders } from "../api/headers.ts";
import { createLockApi } from "../api/index.ts";
import { problem } from "../api/problem.ts";
import { refused } from "../api/refusal.ts";
import { createDashboard, type DashboardOptions } from "../dashboard/index.ts";
import { demo } from "./demo.ts";
import { type Env, locksFor, secretsOf, tokensOf, withinRate } from "./env.ts";
import { OPENAPI } from "./openapi.ts";

export const app: Hono<{ Bindings: Env }> = new Hono();

app.use(safeHeaders);
app.notFound((c) => problem(refused(404, "there is no such resource"), c));

const access: DashboardOptions = {
  locks: (c) => locksFor(c.env),
  token: (c) => tokensOf(c.env),
  forceRelease: (c) => c.env.ALLOW_FORCE_RELEASE === "on",
};
app.route(
  "/v1/locks",
  createLockApi({
    ...access,
    secret: (c) => secretsOf(c.env),
    audit: (line) => console.log(JSON.stringify(line)),
    rateLimit: (c, principal) => withinRate(c.env, principal),
  }),
);
app.get("/openapi.json", (c) => c.body(OPENAPI, 200, { "content-type": "application/json" }));
app.route("/demo", demo);
app.route("/", createDashboard(access));
