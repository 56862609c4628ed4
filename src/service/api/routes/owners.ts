// Releases and renews the holds of an owner that its caller chose, over HTTP.
import type { Hono } from "hono";
import { type ByOwner, type ClientContext, ownersOf, runAnswered } from "../../../lock/hold/client-context.ts";
import { lockName } from "../../../lock/keys.ts";
import type { Call } from "../../../lock/protocol.ts";
import { type ApiEnv, withinLimit } from "../../access/callers.ts";
import type { OfOwner } from "../contract/contract.ts";
import { kindOfName } from "../hold-texts.ts";
import { requestIdOf } from "./idempotency.ts";
import { ownerIn } from "./owner.ts";
import { type Api, type Asked, serve } from "./serve.ts";

/** How to ask Redis about the holds of an owner. Answers whether it has the lock. */
type AskOwner = () => Promise<boolean>;

export function ownerRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /{name}/release-owner", {
    check: (asked) =>
      askOwner(asked, "release lock", ["release-owner"], (owners, ...request) => owners.release(...request)),
    act: async ({ name }, ask) => ({ name, wasHeld: await ask() }),
  });

  serve(app, api, "POST /{name}/renew-owner", {
    check(asked) {
      const { c, caller, fields } = asked;
      const { leaseMs = api.locksOf(c).options.leaseMs } = fields;
      withinLimit("leaseMs", leaseMs, caller.maxLeaseMs);
      return askOwner(asked, "renew lock", ["renew-owner", leaseMs], (owners, ...request) =>
        owners.renew(...request, leaseMs),
      );
    },
    act: async ({ name }, ask) => ({ name, isHeld: await ask() }),
  });
}

/**
 * Checks a request about an owner, and returns how to ask Redis.
 * @param change what tells this request from others of the same Idempotency-Key
 * @throws 400 for an owner that no caller chose, or a malformed key
 */
async function askOwner(
  { c, api, caller, name, fields }: Asked<OfOwner>,
  act: string,
  change: readonly unknown[],
  callOf: (owners: ByOwner, ...request: Parameters<ByOwner["release"]>) => Call<boolean>,
): Promise<AskOwner> {
  const client: ClientContext = api.locksOf(c);
  const { key } = lockName(client.options.prefix, name);
  const lock = { client, kind: kindOfName(client, fields.kind), key };
  const owners = ownersOf(client);
  const field = owners.fieldOf(lock, await ownerIn(caller.id, fields.owner));
  const scope = { audience: api.audience, principal: caller.id, lockKey: key };
  const requestId = await requestIdOf(c, scope, [...change, fields.kind, field]);
  const call = callOf(owners, lock, field, requestId);
  return async () => (await runAnswered(client, call, client.options.leaseMs, [act, name])).reply;
}
