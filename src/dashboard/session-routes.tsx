// The routes that begin and end a session.
import type { Context, Hono } from "hono";
import { answerPage, baseOf, type Dashboard, fieldsOf, ownForm, safe, unstored } from "./request.ts";
import { queryOf, wishOf } from "./rows.ts";
import { beginSession, endSession } from "./session.ts";
import { h } from "./views/html.ts";
import { SignIn } from "./views/sign-in.tsx";

export function sessionRoutes(app: Hono, { tokensOf, isSame }: Dashboard): void {
  app.post("/session", safe, unstored, ownForm, async (c) => {
    const { token } = await fieldsOf(c, ["token"]);
    const matches = await Promise.all(tokensOf(c).map(async (one) => ((await isSame(one, token)) ? [one] : [])));
    const [valid] = matches.flat();
    if (valid === undefined) return signIn(c, baseOf(c, "session"), "The token is wrong.");
    await beginSession(c, valid);
    return c.redirect(baseOf(c, "session") + queryOf(wishOf(c.req.query())), 303);
  });
  app.post("/sign-out", safe, unstored, ownForm, (c) => {
    endSession(c);
    return c.redirect(baseOf(c, "sign-out"), 303);
  });
}

/** Answers with the page that asks for the token. */
export function signIn(c: Context, base: string, refusal?: string): Response {
  const query = queryOf(wishOf(c.req.query()));
  return answerPage(c, <SignIn base={base} query={query} refusal={refusal} />, refusal === undefined ? 200 : 401);
}
