// Taking, renewing and ending a hold over HTTP. It travels as the text of held.serialize().
import { Hono } from "hono";
import { parseHold } from "../../locks/serialized.ts";
import { type LocksOf, lockOfHold, lockOfKind } from "./locks.ts";
import { atMost, MAX_LEASE_MS, readFields, text } from "./request.ts";

// A request that waits holds a connection and somebody's patience; a longer wait is another request.
const MAX_WAIT_MS = 60_000;

export function holdRoutes(locksOf: LocksOf): Hono {
  const routes = new Hono();

  routes.post("/:name/acquire", async (c) => {
    const { kind, waitMs, leaseMs, owner } = await readFields(c, ["kind", "waitMs", "leaseMs", "owner"]);
    const held = await lockOfKind(locksOf(c), kind, c.req.param("name")).acquire({
      waitMs: waitMs === undefined ? 0 : atMost("waitMs", waitMs, MAX_WAIT_MS),
      leaseMs: leaseMs === undefined ? undefined : atMost("leaseMs", leaseMs, MAX_LEASE_MS),
      owner: owner === undefined ? undefined : text("owner", owner),
      signal: c.req.raw.signal,
    });
    const { name, holdCount, validUntil } = held;
    // The caller renews and releases from now on.
    const hold = held.serialize({ move: true });
    return c.json({ name, owner: held.owner, hold, holdCount, leaseMs: held.leaseMs, validUntil });
  });

  routes.post("/:name/renew", async (c) => {
    const hold = text("hold", (await readFields(c, ["hold"])).hold);
    const { leaseMs, owner } = parseHold(hold).hold;
    // The text is the caller's, and says for how long: within the API's bound.
    atMost("hold", leaseMs, MAX_LEASE_MS);
    const lock = lockOfHold(locksOf(c), hold, c.req.param("name"));
    return c.json({ name: lock.name, owner, hold, leaseMs, validUntil: await lock.renew(hold) });
  });

  routes.post("/:name/release", async (c) => {
    const hold = text("hold", (await readFields(c, ["hold"])).hold);
    const lock = lockOfHold(locksOf(c), hold, c.req.param("name"));
    const { outcome, holdCount } = await lock.release(hold);
    return c.json({ name: lock.name, outcome, holdCount });
  });

  routes.post("/:name/force-release", async (c) => {
    const { kind } = await readFields(c, ["kind"]);
    const lock = lockOfKind(locksOf(c), kind, c.req.param("name"));
    return c.json({ name: lock.name, wasLocked: await lock.forceRelease() });
  });

  routes.get("/:name", async (c) => {
    const lock = locksOf(c).lock(c.req.param("name"));
    const remainingMs = await lock.remainingMs();
    return c.json({ name: lock.name, locked: remainingMs !== -2, remainingMs });
  });

  return routes;
}
