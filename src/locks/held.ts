/// <reference lib="esnext.disposable" preserve="true" />
// What a successful acquire returns: one hold, from its grant to its end.
import {
  askedPauseMs,
  ClosedError,
  type HoldEnd,
  isLockError,
  LeaseFixedError,
  LockLostError,
  NotHeldError,
  OutcomeUnknownError,
} from "../errors.ts";
import { type LossReason, tell } from "../events.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { type KeepAliveOptions, knownMembers, resolveKeepAlive, type WaitUntil } from "../options.ts";
import { type TryLimits, untilAnswered } from "../redis/tries.ts";
import { settledWithin } from "../wait/pause.ts";
import { Belief } from "../watchdog/belief.ts";
import { type KeepAlive, type KeepAliveEnd, type KeepAliveLoop, keepRenewing } from "../watchdog/keep-alive.ts";
import { tryTimeoutMs } from "../watchdog/plan.ts";
import { ask } from "./ask.ts";
import { EntrustedWork, inBackground } from "./background.ts";
import { asEpochMs } from "./display-time.ts";
import type { Client, LockKind } from "./kind.ts";
import { type ReleaseResult, releaseResult } from "./release-result.ts";
import { serializeHold } from "./serialized.ts";

/** What a new `Held` starts from. */
export interface Grant {
  readonly name: string;
  readonly hold: GrantedHold;
  readonly leaseFixed: boolean;
  readonly holdCount: number;
  /** On the monotonic clock. */
  readonly validUntil: number;
}

/** One successful acquisition. Use it with `await using`, or call `release()`. */
export class Held implements AsyncDisposable {
  /** The lock's name, without prefix. */
  readonly name: string;
  /** `<clientId>:<ownerId>`, or what the caller passed; give it to another acquire to re-enter this lock. */
  readonly owner: string;
  /** The lease, in ms: what a renewal sets. */
  readonly leaseMs: number;
  /** Holds this owner had, this one counted in, when it was granted. */
  readonly holdCount: number;
  readonly #client: Client;
  readonly #kind: LockKind;
  readonly #hold: GrantedHold;
  readonly #leaseFixed: boolean;
  readonly #belief: Belief;
  readonly #forgetOpenWork: () => void;
  // "released" from the call of release() on, whatever comes of it; "moved" when another object has the hold.
  #state: "held" | "released" | "lost" | "moved" | "closed" = "held";
  #keepAlive: KeepAliveLoop | undefined;
  #context: WaitUntil | undefined;
  readonly #work = new EntrustedWork();
  #release: Promise<ReleaseResult> | undefined;
  #renewal: Promise<void> | undefined;

  /** @internal */
  constructor(client: Client, kind: LockKind, grant: Grant) {
    this.name = grant.name;
    this.owner = grant.hold.owner;
    this.leaseMs = grant.hold.leaseMs;
    this.holdCount = grant.holdCount;
    this.#client = client;
    this.#kind = kind;
    this.#hold = grant.hold;
    this.#leaseFixed = grant.leaseFixed;
    this.#belief = new Belief(grant.validUntil, this.leaseMs, () => this.#onLeaseEnd());
    this.#forgetOpenWork = client.openWork.add({ end: () => this.#close(), overAt: () => this.#belief.until });
  }

  /** Until when this hold may be believed, as epoch ms of the local clock, for display; decisions use `signal`. */
  get validUntil(): number {
    return asEpochMs(this.#belief.until);
  }

  /**
   * Aborts when the hold is lost, at the latest at the end of the lease as known here, even if no renewal is answered; also
   * when a release is not answered, or the locks are closed. The reason is the error. A release that is answered aborts nothing.
   */
  get signal(): AbortSignal {
    this.#belief.look();
    return this.#belief.signal;
  }

  /**
   * Renews the lease at a third of it from here, as long as this invocation lives, until release, loss, `stop()` or
   * `maxHoldMs`. A hold shorter than a third of its lease costs no request. Called again, it takes the former one's place.
   * @param context anything with `waitUntil`; on Node, Deno and Bun `untilProcessEnds`
   * @param options `until`: background work, given to `waitUntil`; leaving the scope then no longer releases, the end of the
   *   (last) work does. `maxHoldMs`: longest time to renew, 1,000 to 2,147,483,647, default 900,000
   * @throws LEASE_FIXED, NO_WAIT_UNTIL, INVALID_OPTION, NOT_HELD, LOCK_LOST, CLOSED
   */
  keepAlive(context: WaitUntil, options?: KeepAliveOptions): KeepAlive {
    const { until, maxHoldMs } = resolveKeepAlive(context, options);
    if (this.#leaseFixed) throw new LeaseFixedError(this.name);
    this.#mustBeHeld();
    if (until !== undefined) this.#work.add(until, context, () => this.#releaseQuietly());
    this.#context = context;
    this.#keepAlive?.stop();
    const running = keepRenewing(
      {
        leaseMs: this.leaseMs,
        validUntil: () => this.#belief.until,
        renew: (timeoutMs) => this.#renewOnce({ timeoutMs, budgetMs: timeoutMs, maxTries: 1 }),
        onLeaseEnd: () => this.#belief.look(),
        onFailing: (error) => this.#tellFailing(error),
      },
      maxHoldMs,
    );
    this.#keepAlive = running;
    return { stop: running.stop, ended: running.ended };
  }

  /**
   * Sets the lease to its full length from now.
   * @returns the new `validUntil`, epoch ms
   * @throws LOCK_LOST when the hold is over, NOT_HELD when it was released or moved here, CLOSED, REDIS_UNREACHABLE,
   *   REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async renew(): Promise<number> {
    this.#mustBeHeld();
    const budgetMs = this.#belief.leftMs();
    await this.#renewOnce({ timeoutMs: Math.min(tryTimeoutMs(this.leaseMs), budgetMs), budgetMs });
    this.#mustBeHeld();
    return this.validUntil;
  }

  /**
   * Asks Redis whether this hold still counts. False is final; after release() no request is made.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async check(): Promise<boolean> {
    this.#belief.look();
    if (this.#state === "released" || this.#state === "lost") return false;
    const { reply, sentAt } = await ask(this.#client, this.#kind.check(this.#hold), this.leaseMs);
    if (reply.kind === "ended") {
      this.#lose("gone", reply.end);
      return false;
    }
    if (this.#state === "held") this.#belief.extend(sentAt, reply.remainingMs);
    return !this.#belief.signal.aborted;
  }

  /**
   * Ends this hold; frees the lock when it is the owner's last. Never touches anybody else's. Calls while it runs, and after
   * it was answered, get the same answer. Not answered, it throws, `signal` aborts, and it may be called again.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  release(): Promise<ReleaseResult> {
    if (this.#release === undefined) {
      this.#release = this.#sendRelease();
      inBackground(this.#context, this.#release.then(ignore, ignore));
    }
    return this.#release;
  }

  /**
   * This hold as text for `locks.resume()`, in another invocation, isolate or service. Whoever has it can release.
   * @param options `move`: this object gives the hold away: keepAlive ends, and neither leaving the scope nor the end of
   *   background work releases
   * @throws NOT_HELD, LOCK_LOST, CLOSED, INVALID_OPTION
   */
  serialize(options?: { move?: boolean | undefined }): string {
    knownMembers("options", options, ["move"]);
    this.#mustBeHeld();
    if (options?.move === true) {
      this.#state = "moved";
      this.#keepAlive?.end("handed-off");
    }
    return serializeHold({ hold: this.#hold, leaseFixed: this.#leaseFixed });
  }

  /**
   * Releases, unless background work or another holder is to. Never throws, and waits no longer than one try may take: what
   * is not released by then goes on being tried in the background, and ends with its lease.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#work.isPending) return;
    await settledWithin(this.#releaseQuietly(), tryTimeoutMs(this.leaseMs));
  }

  async #releaseQuietly(): Promise<void> {
    if (this.#state !== "moved") await this.release().then(ignore, ignore);
  }

  async #sendRelease(): Promise<ReleaseResult> {
    if (this.#state !== "lost") this.#state = "released";
    this.#stop("released");
    const timeoutMs = tryTimeoutMs(this.leaseMs);
    const budgetMs = Math.max(timeoutMs, this.#belief.leftMs());
    try {
      const { reply } = await untilAnswered(this.#client.redis, this.#kind.release(this.#hold), {
        timeoutMs,
        budgetMs,
      });
      const result = releaseResult(reply.end);
      tell(this.#client.options.onEvent, { type: "released", ...this.#facts(), outcome: result.outcome });
      return result;
    } catch (error) {
      // It may have been carried out, and somebody else may have the lock: nobody here may believe in it.
      this.#belief.end(error);
      this.#release = undefined;
      throw error;
    }
  }

  /** One renewal is in flight per hold: a second caller waits for the first one's answer. */
  #renewOnce(limits: TryLimits): Promise<void> {
    this.#renewal ??= this.#sendRenewal(limits).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #sendRenewal(limits: TryLimits): Promise<void> {
    const { reply, sentAt } = await untilAnswered(this.#client.redis, this.#kind.renew(this.#hold), limits);
    if (reply.kind === "ended") {
      this.#lose("gone", reply.end);
      throw new LockLostError(this.name, this.owner, reply.end);
    }
    if (this.#state !== "held") return;
    this.#belief.extend(sentAt, this.leaseMs);
    tell(this.#client.options.onEvent, { type: "renewed", ...this.#facts(), validUntil: this.validUntil });
  }

  #onLeaseEnd(): void {
    if (this.#state === "moved") this.#belief.end(new LockLostError(this.name, this.owner));
    else this.#lose("lease-ended");
  }

  #lose(reason: LossReason, end?: HoldEnd): void {
    if (this.#state !== "held") return;
    this.#state = "lost";
    // Released elsewhere, by whoever had it as text: over, but nobody lost anything.
    const releasedElsewhere = end === "released" || end?.startsWith("still:") === true;
    this.#stop(releasedElsewhere ? "released" : "lost");
    this.#belief.end(new LockLostError(this.name, this.owner, end));
    if (!releasedElsewhere) tell(this.#client.options.onEvent, { type: "lost", ...this.#facts(), reason });
  }

  #close(): void {
    if (this.#state === "held") this.#state = "closed";
    this.#stop("stopped");
    this.#belief.end(new ClosedError());
  }

  /** Stops everything that runs for this hold. */
  #stop(reason: KeepAliveEnd): void {
    this.#belief.settle();
    this.#keepAlive?.end(reason);
    this.#forgetOpenWork();
  }

  #mustBeHeld(): void {
    this.#belief.look();
    if (this.#state === "lost") throw this.#belief.signal.reason;
    if (this.#state === "closed") throw new ClosedError();
    if (this.#state !== "held") throw new NotHeldError(this.name);
  }

  #tellFailing(error: unknown): number {
    const known = isLockError(error) ? error : new OutcomeUnknownError("the renewal failed", { cause: error });
    const remainingMs = Math.floor(this.#belief.leftMs());
    tell(this.#client.options.onEvent, { type: "renewal-failing", ...this.#facts(), remainingMs, error: known });
    return askedPauseMs(known);
  }

  #facts(): { lockName: string; owner: string } {
    return { lockName: this.name, owner: this.owner };
  }
}

function ignore(): void {}
