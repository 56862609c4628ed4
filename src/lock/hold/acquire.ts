// Acquires anything that can be waited for: attempts and waits in turn until it is granted, refused, or the call is
// cancelled.
import { nowMs } from "../../base/clock.ts";
import {
  AbortedError,
  ClosedError,
  HoldEndedError,
  isLockError,
  LockBusyError,
  lossOf,
  named,
  OutcomeUnknownError,
  type RefusedAttempt,
} from "../../base/errors.ts";
import { sleep } from "../../base/timers.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import type {
  AcquireReply,
  BusyReply,
  Call,
  Ended,
  GrantedHold,
  HeldReply,
  HoldId,
  RenewedReply,
} from "../protocol.ts";
import { type Answered, runUntilAnswered, type TryLimits } from "../retry.ts";
import type { Handed, Passes } from "../wait/offer.ts";
import type { LastTry, Refusal, WakeStrategy } from "../wait/wait-terms.ts";
import { renewalAt, renewalTimeoutMs, tryTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import { attemptsInFlight } from "./attempts-in-flight.ts";
import { CallEvents } from "./call-events.ts";
import { errorAfterCancel } from "./cancel.ts";
import { type AlarmHooks, type ClientContext, stealingOf, type Theft } from "./client-context.ts";
import { type OpenCall, openCall } from "./close-registry.ts";
import type { Acquirable, Found, Wanted } from "./kind.ts";
import { adviceWhenHeldHere, holderOf, wakeStrategyOf } from "./waiting.ts";

/** How an acquire differs from the usual one. */
export interface HowToAcquire<Got = never> {
  /** The invocation's context, if known: it takes the cancel. */
  readonly context?: WaitUntil | undefined;
  /** The hold that it acquires. Default: a new one. */
  readonly chosen?: ChosenHold | undefined;
  /** Identifies the call, and its hold, in events. Default: a new id. */
  readonly id?: string | undefined;
  /** Returns the kind for another hold id. Default: the same one. */
  readonly another?: (() => Acquirable<Got>) | undefined;
  /** Sets a number of permits unless one is set. Called, once, when none is set. Default: PERMITS_UNSET is thrown. */
  readonly setPermits?: (() => Promise<unknown>) | undefined;
}

/** A hold that its caller chose before the first attempt: it may have been attempted before, by somebody else. */
export interface ChosenHold {
  readonly holdId: string;
  readonly owner: string;
  /** Another instance of the caller attempted it before, so any end of it is news. */
  readonly goesOn?: boolean;
  /**
   * The caller may ask again after a failure, and then gets this hold: a failure is not cancelled, and a repetition
   * renews nothing.
   */
  readonly repeats?: boolean;
  /** Returns the hooks of the alarm that renews it. Absent: a timer does. */
  readonly alarm?: (hold: GrantedHold) => AlarmHooks;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const LATEST_TRY_BEYOND_LEASE_MS = 30_000;
// A renewal has this time even if the call exceeds its wait by it.
const LEAST_TIME_MS = 100;

/**
 * Acquires a hold, permits, or whatever else the kind gets. All attempts, and their cancel, have one hold id. Another
 * hold id follows, in the time that is left, in these cases:
 * - Redis already knows the new owner: somebody guessed it
 * - the lock was granted by a message, and that grant has ended before the message was heard
 * - no number of permits is set, and `how.setPermits` can set one
 * - Redis was not reached, and the caller prefers to wait
 * @throws LOCK_BUSY, CLOSED, ABORTED, and the errors of the kind's `acquire`
 */
export async function acquire<Got>(
  wanted: Wanted<Got>,
  options: ResolvedAcquireOptions,
  how: HowToAcquire<Got> = {},
): Promise<Got> {
  const { client, kind, name } = wanted;
  const facts = { lockName: name, kind: kind.method, label: options.label, id: how.id };
  const call = new CallEvents(client, facts);
  call.report({ type: "acquiring", waitMs: options.waitMs, leaseMs: options.leaseMs });
  const endAt = nowMs() + options.waitMs;
  const asked = { ...wanted, options, endAt, call, context: how.context, chosen: how.chosen };
  let { setPermits } = how;
  let wasTaken = false;
  let boundMs = FIRST_PAUSE_MS;
  try {
    let attempts = new Attempts(asked);
    // Ends with the result, or with an error that another hold id would not help.
    for (;;) {
      const turn = await attempts.turn();
      if (turn === undefined) continue;
      if ("got" in turn) return turn.got;
      const { error, next } = turn;
      if (next === "ungranted" || (next === "taken" && !wasTaken)) wasTaken ||= next === "taken";
      else if (setPermits !== undefined && isLockError(error) && error.code === "PERMITS_UNSET") {
        await setPermits();
        setPermits = undefined;
      } else if (nowMs() < endAt && isWorthAnother(kind, options, error)) {
        const pauseMs = Math.min(Math.random() * boundMs, Math.max(0, endAt - nowMs()));
        await pauseUntilClosed(client, pauseMs, options.signal);
        boundMs = Math.min(2 * boundMs, LONGEST_PAUSE_MS);
        wasTaken = false;
      } else throw error;
      attempts = new Attempts({ ...asked, kind: how.another?.() ?? kind });
    }
  } catch (error) {
    // A call that ends at once reports it when its caller has the promise.
    await undefined;
    throw call.failed(error);
  }
}

/** Resolves with the result of an acquire, or with null instead of LOCK_BUSY. */
export async function nullIfBusy<Got>(acquired: Promise<Got>): Promise<Got | null> {
  try {
    return await acquired;
  } catch (error) {
    if (error instanceof LockBusyError) return null;
    throw error;
  }
}

/** Returns whether less than two thirds of the lease are left. */
function isRenewalDue(validUntil: number, leaseMs: number): boolean {
  const now = nowMs();
  return now >= renewalAt(validUntil, leaseMs, 0, now);
}

/** Returns whether the caller prefers to wait for Redis after this error. */
function isWorthAnother(
  kind: Acquirable<unknown>,
  { onUnreachable, reason }: ResolvedAcquireOptions,
  error: unknown,
): boolean {
  if (onUnreachable !== "wait" || !isLockError(error)) return false;
  // Nothing was done.
  if (error.code === "REDIS_UNREACHABLE") return true;
  // Without a lease, another acquire could take a permit a second time, for good. A thief could steal a second time.
  const endsByItself = (kind.renew !== undefined || kind.cancel === undefined) && reason === undefined;
  // LOCK_LOST: granted without a reply, and the lease ended before another attempt was answered.
  return endsByItself && (error.code === "OUTCOME_UNKNOWN" || error.code === "LOCK_LOST");
}

/** Pauses for `ms`, or until the client is closed or the signal aborts: the next attempts then throw. */
async function pauseUntilClosed(client: ClientContext, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const open = openCall(client.closeRegistry, signal, nowMs() + ms);
  await sleep(ms, open.signal);
  open.forget();
}

/** The request that attempts under one hold id serve. */
interface AcquireRequest<Got> extends Wanted<Got>, Pick<HowToAcquire, "context" | "chosen"> {
  readonly options: ResolvedAcquireOptions;
  /** The end of the wait, on the local clock. */
  readonly endAt: number;
  readonly call: CallEvents;
}

/** When a grant counts from: see Handed. */
type Granting = Pick<NonNullable<Handed["answer"]>, "sentAt" | "validUntil">;

/** The end of all attempts. Undefined: this turn was refused, and another may follow. */
type Turn<Got> =
  | { readonly got: Got }
  /**
   * `next`: why another hold id may follow. "taken": Redis knows an end of this new hold, so somebody guessed its
   * owner, and released it. "ungranted": the lock was granted by a message that did not arrive in time.
   */
  | { readonly error: unknown; readonly next?: "taken" | "ungranted" }
  | undefined;

/** The attempts under one hold id, and their cancel. */
class Attempts<Got> {
  readonly #asked: AcquireRequest<Got>;
  readonly #owner: string;
  readonly #hold: HoldId;
  readonly #theft: Theft | undefined;
  readonly #startedAt = nowMs();
  /** The longest time for one attempt, in ms. */
  readonly #timeoutMs: number;
  readonly #open: OpenCall;
  readonly #waiting: WakeStrategy;
  #attempts = 0;
  /** The wait before the next attempt. */
  #wait: Promise<Handed | undefined> | undefined;
  // From the last answered attempt: the reply to the last attempt may get lost.
  #refusal: (Refusal & Pick<BusyReply, "holder">) | undefined;
  // A copy of an answered attempt may still arrive.
  #isAnswered = false;
  #isSent = false;
  // It stood in the list, so that the lock may have been granted to it.
  #hasStood = false;
  #lastTry: LastTry = { kind: "unanswered" };
  #passes: Passes | undefined;

  constructor(asked: AcquireRequest<Got>) {
    const { client, kind, key, options, chosen } = asked;
    this.#asked = asked;
    if (client.closeRegistry.closed) throw new ClosedError();
    if (options.signal?.aborted) throw new AbortedError(options.signal.reason);
    // A member of a changed `Object.prototype` is no owner.
    const ofKind = Object.hasOwn(kind, "owner") ? kind.owner : undefined;
    this.#owner = options.owner ?? chosen?.owner ?? ofKind ?? client.newOwner();
    asked.call.owner = this.#owner;
    const ownerIsNew = options.owner === undefined && ofKind === undefined;
    this.#hold = {
      key,
      owner: kind.ownerToField(this.#owner, key),
      leaseMs: options.leaseMs,
      ownerIsNew,
      holdId: chosen?.holdId ?? (ownerIsNew ? this.#owner : crypto.randomUUID()),
      shared: kind.shared || undefined,
      label: options.label,
      asksHolder: options.asksHolder,
      leaseGiven: options.leaseGiven,
      leaseFixed: options.leaseFixed,
    };
    const { reason, label } = options;
    if (reason !== undefined)
      this.#theft = stealingOf(client).begin(client, kind, this.#hold, { owner: this.#owner, label, reason });
    this.#timeoutMs = tryTimeoutMs(options.leaseMs);
    const newLeaseMs = options.owner === undefined && chosen === undefined ? options.leaseMs : undefined;
    // Locks that are acquired one by one may take their lease.
    const longestTryMs = kind.keysOf === undefined ? this.#timeoutMs : Math.max(this.#timeoutMs, options.leaseMs);
    this.#open = openCall(client.closeRegistry, options.signal, asked.endAt + longestTryMs + this.#timeoutMs);
    const { driver, streams } = client;
    const mayStand = newLeaseMs !== undefined && this.#theft === undefined;
    const stands = mayStand ? streams?.stands(driver, kind, this.#hold, this.#timeoutMs) : undefined;
    const wait = {
      ...{ owner: this.#owner, label, mode: options.wait, signal: this.#open.signal },
      ...{ newLeaseMs, stands },
    };
    // A thief does not wait.
    const place = this.#theft === undefined ? client : { ...client, streams: undefined };
    this.#waiting = wakeStrategyOf(place, kind, key, wait);
  }

  /**
   * Takes a turn: waits, unless it is the first one, and attempts. An error ends the attempts, after a cancel with the
   * same hold id if one may have been carried out without a reply, or may still arrive. LOCK_BUSY comes from the last
   * attempt, whose refusal Redis remembers.
   */
  async turn(): Promise<Turn<Got>> {
    const { signal } = this.#open;
    try {
      const waited = this.#wait ?? this.#lineUp();
      const handed = waited && this.#answerTo(await waited);
      if (signal.aborted) throw signal.reason;
      this.#attempts += 1;
      const confirmed = handed && (await this.#confirmed(handed));
      const isLast = nowMs() >= this.#asked.endAt;
      const answered = confirmed ?? (await this.#attempt(isLast));
      const { reply, sentAt } = answered;
      const isFirst = !this.#isAnswered && answered.tries === 1;
      this.#isAnswered = true;
      if (reply.kind === "found") return this.#over({ got: this.#found(reply, sentAt) });
      if (reply.kind === "held") return this.#over({ got: await this.#granted(reply, answered) });
      const refusal = this.#refusalIn(reply, isFirst);
      if (typeof refusal === "string") {
        const error = this.#named(new OutcomeUnknownError("Redis says that this new acquire has ended"));
        return this.#over({ error, next: refusal });
      }
      const facts = { remainingMs: refusal.remainingMs, attempts: this.#attempts, position: refusal.queued?.position };
      // An end: another copy of this acquire made its last attempt. No other one can be granted.
      if (isLast || reply.kind === "ended") return this.#over({ error: this.#busy(facts) });
      // Too late for the last attempt: its place takes the cancel. A call that its caller repeats is never cancelled.
      if (this.#beginsForMs < 0 && !this.#asked.chosen?.repeats) throw this.#busy(facts);
      this.#onRefused(facts);
      // At once: what follows a refusal, in the caller's code too, finds this waiter waiting.
      this.#wait = this.#waiting.next(refusal, this.#leftMs, sentAt);
      return undefined;
    } catch (error) {
      // Its attempt found a grant that was about to end.
      if (this.#hasStood && error instanceof HoldEndedError && !signal.aborted) return this.#ungranted(error);
      const isAborted = signal.aborted;
      return this.#over({ error: this.#named(await this.#cancelled(isAborted ? signal.reason : error, isAborted)) });
    }
  }

  /** Ends the attempts. A call that fails waits for a moment, while its stream moves to another waiter. */
  async #over(turn: Turn<Got>): Promise<Turn<Got>> {
    const moved = this.#waiting.end(this.#lastTry);
    this.#open.forget();
    if (this.#lastTry.kind !== "granted") await moved;
    return turn;
  }

  #ungranted(error: unknown): Promise<Turn<Got>> {
    if (this.#leftMs > 0) return this.#over({ error, next: "ungranted" });
    return this.#over({ error: this.#busy({ remainingMs: -1, attempts: this.#attempts, position: undefined }) });
  }

  #named(error: unknown): unknown {
    const { kind, name } = this.#asked;
    return named(error, [kind.act ?? "acquire lock", name]);
  }

  #onRefused(facts: RefusedAttempt): void {
    const { call, options } = this.#asked;
    call.hasWaited = true;
    call.report({ type: "waiting", ...facts });
    options.onWait?.({ ...facts, label: options.label });
  }

  /** Returns the answer to the offer of another holder, if there is one. */
  #answerTo(handed: Handed | undefined): (Answered<AcquireReply> & Granting) | undefined {
    // The request of the other holder granted this hold, or may have done so.
    if (handed !== undefined) this.#isAnswered = true;
    this.#passes = handed?.passes;
    return handed?.answer;
  }

  /**
   * With `confirm: "first"`, returns Redis' answer about a grant by message; undefined: only an attempt can find it
   * out. Otherwise returns the answer as it came.
   */
  async #confirmed(
    handed: Answered<AcquireReply> & Granting,
  ): Promise<(Answered<AcquireReply> & Granting) | undefined> {
    const { kind, options } = this.#asked;
    const { reply, validUntil: until } = handed;
    if (!options.confirmsFirst || until === undefined || reply.kind !== "held") return handed;
    // A renewal brings no token. It ends a hold that was never granted, so a waiter would lose its place in a queue.
    if (kind.stands !== "list" || kind.renew === undefined) return undefined;
    const call = kind.renew({ ...this.#hold, epoch: reply.epoch });
    const limits = { leaseMs: options.leaseMs, leftMs: this.#beginsForMs, signal: this.#open.signal };
    const renewed = await this.#renewOnce(call, limits).catch(() => undefined);
    if (renewed === undefined) return undefined;
    this.#passes = this.#passes && { ...this.#passes, isShort: false };
    const confirmed = renewed.reply.kind === "ended" ? renewed.reply : { ...reply, remainingMs: options.leaseMs };
    return { ...renewed, reply: confirmed };
  }

  get #leftMs(): number {
    return Math.max(0, this.#asked.endAt - nowMs());
  }

  /**
   * For how long another request of this call may begin. One after the end of the wait has half of its time, so that the
   * call exceeds its wait by no more than one attempt and the cancel.
   */
  get #beginsForMs(): number {
    return this.#asked.endAt + this.#timeoutMs / 2 - nowMs();
  }

  /** Waits in line before the first attempt. Undefined: there is no line. */
  #lineUp(): Promise<Handed | undefined> | undefined {
    const leftMs = this.#leftMs;
    return leftMs === 0 ? undefined : this.#waiting.inLine?.(leftMs, (facts) => this.#onRefused(facts));
  }

  async #attempt(isLast: boolean): Promise<Answered<AcquireReply | Found<Got>> & Granting> {
    const { client, kind, endAt } = this.#asked;
    const { driver, streams } = client;
    const standing = this.#waiting.standing?.(isLast);
    // A holder of its isolate may have added it to the list.
    this.#hasStood ||= standing !== undefined || (this.#waiting.request?.() ?? "") !== "";
    const plain = this.#theft?.call ?? kind.acquire(this.#hold, isLast, this.#attempts === 1, endAt - nowMs());
    const call = (standing && kind.stands && streams?.standing(plain, standing, this.#hold, kind)) ?? plain;
    const inFlight = attemptsInFlight(driver.database);
    if (inFlight?.enter() === false) {
      await inFlight.turn(this.#beginsForMs, this.#open.signal);
    }
    try {
      this.#isSent = true;
      return await runUntilAnswered(driver, call, this.#tryLimits());
    } finally {
      inFlight?.leave();
    }
  }

  #tryLimits(): TryLimits {
    const { kind, options, endAt } = this.#asked;
    const leftMs = endAt - nowMs();
    const timeoutMs = Math.max(this.#timeoutMs / 2, this.#timeoutMs + Math.min(0, leftMs));
    // Redis remembers a hold for its lease and a minute: no attempt may come later, however long a server asks to wait.
    const latestMs = options.leaseMs + LATEST_TRY_BEYOND_LEASE_MS;
    const budgetMs = Math.max(timeoutMs, Math.min(leftMs, latestMs));
    // An attempt on several locks takes longer with each that is not answered.
    const isPatient = options.onUnreachable === "wait" && leftMs > this.#timeoutMs && kind.keysOf === undefined;
    const patience = isPatient ? { maxTries: Number.POSITIVE_INFINITY } : {};
    return { timeoutMs, budgetMs, signal: this.#open.signal, ...patience };
  }

  /** Returns why the attempt was refused, or why another hold id may follow. Throws an end that is final. */
  #refusalIn(reply: BusyReply | Ended, isFirst: boolean): Refusal | "taken" | "ungranted" {
    const { kind, name, chosen } = this.#asked;
    if (reply.kind === "busy") {
      this.#refusal = reply;
      return reply;
    }
    const { end } = reply;
    // An earlier copy of the last attempt was refused, and that reply got lost.
    if (end === "refused" && chosen?.goesOn !== true) {
      this.#refusal ??= { remainingMs: -1 };
      return this.#refusal;
    }
    const refusal = kind.refusal?.(end, name);
    if (refusal !== undefined) throw refusal;
    // An unheard grant ends with its short lease, or is given back by the reader of the stream. Only a waiter that was
    // refused before can have got one: a server that always says so causes no storm of attempts.
    const isUngranted =
      this.#hasStood && !isFirst && (end === "lost" || end === "released" || end.startsWith("stolen:"));
    if (isUngranted && this.#leftMs > 0) return "ungranted";
    if (isUngranted) {
      this.#refusal ??= { remainingMs: -1 };
      return this.#refusal;
    }
    const isGuessed = (isFirst || end === "released") && this.#hold.ownerIsNew && chosen === undefined;
    // A thief never steals a second time by itself: it may have been robbed.
    if (isGuessed && this.#theft === undefined && this.#beginsForMs > 0) return "taken";
    throw lossOf({ lockName: name, owner: this.#owner, end });
  }

  #found(reply: Found<Got>, sentAt: number): Got {
    const { call, options } = this.#asked;
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available: Number.POSITIVE_INFINITY };
    call.report({ type: "found" });
    return reply.got(sentAt);
  }

  /** Returns the result of a grant. Throws if the call was cancelled meanwhile, so that the grant is given back. */
  async #granted(reply: HeldReply, { sentAt, validUntil: until }: Granting): Promise<Got> {
    const { client, kind, name, options, chosen, call } = this.#asked;
    const { epoch, fencingToken, members, holdCount, available } = reply;
    const robbed = this.#theft?.granted(reply, sentAt);
    const hold = {
      ...this.#hold,
      asksHolder: undefined,
      leaseGiven: undefined,
      epoch,
      fencingToken,
      members,
      ...reply.chosen,
    };
    call.owner = kind.fieldToOwner(hold.owner);
    this.#passes ??= { count: 0, chain: this.#waiting.chain?.() };
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available };
    const granted = until ?? validUntil(sentAt, reply.remainingMs, hold.leaseMs);
    // An attempt may find the grant of a release, which has a short lease.
    const isFull = until === undefined && (!this.#hasStood || reply.remainingMs === hold.leaseMs);
    const isRenewedLater = chosen?.repeats || until !== undefined || (isFull && !isRenewalDue(granted, hold.leaseMs));
    const valid = isRenewedLater ? granted : await this.#freshened(hold, granted);
    // Perhaps no renewal was answered.
    const confirm = !isFull && valid === granted ? client.streams?.confirm : undefined;
    const { signal } = this.#open;
    if (signal.aborted) throw signal.reason;
    // The registry drops an acquire that takes longer than expected, so close() did not end it.
    if (client.closeRegistry.closed) throw new ClosedError();
    const alarm = chosen?.alarm?.(hold);
    const waitedMs = Math.round(nowMs() - this.#asked.endAt + options.waitMs);
    const got = kind.held(client, {
      ...{ id: call.id, name, hold, holdCount, validUntil: valid, passes: this.#passes, confirm, alarm },
      ...{ waited: call.hasWaited, waitedMs },
    });
    // Emitted last: a listener may close the locks, which ends this hold too.
    call.report({ type: "acquired", attempts: this.#attempts, holds: kind.holds ?? 1, stolenFrom: robbed });
    return got;
  }

  /**
   * Renews once, because a slow reply left less than two thirds of the lease, or a release granted a short one. Returns
   * the end of validity, on the local clock.
   */
  async #freshened(hold: GrantedHold, valid: number): Promise<number> {
    const { kind, name } = this.#asked;
    if (kind.renew === undefined) return valid;
    try {
      const leftMs = this.#beginsForMs + this.#timeoutMs / 2;
      const { reply, sentAt } = await this.#renewOnce(kind.renew(hold), { leaseMs: hold.leaseMs, leftMs });
      if (reply.kind === "renewed") return validUntil(sentAt, hold.leaseMs, hold.leaseMs);
      throw lossOf({ lockName: name, owner: this.#owner, end: reply.end });
    } catch (error) {
      // Without a reply, the rest of the granted lease is still valid.
      if (isLockError(error) && !(error instanceof HoldEndedError) && nowMs() < valid) return valid;
      throw error;
    }
  }

  /** Renews a hold, in the time that the promise leaves. */
  #renewOnce(
    call: Call<RenewedReply | Ended>,
    { leaseMs, leftMs, signal }: { leaseMs: number; leftMs: number; signal?: AbortSignal },
  ): Promise<Answered<RenewedReply | Ended>> {
    const timeoutMs = Math.min(renewalTimeoutMs(leaseMs), Math.max(LEAST_TIME_MS, leftMs));
    return runUntilAnswered(this.#asked.client.driver, call, { timeoutMs, budgetMs: timeoutMs, maxTries: 1, signal });
  }

  #busy(facts: RefusedAttempt): LockBusyError {
    const { client, kind, name, key } = this.#asked;
    const refusal = this.#refusal ?? facts;
    this.#lastTry = { kind: "refused", member: this.#refusal?.member };
    const advice = adviceWhenHeldHere(client, kind, key, refusal);
    const holder = holderOf(kind, this.#refusal?.holder);
    const waitedMs = Math.round(nowMs() - this.#startedAt);
    const busy = { ...facts, lockName: name, waitedMs, heldByThisClient: advice !== undefined, holder };
    return new LockBusyError(busy, kind.busy, advice);
  }

  /** Cancels the attempts if needed. Returns the error to throw. */
  async #cancelled(error: unknown, isAborted: boolean): Promise<unknown> {
    const { client, kind, context, chosen } = this.#asked;
    const request = this.#waiting.request?.() ?? "";
    if ((!this.#isSent && !this.#isAnswered) || chosen?.repeats) return error;
    const failed = { hold: this.#hold, timeoutMs: this.#timeoutMs, isAnswered: this.#isAnswered };
    return errorAfterCancel(client, kind, { ...failed, request, isAborted, context }, error);
  }
}
