// The page, and the answer that its script requests once a second.
import type { Context, Hono } from "hono";
import { asEpochMs } from "../hold/epoch-time.ts";
import { answerPage, baseOf, type Dashboard, safe, unstored, watchOf } from "./request.ts";
import { wishOf } from "./rows.ts";
import { sampleOf } from "./sample.ts";
import { hasSession } from "./session.ts";
import { signIn } from "./session-routes.tsx";
import { h } from "./views/html.ts";
import { type Notice, Page, partsOf, type View } from "./views/page.tsx";

export function pageRoutes(app: Hono, dashboard: Dashboard): void {
  const { tokensOf } = dashboard;
  app.get("/", safe, unstored, async (c) => {
    const base = baseOf(c, "");
    if (!(await hasSession(c, tokensOf(c)))) return signIn(c, base);
    return answerPage(c, <Page {...(await viewOf(dashboard, c, base))} />);
  });
  app.get("/live", safe, unstored, async (c) => {
    if (!(await hasSession(c, tokensOf(c)))) return c.json({ title: "the session has ended" }, 401);
    const view = await viewOf(dashboard, c, baseOf(c, "live"));
    const parts = Object.entries(partsOf(view)).map(([id, part]) => [id, part === null ? "" : String(part)]);
    return c.json({ parts: Object.fromEntries(parts), sample: sampleOf(view) });
  });
}

/** Reads what one viewer sees. */
export async function viewOf(dashboard: Dashboard, c: Context, base: string, notice?: Notice): Promise<View> {
  const client = dashboard.locksOf(c);
  const watch = watchOf(dashboard, client);
  const wish = wishOf(c.req.query());
  const [held, lock] = await Promise.all([
    watch.held(),
    wish.lock === undefined ? undefined : watch.inspect(wish.lock),
  ]);
  const instant = performance.now();
  const mayFree = dashboard.mayFree(c);
  const { prefix } = client.options;
  const { hasReference } = dashboard;
  return { base, wish, prefix, held, lock, mayFree, hasReference, notice, now: asEpochMs(instant), instant };
}
