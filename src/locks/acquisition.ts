// One call of acquire, from its first try to its end: a hold, or the certainty (as far as there is one) that none is left.
import {
  AbortedError,
  AlreadyHeldError,
  ClosedError,
  isLockError,
  LockBusyError,
  type LockErrorCode,
  LockLostError,
  OutcomeUnknownError,
  PermitsUnsetError,
  RedisUnreachableError,
  TooManyHoldsError,
  UpgradeRefusedError,
} from "../errors.ts";
import { tell } from "../events.ts";
import type { GrantedHold, HoldId } from "../lua/lock/calls.ts";
import type { LockName } from "../names.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import { runOnce } from "../redis/port.ts";
import { untilAnswered } from "../redis/tries.ts";
import { acquireLoop, type Refusal, type Turn } from "../wait/acquire-loop.ts";
import { movingTurns } from "../wait/moving-turns.ts";
import { settledWithin } from "../wait/pause.ts";
import { type Turns, turns } from "../wait/turns.ts";
import type { LastTry } from "../wait/waiter.ts";
import { renewalDue, renewalTimeoutMs, tryTimeoutMs, validUntil } from "../watchdog/plan.ts";
import { inBackground } from "./background.ts";
import type { Held } from "./held.ts";
import { adviceWhenHeldHere } from "./held-here.ts";
import type { HoldLife } from "./hold-life.ts";
import type { Acquirable, Client, Place } from "./kind.ts";

export type Acquisition<Got = Held> = Got | LockBusyError;

/** What was got. Throws LOCK_BUSY when it was not. */
export function gotOrThrow<Got>(acquired: Acquisition<Got>): Got {
  if (acquired instanceof LockBusyError) throw acquired;
  return acquired;
}

// How long a caller is kept for the answer to its cancel, which goes on in the background: an aborted one wants to leave.
const CANCEL_WAIT_ABORTED_MS = 250;
const CANCEL_WAIT_MS = 1_000;
const CANCEL_TRIES = 2;
// What has no lease is lost for good when its cancel is.
const CANCEL_TRIES_WITHOUT_LEASE = 4;
// Redis remembers the end.
const FINAL: readonly LockErrorCode[] = [
  "LOCK_LOST",
  "ALREADY_HELD",
  "TOO_MANY_HOLDS",
  "UPGRADE_REFUSED",
  "PERMITS_UNSET",
];
// Redis has done nothing.
const NOT_DONE: readonly unknown[] = ["REDIS_REFUSED", "NOT_A_LOCK", "REDIS_UNREACHABLE"];
const LATEST_TRY_BEYOND_LEASE_MS = 30_000;

interface Granted {
  readonly hold: GrantedHold;
  readonly holdCount: number;
  /** On the monotonic clock. */
  readonly validUntil: number;
  readonly available: number | undefined;
}

/** What an object that keeps locks by its alarm adds to an acquisition: the hold was chosen, and stored, before the first try. */
export interface KeptByAlarm {
  readonly holdId: string;
  readonly owner: string;
  /** It was tried before, by another instance of the object: any end of it is news. */
  readonly goesOn: boolean;
  readonly onGrant: (life: HoldLife, hold: GrantedHold) => void;
  readonly onMove: () => void;
}

// Redis knows of an end of a hold that nobody has asked for: somebody has made up its owner, and its release.
const OWNER_IS_TAKEN = Symbol();

/** As `acquireUnder`. A new owner of which Redis knows already gives way to another, once. */
export async function acquisition<Got>(
  client: Client,
  kind: Acquirable<Got>,
  name: LockName,
  options: ResolvedAcquireOptions,
  context: WaitUntil | undefined,
  kept?: KeptByAlarm,
): Promise<Acquisition<Got>> {
  const acquired = await acquireUnder(client, kind, name, options, context, kept);
  if (acquired !== OWNER_IS_TAKEN) return acquired;
  const again = await acquireUnder(client, kind, name, options, context, kept);
  if (again !== OWNER_IS_TAKEN) return again;
  throw new OutcomeUnknownError("Redis says that this acquire has ended, although it was only begun");
}

/**
 * Every try, and whatever ends this call, carries one hold id. Ways out: a hold; busy, refused by the last try, which
 * Redis remembers; an error or an abort, after a cancel under the same id if a try may have been carried out without our
 * knowing, or may still be under way.
 * @param context of the invocation, where it is known: it is given the cancel
 */
async function acquireUnder<Got>(
  client: Client,
  kind: Acquirable<Got>,
  { name, key }: LockName,
  options: ResolvedAcquireOptions,
  context: WaitUntil | undefined,
  kept?: KeptByAlarm,
): Promise<Acquisition<Got> | typeof OWNER_IS_TAKEN> {
  const { signal: asked, leaseMs, waitMs } = options;
  if (client.openWork.closed) throw new ClosedError();
  if (asked?.aborted) throw new AbortedError(asked.reason);
  const owner = options.owner ?? kept?.owner ?? client.newOwner();
  const ownerIsNew = options.owner === undefined;
  const holdId = kept?.holdId ?? (ownerIsNew ? owner : crypto.randomUUID());
  const hold: HoldId = {
    key,
    owner: kind.fieldOf(owner, key),
    leaseMs,
    ownerIsNew,
    holdId,
    shared: kind.shared || undefined,
  };
  const timeoutMs = tryTimeoutMs(leaseMs);
  const end = performance.now() + waitMs;

  // The caller's signal and close(), in one. AbortSignal.any is missing in the older edge runtime.
  const ending = new AbortController();
  const abort = (): void => ending.abort(new AbortedError(asked?.reason));
  asked?.addEventListener("abort", abort);
  // Several locks that are taken one by one may take their lease.
  const longestTryMs = kind.placeOf === undefined ? timeoutMs : Math.max(timeoutMs, leaseMs);
  const forgetOpenWork = client.openWork.add({
    end: () => ending.abort(new ClosedError()),
    overAt: () => end + longestTryMs + timeoutMs,
  });
  const turnsAt = ({ redis, channel, shared, wait = options.wait }: Place): Turns =>
    turns({
      mode: wait,
      pollMs: client.options.pollMs,
      shared,
      wants: kind.wants ?? 1,
      signal: ending.signal,
      channel,
      owner,
      database: redis.database,
      follow: (listener, signal) => redis.follow(channel, listener, signal),
    });
  const { placeOf } = kind;
  const waiting =
    placeOf === undefined
      ? turnsAt({ redis: client.redis, channel: kind.channel(key), shared: kind.shared })
      : movingTurns((member) => turnsAt(placeOf(member)));
  // As it was told last: the answer to the last try may get lost.
  let refusal: Refusal = { remainingMs: -1 };
  // Of a try that was answered a copy may still be on its way.
  let answered = false;
  let lastTry: LastTry = { kind: "unanswered" };

  async function attempt(last: boolean): Promise<Turn<Granted | { readonly got: Got } | typeof OWNER_IS_TAKEN>> {
    // Redis remembers a hold for its lease and a minute: no try comes later, however long a server asks to wait.
    const leftMs = end - performance.now();
    const budgetMs = Math.max(timeoutMs, Math.min(leftMs, leaseMs + LATEST_TRY_BEYOND_LEASE_MS));
    // A try for several locks grows with each that is not answered.
    const isPatient = options.onUnreachable === "wait" && leftMs > timeoutMs && placeOf === undefined;
    const patience = isPatient ? { maxTries: Number.POSITIVE_INFINITY } : {};
    const limits = { timeoutMs, budgetMs, signal: ending.signal, ...patience };
    const { reply, sentAt, tries } = await untilAnswered(client.redis, kind.acquire(hold, last), limits);
    const isFirst = !answered && tries === 1;
    answered = true;
    if (reply.kind === "found") return { kind: "granted", grant: { got: reply.got(sentAt) } };
    if (reply.kind === "busy") {
      refusal = reply;
      return { kind: "refused", refusal };
    }
    if (reply.kind === "ended") {
      // An earlier copy of the last try was refused, and its answer got lost.
      if (reply.end === "refused" && kept?.goesOn !== true) return { kind: "refused", refusal };
      if (reply.end === "upgrade") throw new UpgradeRefusedError(name);
      if (reply.end === "reentered") throw new AlreadyHeldError(name, "owner");
      if (reply.end === "crowded") throw new TooManyHoldsError(name);
      if (reply.end === "unset") throw new PermitsUnsetError(name);
      if (isFirst && ownerIsNew && kept === undefined) return { kind: "granted", grant: OWNER_IS_TAKEN };
      throw new LockLostError({ lockName: name, owner, end: reply.end });
    }
    const { epoch, fencingToken, parts } = reply;
    const granted = { ...hold, epoch, fencingToken, parts };
    const valid = validUntil(sentAt, reply.remainingMs, leaseMs);
    const { holdCount, available } = reply;
    return { kind: "granted", grant: { hold: granted, holdCount, validUntil: valid, available } };
  }

  try {
    const waited = await acquireLoop({
      attempt,
      waitMs,
      signal: ending.signal,
      nextTurn: waiting.next,
      onRefused: (facts) => {
        tell(client.options.onEvent, { type: "waiting", lockName: name, owner, ...facts });
        options.onWait(facts);
      },
    });
    if (waited.kind === "refused") {
      lastTry = { kind: "refused", member: refusal.member };
      const advice = adviceWhenHeldHere(client, kind, key, refusal);
      return new LockBusyError(
        { ...waited, lockName: name, heldByThisClient: advice !== undefined },
        kind.busy,
        advice,
      );
    }
    if (waited.kind === "aborted") throw ending.signal.reason;
    const { grant, waitedMs, attempts } = waited;
    if (grant === OWNER_IS_TAKEN) return OWNER_IS_TAKEN;
    const isFound = "got" in grant;
    lastTry = { kind: "granted", leaseMs, available: isFound ? Number.POSITIVE_INFINITY : grant.available };
    if (isFound) return grant.got;
    const valid = await freshened(client, kind, name, owner, grant);
    // A grant that came together with the abort is given back.
    if (ending.signal.aborted) throw ending.signal.reason;
    // Closed after it was taken for over, which a slow one may be.
    if (client.openWork.closed) throw new ClosedError();
    const alarm = kept && { onStart: (life: HoldLife) => kept.onGrant(life, grant.hold), onMove: kept.onMove };
    const got = kind.held(client, { ...grant, name, validUntil: valid, leaseFixed: options.leaseFixed, alarm });
    // Not before: whoever is told may close the locks, which ends this hold with the others.
    tell(client.options.onEvent, { type: "acquired", lockName: name, owner, waitedMs, attempts });
    return got;
  } catch (error) {
    throw await afterCancel(ending.signal.aborted ? ending.signal.reason : error);
  } finally {
    waiting.end(lastTry);
    asked?.removeEventListener("abort", abort);
    forgetOpenWork();
  }

  /** Cancels where that is due, and says what is known then: with the cancel answered, nothing is held. */
  async function afterCancel(error: unknown): Promise<unknown> {
    const code = isLockError(error) ? error.code : undefined;
    // Of several locks, of one of them alone. Or the first try was answered that nothing was done, or never sent.
    if (code !== undefined && FINAL.includes(code) && placeOf === undefined) return error;
    if (!answered && NOT_DONE.includes(code)) return error;
    if (kind.cancel === undefined) return error;
    let cancelled = false;
    const ends = kind.renew !== undefined;
    const limits = ends
      ? { timeoutMs, budgetMs: timeoutMs, maxTries: CANCEL_TRIES }
      : { timeoutMs, budgetMs: CANCEL_TRIES_WITHOUT_LEASE * timeoutMs, maxTries: CANCEL_TRIES_WITHOUT_LEASE };
    const cancel = untilAnswered(client.redis, kind.cancel(hold), limits).then(
      () => {
        cancelled = true;
      },
      () => {},
    );
    inBackground(context, cancel);
    const cancelWaitMs = ending.signal.aborted ? CANCEL_WAIT_ABORTED_MS : CANCEL_WAIT_MS;
    await settledWithin(cancel, ends ? cancelWaitMs : timeoutMs);
    if (!cancelled || code !== "OUTCOME_UNKNOWN") return error;
    return new RedisUnreachableError("the tries were not answered, and were cancelled: nothing is held", {
      cause: error,
    });
  }
}

/** Renews once when a slow answer left less than two thirds of the lease; the end of belief, on the monotonic clock. */
async function freshened(
  client: Client,
  kind: Acquirable<unknown>,
  name: string,
  owner: string,
  granted: Granted,
): Promise<number> {
  const { hold, validUntil: valid } = granted;
  const sentAt = performance.now();
  if (kind.renew === undefined || !renewalDue(valid, hold.leaseMs, sentAt)) return valid;
  try {
    const reply = await runOnce(client.redis, kind.renew(hold), { timeoutMs: renewalTimeoutMs(hold.leaseMs) });
    if (reply.kind === "renewed") return validUntil(sentAt, hold.leaseMs, hold.leaseMs);
    throw new LockLostError({ lockName: name, owner, end: reply.end });
  } catch (error) {
    // Not answered: what the grant left is still good, if anything is left of it.
    if (isLockError(error) && error.code !== "LOCK_LOST" && performance.now() < valid) return valid;
    throw error;
  }
}
