// The watchdog over HTTP. It keeps holds that the API granted, and holds that services acquired by themselves. For the
// latter, remoteWatchdog of "leasehound/vercel" signs texts that state them.
import type { Context, Hono } from "hono";
import { LeaseFixedError, lossOf, WatchdogUnreachableError } from "../errors.ts";
import { inBackground } from "../hold/background.ts";
import { watchdogFor } from "../hold/client-context.ts";
import { askWatchdog } from "../hold/hand-off.ts";
import { ROOT } from "../hold/signed-hold.ts";
import { lockName } from "../keys.ts";
import { kindOfHold } from "../locks/registry.ts";
import { holdEnd } from "../lua/call.ts";
import { contextOf } from "../route/hono-context.ts";
import { type EntrustReply, entrustedHold } from "../watchdog/protocol.ts";
import { isPermit } from "./granted-kinds.ts";
import { conflict } from "./hold-texts.ts";
import { type Api, type HoldOfRequest, holdOfLock, ownerOf } from "./locks.ts";
import { permit, withinLimit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { tellQuota } from "./quota-headers.ts";
import { refused } from "./refusal.ts";
import { NAME, nameOf, readFields } from "./request.ts";
import { handOffLimits } from "./request-bounds.ts";
import { resource } from "./resource.ts";
import { HAND_OFF, OF_HOLD, WITHDRAW } from "./schemas.ts";

// Kept holds end after minutes or hours.
const RETRY_AFTER_S = 60;

type ReadHold = (api: Api, c: Context<ApiEnv>, given: string) => Promise<HoldOfRequest>;

/** Reads the hold of a request about the lock in its path. */
const heldHere: ReadHold = async (api, c, given) => {
  const found = await holdOfLock(api, c, nameOf(c), given);
  if (isPermit(found.hold)) throw conflict("the watchdog keeps no permits");
  return found;
};

export function handOffRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "POST", `/:${NAME}/hand-off`, (c) => entrust(api, c, heldHere));
  resource(app, "POST", `/:${NAME}/hand-off/withdraw`, (c) => withdraw(api, c, heldHere));
  resource(app, "POST", `/:${NAME}/hand-off/status`, (c) => status(api, c, heldHere));
  // These paths cannot be a lock's: no verb is named so, and a lock may have the name "-".
  resource(app, "POST", "/-/watchdog/entrust", (c) => entrust(api, c, statedHold));
  resource(app, "POST", "/-/watchdog/withdraw", (c) => withdraw(api, c, statedHold));
  resource(app, "POST", "/-/watchdog/status", (c) => status(api, c, statedHold));
  resource(app, "POST", "/-/watchdog/kept", (c) => kept(api, c));
}

async function entrust(api: Api, c: Context<ApiEnv>, read: ReadHold): Promise<Response> {
  permitHandOff(c);
  const fields = await readFields(c, HAND_OFF);
  const { client, name, hold } = await read(api, c, fields.hold);
  if (hold.leaseFixed) throw new LeaseFixedError(name);
  const limits = handOffLimits(fields, hold);
  const caller = callerOf(c);
  withinLimit("maxHoldMs", limits.maxHoldMs, caller.maxHoldMs);
  const given = fields.requestId;
  const most = Math.min(api.maxKeptHolds, caller.maxKeptHolds ?? api.maxKeptHolds);
  const quota = { of: caller.id, most };
  const entrusted = { ...entrustedHold(hold), ...limits, requestId: given ?? crypto.randomUUID(), quota };
  const { watchdog, handOff } = watchdogFor(client, kindOfHold(client, hold), hold, name);
  let reply: EntrustReply;
  try {
    reply = await askWatchdog(name, () => watchdog.entrust(entrusted));
  } catch (error) {
    // Only this request knows its id, so withdraw it. A caller with an id of its own may ask again.
    if (given === undefined) inBackground(contextOf(c), handOff.withdraw(watchdog, entrusted));
    throw error;
  }
  if (reply.kind === "ended") {
    throw lossOf({ lockName: name, owner: ownerOf(client, hold), end: holdEnd(reply.end) });
  }
  if (reply.kind === "full") {
    tellQuota(c, { policy: "kept-holds", limit: most, unit: "holds" });
    throw refused(429, `this caller has ${most} holds kept already`, { retryAfterS: RETRY_AFTER_S });
  }
  if (reply.kind === "unconfirmed" && reply.isOver === true) {
    throw refused(409, "the hand-off with this requestId has ended; use another requestId for another one", {
      code: "REQUEST_ENDED",
    });
  }
  if (reply.kind === "unconfirmed")
    throw new WatchdogUnreachableError(`it could not renew: ${reply.problem}`, { lockName: name });
  const { leaseMs, maxHoldMs, deadline } = reply;
  return c.json({ name, hold: fields.hold, leaseMs, maxHoldMs, deadline });
}

async function withdraw(api: Api, c: Context<ApiEnv>, read: ReadHold): Promise<Response> {
  permitHandOff(c);
  const fields = await readFields(c, WITHDRAW);
  const { client, name, hold } = await read(api, c, fields.hold);
  const { key, owner, holdId } = hold;
  const request = { key, owner, holdId, requestId: fields.requestId };
  const { watchdog } = watchdogFor(client, kindOfHold(client, hold), hold, name);
  await askWatchdog(name, () => watchdog.withdraw(request));
  return c.json({ name, hold: fields.hold });
}

async function status(api: Api, c: Context<ApiEnv>, read: ReadHold): Promise<Response> {
  permitHandOff(c);
  const fields = await readFields(c, OF_HOLD);
  const { client, name, hold } = await read(api, c, fields.hold);
  const { key, owner, holdId } = hold;
  const { watchdog } = watchdogFor(client, kindOfHold(client, hold), hold, name);
  const told = await askWatchdog(name, () => watchdog.status({ key, owner, holdId }));
  // The text may have reached those who cannot look at the lock.
  return c.json({ name, hold: fields.hold, ...told, label: undefined });
}

/** Lists what the watchdog keeps of the lock that a statement names. Its owner and hold do not matter. */
async function kept(api: Api, c: Context<ApiEnv>): Promise<Response> {
  permitHandOff(c);
  const fields = await readFields(c, OF_HOLD);
  const { client, name, hold } = await statedHold(api, c, fields.hold);
  const { watchdog } = watchdogFor(client, kindOfHold(client, hold), hold, name);
  const { key } = hold;
  const told = await askWatchdog(name, async () => watchdog.keptHolds?.({ key }));
  if (told === undefined) throw refused(404, "the watchdog of these locks does not list what it keeps");
  return c.json({ name, hold: fields.hold, ...told });
}

/** Routes of the watchdog have no name: only root may use them, for holds that it states. */
function permitHandOff(c: Context<ApiEnv>): void {
  const name = c.req.param(NAME) === undefined ? undefined : nameOf(c);
  permit(c, "hand-off", name);
  if (name === undefined && callerOf(c).id !== ROOT) throw refused(403, "only a root token may state holds");
}

/** Reads a hold of any lock of the database, with any prefix: its signer has the API's secret. */
async function statedHold({ texts, locksOf }: Api, c: Context<ApiEnv>, given: string): Promise<HoldOfRequest> {
  const client = locksOf(c);
  const hold = await texts.read(c, client, callerOf(c).id, "watchdog", given);
  const { name } = lockName("", hold.key, "hold");
  return { client, name, hold };
}
