// The requests about one hold of a lock API, as calls like those of scripts.
import type { HoldEnd } from "../errors.ts";
import type { Ended } from "../lua/call.ts";
import type { AcquireReply, BusyReply, CountedReply, GrantedHold, HoldId, RenewedReply } from "../lua/lock/calls.ts";
import type { CompositeCall, RunLimits } from "../redis/port.ts";
import type { ApiAnswer, Fields, LockApi } from "./lock-api.ts";
import { endIn, errorOf, unexpectedAnswer } from "./problems.ts";

// The longest wait of one request. A caller that waits longer repeats it.
const LONGEST_WAIT_MS = 60_000;

// The texts of grants, for the acquire that must give its grant back.
const granted = new WeakMap<HoldId, string>();
// The refusals of acquires that the API kept waiting to the end.
const refusedAtEnd = new WeakMap<HoldId, BusyReply>();

/** What one request asks for, beside the hold. */
interface Acquiring {
  /** How long the caller still waits. */
  readonly leftMs: number;
  /** Whether the caller will not ask again. */
  readonly last?: boolean;
  /** Why the lock is stolen. Default: it is not. */
  readonly reason?: string;
}

/**
 * Acquires a hold. The API makes the owner of a hold whose caller passed none, and the text that names the hold. So a
 * repeated request never gets a hold twice: the other one is another owner's, and ends with its lease.
 * @param method the kind of lock
 */
export function acquiring(
  api: LockApi,
  method: string,
  hold: HoldId,
  { leftMs, last = false, reason }: Acquiring,
): CompositeCall<AcquireReply> {
  const { key, leaseMs, leaseFixed, owner, ownerIsNew, label } = hold;
  const waitMs = Math.floor(Math.min(Math.max(0, leftMs), LONGEST_WAIT_MS));
  const asked = {
    ...{ kind: method, waitMs },
    ...(leaseFixed === true && { leaseMs }),
    ...(!ownerIsNew && { owner }),
    ...(label && { label }),
    ...(reason !== undefined && { steal: true, ...(reason && { reason }) }),
  };
  return {
    async runAll({ timeoutMs, signal }) {
      const known = last ? refusedAtEnd.get(hold) : undefined;
      if (known !== undefined) return known;
      let answer = await askAbout(api, key, "acquire", asked, { timeoutMs: timeoutMs + waitMs, signal });
      // The API lets a caller have few waits at a time. Beyond them, this caller tries again by itself.
      const isCrowded = answer.status === 429 && waitMs > 0 && answer.body["code"] !== "TOO_MANY_HOLDS";
      if (isCrowded) answer = await askAbout(api, key, "acquire", { ...asked, waitMs: 0 }, { timeoutMs, signal });
      if (answer.status === 200) return grantIn(answer.body, hold);
      const refusal = refusalIn(answer, key);
      const isAtEnd = waitMs > 0 && !isCrowded && leftMs <= LONGEST_WAIT_MS;
      if (isAtEnd && refusal.kind === "busy") refusedAtEnd.set(hold, refusal);
      return refusal;
    },
  };
}

function grantIn({ owner, hold: apiText, holdCount, leaseMs, fencingToken }: Fields, hold: HoldId): AcquireReply {
  if (typeof owner !== "string" || typeof apiText !== "string") throw unexpectedAnswer();
  if (typeof holdCount !== "number" || typeof leaseMs !== "number") throw unexpectedAnswer();
  granted.set(hold, apiText);
  return {
    ...{ kind: "held", holdCount, remainingMs: leaseMs, epoch: "" },
    ...(typeof fencingToken === "string" && { fencingToken }),
    chosen: { owner, leaseMs, apiText },
  };
}

function refusalIn(answer: ApiAnswer, name: string): BusyReply | Ended {
  const { code } = answer.body;
  if (code === "LOCK_BUSY") return busyReply(answer.body);
  if (code === "UPGRADE_REFUSED") return { kind: "ended", end: "upgrade" };
  if (code === "TOO_MANY_HOLDS") return { kind: "ended", end: "crowded" };
  throw errorOf(answer, name);
}

function busyReply({ remainingMs, position, holder }: Fields): BusyReply {
  const { label, since }: Fields = Object(holder);
  return {
    kind: "busy",
    remainingMs: typeof remainingMs === "number" ? remainingMs : -1,
    ...(typeof position === "number" && { queued: { position, againMs: -1 } }),
    // The API tells nobody the owners of others.
    ...(typeof label === "string" && {
      holder: { field: "", label, since: typeof since === "number" ? since : undefined },
    }),
  };
}

/** Gives back what an acquire got. What it may have got without an answer ends with its lease. */
export function cancelling(api: LockApi, hold: HoldId): CompositeCall<Ended> {
  return {
    async runAll(limits) {
      const apiText = granted.get(hold);
      if (apiText === undefined) throw new Error("the lock API answered no hold that could be given back");
      return release(api, hold.key, apiText, limits);
    },
  };
}

export function releasing(api: LockApi, { key, apiText = "" }: GrantedHold): CompositeCall<Ended> {
  return { runAll: (limits) => release(api, key, apiText, limits) };
}

export function renewing(api: LockApi, hold: GrantedHold): CompositeCall<RenewedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, hold, "renew", limits);
      return "kind" in answer ? answer : { kind: "renewed", holdCount: 1 };
    },
  };
}

export function checking(api: LockApi, hold: GrantedHold): CompositeCall<CountedReply | Ended> {
  return {
    async runAll(limits) {
      const answer = await askAboutHold(api, hold, "check", limits);
      if ("kind" in answer) return answer;
      const { holdCount, remainingMs } = answer.body;
      if (typeof holdCount !== "number" || typeof remainingMs !== "number") throw unexpectedAnswer();
      return { kind: "counted", holdCount, remainingMs };
    },
  };
}

async function release(api: LockApi, name: string, hold: string, limits: RunLimits): Promise<Ended> {
  const answer = await askAbout(api, name, "release", { hold }, limits);
  if (answer.status !== 200) throw errorOf(answer, name);
  const { outcome, holdCount } = answer.body;
  return { kind: "ended", end: endOf(String(outcome), Number(holdCount)) };
}

/** Returns the end that a release answers with this outcome. */
function endOf(outcome: string, holdCount: number): HoldEnd {
  if (outcome === "released" || outcome === "released-elsewhere" || outcome === "taken") return outcome;
  if (outcome === "still-held") return `still:${holdCount}`;
  if (outcome === "expired") return "free";
  // The answer names no thief.
  if (outcome === "stolen") return "stolen://";
  throw unexpectedAnswer();
}

async function askAboutHold(
  api: LockApi,
  { key, apiText: hold = "" }: GrantedHold,
  verb: string,
  limits: RunLimits,
): Promise<ApiAnswer | Ended> {
  const answer = await askAbout(api, key, verb, { hold }, limits);
  if (answer.status === 200) return answer;
  const end = endIn(answer);
  if (end !== undefined) return { kind: "ended", end };
  throw errorOf(answer, key);
}

function askAbout(api: LockApi, name: string, verb: string, body: Fields, limits: RunLimits): Promise<ApiAnswer> {
  return api.ask(`/${encodeURIComponent(name)}/${verb}`, body, limits);
}
