// The watchdog over HTTP: for remoteWatchdog of "leasehound/vercel", or anyone with a hold and no Durable Objects.
import { Hono } from "hono";
import {
  InvalidOptionError,
  LeaseFixedError,
  LockLostError,
  NoWatchdogError,
  WatchdogUnreachableError,
} from "../../errors.ts";
import { askWatchdog } from "../../locks/hand-off.ts";
import { parseHold, type SerializedHold } from "../../locks/serialized.ts";
import { holdEnd } from "../../lua/call.ts";
import { checkOwner, lockName } from "../../names.ts";
import { type ResolvedLocksOptions, resolveHandOff } from "../../options.ts";
import type { Watchdog } from "../../watchdog/watchdog.ts";
import type { LocksOf } from "./locks.ts";
import { atMost, MAX_LEASE_MS, readFields, text } from "./request.ts";

const MAX_HOLD_MS = 86_400_000;

export function handOffRoutes(locksOf: LocksOf): Hono {
  const routes = new Hono();

  routes.post("/:name/hand-off", async (c) => {
    const { options } = locksOf(c);
    const name = c.req.param("name");
    const fields = await readFields(c, ["hold", "maxHoldMs", "leaseMs", "requestId"]);
    const { hold, leaseFixed } = holdOf(fields.hold, name, options);
    if (leaseFixed) throw new LeaseFixedError(name);
    const limits = resolveHandOff({
      maxHoldMs: atMost("maxHoldMs", fields.maxHoldMs, MAX_HOLD_MS),
      leaseMs: fields.leaseMs === undefined ? undefined : atMost("leaseMs", fields.leaseMs, MAX_LEASE_MS),
    });
    const requestId = fields.requestId === undefined ? crypto.randomUUID() : checkOwner("requestId", fields.requestId);
    const watchdog = watchdogOf(options);
    const reply = await askWatchdog(() => watchdog.entrust({ ...hold, ...limits, requestId }));
    if (reply.kind === "ended") throw new LockLostError(name, hold.owner, holdEnd(reply.end));
    if (reply.kind === "unconfirmed") throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`);
    const { leaseMs, maxHoldMs, deadline } = reply;
    return c.json({ name, leaseMs, maxHoldMs, deadline });
  });

  routes.post("/:name/hand-off/withdraw", async (c) => {
    const { options } = locksOf(c);
    const name = c.req.param("name");
    const fields = await readFields(c, ["hold", "requestId"]);
    const { key, owner, holdId } = holdOf(fields.hold, name, options).hold;
    const request = { key, owner, holdId, requestId: checkOwner("requestId", fields.requestId) };
    const watchdog = watchdogOf(options);
    await askWatchdog(() => watchdog.withdraw(request));
    return c.json({ name });
  });

  routes.post("/:name/hand-off/status", async (c) => {
    const { options } = locksOf(c);
    const name = c.req.param("name");
    const fields = await readFields(c, ["hold"]);
    const { key, owner, holdId } = holdOf(fields.hold, name, options).hold;
    const watchdog = watchdogOf(options);
    const status = await askWatchdog(() => watchdog.status({ key, owner, holdId }));
    return c.json({ name, ...status });
  });

  return routes;
}

function watchdogOf({ watchdog }: ResolvedLocksOptions): Watchdog {
  if (watchdog === undefined) throw new NoWatchdogError();
  return watchdog;
}

function holdOf(value: unknown, name: string, { prefix }: ResolvedLocksOptions): SerializedHold {
  const serialized = parseHold(text("hold", value));
  if (serialized.hold.key !== lockName(prefix, name).key) {
    throw new InvalidOptionError("hold", "is a hold of another lock");
  }
  return serialized;
}
