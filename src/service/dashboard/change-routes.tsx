// Freeing a lock.
import type { Hono, MiddlewareHandler } from "hono";
import { quote } from "../../base/error-base.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import { kindToFree, ownersIn } from "../../lock/kinds/freeing.ts";
import { type ApiEnv, permit } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { lockOfKindNamed } from "../api/hold-texts.ts";
import { permittedWish, viewOf } from "./page-routes.tsx";
import { answerPage, baseOf, type Dashboard, fieldsOf, ownForm, safe, unstored, watchOf } from "./request.ts";
import { signIn } from "./session-routes.tsx";
import { forViewers, type PageEnv } from "./viewer.ts";
import { h } from "./views/html.ts";
import { type Notice, Page } from "./views/page.tsx";

type Fields = Readonly<Record<"name" | "typed" | "owners", string>>;

/** @param limits refuse viewers that send too many requests */
export function changeRoutes(app: Hono<PageEnv>, dashboard: Dashboard, limits: MiddlewareHandler<ApiEnv>[]): void {
  const { access } = dashboard;
  const viewers = forViewers(dashboard, (c) =>
    signIn(c, baseOf(c, "free"), "The session has ended. Nothing was freed."),
  );
  // A GET of the form's address leads to the page.
  app.get("/free", safe, unstored, (c) => c.redirect(baseOf(c, "free"), 303));
  app.post("/free", safe, unstored, ownForm, viewers, ...limits, async (c) => {
    const base = baseOf(c, "free");
    const fields = await fieldsOf(c, ["name", "typed", "owners"]);
    permit(c, "force-release", fields.name);
    // The answer shows the chosen lock, so a refusal must come before the change.
    permittedWish(c);
    if (!access.forceRelease(c)) throw refused(403, "Nobody can free locks here.");
    await access.admit(c);
    const client = access.locksOf(c);
    const notice = await freed(client, fields);
    watchOf(dashboard, client).outdate(fields.name);
    return answerPage(c, <Page {...(await viewOf(dashboard, c, base, notice))} />, notice.isRefusal ? 409 : 200);
  });
}

/** Frees the lock that the form names, if its holders are still those that the viewer saw. */
async function freed(client: ClientContext, { name, typed, owners }: Fields): Promise<Notice> {
  const refuse = (text: string): Notice => ({ isRefusal: true, text });
  if (typed !== name) return refuse("Nothing was freed: the text that you typed is not the name of the lock.");
  const found = await lockOfKindNamed(client, "lock", name).inspect();
  const lock = `The lock ${quote(name)}`;
  if (found.kind === "free") return { isRefusal: false, text: `${lock} was already free.` };
  if (ownersIn(found) !== owners) {
    return refuse(`Nothing was freed: ${lock.replace("The", "the")} has other holders now. Check them first.`);
  }
  await lockOfKindNamed(client, kindToFree(found), name).forceRelease();
  return { isRefusal: false, text: `${lock} was freed. Its holder may continue until it notices the loss.` };
}
