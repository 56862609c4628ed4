// The page as a Hono application, without the files that it loads: the Worker serves them as static assets.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type Credential, credential } from "../api/credential.ts";
import { forceReleaseOf } from "../api/force-release.ts";
import { type ApiLocks, configured } from "../api/locks.ts";
import { sameText, TOKEN_FORM } from "../api/principals.ts";
import { knownMembers } from "../validate.ts";
import { changeRoutes } from "./change-routes.tsx";
import { failed } from "./failed.tsx";
import { pageRoutes } from "./page-routes.tsx";
import type { Dashboard } from "./request.ts";
import { sessionRoutes } from "./session-routes.tsx";

/** Options of `createDashboard`. */
export interface DashboardOptions {
  /** The client, or a function of the context that returns it: `createLocks(…)` or `createClient(…)`. */
  readonly locks: ApiLocks;
  /**
   * The token that a viewer types once: 32 to 512 letters, digits and `-._~+/`. A list of two is allowed, so that a
   * token can be rotated, and a function of the context that returns a token or a list. Without a token, nobody can
   * sign in.
   */
  readonly token: Credential;
  /** Whether viewers may free locks of any owner, or a function of the context that returns it. Default: false. */
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
}

const KNOWN = ["locks", "token", "forceRelease"];

/**
 * Makes the application. At `assets/` below its path, the caller must serve the files of `ASSET_FILES`.
 * @param hasReference whether the caller serves the reference of the API, at `reference` below the path
 */
export function pageApplication(options: DashboardOptions, hasReference = false): Hono {
  knownMembers("options", options, KNOWN, "locks and token");
  const { locks, token, forceRelease } = options;
  const dashboard: Dashboard = {
    locksOf: configured(locks),
    tokensOf: credential("token", token, TOKEN_FORM),
    isSame: sameText(),
    mayFree: forceReleaseOf(forceRelease),
    watches: new WeakMap(),
    hasReference,
  };
  const app = new Hono();
  app.onError(failed);
  pageRoutes(app, dashboard);
  sessionRoutes(app, dashboard);
  changeRoutes(app, dashboard);
  return app;
}
