// The page as a Hono application, without the files that it loads: the Worker serves them as static assets.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { ownMembers } from "../../base/validate.ts";
import {
  type ApiLocks,
  type Audit,
  type AuthorizeOptions,
  accessOf,
  audited,
  type TokenOptions,
} from "../access/access.ts";
import { sameText } from "../access/callers.ts";
import { type RateLimit, rateLimited } from "../access/rates.ts";
import { changeRoutes } from "./change-routes.tsx";
import { failed } from "./failed.tsx";
import { pageRoutes } from "./page-routes.tsx";
import type { Dashboard } from "./request.ts";
import { sessionRoutes } from "./session-routes.tsx";
import type { PageEnv } from "./viewer.ts";

/**
 * Options of `createDashboard`. With a root token, a viewer signs in once and sees all locks. With `authorize`, a
 * function names the viewers. Pass the options of `createLockApi`, so that its capability tokens are valid here, too.
 */
export type DashboardOptions = PageOptions & (TokenOptions | AuthorizeOptions);

interface PageOptions {
  /** The client, or a function of the context that returns it: `createLocks(…)` or `createClient(…)`. */
  readonly locks: ApiLocks;
  /** The audience of the lock API whose capability tokens are accepted. Default: `leasehound`. */
  readonly audience?: string | undefined;
  /**
   * Whether viewers may free locks of any owner, or a function of the context that returns it. A viewer also needs the
   * verb `force-release`. Default: false.
   */
  readonly forceRelease?: boolean | ((c: Context) => boolean) | undefined;
  /** Gets a line for each request to free a lock, refused ones included. Default: none is written. */
  readonly audit?: Audit | undefined;
  /** Decides whether a viewer may send another request, as in `createLockApi`. Default: no limit. */
  readonly rateLimit?: RateLimit | undefined;
}

const KNOWN = ["locks", "token", "authorize", "secret", "audience", "forceRelease", "audit", "rateLimit"];

/** Makes the application. At `assets/` below its path, the caller must serve the files of `ASSET_FILES`. */
export function pageApplication(given: DashboardOptions): Hono {
  const options = ownMembers("options", given, KNOWN, "locks and token");
  const { audit, rateLimit } = options;
  const dashboard: Dashboard = {
    access: accessOf(options),
    isSame: sameText(),
    watches: new WeakMap(),
  };
  const limits = rateLimit === undefined ? [] : [rateLimited(rateLimit)];
  const app = new Hono<PageEnv>();
  app.onError(failed);
  if (audit !== undefined) app.use("/free", audited(audit));
  pageRoutes(app, dashboard, limits);
  sessionRoutes(app, dashboard);
  changeRoutes(app, dashboard, limits);
  const mountable = new Hono();
  mountable.route("/", app);
  return mountable;
}
