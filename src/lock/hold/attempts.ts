// The attempts of an acquire under one hold id, the waits between them, and their cancel.
import { nowMs } from "../../base/clock.ts";
import {
  AbortedError,
  ClosedError,
  HoldEndedError,
  named,
  OutcomeUnknownError,
  type RefusedAttempt,
} from "../../base/errors.ts";
import type { AcquireReply, BusyReply, Call, Ended, HeldReply } from "../protocol.ts";
import { type Answered, runUntilAnswered, type TryLimits } from "../retry.ts";
import type { Handed, Passes } from "../wait/handed.ts";
import type { LastTry, Refusal, WakeStrategy } from "../wait/wait-terms.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import { beginsForMs, leftMs, nextTry } from "./attempt-budget.ts";
import { attemptsInFlight } from "./attempts-in-flight.ts";
import { errorAfterCancel } from "./cancel.ts";
import { type AcquireRequest, type AskedHold, holdToAcquire } from "./chosen-hold.ts";
import { stealingOf } from "./client-context.ts";
import { type OpenCall, openCall } from "./close-registry.ts";
import { busyError, meaningOf } from "./failed.ts";
import { type Answer, confirmed, type Granting, granted } from "./granted.ts";
import type { Found } from "./kind.ts";
import { wakeStrategyOf } from "./waiting.ts";

/** What a turn came to: a result or an error ends all attempts; undefined: it was refused, and another may follow. */
export type Turn<Got> =
  | { readonly got: Got }
  /** `next`: why another hold id may follow, see meaningOf(). */
  | { readonly error: unknown; readonly next?: "taken" | "ungranted" }
  | undefined;

/** The attempts under one hold id, and their cancel. */
export class Attempts<Got> {
  readonly #asked: AskedHold<Got>;
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
    if (client.closeRegistry.closed) throw new ClosedError();
    if (options.signal?.aborted) throw new AbortedError(options.signal.reason);
    const { hold, owner } = holdToAcquire(asked);
    asked.call.owner = owner;
    const { leaseMs, reason, label } = options;
    const theft =
      reason === undefined ? undefined : stealingOf(client).begin(client, kind, hold, { owner, label, reason });
    const timeoutMs = tryTimeoutMs(leaseMs);
    const { endAt } = asked;
    // Locks that are acquired one by one may take their lease.
    const longestTryMs = kind.keysOf === undefined ? timeoutMs : Math.max(timeoutMs, leaseMs);
    this.#open = openCall(client.closeRegistry, options.signal, endAt + longestTryMs + timeoutMs);
    const { signal } = this.#open;
    this.#asked = { ...asked, hold, owner, theft, timeoutMs, signal };
    const { driver, streams } = client;
    const newLeaseMs = options.owner === undefined && chosen === undefined ? leaseMs : undefined;
    const mayStand = newLeaseMs !== undefined && theft === undefined;
    const stands = mayStand ? streams?.stands(driver, kind, hold, timeoutMs) : undefined;
    const wait = { owner, label, mode: options.wait, signal, newLeaseMs, stands };
    // A thief does not wait.
    const place = theft === undefined ? client : { ...client, streams: undefined };
    this.#waiting = wakeStrategyOf(place, kind, key, wait);
  }

  /**
   * Takes a turn: waits, unless it is the first one, and attempts. An error ends the attempts, after a cancel with the
   * same hold id if one may have been carried out without a reply, or may still arrive. LOCK_BUSY follows a last
   * attempt, whose refusal Redis remembers, or a cancel if it is too late for one.
   */
  async turn(): Promise<Turn<Got>> {
    const { signal } = this.#asked;
    try {
      const waited = this.#wait ?? this.#lineUp();
      const handed = waited && this.#answerTo(await waited);
      if (signal.aborted) throw signal.reason;
      this.#attempts += 1;
      const answer = handed && (await this.#confirmed(handed));
      const isLast = this.#leftMs === 0;
      const answered = answer ?? (await this.#attempt(isLast));
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
      const facts = this.#factsOf(refusal);
      // An end: another copy of this acquire made its last attempt. No other one can be granted.
      if (isLast || reply.kind === "ended") return this.#over({ error: this.#busy(facts) });
      // It is too late for a last attempt, so the call is cancelled. A call that its caller repeats never is.
      if (beginsForMs(this.#asked) < 0 && !this.#asked.chosen?.repeats) throw this.#busy(facts, "unanswered");
      this.#onRefused(facts);
      // Wait at once: code that runs after the refusal, such as the caller's, must find this waiter in line.
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
    return this.#over({ error: this.#busy(this.#factsOf({ remainingMs: -1 })) });
  }

  get #leftMs(): number {
    return leftMs(this.#asked);
  }

  /** Waits in line before the first attempt. Undefined: there is no line. */
  #lineUp(): Promise<Handed | undefined> | undefined {
    const left = this.#leftMs;
    return left === 0 ? undefined : this.#waiting.inLine?.(left, (facts) => this.#onRefused(facts));
  }

  /** Returns the answer in a grant, if there is one. */
  #answerTo(handed: Handed | undefined): Answer | undefined {
    // The request of the other holder granted this hold, or may have done so.
    if (handed !== undefined) this.#isAnswered = true;
    this.#passes = handed?.passes;
    return handed?.answer;
  }

  async #confirmed(handed: Answer): Promise<Answer | undefined> {
    const answer = await confirmed(this.#asked, handed);
    if (answer !== handed && answer !== undefined) this.#passes = this.#passes && { ...this.#passes, isShort: false };
    return answer;
  }

  async #attempt(isLast: boolean): Promise<Answered<AcquireReply | Found<Got>> & Granting> {
    const { client, kind, hold, theft } = this.#asked;
    const { streams } = client;
    const standing = this.#waiting.standing?.(isLast);
    // A holder of its isolate may have added it to the list.
    this.#hasStood ||= standing !== undefined || (this.#waiting.request?.() ?? "") !== "";
    const isFirst = this.#attempts === 1;
    const plain = theft?.call ?? kind.acquire(hold, isLast, isFirst, this.#asked.endAt - nowMs());
    const call = (standing && kind.stands && streams?.standing(plain, standing, hold, kind)) ?? plain;
    const answered = this.#send(call);
    return this.#waiting.during?.(answered) ?? answered;
  }

  /** Sends an attempt until it is answered, when fewer attempts of this isolate are in flight. */
  async #send<Reply>(call: Call<Reply>): Promise<Answered<Reply>> {
    const { driver } = this.#asked.client;
    const inFlight = attemptsInFlight(driver.database);
    if (inFlight?.enter() === false) {
      await inFlight.turn(beginsForMs(this.#asked), this.#asked.signal);
    }
    try {
      this.#isSent = true;
      return await runUntilAnswered(driver, call, this.#tryLimits());
    } finally {
      inFlight?.leave();
    }
  }

  #tryLimits(): TryLimits {
    const { kind, options, timeoutMs, signal } = this.#asked;
    // An attempt on several locks takes longer with each that is not answered.
    const mayWait = options.onUnreachable === "wait" && kind.keysOf === undefined;
    const patience = mayWait && this.#leftMs > timeoutMs ? { maxTries: Number.POSITIVE_INFINITY } : {};
    // A lost request must not fail many callers: permits without a lease are not asked for again under another id.
    const alone = kind.renew === undefined && kind.cancel !== undefined;
    return { ...nextTry(this.#asked, options.leaseMs), signal, alone, ...patience };
  }

  #found(reply: Found<Got>, sentAt: number): Got {
    const { call, options } = this.#asked;
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available: Number.POSITIVE_INFINITY };
    call.report({ type: "found" });
    return reply.got(sentAt);
  }

  #granted(reply: HeldReply, granting: Granting): Promise<Got> {
    const { options, theft } = this.#asked;
    const stolenFrom = theft?.granted(reply, granting.sentAt);
    this.#passes ??= { count: 0, chain: this.#waiting.chain?.() };
    this.#lastTry = { kind: "granted", leaseMs: options.leaseMs, available: reply.available };
    const known = { passes: this.#passes, hasStood: this.#hasStood, attempts: this.#attempts, stolenFrom };
    return granted(this.#asked, reply, { ...granting, ...known });
  }

  /** Returns why the attempt was refused, or why another hold id may follow. Throws an end that is final. */
  #refusalIn(reply: BusyReply | Ended, isFirst: boolean): Refusal | "taken" | "ungranted" {
    if (reply.kind === "busy") {
      this.#refusal = reply;
      return reply;
    }
    const meaning = meaningOf(reply, this.#asked, isFirst, this.#hasStood);
    if (meaning !== "refused") return meaning;
    this.#refusal ??= { remainingMs: -1 };
    return this.#refusal;
  }

  #factsOf({ remainingMs, queued }: Refusal): RefusedAttempt {
    return { remainingMs, attempts: this.#attempts, position: queued?.position };
  }

  #onRefused(facts: RefusedAttempt): void {
    const { call, options } = this.#asked;
    call.hasWaited = true;
    call.report({ type: "waiting", ...facts });
    options.onWait?.({ ...facts, label: options.label });
  }

  /** `last`: "unanswered": its refusal was not the last one for Redis, so that a cancel follows. */
  #busy(facts: RefusedAttempt, last: "refused" | "unanswered" = "refused"): Error {
    if (last === "refused") this.#lastTry = { kind: last, member: this.#refusal?.member };
    return busyError(this.#asked, facts, this.#refusal);
  }

  #named(error: unknown): unknown {
    const { kind, name } = this.#asked;
    return named(error, [kind.act ?? "acquire lock", name]);
  }

  /** Cancels the attempts if needed. Returns the error to throw. */
  async #cancelled(error: unknown, isAborted: boolean): Promise<unknown> {
    const { client, kind, context, chosen, hold, timeoutMs } = this.#asked;
    const request = this.#waiting.request?.() ?? "";
    // A holder of its isolate may have added it to the list.
    const isAsked = this.#isSent || this.#isAnswered || request !== "";
    if (!isAsked || chosen?.repeats) return error;
    const failed = { hold, timeoutMs, isAnswered: this.#isAnswered };
    return errorAfterCancel(client, kind, { ...failed, request, isAborted, context }, error);
  }
}
