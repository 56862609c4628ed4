// The permits of a semaphore over HTTP: who has them, and how many there are. An acquire takes one.
import type { Hono } from "hono";
import { type ClientContext, inspectionOf, runAnswered } from "../../../lock/hold/client-context.ts";
import { type LockName, lockName } from "../../../lock/keys.ts";
import { setPermitsCall } from "../../../lock/lua/permit-expirable.ts";
import type { PermitChange } from "../../../lock/protocol.ts";
import type { ApiEnv } from "../../access/callers.ts";
import type { RequestOf } from "../contract/contract.ts";
import { callOf, type RequestId, requestIdOf } from "./idempotency.ts";
import { type Api, serve } from "./serve.ts";

const CHANGES: Readonly<Record<NonNullable<RequestOf<"POST /{name}/set-permits">["change"]>, PermitChange>> = {
  set: "set",
  "set-if-unset": "try",
  add: "add",
};

export function permitRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "GET /{name}/permits", {
    check: ({ c }) => api.locksOf(c),
    act: ({ name }, client) => inspectionOf(client).permits(client, lockName(client.options.prefix, name)),
  });

  serve(app, api, "POST /{name}/set-permits", {
    async check({ c, caller, name, fields: { permits, change = "set" } }) {
      const client = api.locksOf(c);
      const semaphore = lockName(client.options.prefix, name);
      const scope = { audience: api.audience, principal: caller.id, lockKey: semaphore.key };
      return { client, semaphore, request: await requestIdOf(c, scope, [permits, change]) };
    },
    async act({ caller, name, fields: { permits, change = "set" } }, { client, semaphore, request }) {
      await api.lasting.admit(client, caller.id, semaphore);
      return { name, changed: await changePermits(client, semaphore, CHANGES[change], permits, request) };
    },
  });
}

/** Changes the number of permits. Returns whether it did: "try" changes nothing if a number is set. */
export async function changePermits(
  client: ClientContext,
  { name, key }: LockName,
  change: PermitChange,
  permits: number,
  request: RequestId,
): Promise<boolean> {
  const call = callOf(setPermitsCall(key, change, permits, request.id), request);
  return (await runAnswered(client, call, client.options.leaseMs, ["change semaphore", name])).reply;
}
