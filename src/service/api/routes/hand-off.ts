// The watchdog over HTTP. It keeps holds that the API granted, and holds that services acquired by themselves. For the
// latter, remoteWatchdog of "leasehound/remote" signs texts that state them.
import type { Context, Hono } from "hono";
import { LeaseFixedError, lossOf, WatchdogUnreachableError } from "../../../base/errors.ts";
import { invocationOf } from "../../../edge/route/platform-context.ts";
import { inBackground } from "../../../lock/background.ts";
import { watchdogFor } from "../../../lock/hold/client-context.ts";
import { lockName } from "../../../lock/keys.ts";
import { kindOfHold } from "../../../lock/kinds/registry.ts";
import { askWatchdog } from "../../../lock/parts/hand-off.ts";
import { holdEnd } from "../../../lock/protocol.ts";
import { type EntrustReply, entrustedHold } from "../../../lock/watchdog/watchdog.ts";
import { type ApiEnv, callerOf, withinLimit } from "../../access/callers.ts";
import { tellQuota } from "../../access/rates.ts";
import { type Refusal, refused } from "../../access/refusal.ts";
import type { AnswerOf, HandedOff, HandOffState, OfHold, RequestOf } from "../contract/contract.ts";
import { MAX_KEPT_LEASE_MS } from "../contract/limits.ts";
import { ROOT } from "../contract/vocabulary.ts";
import { conflict, isPermit } from "../hold-texts.ts";
import { type HoldOfRequest, holdOfLock, ownerOf } from "./holds.ts";
import { type Action, type Api, type Asked, serve } from "./serve.ts";

const WITHDRAW = "POST /{name}/hand-off/withdraw";
// HandOffRequest holds end after minutes or hours.
const RETRY_AFTER_S = 60;

/** A hold, and the watchdog that keeps it. */
type HandOffRequest = HoldOfRequest & ReturnType<typeof watchdogFor>;
/** Reads the hold of a request. */
type ReadHold = (asked: Asked<OfHold>) => Promise<HandOffRequest>;

/** Reads the hold of a request about the lock in its path. */
const heldHere: ReadHold = async (asked) => {
  const found = await holdOfLock(asked);
  if (isPermit(found.hold)) throw conflict("the watchdog keeps no permits");
  return withWatchdog(found);
};

/** Reads a hold of any lock of the database, with any prefix: its signer has the API's secret. */
const statedHold: ReadHold = async ({ c, api, caller, fields }) => {
  const client = api.locksOf(c);
  const hold = await api.texts.read(c, client, caller.id, "watchdog", fields.hold);
  const { name } = lockName("", hold.key, "hold");
  return withWatchdog({ client, name, hold });
};

export function handOffRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /{name}/hand-off", entrusting(heldHere));
  serve(app, api, WITHDRAW, withdrawing(heldHere));
  serve(app, api, "POST /{name}/hand-off/status", telling(heldHere));
  serve(app, api, "POST /-/watchdog/entrust", { ...entrusting(statedHold), mayAsk: onlyRoot });
  serve(app, api, "POST /-/watchdog/withdraw", { ...withdrawing(statedHold), mayAsk: onlyRoot });
  serve(app, api, "POST /-/watchdog/status", { ...telling(statedHold), mayAsk: onlyRoot });
  serve(app, api, "POST /-/watchdog/kept", {
    mayAsk: onlyRoot,
    check: statedHold,
    // Lists what the watchdog keeps of the lock that the statement names. Its owner and hold do not matter.
    async act({ fields }, { name, hold: { key }, watchdog }) {
      const told = await askWatchdog(name, async () => watchdog.keptHolds?.({ key }));
      if (told === undefined) throw refused(404, "the watchdog of these locks does not list what it keeps");
      return { name, hold: fields.hold, ...told };
    },
  });
}

function onlyRoot(c: Context<ApiEnv>): void {
  if (callerOf(c).id !== ROOT) throw refused(403, "only a root token may state holds");
}

function withWatchdog(found: HoldOfRequest): HandOffRequest {
  const { client, name, hold } = found;
  return { ...found, ...watchdogFor(client, kindOfHold(client, hold), hold, name) };
}

function entrusting(read: ReadHold): Action<RequestOf<"POST /{name}/hand-off">, HandedOff, HandOffRequest & KeptTerms> {
  return {
    async check(asked) {
      const found = await read(asked);
      if (found.hold.leaseFixed) throw new LeaseFixedError(found.name);
      const terms = handOffLimits(asked.fields, found.hold);
      withinLimit("maxHoldMs", terms.maxHoldMs, asked.caller.maxHoldMs);
      return { ...found, ...terms };
    },
    async act({ c, api, caller, fields }, { client, name, hold, watchdog, handOff, ...terms }) {
      const given = fields.requestId;
      const most = Math.min(api.maxKeptHolds, caller.maxKeptHolds ?? api.maxKeptHolds);
      const quota = { of: caller.id, most };
      const entrusted = { ...entrustedHold(hold), ...terms, requestId: given ?? crypto.randomUUID(), quota };
      let reply: EntrustReply;
      try {
        reply = await askWatchdog(name, () => watchdog.entrust(entrusted));
      } catch (error) {
        // Only this request knows its id, so withdraw it. A caller with an id of its own may ask again.
        if (given === undefined) inBackground(invocationOf(c), handOff.withdraw(watchdog, entrusted));
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
      return { name, hold: fields.hold, leaseMs, maxHoldMs, deadline };
    },
  };
}

function withdrawing(read: ReadHold): Action<RequestOf<typeof WITHDRAW>, AnswerOf<typeof WITHDRAW>, HandOffRequest> {
  return {
    check: read,
    async act({ fields }, { name, hold: { key, owner, holdId }, watchdog }) {
      await askWatchdog(name, () => watchdog.withdraw({ key, owner, holdId, requestId: fields.requestId }));
      return { name, hold: fields.hold };
    },
  };
}

function telling(read: ReadHold): Action<OfHold, HandOffState, HandOffRequest> {
  return {
    check: read,
    async act({ fields }, { name, hold: { key, owner, holdId }, watchdog }) {
      const told = await askWatchdog(name, () => watchdog.status({ key, owner, holdId }));
      // Without the label: the text may have reached those who cannot look at the lock.
      return { name, hold: fields.hold, ...told, label: undefined };
    },
  };
}

const KEPT_LEASE_MS = 120_000;
/**
 * The most leases for which a hold is kept. The first number is for a new owner. The second is for a passed owner or a
 * read hold, and the third for a hold that is both. A lease takes three renewals, each of at most 6, 9, or 73 billed
 * commands.
 */
export const KEPT_LEASES = [54, 36, 3] as const;

/** The properties of a hold that determine the cost of its renewal. */
interface KeptKind {
  /** A read hold: each has a key with its own lease. */
  readonly shared?: true | undefined;
  /** False: the owner was passed, may have other holds, and each has a record. */
  readonly ownerIsNew: boolean;
}

function maxLeases({ shared, ownerIsNew }: KeptKind): number {
  const [most, fewer, least] = KEPT_LEASES;
  if (shared === true && !ownerIsNew) return least;
  return shared === true || !ownerIsNew ? fewer : most;
}

/** For how long the watchdog keeps a hold, and its lease. */
interface KeptTerms {
  readonly maxHoldMs: number;
  readonly leaseMs: number;
}

/**
 * Checks the terms of a hand-off against each other. Without `leaseMs`, the lease is as long as the hold needs, but at
 * least 120,000 ms.
 * @throws 422 naming "maxHoldMs": the members are valid, but do not fit this hold
 */
function handOffLimits(
  { maxHoldMs, leaseMs: asked }: { readonly maxHoldMs: number; readonly leaseMs?: number | undefined },
  hold: KeptKind,
): KeptTerms {
  const leases = maxLeases(hold);
  const longest = leases * MAX_KEPT_LEASE_MS;
  if (maxHoldMs > longest) throw unfit(`must be at most ${longest} for this hold`);
  const least = Math.ceil(maxHoldMs / leases);
  const leaseMs = asked ?? Math.max(KEPT_LEASE_MS, least);
  if (leaseMs < least) {
    throw unfit(
      `is more than ${leases} leases of ${leaseMs} ms, the most for this hold: give a leaseMs of at least ${least}`,
    );
  }
  return { maxHoldMs, leaseMs };
}

function unfit(problem: string): Refusal {
  return refused(422, `"maxHoldMs" ${problem}`, { code: "INVALID_OPTION", option: "maxHoldMs" });
}
