// The watchdog of the Worker for callers without Durable Objects: remoteWatchdog of "leasehound/vercel", or anyone with HTTP.
import { Hono } from "hono";
import { InvalidOptionError, LockLostError, WatchdogUnreachableError } from "../errors.ts";
import { askWatchdog } from "../locks/hand-off.ts";
import { parseHold } from "../locks/serialized.ts";
import { holdEnd } from "../lua/call.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { lockName } from "../names.ts";
import { resolveHandOff } from "../options.ts";
import { namespaceWatchdog } from "../watchdog/namespace.ts";
import type { Watchdog } from "../watchdog/watchdog.ts";
import type { Env } from "./env.ts";
import { refused } from "./problem.ts";
import { atMost, readFields, text } from "./request.ts";

const MAX_HOLD_MS = 86_400_000;
const MAX_LEASE_MS = 600_000;
// As many objects as createLocks uses unless told otherwise, so that both find the same one.
const SHARDS = 4;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export const handOff: Hono<{ Bindings: Env }> = new Hono();

handOff.post("/:name/hand-off", async (c) => {
  const fields = await readFields(c, ["hold", "maxHoldMs", "leaseMs", "requestId"]);
  const hold = holdOf(fields.hold, c.req.param("name"));
  const limits = resolveHandOff({
    maxHoldMs: atMost("maxHoldMs", fields.maxHoldMs, MAX_HOLD_MS),
    leaseMs: fields.leaseMs === undefined ? undefined : atMost("leaseMs", fields.leaseMs, MAX_LEASE_MS),
  });
  const requestId = fields.requestId === undefined ? crypto.randomUUID() : requestIdOf(fields.requestId);
  const watchdog = watchdogOf(c.env);
  const reply = await askWatchdog(() => watchdog.entrust({ ...hold, ...limits, requestId }));
  if (reply.kind === "ended") throw new LockLostError(hold.key, hold.owner, holdEnd(reply.end));
  if (reply.kind === "unconfirmed") throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`);
  const { leaseMs, maxHoldMs, deadline } = reply;
  return c.json({ name: hold.key, leaseMs, maxHoldMs, deadline });
});

handOff.post("/:name/hand-off/withdraw", async (c) => {
  const { hold, requestId } = await readFields(c, ["hold", "requestId"]);
  const { key, owner, holdId } = holdOf(hold, c.req.param("name"));
  const request = { key, owner, holdId, requestId: requestIdOf(requestId) };
  const watchdog = watchdogOf(c.env);
  await askWatchdog(() => watchdog.withdraw(request));
  return c.json({ name: key });
});

handOff.post("/:name/hand-off/status", async (c) => {
  const { hold } = await readFields(c, ["hold"]);
  const { key, owner, holdId } = holdOf(hold, c.req.param("name"));
  const watchdog = watchdogOf(c.env);
  const status = await askWatchdog(() => watchdog.status({ key, owner, holdId }));
  return c.json({ name: key, ...status });
});

function watchdogOf({ LEASE_WATCHDOG }: Partial<Env>): Watchdog {
  if (LEASE_WATCHDOG === undefined) throw refused(500, "the Worker has no LEASE_WATCHDOG binding");
  return namespaceWatchdog(LEASE_WATCHDOG, { shards: SHARDS, location: undefined });
}

function holdOf(value: unknown, name: string): GrantedHold {
  const { hold } = parseHold(text("hold", value));
  lockName("", name);
  if (hold.key !== name) throw new InvalidOptionError("hold", "is a hold of another lock");
  return hold;
}

function requestIdOf(value: unknown): string {
  const id = text("requestId", value);
  if (!REQUEST_ID.test(id)) throw new InvalidOptionError("requestId", "must be 1 to 128 of A-Z a-z 0-9 . _ : -");
  return id;
}
