// The page, and the answer that its script requests once a second.
import type { Context, Hono, MiddlewareHandler } from "hono";
import { asEpochMs, nowMs } from "../../base/clock.ts";
import { type ApiEnv, callerOf, mustAllow } from "../access/callers.ts";
import { allows } from "../access/tokens.ts";
import { leasesOf } from "./leases.ts";
import { answerPage, baseOf, type Dashboard, safe, unstored, watchOf } from "./request.ts";
import { type Wish, wishOf } from "./rows.ts";
import { signIn } from "./session-routes.tsx";
import { forViewers, heldLocksFor, type PageEnv } from "./viewer.ts";
import { h } from "./views/html.ts";
import { type Notice, Page, partsOf, type View } from "./views/page.tsx";

/** @param limits refuse viewers that send too many requests */
export function pageRoutes(app: Hono<PageEnv>, dashboard: Dashboard, limits: MiddlewareHandler<ApiEnv>[]): void {
  const viewers = forViewers(dashboard, (c) => signIn(c, baseOf(c, "")));
  app.get("/", safe, unstored, viewers, ...limits, async (c) =>
    answerPage(c, <Page {...(await viewOf(dashboard, c, baseOf(c, "")))} />),
  );
  const signedOut = forViewers(dashboard, (c) => c.json({ title: "the session has ended" }, 401));
  app.get("/live", safe, unstored, signedOut, ...limits, async (c) => {
    const view = await viewOf(dashboard, c, baseOf(c, "live"));
    const parts = Object.entries(partsOf(view)).map(([id, part]) => [id, part === null ? "" : String(part)]);
    return c.json({ parts: Object.fromEntries(parts), leases: leasesOf(view.lock) });
  });
}

/**
 * Returns the choices of a viewer, which are permitted.
 * @throws 403 for a lock that it may not see, before Redis is asked
 */
export function permittedWish(c: Context<PageEnv>): Wish {
  const wish = wishOf(c.req.query());
  if (wish.lock !== undefined) mustAllow(callerOf(c), "inspect", wish.lock);
  return wish;
}

/**
 * Reads what one viewer sees.
 * @throws 401 for a viewer whose token was revoked; 403 for a lock that it may not see
 */
export async function viewOf(dashboard: Dashboard, c: Context<PageEnv>, base: string, notice?: Notice): Promise<View> {
  const { access } = dashboard;
  const viewer = callerOf(c);
  const wish = permittedWish(c);
  await access.admit(c);
  const client = access.locksOf(c);
  const watch = watchOf(dashboard, client);
  const [held, lock] = await Promise.all([
    allows(viewer, "list") ? heldLocksFor(watch, viewer) : undefined,
    wish.lock === undefined ? undefined : watch.inspect(wish.lock),
  ]);
  const instant = nowMs();
  return {
    ...{ base, wish, viewer, until: c.var.leasehoundSessionEnd, prefix: client.options.prefix },
    ...{ held, lock, isFreeingOn: access.forceRelease(c), notice, now: asEpochMs(instant), instant },
  };
}
