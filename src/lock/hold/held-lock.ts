/// <reference lib="esnext.disposable" preserve="true" />
// One hold, from its grant to its end.

import { asEpochMs, nowMs } from "../../base/clock.ts";
import { type HoldEnd, type HoldLoss, LeaseFixedError, named, wasRefused } from "../../base/errors.ts";
import { shownAs, showsAs } from "../../base/printing.ts";
import { settledWithin } from "../../base/timers.ts";
import { BackgroundWork, inBackground, repeatedInBackground } from "../background.ts";
import { stateKept } from "../lua/lock.ts";
import {
  type HandOffOptions,
  type KeepAliveArguments,
  leaseOfRenewal,
  type RenewOptions,
  resolveKeepAlive,
  type WaitUntil,
} from "../options.ts";
import type { GrantedHold } from "../protocol.ts";
import { atLast, runUntilAnswered, type TryLimits } from "../retry.ts";
import type { Passes } from "../wait/handed.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import {
  type AlarmHooks,
  type ClientContext,
  type HoldInit,
  inspectionOf,
  runAnswered,
  type Streams,
  streamsOf,
  textOf,
  watchdogFor,
} from "./client-context.ts";
import type { Held, KeepAlive, ReleaseResult } from "./held.ts";
import { HoldState } from "./hold-state.ts";
import { keepAlone } from "./keep-alive.ts";
import type { HoldKind } from "./kind.ts";
import { type HoldEnding, servingOf } from "./pass-on.ts";
import { Renewals } from "./renewals.ts";

export class HeldLock implements Held {
  readonly name: string;
  readonly label: string;
  readonly leaseMs: number;
  readonly holdCount: number;
  readonly waited: boolean;
  readonly waitedMs: number;
  readonly #client: ClientContext;
  readonly #kind: HoldKind<unknown>;
  readonly #hold: GrantedHold;
  readonly #life: HoldState;
  readonly #alarm: AlarmHooks | undefined;
  // Parts that few holds need are created when they are needed, because a program may have many holds.
  #renewals: Renewals | undefined;
  #context: WaitUntil | undefined;
  #release: Promise<ReleaseResult> | undefined;
  // False once others may have the hold as text, because they may release it too.
  #releaseIsFirst: boolean;
  // The same in all requests of this object.
  #releaseId: string | undefined;
  readonly #passes: Passes | undefined;
  readonly #confirm: HoldInit["confirm"];

  /** @internal */
  constructor(client: ClientContext, kind: HoldKind<unknown>, grant: HoldInit) {
    const { name, hold, validUntil, alarm, confirm } = grant;
    this.name = name;
    this.label = hold.label ?? "";
    this.leaseMs = hold.leaseMs;
    this.holdCount = grant.holdCount;
    this.waited = grant.waited === true;
    this.waitedMs = grant.waitedMs ?? 0;
    this.#client = client;
    this.#kind = kind;
    this.#hold = hold;
    // Without those of other clients.
    const keys = kind.keysOf?.(client).flatMap((own) => own ?? []) ?? [hold.key];
    const start = { ...hold, keys, validUntil, watched: alarm === undefined };
    const owner = kind.fieldToOwner(hold.owner);
    const facts = { id: grant.id, lockName: name, kind: kind.method, owner, label: this.label };
    this.#life = new HoldState(client, facts, start);
    this.#life.unused = client.advice?.unused(grant);
    this.#alarm = alarm;
    alarm?.onStart(this.#life);
    this.#releaseIsFirst = grant.resumed !== true;
    if (this.#releaseIsFirst) stateKept(hold);
    this.#passes = grant.passes;
    this.#confirm = confirm;
    void confirm?.(this.#renewing(), false);
  }

  get owner(): string {
    return this.#life.used().facts.owner;
  }

  get fencingToken(): string | undefined {
    this.#life.used();
    return this.#hold.fencingToken;
  }

  get validUntil(): number {
    return asEpochMs(this.#life.used().validity.until);
  }

  get signal(): AbortSignal {
    return this.#life.used().validity.signal;
  }

  get wanted(): AbortSignal {
    const life = this.#life.used();
    const wanted = this.#kind.wanted ?? inspectionOf(this.#client).wanted;
    life.wanted ??= wanted(life, this.#client, this.#hold, this.#kind);
    return life.wanted.signal;
  }

  keepAlive(...[context, options]: KeepAliveArguments): KeepAlive {
    const resolved = resolveKeepAlive(context, options, this.name);
    const { backing, until } = resolved;
    const limits = this.#life.limitsOf(resolved);
    const streams = limits.listens ? streamsOf(this.#client) : undefined;
    if (this.#hold.leaseFixed) throw new LeaseFixedError(this.name);
    this.#life.mustBeHeld();
    if (until !== undefined) {
      this.#life.work ??= new BackgroundWork();
      this.#life.work.add(until, backing, () => this.#releaseQuietly());
    }
    this.#context = backing;
    this.#life.keepAlive?.end("stopped");
    const keep = this.#client.renewals?.keep ?? keepAlone;
    const running = keep(this.#renewing(), limits, this.#client, backing);
    this.#life.keepAlive = running;
    if (limits.listens) void running.ended.then(this.#listen(streams));
    const keepAlive = {
      stop: () => running.end("stopped"),
      get ended() {
        return running.ended;
      },
    };
    return shownAs(keepAlive, "KeepAlive", () => ({ lockName: this.name }));
  }

  /** Listens for thefts, and for releases by force. Returns the function that ends this. */
  #listen(streams: Streams | undefined): () => void {
    if (streams === undefined) {
      this.#life.notListening("polls");
      return ignore;
    }
    this.#life.listens = true;
    const { driver, options } = this.#client;
    return streams.end(driver, options.prefix, {
      hold: this.#hold,
      life: this.#life,
      check: () => this.check(),
    });
  }

  async handOff(options: HandOffOptions): Promise<number> {
    const instead = this.#alarm && "the object's own alarm renews this hold";
    const { watchdog, handOff } = watchdogFor(this.#client, this.#kind, this.#hold, this.name, instead);
    if (this.#hold.leaseFixed) throw new LeaseFixedError(this.name);
    const from = { hold: this.#hold, life: this.#life, context: this.#context, ask: () => this.#ask() };
    return handOff.begin(watchdog, options, from);
  }

  async renew(options?: RenewOptions): Promise<number> {
    const leaseMs = leaseOfRenewal(options, this.leaseMs);
    this.#life.mustBeHeld();
    const budgetMs = this.#life.validity.leftMs();
    await this.#renewing().renew({ timeoutMs: Math.min(tryTimeoutMs(this.leaseMs), budgetMs), budgetMs }, leaseMs);
    this.#life.mustBeHeld();
    return this.validUntil;
  }

  async check(): Promise<boolean> {
    this.#life.mustBeHere();
    this.#life.validity.refresh();
    if (this.#life.isOver) return false;
    return this.#ask();
  }

  #renewing(): Renewals {
    this.#renewals ??= new Renewals(this.#client, this.#kind, this.#hold, this.#life);
    return this.#renewals;
  }

  async #ask(): Promise<boolean> {
    const { reply, sentAt } = await runAnswered(this.#client, this.#kind.check(this.#hold), this.leaseMs, [
      "check the hold on",
      this.name,
    ]);
    if (reply.kind === "ended") {
      this.#life.lose("gone", reply.end);
      return false;
    }
    if (this.#life.isHeld) this.#life.validity.extend(sentAt, reply.remainingMs);
    return !this.#life.isOver;
  }

  async release(): Promise<ReleaseResult> {
    this.#life.mustBeHere();
    if (this.#release === undefined) {
      this.#release = this.#sendRelease();
      inBackground(this.#context, this.#release);
    }
    return this.#release;
  }

  serialize(options?: { move?: boolean | undefined }): string {
    const hold = { ...this.#hold, kindId: this.#kind.id };
    const text = textOf(this.#client).give(hold, options, { life: this.#life, alarm: this.#alarm });
    this.#releaseIsFirst = false;
    if (this.#life.confirmAt > nowMs()) void this.#confirm?.(this.#renewing(), true);
    return text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await HeldLock.leave(this);
  }

  /**
   * @internal Leaves the scope of a hold. Returns its loss if it was lost, or if an unanswered release leaves that
   * open.
   */
  static async leave(held: Held): Promise<HoldLoss | undefined> {
    if (!(#life in held)) throw new TypeError("this object is not a hold of this package");
    const life = held.#life.used();
    // Its own request ends it, or its lease.
    if (!life.isHere()) return undefined;
    life.validity.refresh();
    if (life.work?.isPending === true) return life.loss;
    // The scope no longer owns a hold that was handed off. If its signal was read, follow it while this invocation
    // lives. Otherwise stop everything.
    if (life.following !== undefined) {
      if (life.validity.isSignalRead || life.loss !== undefined) return life.loss;
      life.move();
      life.stop("handed-off");
    }
    if (life.isMoved) return undefined;
    const wasBelieved = life.validity.leftMs() > 0;
    const isAnswered = await settledWithin(held.release(), tryTimeoutMs(held.leaseMs));
    return isAnswered || wasBelieved ? life.loss : (life.loss ?? life.lost());
  }

  /**
   * @internal Listens as `keepAlive` does, if messages are wanted and there are any. Returns the function that ends
   * this.
   */
  static listen(held: Held, isWanted: boolean): () => void {
    if (!(#life in held)) throw new TypeError("this object is not a hold of this package");
    return held.#listen(isWanted ? held.#client.streams : undefined);
  }

  /** @internal Returns the state of a hold; undefined for an object that is none of this package. */
  static stateOf(held: Held): HoldState | undefined {
    return #life in held ? held.#life : undefined;
  }

  async #releaseQuietly(): Promise<void> {
    if (!this.#life.isMoved) await this.release().then(ignore, ignore);
  }

  async #sendRelease(): Promise<ReleaseResult> {
    this.#life.release();
    // Cleared, so that leaving the scope tries again if this release is not answered.
    this.#life.following = undefined;
    const timeoutMs = tryTimeoutMs(this.leaseMs);
    const budgetMs = Math.max(timeoutMs, this.#life.validity.leftMs());
    this.#releaseId ??= crypto.randomUUID();
    const ending = {
      hold: this.#hold,
      first: this.#releaseIsFirst,
      releaseId: this.#releaseId,
      passes: this.#passes,
      isRenewed: this.#life.isRenewed,
    };
    this.#releaseIsFirst = false;
    try {
      const end = await endHold(this.#client, this.#kind, ending, { timeoutMs, budgetMs }, this.#context);
      return this.#life.released(end);
    } catch (failure) {
      const error = named(failure, ["release the hold on", this.name]);
      this.#release = undefined;
      this.#life.releaseFailed(error);
      if (!wasRefused(failure)) this.#releaseLater({ ...ending, first: false }, timeoutMs);
      throw error;
    }
  }

  /** Releases in the background what a Redis that is away, or not ready, would leave to the lease. */
  #releaseLater(ending: HoldEnding, timeoutMs: number): void {
    const end = (limits: TryLimits): Promise<HoldEnd> =>
      endHold(this.#client, this.#kind, ending, limits, this.#context);
    const ended = atLast(end, timeoutMs, this.#life.validity.leftMs()).then((found) => {
      if (found !== undefined) this.#release ??= Promise.resolve(this.#life.released(found));
    });
    repeatedInBackground(this.#context, ended, timeoutMs);
  }

  static {
    showsAs(HeldLock, "Held", (held) => ({
      ...held,
      kind: held.#kind.method,
      owner: held.owner,
      fencingToken: held.fencingToken,
      validUntil: held.validUntil,
    }));
  }
}

function ignore(): void {}

/**
 * Ends the hold. Throws the errors of `runUntilAnswered`.
 * @param context the invocation's context, if known
 */
export async function endHold(
  { driver, streams, options: { prefix } }: ClientContext,
  kind: HoldKind<unknown>,
  ending: HoldEnding,
  limits: TryLimits,
  context: WaitUntil | undefined,
): Promise<HoldEnd> {
  const { hold, first, releaseId } = ending;
  const passed = await streams?.passOn({ driver, prefix }, kind, ending, limits);
  if (passed === undefined) {
    const channel = kind.stands && kind.channel?.(hold.key).name;
    const next = channel === undefined ? undefined : await streams?.nextToStand(channel, driver.database, prefix);
    const release = kind.release(hold, first, releaseId, { ...servingOf(ending), stands: next?.request });
    const { end } = (await runUntilAnswered(driver, release, limits)).reply;
    if (end === "released") next?.added();
    return end;
  }
  inBackground(context, passed.isHandedOver);
  // Without a context, this invocation may end right after its release. Then nobody gives back a lock that no waiter
  // took.
  if (context === undefined) await passed.isHandedOver;
  return passed.end;
}
