// The deployable Worker: the lock API and the page. Cloudflare answers requests for static
// assets, which are public: the files of the page, and the description of the API.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { refused } from "../access/refusal.ts";
import { createLockApi } from "../api/index.ts";
import { problem, safeHeaders } from "../api/responses.ts";
import { type DashboardOptions, pageApplication } from "../dashboard/dashboard.ts";
import { corsOriginsOf, type Env, locksFor, secretsOf, tokensOf, withinRate } from "./env.ts";

export const app: Hono<{ Bindings: Env }> = new Hono();

app.use(safeHeaders);
app.notFound((c) => problem(refused(404, "there is no such resource"), c));

const api: DashboardOptions = {
  locks: (c) => locksFor(c.env),
  token: (c) => tokensOf(c.env),
  secret: (c) => secretsOf(c.env),
  forceRelease: (c) => c.env.ALLOW_FORCE_RELEASE === "on",
  audit: (line) => console.log(JSON.stringify(line)),
  rateLimit: (c, principal) => withinRate(c.env, principal),
};
const corsOrigins = (c: Context<{ Bindings: Env }>) => corsOriginsOf(c.env);
app.route("/v1/locks", createLockApi({ ...api, corsOrigins }));
app.route("/", pageApplication(api));
