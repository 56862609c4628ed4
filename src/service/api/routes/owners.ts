// Releases and renews the holds of an owner that its caller chose, over HTTP.
import type { Hono } from "hono";
import { type ClientContext, runAnswered } from "../../../lock/hold/client-context.ts";
import { chosenOwner, lockName } from "../../../lock/keys.ts";
import { type OwnerOnLock, releaseOwnerCall, renewOwnerCall } from "../../../lock/lua/owner.ts";
import type { Call } from "../../../lock/protocol.ts";
import { type ApiEnv, withinLimit } from "../../access/callers.ts";
import { refused } from "../../access/refusal.ts";
import type { RequestOf } from "../contract/contract.ts";
import { kindOfName } from "../hold-texts.ts";
import { callOf, type RequestId, requestIdOf } from "./idempotency.ts";
import { ownerIn } from "./owner.ts";
import { type Api, type Asked, serve } from "./serve.ts";

/** A request about an owner that passed all checks. */
interface OwnerAsked {
  readonly client: ClientContext;
  readonly kindId: string;
  readonly owner: string;
  readonly of: OwnerOnLock;
  readonly request: RequestId;
}

export function ownerRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /{name}/release-owner", {
    check: (asked) => ownerAsked(asked, ["release-owner"]),
    async act({ name }, { client, kindId, owner, of, request }) {
      const call = callOf(releaseOwnerCall(of, kindId, client.options.fairPatienceMs), request);
      return { name, owner, wasHeld: await answer(client, call, ["release lock", name]) };
    },
  });

  serve(app, api, "POST /{name}/renew-owner", {
    check(asked) {
      const { c, caller, fields } = asked;
      const { leaseMs = api.locksOf(c).options.leaseMs } = fields;
      withinLimit("leaseMs", leaseMs, caller.maxLeaseMs);
      // The limit counts from the acquire. The text of a hold contains that time, and an owner does not.
      if (caller.maxHoldMs !== undefined) {
        throw refused(403, "owner: this caller has a maxHoldMs; renew the hold by its text", { option: "owner" });
      }
      return ownerAsked(asked, ["renew-owner", leaseMs]);
    },
    async act({ name, fields }, { client, kindId, owner, of, request }) {
      const call = callOf(renewOwnerCall(of, kindId, fields.leaseMs ?? client.options.leaseMs), request);
      const { isHeld } = await answer(client, call, ["renew lock", name]);
      return { name, owner, isHeld };
    },
  });
}

/**
 * Checks a request about an owner.
 * @param change what tells this request from others of the same Idempotency-Key
 * @throws 400 for an owner that no caller chose, or a malformed key
 */
async function ownerAsked(
  { c, api, caller, name, fields }: Asked<RequestOf<"POST /{name}/release-owner">>,
  change: readonly unknown[],
): Promise<OwnerAsked> {
  const client = api.locksOf(c);
  const { key } = lockName(client.options.prefix, name);
  const kind = kindOfName(client, fields.kind);
  // Checked before it is hashed, because a digest hides its form.
  const owner = await ownerIn(caller.id, chosenOwner(fields.owner));
  const field = kind.ownerToField(owner, key);
  const scope = { audience: api.audience, principal: caller.id, lockKey: key };
  const request = await requestIdOf(c, scope, [...change, kind.id, field]);
  return { client, kindId: kind.id, owner, of: { key, field, requestId: request.id }, request };
}

async function answer<Reply>(
  client: ClientContext,
  call: Call<Reply>,
  act: readonly [act: string, name: string],
): Promise<Reply> {
  return (await runAnswered(client, call, client.options.leaseMs, act)).reply;
}
