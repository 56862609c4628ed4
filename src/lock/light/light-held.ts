/// <reference lib="esnext.disposable" preserve="true" />
// One hold of a light lock, from its grant to its end.
import { asEpochMs, clocksAgreeSince } from "../../base/clock.ts";
import { type HoldLoss, LeaseFixedError, wasNotDone, wasRefused } from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { ownMembers } from "../../base/validate.ts";
import { BackgroundWork, inBackground, repeatedInBackground } from "../background.ts";
import type { KeepAlive } from "../hold/held.ts";
import { HoldState } from "../hold/hold-state.ts";
import { keepAlone } from "../hold/keep-alive.ts";
import { type KeepAliveArguments, type KeepAliveOptions, resolveKeepAlive, type WaitUntil } from "../options.ts";
import { atLast } from "../retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import {
  type AskLimits,
  about,
  ask,
  clocksDisagree,
  LIGHT_KIND,
  type LightAnswer,
  type LightClient,
} from "./light-client.ts";
import { release, renew, shows } from "./light-commands.ts";

/** A light lock that was acquired. Declare it with `await using`, or call `release()`. */
export interface LightHeld extends Pick<LightHold, keyof LightHold> {}

/** The result of a release. */
export interface LightReleaseResult {
  /**
   * "released": this hold freed the lock. "lost": the lock was not its own any more. "unknown": an earlier request of
   * this release was not answered, and the lease has ended since, so either of these.
   */
  readonly outcome: "released" | "lost" | "unknown";
}

/** Options of a light lock's `keepAlive`. */
export interface LightKeepAliveOptions extends Pick<KeepAliveOptions, "until" | "maxHoldMs"> {}

/** A lock that an attempt got. */
export interface LightGrant {
  /** Identifies the call in events; "": there are none. */
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly label: string;
  readonly key: string;
  readonly value: string;
  readonly leaseMs: number;
  readonly leaseFixed: boolean;
  /** On the local clock. */
  readonly validUntil: number;
}

export class LightHold implements AsyncDisposable {
  /** The lock's name, without the prefix. */
  readonly name: string;
  /** Names this hold: each attempt has a new owner. */
  readonly owner: string;
  /** The label that it was acquired with; "" when it has none. */
  readonly label: string;
  /** The lease that a renewal sets, in ms. */
  readonly leaseMs: number;
  readonly #client: LightClient;
  readonly #grant: LightGrant;
  readonly #life: HoldState;
  #renewal: Promise<void> | undefined;
  #context: WaitUntil | undefined;
  #release: Promise<LightReleaseResult> | undefined;
  // An earlier release failed, and may have been carried out, or be repeated in the background.
  #mayBeFree = false;

  /** @internal */
  constructor(client: LightClient, grant: LightGrant) {
    this.name = grant.name;
    this.owner = grant.owner;
    this.label = grant.label;
    this.leaseMs = grant.leaseMs;
    this.#client = client;
    this.#grant = grant;
    const { id, name: lockName, owner, label } = grant;
    const { options } = client;
    this.#life = new HoldState(
      { closeRegistry: NEVER_CLOSED, options },
      { id, lockName, kind: LIGHT_KIND, owner, label },
      {
        ...{ ...grant, holdId: owner, epoch: "", keys: [], elsewhere: "acquire the lock in each" },
        // A timer tells a listener of the end. Without one, the first look at the hold finds it.
        watched: options.onEvent !== undefined,
      },
    );
  }

  /** The end of this hold's validity, in epoch ms of the local clock. For display: decide by `signal`. */
  get validUntil(): number {
    return asEpochMs(this.#life.validity.until);
  }

  /**
   * Aborts when the hold is lost: at the latest when its lease ends by one of the local clocks, even if no renewal is
   * answered. It also aborts when a release is not answered. Its reason is the error. A release that is answered does
   * not abort it.
   */
  get signal(): AbortSignal {
    return this.#life.validity.signal;
  }

  /**
   * Renews the lease at each third of it, like `Held.keepAlive`.
   * @param given `context`: the invocation's context; `options`: `until` and `maxHoldMs`; see `Held.keepAlive`
   * @returns the renewals, with `stop()` and `ended`
   * @throws NO_WAIT_UNTIL, LEASE_FIXED or INVALID_OPTION; NOT_HELD when the hold was released; LOCK_LOST when it is lost
   * @example
   * await using held = await light.lock("report").acquire();
   * held.keepAlive(ctx, { maxHoldMs: 300_000 });
   */
  keepAlive(...given: KeepAliveArguments<LightKeepAliveOptions>): KeepAlive {
    const [context, options] = given;
    const known = ownMembers("options", options, ["until", "maxHoldMs"]);
    const resolved = resolveKeepAlive(context, known, this.name);
    if (this.#grant.leaseFixed) throw new LeaseFixedError(this.name);
    const { backing, until } = resolved;
    const life = this.#life;
    const limits = life.limitsOf(resolved);
    life.mustBeHeld();
    if (until !== undefined) {
      life.work ??= new BackgroundWork();
      life.work.add(until, backing, () => this.release().then(ignore, ignore));
    }
    this.#context = backing;
    life.keepAlive?.end("stopped");
    const renew = (asked: AskLimits): Promise<void> => this.#renewOnce(asked).then(() => life.mustBeHeld());
    const renewals = keepAlone({ life, hold: this.#grant, renew }, limits);
    life.keepAlive = renewals;
    return { stop: () => renewals.end("stopped"), ended: renewals.ended };
  }

  /**
   * Renews the hold for its full lease from now. Costs one command.
   * @returns the new `validUntil`, in epoch ms
   * @throws LOCK_LOST when the hold is over; NOT_HELD after `release()`, even one that failed
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const validUntil = await held.renew();
   */
  async renew(): Promise<number> {
    this.#life.mustBeHeld();
    const budgetMs = this.#life.validity.leftMs();
    await this.#renewOnce({ timeoutMs: Math.min(tryTimeoutMs(this.leaseMs), budgetMs), budgetMs });
    this.#life.mustBeHeld();
    return this.validUntil;
  }

  /**
   * Asks Redis whether this hold still counts. False is final. After `release()` it sends no request.
   * @returns whether the hold still counts
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * if (!(await held.check())) throw new Error("the lock is lost");
   */
  async check(): Promise<boolean> {
    const life = this.#life;
    life.mustBeHere();
    life.validity.refresh();
    if (!life.isHeld) return false;
    const { key, value } = this.#grant;
    const checked = ask(this.#client, shows(key, value), this.leaseMs);
    // A replica that is behind may answer the read: only a write can say no.
    if (!(await about(["check the hold on", this.name], checked)).reply) await this.#renewOnce();
    return life.isHeld;
  }

  /**
   * Ends this hold, and frees the lock. Never affects another holder. Concurrent and later calls return the same
   * result. If it is not carried out, it throws, `signal` aborts, and you may call it again. It is also repeated in the
   * background until the lease ends, unless Redis refused it.
   * @returns the outcome
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * const { outcome } = await held.release();
   */
  async release(): Promise<LightReleaseResult> {
    this.#life.mustBeHere();
    if (this.#release === undefined) {
      this.#release = this.#sendRelease();
      inBackground(this.#context, this.#release);
    }
    return this.#release;
  }

  /**
   * Releases the hold, unless background work keeps it. Never throws, and waits for one attempt at most. A release that
   * takes longer goes on in the background, and the lease bounds it.
   * @example
   * await using held = await light.lock("orders:42").acquire();
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await LightHold.leave(this);
  }

  /**
   * @internal Leaves the scope of a hold. Returns its loss if it was lost, or if a release without a clear answer
   * leaves that open.
   */
  static async leave(held: LightHold): Promise<HoldLoss | undefined> {
    const life = held.#life;
    // Its own request ends it, or its lease.
    if (!life.isHere()) return undefined;
    life.validity.refresh();
    if (life.work?.isPending === true) return life.loss;
    const wasBelieved = life.validity.leftMs() > 0;
    let isClear = false;
    const released = held.release().then(({ outcome }) => {
      isClear = outcome !== "unknown";
    }, ignore);
    await settledWithin(released, tryTimeoutMs(held.leaseMs));
    return isClear || wasBelieved ? life.loss : (life.loss ?? life.lost());
  }

  /** Renews once, or finds the hold lost. If a renewal is running, waits for that one instead. */
  #renewOnce(limits?: AskLimits): Promise<void> {
    this.#renewal ??= this.#sendRenewal(limits).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #sendRenewal(limits?: AskLimits): Promise<void> {
    const { key, value, leaseMs } = this.#grant;
    const asked = ask(this.#client, renew(key, value, leaseMs), leaseMs, limits);
    const { reply, startedAt } = await about(["renew the hold on", this.name], asked);
    // If its own release ended it meanwhile, that is no loss.
    if (!reply) this.#life.lose("gone", "lost");
    else if (this.#life.isHeld && !clocksAgreeSince(startedAt)) throw clocksDisagree();
    else this.#life.renewed(startedAt, leaseMs);
  }

  async #sendRelease(): Promise<LightReleaseResult> {
    const { key, value } = this.#grant;
    this.#life.release();
    const budgetMs = Math.max(tryTimeoutMs(this.leaseMs), this.#life.validity.leftMs());
    const released = ask(this.#client, release(key, value), this.leaseMs, { budgetMs });
    try {
      const { reply, tries } = await about(["release the hold on", this.name], released);
      return { outcome: this.#released(reply, tries > 1 || this.#mayBeFree) };
    } catch (error) {
      this.#release = undefined;
      this.#life.releaseFailed(error);
      this.#mayBeFree ||= !wasNotDone(error);
      if (!wasRefused(error)) this.#releaseLater();
      throw error;
    }
  }

  /** Releases in the background what a Redis that is away, or not ready, would leave to the lease. */
  #releaseLater(): void {
    const { key, value } = this.#grant;
    const timeoutMs = tryTimeoutMs(this.leaseMs);
    let mayBeFree = this.#mayBeFree;
    // While it is repeated, the lock may be freed at any time.
    this.#mayBeFree = true;
    const later = (limits: AskLimits): Promise<LightAnswer<boolean>> =>
      ask(this.#client, release(key, value), this.leaseMs, limits).catch((error: unknown) => {
        mayBeFree ||= !wasNotDone(error);
        throw error;
      });
    const released = atLast(later, timeoutMs, this.#life.validity.leftMs()).then((answer) => {
      if (answer === undefined) this.#mayBeFree = mayBeFree;
      else this.#release ??= Promise.resolve({ outcome: this.#released(answer.reply, true) });
    });
    repeatedInBackground(this.#context, released, timeoutMs);
  }

  /** Returns the outcome of a release. `isRepeated`: an earlier request may have freed the lock. */
  #released(isFreed: boolean, isRepeated: boolean): LightReleaseResult["outcome"] {
    const life = this.#life;
    // While the lease lasts, nothing but the earlier request has freed the lock.
    if (isFreed || (isRepeated && life.validity.leftMs() > 0)) {
      life.released("released");
      return "released";
    }
    if (isRepeated && life.loss === undefined) {
      life.releasedOrLost();
      return "unknown";
    }
    life.released("lost");
    return "lost";
  }
}

/** Light locks cannot be closed. */
const NEVER_CLOSED = { add: ignore, forget: ignore };

function ignore(): void {}
