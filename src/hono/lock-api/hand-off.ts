// The watchdog over HTTP: for remoteWatchdog of "leasehound/vercel", or anyone with a hold and no Durable Objects.
import { Hono } from "hono";
import type { Locks } from "../../client.ts";
import { LeaseFixedError, LockLostError, NoWatchdogError, WatchdogUnreachableError } from "../../errors.ts";
import { inBackground } from "../../locks/background.ts";
import { askWatchdog, withdrawn } from "../../locks/hand-off.ts";
import { writeLock } from "../../locks/read-write-lock.ts";
import { holdEnd } from "../../lua/call.ts";
import { checkOwner } from "../../names.ts";
import { resolveHandOff } from "../../options.ts";
import type { EntrustReply, Watchdog } from "../../watchdog/watchdog.ts";
import { contextOf } from "../context.ts";
import { holdOf, type LocksOf } from "./locks.ts";
import { atMost, MAX_LEASE_MS, NAME, readFields } from "./request.ts";

const MAX_HOLD_MS = 86_400_000;

export function handOffRoutes(locksOf: LocksOf): Hono {
  const routes = new Hono();

  routes.post(`/:${NAME}/hand-off`, async (c) => {
    const [locks, name] = [locksOf(c), c.req.param(NAME)];
    const fields = await readFields(c, ["hold", "maxHoldMs", "leaseMs", "requestId"]);
    const { family, hold, leaseFixed } = holdOf(fields.hold, locks, name);
    if (leaseFixed) throw new LeaseFixedError(name);
    const limits = resolveHandOff({
      maxHoldMs: atMost("maxHoldMs", fields.maxHoldMs, MAX_HOLD_MS),
      leaseMs: fields.leaseMs === undefined ? undefined : atMost("leaseMs", fields.leaseMs, MAX_LEASE_MS),
    });
    const given = fields.requestId === undefined ? undefined : checkOwner("requestId", fields.requestId);
    const entrusted = { ...hold, ...limits, requestId: given ?? crypto.randomUUID() };
    const watchdog = watchdogOf(locks);
    let reply: EntrustReply;
    try {
      reply = await askWatchdog(() => watchdog.entrust(entrusted));
    } catch (error) {
      // Nobody but us can take it back; a caller with an id of its own may ask again.
      if (given === undefined) inBackground(contextOf(c), withdrawn(watchdog, entrusted));
      throw error;
    }
    if (reply.kind === "ended") {
      const owner = family === "write" ? writeLock.ownerOf(hold.owner) : hold.owner;
      throw new LockLostError(name, owner, holdEnd(reply.end));
    }
    if (reply.kind === "unconfirmed") throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`);
    const { leaseMs, maxHoldMs, deadline } = reply;
    return c.json({ name, leaseMs, maxHoldMs, deadline });
  });

  routes.post(`/:${NAME}/hand-off/withdraw`, async (c) => {
    const [locks, name] = [locksOf(c), c.req.param(NAME)];
    const fields = await readFields(c, ["hold", "requestId"]);
    const { key, owner, holdId } = holdOf(fields.hold, locks, name).hold;
    const request = { key, owner, holdId, requestId: checkOwner("requestId", fields.requestId) };
    const watchdog = watchdogOf(locks);
    await askWatchdog(() => watchdog.withdraw(request));
    return c.json({ name });
  });

  routes.post(`/:${NAME}/hand-off/status`, async (c) => {
    const [locks, name] = [locksOf(c), c.req.param(NAME)];
    const { key, owner, holdId } = holdOf((await readFields(c, ["hold"])).hold, locks, name).hold;
    const watchdog = watchdogOf(locks);
    const status = await askWatchdog(() => watchdog.status({ key, owner, holdId }));
    return c.json({ name, ...status });
  });

  return routes;
}

function watchdogOf({ client }: Locks): Watchdog {
  const { watchdog } = client.options;
  if (watchdog === undefined) throw new NoWatchdogError();
  return watchdog;
}
