// What a successful acquire returns: one hold, from its grant to its end.
import {
  type HoldEnd,
  isLockError,
  LeaseFixedError,
  LockLostError,
  NotHeldError,
  OutcomeUnknownError,
} from "../errors.ts";
import { type LossReason, type ReleaseOutcome, tell } from "../events.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { type KeepAliveOptions, knownMembers, resolveKeepAlive, type WaitUntil } from "../options.ts";
import { untilAnswered } from "../redis/tries.ts";
import { Belief } from "../watchdog/belief.ts";
import { type KeepAlive, type KeepAliveEnd, type KeepAliveLoop, keepRenewing } from "../watchdog/keep-alive.ts";
import { type Client, type LockKind, tryTimeoutMs } from "./kind.ts";
import { serializeHold } from "./serialized.ts";

export interface ReleaseResult {
  readonly outcome: ReleaseOutcome;
  /** Holds of the same owner that remain. */
  readonly holdCount: number;
}

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
  readonly name: string;
  /** `<clientId>:<ownerId>`, or what the caller passed; give it to another acquire to re-enter this lock. */
  readonly owner: string;
  /** The lease, in ms: what a renewal sets. */
  readonly leaseMs: number;
  /** Holds this owner has, this one counted in, when it was granted. */
  readonly holdCount: number;
  readonly #client: Client;
  readonly #kind: LockKind;
  readonly #hold: GrantedHold;
  readonly #leaseFixed: boolean;
  readonly #belief: Belief;
  readonly #forgetClose: () => void;
  #keepAlive: KeepAliveLoop | undefined;
  #context: WaitUntil | undefined;
  #release: Promise<ReleaseResult> | undefined;
  #renewal: Promise<number> | undefined;
  /** Somebody else ends this hold: background work named by `until`, or the receiver of a moved hold. */
  #entrusted = false;

  constructor(client: Client, kind: LockKind, grant: Grant) {
    this.name = grant.name;
    this.owner = grant.hold.owner;
    this.leaseMs = grant.hold.leaseMs;
    this.holdCount = grant.holdCount;
    this.#client = client;
    this.#kind = kind;
    this.#hold = grant.hold;
    this.#leaseFixed = grant.leaseFixed;
    this.#belief = new Belief(grant.validUntil, this.leaseMs, () => this.#lose("lease-ended"));
    this.#forgetClose = client.onClose(() => this.#letGo("stopped"));
  }

  /** Until when this hold may be believed, as epoch ms of the local clock, for display; decisions use `signal`. */
  get validUntil(): number {
    return Math.floor(Date.now() + this.#belief.until - performance.now());
  }

  /** Aborts when the hold is lost, at the latest at the end of the lease as known here, even if no renewal is answered. */
  get signal(): AbortSignal {
    this.#belief.look();
    return this.#belief.signal;
  }

  /**
   * Renews the lease at a third of it from here, as long as this invocation lives, until release, loss, `stop()` or
   * `maxHoldMs`. A hold shorter than a third of its lease costs no request.
   * @param context anything with `waitUntil`; on Node, Deno and Bun `untilProcessEnds`
   * @param options `until`: background work, given to `waitUntil`; leaving the scope then no longer releases, the work's
   *   end does. `maxHoldMs`: longest time to renew, 1,000 to 2,147,483,647, default 900,000
   * @throws LEASE_FIXED, NO_WAIT_UNTIL, INVALID_OPTION, NOT_HELD, LOCK_LOST
   */
  keepAlive(context: WaitUntil, options?: KeepAliveOptions): KeepAlive {
    const { until, maxHoldMs } = resolveKeepAlive(context, options);
    if (this.#leaseFixed) throw new LeaseFixedError(this.name);
    this.#mustBeHeld();
    this.#keepAlive?.stop();
    this.#context = context;
    const running = keepRenewing(
      {
        leaseMs: this.leaseMs,
        validUntil: () => this.#belief.until,
        renew: (timeoutMs) => this.#renewOnce(timeoutMs),
        onFailing: (error) => this.#tellFailing(error),
      },
      maxHoldMs,
    );
    this.#keepAlive = running;
    if (until !== undefined) {
      this.#entrusted = true;
      context.waitUntil(this.#releaseAfter(until));
    }
    return { stop: running.stop, ended: running.ended };
  }

  /**
   * Sets the lease to its full length from now.
   * @returns the new `validUntil`, epoch ms
   * @throws LOCK_LOST when the hold is over, NOT_HELD when it was released here, REDIS_UNREACHABLE, REDIS_REFUSED,
   *   OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async renew(): Promise<number> {
    this.#mustBeHeld();
    // One renewal in flight per hold; a second caller gets the same answer.
    this.#renewal ??= this.#renewWithin(this.#belief.leftMs()).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /**
   * Asks Redis whether this hold still counts. False is final.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async check(): Promise<boolean> {
    if (this.#release !== undefined || this.#isLost()) return false;
    const timeoutMs = tryTimeoutMs(this.leaseMs);
    const { reply, sentAt } = await untilAnswered(this.#client.redis, this.#kind.check(this.#hold), {
      timeoutMs,
      budgetMs: timeoutMs,
    });
    if (reply.kind === "ended") {
      this.#lose("gone", reply.end);
      return false;
    }
    this.#belief.extend(sentAt, reply.remainingMs);
    return !this.#isLost();
  }

  /**
   * Ends this hold; frees the lock when it is the owner's last. Never touches anybody else's. May be called any number
   * of times: the answer stays the same. After an error the hold may be released or not; call again, or let the lease end.
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  release(): Promise<ReleaseResult> {
    if (this.#release === undefined) {
      const release = this.#sendRelease();
      this.#release = release;
      const settled = release.then(ignore, () => {
        this.#release = undefined;
        this.#belief.resume();
      });
      this.#background(settled);
    }
    return this.#release;
  }

  /**
   * This hold as text for `locks.resume()`, in another invocation, isolate or service. Whoever has it can release.
   * @param options `move`: this object gives the hold away: keepAlive ends and leaving the scope does not release
   */
  serialize(options?: { move?: boolean }): string {
    knownMembers("options", options ?? {}, ["move"]);
    this.#mustBeHeld();
    if (options?.move === true) {
      this.#entrusted = true;
      this.#letGo("handed-off");
    }
    return serializeHold({ hold: this.#hold, leaseFixed: this.#leaseFixed });
  }

  /** Releases, unless background work or another holder is to. Never throws: what is not released ends with its lease. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#entrusted) await this.release().then(ignore, ignore);
  }

  async #sendRelease(): Promise<ReleaseResult> {
    this.#letGo("released");
    const timeoutMs = tryTimeoutMs(this.leaseMs);
    const budgetMs = Math.max(timeoutMs, this.#belief.leftMs());
    const call = this.#kind.release(this.#hold);
    const { reply } = await untilAnswered(this.#client.redis, call, { timeoutMs, budgetMs });
    const result = releaseResult(reply.end);
    tell(this.#client.options.onEvent, { type: "released", ...this.#facts(), outcome: result.outcome });
    return result;
  }

  async #releaseAfter(until: PromiseLike<unknown>): Promise<void> {
    try {
      // Its rejection goes on to waitUntil, where the platform logs it: it is the user's error.
      await until;
    } finally {
      await this.release().then(ignore, ignore);
    }
  }

  async #renewOnce(timeoutMs: number): Promise<"renewed" | "lost"> {
    const sentAt = performance.now();
    const reply = await this.#client.redis.run(this.#kind.renew(this.#hold), { timeoutMs });
    if (reply.kind === "ended") {
      this.#lose("gone", reply.end);
      return "lost";
    }
    this.#renewed(sentAt);
    return "renewed";
  }

  async #renewWithin(budgetMs: number): Promise<number> {
    const timeoutMs = Math.min(tryTimeoutMs(this.leaseMs), budgetMs);
    const call = this.#kind.renew(this.#hold);
    const { reply, sentAt } = await untilAnswered(this.#client.redis, call, { timeoutMs, budgetMs });
    if (reply.kind === "ended") {
      this.#lose("gone", reply.end);
      throw new LockLostError(this.name, this.owner, reply.end);
    }
    this.#renewed(sentAt);
    this.#mustBeHeld();
    return this.validUntil;
  }

  #renewed(sentAt: number): void {
    if (this.#release !== undefined || this.#belief.lost) return;
    this.#belief.extend(sentAt, this.leaseMs);
    tell(this.#client.options.onEvent, { type: "renewed", ...this.#facts(), validUntil: this.validUntil });
  }

  #lose(reason: LossReason, end?: HoldEnd): void {
    if (this.#release !== undefined || this.#belief.lost) return;
    this.#letGo("lost");
    this.#belief.lose(new LockLostError(this.name, this.owner, end));
    tell(this.#client.options.onEvent, { type: "lost", ...this.#facts(), reason });
  }

  /** Stops everything that runs for this hold. */
  #letGo(reason: KeepAliveEnd): void {
    this.#belief.settle();
    this.#keepAlive?.end(reason);
    this.#forgetClose();
  }

  #isLost(): boolean {
    this.#belief.look();
    return this.#belief.lost;
  }

  #mustBeHeld(): void {
    if (this.#release !== undefined) throw new NotHeldError(this.name);
    if (this.#isLost()) throw this.#belief.signal.reason;
  }

  #tellFailing(error: unknown): void {
    const known = isLockError(error) ? error : new OutcomeUnknownError("the renewal failed", { cause: error });
    const remainingMs = Math.floor(this.#belief.leftMs());
    tell(this.#client.options.onEvent, { type: "renewal-failing", ...this.#facts(), remainingMs, error: known });
  }

  // A release must survive the end of the handler that started it; a context that is already over refuses, and then the
  // lease ends it.
  #background(work: Promise<unknown>): void {
    try {
      this.#context?.waitUntil(work);
    } catch {}
  }

  #facts(): { lockName: string; owner: string } {
    return { lockName: this.name, owner: this.owner };
  }
}

/** What a release reports of the end that Redis remembers. */
export function releaseResult(end: HoldEnd): ReleaseResult {
  if (end === "released" || end === "taken") return { outcome: end, holdCount: 0 };
  if (end.startsWith("still:")) return { outcome: "still-held", holdCount: Number(end.slice("still:".length)) };
  // free, lost; refused cannot follow a grant.
  return { outcome: "expired", holdCount: 0 };
}

function ignore(): void {}
