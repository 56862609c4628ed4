// The routes that begin and end a session.
import type { Context, Hono } from "hono";
import { bearerOf, setCaller } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { capabilityTokens, isCapabilityToken } from "../access/tokens.ts";
import { answerPage, baseOf, type Dashboard, fieldsOf, ownForm, safe, unstored } from "./request.ts";
import { queryOf, wishOf } from "./rows.ts";
import { beginRootSession, beginSession, endSession } from "./session.ts";
import type { PageEnv } from "./viewer.ts";
import { h } from "./views/html.ts";
import { SignIn } from "./views/sign-in.tsx";

export function sessionRoutes(app: Hono<PageEnv>, dashboard: Dashboard): void {
  app.post("/session", safe, unstored, ownForm, async (c) => {
    const { token } = await fieldsOf(c, ["token"]);
    const root = await rootTokenLike(dashboard, c, token);
    if (root !== undefined) await beginRootSession(c, root);
    else await beginSessionOfBearer(dashboard, c, token);
    return c.redirect(baseOf(c, "session") + queryOf(wishOf(c.req.query())), 303);
  });
  app.post("/sign-out", safe, unstored, ownForm, (c) => {
    endSession(c);
    return c.redirect(baseOf(c, "sign-out"), 303);
  });
}

/** Returns the root token that a viewer has typed; undefined: it is another text. */
async function rootTokenLike(
  { access, isSame }: Dashboard,
  c: Context<PageEnv>,
  given: string,
): Promise<string | undefined> {
  const tokens = access.tokensOf?.(c) ?? [];
  const matches = await Promise.all(tokens.map(async (one) => ((await isSame(one, given)) ? [one] : [])));
  return matches.flat()[0];
}

/** @throws 401 unless the text is a capability token that is valid now */
async function beginSessionOfBearer({ access }: Dashboard, c: Context<PageEnv>, given: string): Promise<void> {
  if (!isCapabilityToken(given)) throw refused(401, "the token is wrong");
  const signed = await capabilityTokens.read(access.secretsOf(c), access.audience, given);
  setCaller(c, bearerOf(signed.grant));
  await access.admit(c);
  await beginSession(c, access.audience, signed);
}

/** Answers with the page that asks for the token. */
export function signIn(c: Context, base: string, refusal?: string): Response {
  const query = queryOf(wishOf(c.req.query()));
  return answerPage(c, <SignIn base={base} query={query} refusal={refusal} />, refusal === undefined ? 200 : 401);
}
