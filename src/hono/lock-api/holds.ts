// Taking, renewing and ending a hold over HTTP. It travels as the text of held.serialize().
import { Hono } from "hono";
import type { Locks } from "../../client.ts";
import { InvalidOptionError } from "../../errors.ts";
import { inBackground } from "../../locks/background.ts";
import { contextOf } from "../context.ts";
import { holdOf, type LocksOf, lockOfHold, lockOfKind } from "./locks.ts";
import { atMost, MAX_LEASE_MS, NAME, readFields, text } from "./request.ts";

// A request that waits holds a connection and somebody's patience; a longer wait is another request.
const MAX_WAIT_MS = 60_000;

export function holdRoutes(locksOf: LocksOf): Hono {
  const routes = new Hono();

  routes.post(`/:${NAME}/acquire`, async (c) => {
    const fields = await readFields(c, ["kind", "waitMs", "leaseMs", "owner"]);
    const { kind, waitMs, leaseMs } = fields;
    const context = contextOf(c);
    const acquiring = lockOfKind(locksOf(c), kind, c.req.param(NAME)).acquireWithin(context, {
      waitMs: waitMs === undefined ? 0 : atMost("waitMs", waitMs, MAX_WAIT_MS),
      leaseMs: leaseMs === undefined ? undefined : atMost("leaseMs", leaseMs, MAX_LEASE_MS),
      owner: fields.owner === undefined ? undefined : text("owner", fields.owner),
      signal: c.req.raw.signal,
    });
    // Where the client's leaving ends the invocation, what was sent for it is still taken back.
    inBackground(context, acquiring);
    const held = await acquiring;
    const { name, owner, holdCount, validUntil, fencingToken } = held;
    // The caller renews and releases from now on.
    const hold = held.serialize({ move: true });
    return c.json({ name, owner, hold, holdCount, leaseMs: held.leaseMs, validUntil, fencingToken });
  });

  routes.post(`/:${NAME}/renew`, async (c) => {
    const [locks, name] = [locksOf(c), c.req.param(NAME)];
    const { hold } = await readFields(c, ["hold"]);
    const told = holdOf(hold, locks, name);
    const { owner, leaseMs } = told.hold;
    // The text is the caller's, and says for how long.
    if (leaseMs > longestLeaseMs(locks))
      throw new InvalidOptionError("hold", "has a longer lease than may be renewed here");
    const validUntil = await lockOfHold(locks, told, name).renew(String(hold));
    return c.json({ name, owner, hold, leaseMs, validUntil });
  });

  routes.post(`/:${NAME}/release`, async (c) => {
    const [locks, name] = [locksOf(c), c.req.param(NAME)];
    const { hold } = await readFields(c, ["hold"]);
    const told = holdOf(hold, locks, name);
    const { outcome, holdCount } = await lockOfHold(locks, told, name).release(String(hold));
    return c.json({ name, outcome, holdCount });
  });

  routes.post(`/:${NAME}/force-release`, async (c) => {
    const { kind } = await readFields(c, ["kind"]);
    const lock = lockOfKind(locksOf(c), kind, c.req.param(NAME));
    return c.json({ name: lock.name, wasLocked: await lock.forceRelease() });
  });

  routes.get(`/:${NAME}`, async (c) => {
    const lock = lockOfKind(locksOf(c), c.req.query("kind"), c.req.param(NAME));
    const remainingMs = await lock.remainingMs();
    return c.json({ name: lock.name, locked: remainingMs !== -2, remainingMs });
  });

  return routes;
}

/** Whoever gave no lease has that of the locks. */
function longestLeaseMs({ client }: Locks): number {
  return Math.max(MAX_LEASE_MS, client.options.leaseMs);
}
