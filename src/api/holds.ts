// Acquires, renews and releases a hold over HTTP. The hold is a signed text there.
import type { Hono } from "hono";
import { lossOf } from "../errors.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import { serializeHold } from "../hold/serialized.ts";
import { acquireOf } from "./acquire.ts";
import { asksForEvents } from "./event-stream.ts";
import { grantorOf, kindOfGranted } from "./granted-kinds.ts";
import { type Api, holdOfLock, lockOfKindNamed, ownerOf, permittedName } from "./locks.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { refused } from "./refusal.ts";
import { NAME, readFields, readQuery } from "./request.ts";
import { MAX_LEASE_MS } from "./request-bounds.ts";
import { resource } from "./resource.ts";
import { FREE, OF_HOLD, OF_KIND } from "./schemas.ts";
import { mustBeHeldAs } from "./stated-holders.ts";
import { waitEvents } from "./wait-events.ts";

export function holdRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "POST", `/:${NAME}/acquire`, async (c) => {
    const acquire = await acquireOf(api, c);
    return asksForEvents(c) ? waitEvents(c, acquire) : c.json(await acquire({ left: c.req.raw.signal }));
  });

  resource(app, "POST", `/:${NAME}/renew`, async (c) => {
    const name = permittedName(c, "renew");
    const fields = await readFields(c, OF_HOLD);
    const { client, hold } = await holdOfLock(api, c, name, fields.hold);
    const { leaseMs } = hold;
    // The locks may have had a longer lease at the grant.
    if (leaseMs > longestLeaseMs(client)) {
      const facts = { code: "INVALID_OPTION", option: "hold" };
      throw refused(422, '"hold" has a longer lease than may be renewed here', facts);
    }
    const validUntil = await grantorOf(client, hold, name).renew(serializeHold(hold));
    return c.json({ name, owner: ownerOf(client, hold), hold: fields.hold, leaseMs, validUntil });
  });

  resource(app, "POST", `/:${NAME}/check`, async (c) => {
    const name = permittedName(c, "renew");
    const fields = await readFields(c, OF_HOLD);
    const { client, hold } = await holdOfLock(api, c, name, fields.hold);
    const { leaseMs } = hold;
    const kind = kindOfGranted(client, hold);
    const { reply } = await runAnswered(client, kind.check(hold), leaseMs, ["check the hold on", name]);
    const owner = kind.fieldToOwner(hold.owner);
    if (reply.kind === "ended") throw lossOf({ lockName: name, owner, end: reply.end });
    const { holdCount, remainingMs } = reply;
    return c.json({ name, owner, hold: fields.hold, holdCount, leaseMs, remainingMs });
  });

  resource(app, "POST", `/:${NAME}/release`, async (c) => {
    const name = permittedName(c, "release");
    const fields = await readFields(c, OF_HOLD);
    const { client, hold } = await holdOfLock(api, c, name, fields.hold);
    const { outcome, holdCount } = await grantorOf(client, hold, name).release(serializeHold(hold));
    return c.json({ name, hold: fields.hold, outcome, holdCount });
  });

  resource(app, "POST", `/:${NAME}/force-release`, async (c) => {
    const name = permittedName(c, "force-release");
    if (!api.forceRelease(c)) throw refused(403, "force-release is switched off: release the hold by its text");
    const fields = await readFields(c, FREE);
    const lock = lockOfKindNamed(api.locksOf(c), fields.kind, name);
    await api.admit(c);
    const found = await lock.inspect();
    if (found.kind === "free") return c.json({ name, wasLocked: false });
    mustBeHeldAs(fields, found, callerOf(c));
    return c.json({ name, wasLocked: await lock.forceRelease() });
  });

  resource(app, "GET", `/:${NAME}`, async (c) => {
    const name = permittedName(c, "inspect");
    const lock = lockOfKindNamed(api.locksOf(c), readQuery(c, OF_KIND).kind, name);
    await api.admit(c);
    const remainingMs = await lock.remainingMs();
    return c.json({ name: lock.name, locked: remainingMs !== -2, remainingMs });
  });
}

/** Returns the longest lease that may be renewed: without `leaseMs`, an acquire has the lease of the locks. */
function longestLeaseMs({ options }: ClientContext): number {
  return Math.max(MAX_LEASE_MS, options.leaseMs);
}
