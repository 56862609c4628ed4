// Makes and revokes capability tokens. The bearer of a token may narrow it. Only `mint` makes tokens of another
// principal.
import type { Context, Hono } from "hono";
import { epochNowMs } from "../../../base/clock.ts";
import { type ApiEnv, type Caller, callerOf, permit } from "../../access/callers.ts";
import { refused } from "../../access/refusal.ts";
import { capabilityTokens, type Grant, MOST_ANCESTORS, widerIn } from "../../access/tokens.ts";
import type { TokenFields } from "../contract/contract.ts";
import { MAX_TOKEN_LIFE_MS } from "../contract/limits.ts";
import type { Capability } from "../contract/vocabulary.ts";
import { ROOT } from "../contract/vocabulary.ts";
import { type Api, type Asked, serve } from "./serve.ts";

const DEFAULT_LIFE_MS = 3_600_000;

export function tokenRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /-/tokens", {
    mayAsk: noted,
    check: granted,
    async act({ c }, grant) {
      const [newest = ""] = api.secretsOf(c);
      const token = await capabilityTokens.sign(newest, api.audience, grant);
      const { tokenId, ancestors: _, ...told } = grant;
      return { token, tokenId, ...told };
    },
  });

  serve(app, api, "POST /-/tokens/revoke", {
    mayAsk: noted,
    // One of both is given.
    check: ({ c, fields: { token, tokenId = "" } }) =>
      token === undefined ? byId(c, tokenId) : grantOf(api, c, token),
    async act({ c }, { tokenId, expiresAt }) {
      await api.revocations.revoke(api.locksOf(c), tokenId, expiresAt);
      return { tokenId };
    },
  });
}

/** Notes the request for the audit: any caller may narrow its own token, so no verb is checked here. */
function noted(c: Context<ApiEnv>): void {
  c.set("leasehoundAct", { verb: "mint" });
}

async function grantOf(api: Api, c: Context<ApiEnv>, token: string): Promise<Grant> {
  return (await capabilityTokens.read(api.secretsOf(c), api.audience, token)).grant;
}

function granted({ c, caller, fields }: Asked<TokenFields>): Grant {
  const { principal, lifeMs = DEFAULT_LIFE_MS, ...members } = fields;
  if (caller.grant === undefined) mustState({ principal, ...members });
  const capability: Capability = {
    names: members.names ?? caller.names,
    verbs: members.verbs ?? caller.verbs,
    maxLeaseMs: members.maxLeaseMs ?? caller.maxLeaseMs,
    maxHoldMs: members.maxHoldMs ?? caller.maxHoldMs,
    maxWaits: members.maxWaits ?? caller.maxWaits,
    maxKeptHolds: members.maxKeptHolds ?? caller.maxKeptHolds,
  };
  const wider = widerIn(caller, capability);
  if (wider !== undefined)
    throw refused(403, `${wider}: a token may not allow more than its maker has`, { option: wider });
  // A narrowed token acts for the same principal.
  const id = principal === undefined ? caller.id : subordinate(c, caller, principal);
  const parents = caller.grant === undefined ? [] : [caller.grant.tokenId, ...caller.grant.ancestors];
  if (parents.length > MOST_ANCESTORS) {
    throw refused(403, `a token can be narrowed ${MOST_ANCESTORS} times in a row at most`);
  }
  const expiresAt = Math.min(epochNowMs() + lifeMs, caller.grant?.expiresAt ?? Number.POSITIVE_INFINITY);
  const whole = 1_000 * Math.floor(expiresAt / 1_000);
  return { ...capability, principal: id, tokenId: crypto.randomUUID(), ancestors: parents, expiresAt: whole };
}

/** A caller without a capability token has nothing to narrow. */
function mustState(fields: TokenFields): void {
  const missing = (["names", "verbs", "principal"] as const).find((member) => fields[member] === undefined);
  if (missing === undefined) return;
  throw refused(403, `${missing}: must be stated, because only a capability token can be narrowed`, {
    option: missing,
  });
}

/**
 * Returns the id of the principal that a caller names: root names any, and others their own and those below it. A
 * caller without a token needs the verb also for its own, because its new token would not end with anything.
 */
function subordinate(c: Context<ApiEnv>, { id, grant }: Caller, asked: string): string {
  if (asked === id && grant !== undefined) return asked;
  permit(c, "mint");
  if (id !== ROOT && asked !== id && !asked.startsWith(`${id}/`)) {
    throw refused(403, "principal: must begin with the id of this caller and /", { option: "principal" });
  }
  return asked;
}

/** Only root revokes a token that it does not have. */
function byId(c: Context<ApiEnv>, tokenId: string): Pick<Grant, "tokenId" | "expiresAt"> {
  if (callerOf(c).id !== ROOT) throw refused(403, "only a root token revokes by id; send the token itself");
  return { tokenId, expiresAt: epochNowMs() + MAX_TOKEN_LIFE_MS };
}
