// The page with everything that it loads.
import type { Hono } from "hono";
import { ASSETS } from "./assets.ts";
import { type DashboardOptions, pageApplication } from "./dashboard.ts";
import { ASSET_CACHING } from "./page-headers.ts";
import { safe } from "./request.ts";

/**
 * Makes the page that shows the held locks. Each viewer sees only the locks that it may see. Mount it at any path. A
 * viewer types a token once, and gets a session of 8 hours at most. docs/run/dashboard.md describes the page.
 * @param options `locks` is required, and `token` or `authorize`; functions get the context
 * @returns a Hono application, which answers errors with pages of its own
 * @throws INVALID_OPTION naming the option
 * @example
 * app.route("/locks", createDashboard({ locks, token }));
 */
export function createDashboard(options: DashboardOptions): Hono {
  const app = pageApplication(options);
  for (const { file, type, body } of ASSETS) {
    app.get(`/assets/${file}`, safe, (c) => {
      c.header("cache-control", ASSET_CACHING);
      return c.body(body, 200, { "content-type": type });
    });
  }
  return app;
}
