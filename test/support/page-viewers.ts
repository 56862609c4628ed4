// Principals who look at the page with capability tokens, and the application that serves page and lock API alike.
import { Hono } from "hono";
import { capabilityTokens, type Grant } from "../../src/service/access/tokens.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { createDashboard, type DashboardOptions } from "../../src/service/dashboard/index.ts";
import { ORIGIN, TOKEN, Viewer } from "./dashboard.ts";

export const SECRET = "canary-secret-of-page-and-api-0123";
const HOUR_MS = 3_600_000;

/** Mounts page and lock API with the same options. */
export function pageAndApi(options: Partial<DashboardOptions> & Pick<DashboardOptions, "locks">): Hono {
  const given = [Object({ token: TOKEN, secret: SECRET, ...options })];
  const app = new Hono();
  app.route("/api", Reflect.apply(createLockApi, undefined, given));
  app.route("/page", Reflect.apply(createDashboard, undefined, given));
  return app;
}

/** Makes a token of `ann`, who may do everything with `a/*`, unless the grant says otherwise. */
export function tokenOf(grant: Partial<Grant> = {}, secret = SECRET, audience = "leasehound"): Promise<string> {
  return capabilityTokens.sign(secret, audience, {
    principal: "ann",
    tokenId: crypto.randomUUID(),
    ancestors: [],
    names: ["a/*"],
    verbs: ["acquire", "list", "inspect", "force-release"],
    expiresAt: Date.now() + HOUR_MS,
    ...grant,
  });
}

/** Returns a viewer who has signed in with a token of this grant. */
export async function viewerWith(app: Hono, grant: Partial<Grant> = {}): Promise<Viewer> {
  const viewer = new Viewer(app);
  await viewer.send("session", { token: await tokenOf(grant) });
  return viewer;
}

/** Sends a request to the lock API, with a bearer token. */
export async function askApi(app: Hono, path: string, token: string, body?: object): Promise<number> {
  const response = await app.request(`${ORIGIN}/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.status;
}
