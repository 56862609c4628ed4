// The requests about one hold of a lock API, as calls like those of scripts.
import type { HoldEnd } from "../errors.ts";
import type { Ended } from "../lua/call.ts";
import type { AcquireReply, BusyReply, CountedReply, GrantedHold, HoldId, RenewedReply } from "../lua/lock/calls.ts";
import type { CompositeCall, RunLimits } from "../redis/port.ts";
import type { ApiAnswer, Fields, LockApi } from "./lock-api.ts";
import { endIn, errorOf, unexpectedAnswer } from "./problems.ts";

const NOTHING_HELD: Ended = { kind: "ended", end: "refused" };
// The longest wait of one request. A caller that waits longer repeats it.
const LONGEST_WAIT_MS = 60_000;

/** The latest attempt of an acquire, with what the API answered to it. */
interface Attempt {
  /** The Idempotency-Key: copies of one attempt get one hold. */
  readonly key: string;
  readonly asked: Fields;
  /** When its first copy was sent, on the monotonic clock: the lease cannot have begun earlier. 0: not yet. */
  sentAt: number;
  /** When its latest copy was sent. */
  copySentAt: number;
  /** The text of the hold. */
  apiText?: string;
  /** A refusal is final. */
  refusal?: BusyReply | Ended;
  /** Whether the API waited as long as the caller wants to. */
  isAtEnd?: boolean;
}

// By the hold of the acquire, of which at most the latest attempt is open.
const attempts = new WeakMap<HoldId, Attempt>();

/** The request of one attempt, beside the hold. */
interface Acquiring {
  /** How long the caller still waits. */
  readonly leftMs: number;
  /** Whether the caller will not ask again. */
  readonly last?: boolean;
  /** Why the lock is stolen. Default: it is not. */
  readonly reason?: string;
  /** The number of permits to set when none is set. */
  readonly permits?: number | undefined;
}

/**
 * Acquires a hold. The API makes the owner of a hold whose caller passed none, and the text that names the hold. All
 * copies of one attempt have one key, so they never get two holds.
 * @param method the kind of lock
 */
export function acquiring(
  api: LockApi,
  method: string,
  hold: HoldId,
  { leftMs, last = false, reason, permits }: Acquiring,
): CompositeCall<AcquireReply> {
  const before = attempts.get(hold);
  if (last && before?.isAtEnd === true && before.refusal !== undefined) return answered(before.refusal);
  const { leaseMs, leaseFixed, owner, ownerIsNew, label } = hold;
  const waitMs = Math.floor(Math.min(Math.max(0, leftMs), LONGEST_WAIT_MS));
  const asked = {
    kind: method,
    ...(leaseFixed === true && { leaseMs }),
    ...(!ownerIsNew && { owner }),
    ...(label && { label }),
    ...(reason !== undefined && { steal: true, ...(reason && { reason }) }),
    ...(permits !== undefined && { permits }),
  };
  const attempt: Attempt = { key: crypto.randomUUID(), asked, sentAt: 0, copySentAt: 0 };
  attempts.set(hold, attempt);
  return {
    async runAll({ timeoutMs, signal }) {
      const answer = await askFor(api, hold, attempt, waitMs, { timeoutMs: timeoutMs + waitMs, signal });
      // The API lets a caller have few waits at a time. Beyond them, this caller tries again by itself.
      const isCrowded = answer.status === 429 && waitMs > 0 && answer.body["code"] !== "TOO_MANY_HOLDS";
      attempt.isAtEnd = waitMs > 0 && !isCrowded && leftMs <= LONGEST_WAIT_MS;
      return replyTo(attempt, hold, isCrowded ? await askFor(api, hold, attempt, 0, { timeoutMs, signal }) : answer);
    },
  };
}

function answered<Reply>(reply: Reply): CompositeCall<Reply> {
  return { runAll: async () => reply };
}

function askFor(
  api: LockApi,
  { key: name }: HoldId,
  attempt: Attempt,
  waitMs: number,
  limits: RunLimits,
): Promise<ApiAnswer> {
  attempt.copySentAt = performance.now();
  if (attempt.sentAt === 0) attempt.sentAt = attempt.copySentAt;
  return api.ask(pathOf(name, "acquire"), { ...attempt.asked, waitMs }, limits, attempt.key);
}

function replyTo(attempt: Attempt, { key: name }: HoldId, answer: ApiAnswer): AcquireReply {
  if (answer.status === 200) return grantIn(attempt, answer.body);
  attempt.refusal = refusalIn(answer, name);
  return attempt.refusal;
}

function grantIn(attempt: Attempt, { owner, hold: apiText, holdCount, leaseMs, fencingToken }: Fields): AcquireReply {
  if (typeof owner !== "string" || typeof apiText !== "string") throw unexpectedAnswer();
  if (typeof holdCount !== "number" || typeof leaseMs !== "number") throw unexpectedAnswer();
  attempt.apiText = apiText;
  // An earlier copy of the attempt may have been granted, and the answer to this one renews nothing.
  const earlierMs = attempt.copySentAt - attempt.sentAt;
  return {
    ...{ kind: "held", holdCount, remainingMs: leaseMs - earlierMs, epoch: "" },
    ...(typeof fencingToken === "string" && { fencingToken }),
    chosen: { owner, leaseMs, apiText },
  };
}

function refusalIn(answer: ApiAnswer, name: string): BusyReply | Ended {
  const { code } = answer.body;
  if (code === "LOCK_BUSY") return busyReply(answer.body);
  if (code === "UPGRADE_REFUSED") return { kind: "ended", end: "upgrade" };
  if (code === "PERMITS_UNSET") return { kind: "ended", end: "unset" };
  if (code === "TOO_MANY_HOLDS") return { kind: "ended", end: "crowded" };
  if (code === "HOLD_ENDED") return { kind: "ended", end: endIn(answer) ?? "lost" };
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

/** Gives back what the acquire got, or may have got. Afterwards, it holds nothing. */
export function cancelling(api: LockApi, hold: HoldId): CompositeCall<Ended> {
  return {
    async runAll(limits) {
      const attempt = attempts.get(hold);
      if (attempt === undefined || attempt.refusal !== undefined) return NOTHING_HELD;
      if (attempt.apiText === undefined) {
        const reply = replyTo(attempt, hold, await askFor(api, hold, attempt, 0, limits));
        if (reply.kind !== "held") return NOTHING_HELD;
      }
      return release(api, hold.key, attempt.apiText ?? "", limits);
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
  return api.ask(pathOf(name, verb), body, limits);
}

/** Returns the path of a request about a lock, behind the address of the API. */
export function pathOf(name: string, verb: string): string {
  return `/${encodeURIComponent(name)}/${verb}`;
}
