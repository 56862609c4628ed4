// Runs one `acquire()` call: retries under one hold id until the lock is granted, refused, or the call is cancelled.
import {
  AbortedError,
  ClosedError,
  isLockError,
  LockBusyError,
  LockLostError,
  OutcomeUnknownError,
} from "../errors.ts";
import { emit } from "../events.ts";
import type { LockName } from "../keys.ts";
import type { AcquireReply, GrantedHold, HeldReply, HoldId } from "../lua/lock/calls.ts";
import type { ResolvedAcquireOptions, WaitUntil } from "../options.ts";
import { runOnce } from "../redis/port.ts";
import { type Answered, runUntilAnswered, type TryLimits } from "../redis/retry.ts";
import { type AttemptResult, acquireLoop, type Refusal, type Waited } from "../wait/acquire-loop.ts";
import type { LastTry } from "../wait/waiter.ts";
import { renewalDue, renewalTimeoutMs, tryTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import { errorAfterCancel } from "./cancel.ts";
import type { ClientContext } from "./client-context.ts";
import type { Held } from "./held.ts";
import { adviceWhenHeldHere } from "./held-here.ts";
import type { HoldInit } from "./hold-init.ts";
import type { HoldState } from "./hold-state.ts";
import type { Acquirable, Found } from "./kind.ts";
import { wakeStrategyOf } from "./wake-strategy-of.ts";

export type AcquireResult<Got = Held> = Got | LockBusyError;

/** What was got. Throws LOCK_BUSY when it was not. */
export function gotOrThrow<Got>(acquired: AcquireResult<Got>): Got {
  if (acquired instanceof LockBusyError) throw acquired;
  return acquired;
}

const LATEST_TRY_BEYOND_LEASE_MS = 30_000;

/** A grant: what a hold starts from, and the permits that are left. */
interface GrantReply extends Pick<HoldInit, "hold" | "holdCount" | "validUntil"> {
  readonly available: number | undefined;
}

/** The hold of a Durable Object: it chose and stored the hold before the first try. */
export interface DurableAcquire {
  readonly holdId: string;
  readonly owner: string;
  /** It was tried before, by another instance of the object: any end of it is news. */
  readonly goesOn: boolean;
  readonly onGrant: (life: HoldState, hold: GrantedHold) => void;
  readonly onMove: () => void;
}

// Redis knows of an end of a hold that nobody has asked for: somebody has made up its owner, and its release.
const OWNER_IS_TAKEN = Symbol();
type Attempted<Got> = GrantReply | { readonly got: Got } | typeof OWNER_IS_TAKEN;

/** One acquire: who asks for what. */
interface Request<Got> {
  readonly kind: Acquirable<Got>;
  readonly name: LockName;
  readonly options: ResolvedAcquireOptions;
  /** The invocation's context, where it is known: it gets the cancel. */
  readonly context: WaitUntil | undefined;
  readonly kept: DurableAcquire | undefined;
}

/**
 * Acquires a hold. If Redis already knows a new owner, another owner takes its place, once.
 * @param context the invocation's context, where it is known: it gets the cancel
 * @throws CLOSED, ABORTED, and as the kind's `acquire`, but for LOCK_BUSY, which is returned
 */
export async function acquireHold<Got>(
  client: ClientContext,
  kind: Acquirable<Got>,
  name: LockName,
  options: ResolvedAcquireOptions,
  context: WaitUntil | undefined,
  kept?: DurableAcquire,
): Promise<AcquireResult<Got>> {
  const request = { kind, name, options, context, kept };
  const acquired = await new Acquire(client, request).run();
  if (acquired !== OWNER_IS_TAKEN) return acquired;
  const again = await new Acquire(client, request).run();
  if (again !== OWNER_IS_TAKEN) return again;
  throw new OutcomeUnknownError("Redis says that this acquire has ended, although it was only begun");
}

/** Every try, and the cancel of the call, carries one hold id. */
class Acquire<Got> {
  readonly #client: ClientContext;
  readonly #request: Request<Got>;
  readonly #owner: string;
  readonly #hold: HoldId;
  /** How long one try may take, ms. */
  readonly #timeoutMs: number;
  /** When the wait is over, on the monotonic clock. */
  readonly #endAt: number;
  /** Aborts with the caller's signal and with `close()`. AbortSignal.any is missing in the older edge runtime. */
  readonly #ending = new AbortController();
  // As the last answered try said it: the answer to the last try may get lost.
  #refusal: Refusal = { remainingMs: -1 };
  // A copy of an answered try may still be on its way.
  #isAnswered = false;
  #lastTry: LastTry = { kind: "unanswered" };

  constructor(client: ClientContext, request: Request<Got>) {
    const { kind, name, options, kept } = request;
    this.#client = client;
    this.#request = request;
    if (client.closeRegistry.closed) throw new ClosedError();
    if (options.signal?.aborted) throw new AbortedError(options.signal.reason);
    this.#owner = options.owner ?? kept?.owner ?? client.newOwner();
    const ownerIsNew = options.owner === undefined;
    this.#hold = {
      key: name.key,
      owner: kind.ownerToField(this.#owner, name.key),
      leaseMs: options.leaseMs,
      ownerIsNew,
      holdId: kept?.holdId ?? (ownerIsNew ? this.#owner : crypto.randomUUID()),
      shared: kind.shared || undefined,
    };
    this.#timeoutMs = tryTimeoutMs(options.leaseMs);
    this.#endAt = performance.now() + options.waitMs;
  }

  /**
   * Ways out: a hold; busy, refused by the last try, which Redis remembers; an error or an abort, after a cancel under
   * the same id if a try may have been carried out without an answer, or may still be on its way.
   */
  async run(): Promise<AcquireResult<Got> | typeof OWNER_IS_TAKEN> {
    const { kind, name, options, context } = this.#request;
    const { signal } = this.#ending;
    const wait = { owner: this.#owner, mode: options.wait, signal };
    const waiting = wakeStrategyOf(this.#client, kind, name.key, wait);
    const unregister = this.#register();
    try {
      const waited = await acquireLoop({
        ask: (last) => runUntilAnswered(this.#client.redis, kind.acquire(this.#hold, last), this.#tryLimits()),
        resultOf: (answered) => this.#resultOf(answered),
        waitMs: options.waitMs,
        signal,
        waitForNextAttempt: waiting.next,
        onRefused: (facts) => {
          emit(this.#client.options.onEvent, { type: "waiting", lockName: name.name, owner: this.#owner, ...facts });
          options.onWait(facts);
        },
      });
      return await this.#result(waited);
    } catch (error) {
      const failed = { hold: this.#hold, timeoutMs: this.#timeoutMs, isAnswered: this.#isAnswered, context };
      const isAborted = signal.aborted;
      throw await errorAfterCancel(this.#client, kind, { ...failed, isAborted }, isAborted ? signal.reason : error);
    } finally {
      waiting.end(this.#lastTry);
      unregister();
    }
  }

  /** Ends the call with the caller's signal and with `close()`. Returns what takes that back. */
  #register(): () => void {
    const { kind, options } = this.#request;
    const { signal: asked, leaseMs } = options;
    const abort = (): void => this.#ending.abort(new AbortedError(asked?.reason));
    asked?.addEventListener("abort", abort);
    // Several locks that are taken one by one may take their lease.
    const longestTryMs = kind.placeOf === undefined ? this.#timeoutMs : Math.max(this.#timeoutMs, leaseMs);
    const forget = this.#client.closeRegistry.add({
      end: () => this.#ending.abort(new ClosedError()),
      overAt: () => this.#endAt + longestTryMs + this.#timeoutMs,
    });
    return () => {
      asked?.removeEventListener("abort", abort);
      forget();
    };
  }

  #resultOf({ reply, sentAt, tries }: Answered<AcquireReply | Found<Got>>): AttemptResult<Attempted<Got>> {
    const { kind, name, kept } = this.#request;
    const isFirst = !this.#isAnswered && tries === 1;
    this.#isAnswered = true;
    if (reply.kind === "found") return { kind: "granted", grant: { got: reply.got(sentAt) } };
    if (reply.kind === "held") return { kind: "granted", grant: this.#grantOf(reply, sentAt) };
    if (reply.kind === "busy") {
      this.#refusal = reply;
      return { kind: "refused", refusal: this.#refusal };
    }
    // An earlier copy of the last try was refused, and its answer got lost.
    if (reply.end === "refused" && kept?.goesOn !== true) return { kind: "refused", refusal: this.#refusal };
    const refusal = kind.refusal?.(reply.end, name.name);
    if (refusal !== undefined) throw refusal;
    if (isFirst && this.#hold.ownerIsNew && kept === undefined) return { kind: "granted", grant: OWNER_IS_TAKEN };
    throw new LockLostError({ lockName: name.name, owner: this.#owner, end: reply.end });
  }

  #tryLimits(): TryLimits {
    const { kind, options } = this.#request;
    // Redis remembers a hold for its lease and a minute: no try comes later, however long a server asks to wait.
    const leftMs = this.#endAt - performance.now();
    const latestMs = options.leaseMs + LATEST_TRY_BEYOND_LEASE_MS;
    const budgetMs = Math.max(this.#timeoutMs, Math.min(leftMs, latestMs));
    // A try for several locks grows with each that is not answered.
    const isPatient = options.onUnreachable === "wait" && leftMs > this.#timeoutMs && kind.placeOf === undefined;
    const patience = isPatient ? { maxTries: Number.POSITIVE_INFINITY } : {};
    return { timeoutMs: this.#timeoutMs, budgetMs, signal: this.#ending.signal, ...patience };
  }

  #grantOf({ epoch, fencingToken, members, remainingMs, holdCount, available }: HeldReply, sentAt: number): GrantReply {
    return {
      hold: { ...this.#hold, epoch, leaseFixed: this.#request.options.leaseFixed, fencingToken, members },
      holdCount,
      validUntil: validUntil(sentAt, remainingMs, this.#hold.leaseMs),
      available,
    };
  }

  async #result(waited: Waited<Attempted<Got>>): Promise<AcquireResult<Got> | typeof OWNER_IS_TAKEN> {
    if (waited.kind === "refused") return this.#busy(waited);
    if (waited.kind === "aborted") throw this.#ending.signal.reason;
    const { grant, waitedMs, attempts } = waited;
    if (grant === OWNER_IS_TAKEN) return OWNER_IS_TAKEN;
    const { kind, name, options, kept } = this.#request;
    const available = "got" in grant ? Number.POSITIVE_INFINITY : grant.available;
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available };
    if ("got" in grant) return grant.got;
    const valid = await this.#freshened(grant);
    const { signal } = this.#ending;
    // A grant that came together with the abort is given back.
    if (signal.aborted) throw signal.reason;
    // The registry forgets an acquire that takes longer than expected: then close() did not end it.
    if (this.#client.closeRegistry.closed) throw new ClosedError();
    const alarm = kept && { onStart: (life: HoldState) => kept.onGrant(life, grant.hold), onMove: kept.onMove };
    const init = { ...grant, name: name.name, validUntil: valid, alarm };
    const got = kind.held(this.#client, init);
    // Not before: whoever hears it may close the locks, which ends this hold with the others.
    const facts = { lockName: name.name, owner: this.#owner, waitedMs, attempts };
    emit(this.#client.options.onEvent, { type: "acquired", ...facts });
    return got;
  }

  #busy(waited: Waited<unknown> & { readonly kind: "refused" }): LockBusyError {
    const { kind, name } = this.#request;
    this.#lastTry = { kind: "refused", member: this.#refusal.member };
    const advice = adviceWhenHeldHere(this.#client, kind, name.key, this.#refusal);
    const facts = { ...waited, lockName: name.name, heldByThisClient: advice !== undefined };
    return new LockBusyError(facts, kind.busy, advice);
  }

  /**
   * Renews once when a slow answer left less than two thirds of the lease. Returns the end of validity, on the
   * monotonic clock.
   */
  async #freshened({ hold, validUntil: valid }: GrantReply): Promise<number> {
    const { kind, name } = this.#request;
    const sentAt = performance.now();
    if (kind.renew === undefined || !renewalDue(valid, hold.leaseMs, sentAt)) return valid;
    try {
      const timeoutMs = renewalTimeoutMs(hold.leaseMs);
      const reply = await runOnce(this.#client.redis, kind.renew(hold), { timeoutMs });
      if (reply.kind === "renewed") return validUntil(sentAt, hold.leaseMs, hold.leaseMs);
      throw new LockLostError({ lockName: name.name, owner: this.#owner, end: reply.end });
    } catch (error) {
      // Not answered: what the grant left is still good, if anything is left of it.
      if (isLockError(error) && error.code !== "LOCK_LOST" && performance.now() < valid) return valid;
      throw error;
    }
  }
}
