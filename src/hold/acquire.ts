// Runs one `acquire()` call: retries under one hold id until the lock is granted, refused, or the call is cancelled.
import { nowMs } from "../clock.ts";
import {
  AbortedError,
  ClosedError,
  LockBusyError,
  lossOf,
  named,
  OutcomeUnknownError,
  type RefusedAttempt,
} from "../errors.ts";
import type { LockName } from "../keys.ts";
import type { AcquireReply, BusyReply, HeldReply, HoldId } from "../lua/lock/calls.ts";
import type { ResolvedAcquireOptions } from "../options.ts";
import type { Call } from "../redis/port.ts";
import { type Answered, runUntilAnswered, type TryLimits } from "../redis/retry.ts";
import { type AttemptResult, acquireLoop, type Refusal, type Waited } from "../wait/acquire-loop.ts";
import type { LastTry } from "../wait/group-member.ts";
import { nameIfLeaving } from "../wait/named-turns.ts";
import type { Handed, Passes } from "../wait/offer.ts";
import { tryTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import type { AcquireRequest, Acquirer } from "./acquire-request.ts";
import { inTurn } from "./attempts-in-flight.ts";
import { adviceWhenHeldHere, holderOf } from "./busy-holder.ts";
import { errorAfterCancel } from "./cancel.ts";
import { stealingOf, type Theft } from "./capabilities.ts";
import type { ClientContext } from "./client-context.ts";
import type { OpenWork } from "./close-registry.ts";
import { freshened } from "./freshened.ts";
import type { Held } from "./held.ts";
import type { HoldInit } from "./hold-init.ts";
import type { Acquirable, Found } from "./kind.ts";
import { wakeStrategyOf } from "./wake-strategy-of.ts";

export type AcquireResult<Got = Held> = Got | LockBusyError;

/** Returns what was acquired. Throws LOCK_BUSY if nothing was. */
export function gotOrThrow<Got>(acquired: AcquireResult<Got>): Got {
  if (acquired instanceof LockBusyError) throw acquired;
  return acquired;
}

const LATEST_TRY_BEYOND_LEASE_MS = 30_000;

/** A grant: the initial state of a hold, and the available permits. */
interface GrantReply extends Pick<HoldInit, "hold" | "holdCount" | "validUntil"> {
  readonly available: number | undefined;
}

// Redis knows an end of this new hold: somebody guessed its owner, and released it.
const OWNER_IS_TAKEN = Symbol();
type Attempted<Got> = GrantReply | { readonly got: Got } | typeof OWNER_IS_TAKEN;

/**
 * Acquires a hold. If Redis already knows the new owner, tries again with another owner, once.
 * @throws CLOSED, ABORTED, and the errors of the kind's `acquire`; LOCK_BUSY is returned instead
 */
export async function acquireHold<Got>(
  client: ClientContext,
  kind: Acquirable<Got>,
  name: LockName,
  options: ResolvedAcquireOptions,
  acquirer: Acquirer,
): Promise<AcquireResult<Got>> {
  const request = { kind, name, options, ...acquirer };
  const start = nowMs();
  try {
    const acquired = await new Acquire(client, request).run();
    if (acquired !== OWNER_IS_TAKEN) return acquired;
    const waitMs = Math.max(0, options.waitMs - (nowMs() - start));
    const again = await new Acquire(client, { ...request, options: { ...options, waitMs } }).run();
    if (again !== OWNER_IS_TAKEN) return again;
    throw new OutcomeUnknownError("Redis says that this acquire has ended, although it was only begun");
  } catch (error) {
    throw named(error, [kind.act ?? "acquire lock", name.name]);
  }
}

/** Runs one acquire: all of its attempts, and its cancel, have the same hold id. */
class Acquire<Got> {
  readonly #client: ClientContext;
  readonly #request: AcquireRequest<Got>;
  readonly #owner: string;
  readonly #hold: HoldId;
  readonly #theft: Theft | undefined;
  /** The longest time for one attempt, in ms. */
  readonly #timeoutMs: number;
  /** The end of the wait, on the local clock. */
  readonly #endAt: number;
  /** Aborts with the caller's signal and with `close()`. The older edge runtime lacks AbortSignal.any. */
  readonly #ending = new AbortController();
  // From the last answered attempt: the reply to the last attempt may get lost.
  #refusal: Refusal & Pick<BusyReply, "holder"> = { remainingMs: -1 };
  // A copy of an answered attempt may still arrive.
  #isAnswered = false;
  #isSent = false;
  #lastTry: LastTry = { kind: "unanswered" };
  #passes: Passes | undefined;
  // The owners whose holds this call has ended.
  #robbed: readonly string[] | undefined;

  constructor(client: ClientContext, request: AcquireRequest<Got>) {
    const { kind, name, options, chosen } = request;
    this.#client = client;
    this.#request = request;
    if (client.closeRegistry.closed) throw new ClosedError();
    if (options.signal?.aborted) throw new AbortedError(options.signal.reason);
    this.#owner = options.owner ?? chosen?.owner ?? client.newOwner();
    request.call.owner = this.#owner;
    const ownerIsNew = options.owner === undefined;
    this.#hold = {
      key: name.key,
      owner: kind.ownerToField(this.#owner, name.key),
      leaseMs: options.leaseMs,
      ownerIsNew,
      holdId: chosen?.holdId ?? (ownerIsNew ? this.#owner : crypto.randomUUID()),
      shared: kind.shared || undefined,
      label: options.label,
      asksHolder: options.asksHolder,
      leaseFixed: options.leaseFixed,
    };
    const { reason, label } = options;
    if (reason !== undefined)
      this.#theft = stealingOf(client).begin(client, kind, this.#hold, { owner: this.#owner, label, reason });
    this.#timeoutMs = tryTimeoutMs(options.leaseMs);
    this.#endAt = nowMs() + options.waitMs;
  }

  /**
   * Returns a hold, or busy when the last attempt was refused, which Redis remembers. Throws after a cancel with the
   * same hold id if an attempt may have been carried out without a reply, or may still arrive.
   */
  async run(): Promise<AcquireResult<Got> | typeof OWNER_IS_TAKEN> {
    const { kind, name, options, context, chosen, call } = this.#request;
    const { signal } = this.#ending;
    const newLeaseMs = this.#hold.ownerIsNew && chosen === undefined ? options.leaseMs : undefined;
    const wait = { owner: this.#owner, label: options.label, mode: options.wait, signal, newLeaseMs };
    const onRefused = (facts: RefusedAttempt): void => {
      call.report({ type: "waiting", ...facts });
      options.onWait({ ...facts, label: options.label });
    };
    // A thief does not wait.
    const place = this.#theft === undefined ? this.#client : { ...this.#client, streams: undefined };
    const waiting = wakeStrategyOf(place, kind, name.key, wait);
    const unregister = this.#register();
    try {
      const waited = await acquireLoop({
        ask: (last, first) => {
          const leftMs = this.#endAt - nowMs();
          const call = this.#theft?.call ?? kind.acquire(this.#hold, last, first, leftMs);
          const listing = waiting.listing?.();
          const attempt = listing === undefined ? call : this.#client.streams?.listed(call, listing);
          return this.#send(attempt ?? call);
        },
        resultOf: (answered) => this.#resultOf(answered),
        waitMs: options.waitMs,
        signal,
        waitForTurn: async (leftMs) => this.#answerTo(await waiting.inLine?.(leftMs, onRefused)),
        waitForNextAttempt: async (refusal, leftMs) => this.#answerTo(await waiting.next(refusal, leftMs)),
        onRefused,
      });
      return await this.#result(waited);
    } catch (error) {
      const leaving = nameIfLeaving(waiting.listing?.());
      const failed = { hold: this.#hold, leaving, timeoutMs: this.#timeoutMs, isAnswered: this.#isAnswered, context };
      const isAborted = signal.aborted;
      if ((!this.#isSent && !this.#isAnswered) || chosen?.repeats) throw isAborted ? signal.reason : error;
      throw await errorAfterCancel(this.#client, kind, { ...failed, isAborted }, isAborted ? signal.reason : error);
    } finally {
      waiting.end(this.#lastTry);
      unregister();
    }
  }

  #send<Reply>(call: Call<Reply>): Promise<Answered<Reply>> {
    const { redis } = this.#client;
    const limitMs = Math.max(this.#timeoutMs, this.#endAt - nowMs());
    return inTurn(redis.database, { limitMs, signal: this.#ending.signal }, () => {
      this.#isSent = true;
      return runUntilAnswered(redis, call, this.#tryLimits());
    });
  }

  /** Returns the answer to the offer of another holder, if there is one. */
  #answerTo(handed: Handed | undefined): Answered<AcquireReply> | undefined {
    // The request of the other holder granted this hold, or may have done so.
    if (handed !== undefined) this.#isAnswered = true;
    this.#passes = handed?.passes;
    return handed?.answer;
  }

  /** Ends the call with the caller's signal and with `close()`. Returns the function that undoes this. */
  #register(): () => void {
    const { kind, options } = this.#request;
    const { signal: asked, leaseMs } = options;
    const abort = (): void => this.#ending.abort(new AbortedError(asked?.reason));
    asked?.addEventListener("abort", abort);
    // Locks that are acquired one by one may take their lease.
    const longestTryMs = kind.placeOf === undefined ? this.#timeoutMs : Math.max(this.#timeoutMs, leaseMs);
    const { closeRegistry } = this.#client;
    const open: OpenWork = {
      close: () => this.#ending.abort(new ClosedError()),
      overAt: () => this.#endAt + longestTryMs + this.#timeoutMs,
    };
    closeRegistry.add(open);
    return () => {
      asked?.removeEventListener("abort", abort);
      closeRegistry.forget(open);
    };
  }

  #resultOf({ reply, sentAt, tries }: Answered<AcquireReply | Found<Got>>): AttemptResult<Attempted<Got>> {
    const { kind, name, chosen } = this.#request;
    const isFirst = !this.#isAnswered && tries === 1;
    this.#isAnswered = true;
    if (reply.kind === "found") return { kind: "granted", grant: { got: reply.got(sentAt) } };
    if (reply.kind === "held") {
      this.#robbed = this.#theft?.granted(reply, sentAt);
      return { kind: "granted", grant: this.#grantOf(reply, sentAt) };
    }
    if (reply.kind === "busy") {
      this.#refusal = reply;
      return { kind: "refused", refusal: this.#refusal };
    }
    // An earlier copy of the last attempt was refused, and that reply got lost.
    if (reply.end === "refused" && chosen?.goesOn !== true) return { kind: "refused", refusal: this.#refusal };
    const refusal = kind.refusal?.(reply.end, name.name);
    if (refusal !== undefined) throw refusal;
    const isGuessed = (isFirst || reply.end === "released") && this.#hold.ownerIsNew && chosen === undefined;
    // A thief never steals a second time by itself: it may have been robbed.
    if (isGuessed && this.#theft === undefined) return { kind: "granted", grant: OWNER_IS_TAKEN };
    throw lossOf({ lockName: name.name, owner: this.#owner, end: reply.end });
  }

  #tryLimits(): TryLimits {
    const { kind, options } = this.#request;
    // Redis remembers a hold for its lease and a minute: no attempt may come later, however long a server asks to wait.
    const leftMs = this.#endAt - nowMs();
    const latestMs = options.leaseMs + LATEST_TRY_BEYOND_LEASE_MS;
    const budgetMs = Math.max(this.#timeoutMs, Math.min(leftMs, latestMs));
    // An attempt on several locks takes longer with each that is not answered.
    const isPatient = options.onUnreachable === "wait" && leftMs > this.#timeoutMs && kind.placeOf === undefined;
    const patience = isPatient ? { maxTries: Number.POSITIVE_INFINITY } : {};
    return { timeoutMs: this.#timeoutMs, budgetMs, signal: this.#ending.signal, ...patience };
  }

  #grantOf(reply: HeldReply, sentAt: number): GrantReply {
    const { epoch, fencingToken, members, remainingMs, holdCount, available, chosen } = reply;
    const hold = { ...this.#hold, asksHolder: undefined, epoch, fencingToken, members, ...chosen };
    const { kind, call } = this.#request;
    call.owner = kind.fieldToOwner(hold.owner);
    return { hold, holdCount, validUntil: validUntil(sentAt, remainingMs, hold.leaseMs), available };
  }

  async #result(waited: Waited<Attempted<Got>>): Promise<AcquireResult<Got> | typeof OWNER_IS_TAKEN> {
    if (waited.kind === "refused") return this.#busy(waited);
    if (waited.kind === "aborted") throw this.#ending.signal.reason;
    const { grant, attempts } = waited;
    if (grant === OWNER_IS_TAKEN) return OWNER_IS_TAKEN;
    const { kind, name, options, chosen, call } = this.#request;
    const available = "got" in grant ? Number.POSITIVE_INFINITY : grant.available;
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available };
    if ("got" in grant) return grant.got;
    const facts = { ...grant, lockName: name.name, owner: this.#owner };
    const valid = chosen?.repeats ? grant.validUntil : await freshened(this.#client, kind, facts);
    const { signal } = this.#ending;
    // A grant that arrived together with the abort is given back.
    if (signal.aborted) throw signal.reason;
    // The registry drops an acquire that takes longer than expected, so close() did not end it.
    if (this.#client.closeRegistry.closed) throw new ClosedError();
    const alarm = chosen?.alarm?.(grant.hold);
    const init = { ...grant, id: call.id, name: name.name, validUntil: valid, passes: this.#passes, alarm };
    const got = kind.held(this.#client, init);
    // Emitted last: a listener may close the locks, which ends this hold too.
    call.report({ type: "acquired", attempts, holds: kind.holds ?? 1, stolenFrom: this.#robbed });
    return got;
  }

  #busy(waited: Waited<unknown> & { readonly kind: "refused" }): LockBusyError {
    const { kind, name, call } = this.#request;
    this.#lastTry = { kind: "refused", member: this.#refusal.member };
    const advice = adviceWhenHeldHere(this.#client, kind, name.key, this.#refusal);
    const holder = holderOf(kind, this.#refusal.holder);
    const facts = { ...waited, heldByThisClient: advice !== undefined, holder };
    call.report({ type: "busy", ...facts });
    return new LockBusyError({ ...facts, lockName: name.name }, kind.busy, advice);
  }
}
