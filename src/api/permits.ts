// The permits of a semaphore over HTTP: who has them, and how many there are. An acquire takes one.
import type { Hono } from "hono";
import { type ClientContext, inspectionOf, runAnswered } from "../hold/client-context.ts";
import { type LockName, lockName } from "../keys.ts";
import { type PermitChange, setPermitsCall } from "../lua/permit-expirable/calls.ts";
import { requestIdOf } from "./idempotency.ts";
import { type Api, permittedName } from "./locks.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { NAME, readFields, readQuery } from "./request.ts";
import { resource } from "./resource.ts";
import { NOTHING, type PermitsChange, SET_PERMITS } from "./schemas.ts";

const CHANGES: Readonly<Record<PermitsChange, PermitChange>> = { set: "set", "set-if-unset": "try", add: "add" };

export function permitRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "GET", `/:${NAME}/permits`, async (c) => {
    const name = permittedName(c, "inspect");
    readQuery(c, NOTHING);
    const client = api.locksOf(c);
    await api.admit(c);
    return c.json(await inspectionOf(client).permits(client, lockName(client.options.prefix, name)));
  });

  resource(app, "POST", `/:${NAME}/set-permits`, async (c) => {
    const name = permittedName(c, "set-permits");
    const { permits, change = "set" } = await readFields(c, SET_PERMITS);
    const client = api.locksOf(c);
    const semaphore = lockName(client.options.prefix, name);
    const { id: principal } = callerOf(c);
    const scope = { audience: api.audience, principal, lockKey: semaphore.key };
    const requestId = await requestIdOf(c, scope, [permits, change]);
    await api.admit(c);
    await api.lasting.admit(client, principal, semaphore);
    return c.json({ name, changed: await changePermits(client, semaphore, CHANGES[change], permits, requestId) });
  });
}

/** Changes the number of permits. Returns whether it did: "try" changes nothing if a number is set. */
export async function changePermits(
  client: ClientContext,
  { name, key }: LockName,
  change: PermitChange,
  permits: number,
  requestId: string,
): Promise<boolean> {
  const call = setPermitsCall(key, change, permits, requestId);
  return (await runAnswered(client, call, client.options.leaseMs, ["change semaphore", name])).reply;
}
