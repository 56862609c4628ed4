// Locks that a Durable Object holds, with the same owner across hibernation, eviction and deploys. The object's alarm
// renews them.

import { epochNowMs } from "../../base/clock.ts";
import { AlreadyHeldError, type HoldEnd, isLockError, NoAlarmError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { emit, type LockEvent } from "../../lock/events.ts";
import { acquire } from "../../lock/hold/acquire.ts";
import { type ClientContext, runAnswered } from "../../lock/hold/client-context.ts";
import { CloseRegistry } from "../../lock/hold/close-registry.ts";
import { type Held, type ReleaseResult, releaseResult } from "../../lock/hold/held.ts";
import type { HoldState } from "../../lock/hold/hold-state.ts";
import type { LockKind } from "../../lock/hold/kind.ts";
import { afterFailure, bringForward } from "../../lock/keeper/alarm.ts";
import { type KeptEnd, keptEnd } from "../../lock/keeper/kept-lease.ts";
import { type KeeperListener, LeaseKeeper } from "../../lock/keeper/lease-keeper.ts";
import { type LockName, lockName } from "../../lock/keys.ts";
import { checkCall } from "../../lock/lua/lock.ts";
import type { ResolvedAcquireOptions } from "../../lock/options.ts";
import { holdText } from "../../lock/parts/hold-text.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import { keyLockingOnUpstash } from "../../lock/redis/key-locking.ts";
import { endpointOrPort } from "../../lock/redis/through-client.ts";
import { portOf } from "../../lock/redis/upstash.ts";
import { validUntil } from "../../lock/watchdog/renewal-plan.ts";
import {
  checkState,
  type DurableAcquireOptions,
  type DurableLocksOptions,
  resolveDurableAcquire,
  resolveDurableLocks,
} from "./durable-locks-options.ts";
import { idOf } from "./hold-columns.ts";
import { type DurableHold, HoldTable, intended, leaseOf, listed, type StoredHold, sameIntent } from "./hold-table.ts";
import { InFlight } from "./in-flight.ts";
import { Orphans } from "./orphans.ts";
import { PendingReleases } from "./pending-releases.ts";

/** This instance's knowledge of a hold, besides its row. */
interface Live {
  held?: Held;
  life?: HoldState;
}

export class ObjectLocks {
  readonly #ctx: DurableObjectState;
  readonly #client: ClientContext;
  readonly #rows: HoldTable;
  readonly #leases: LeaseKeeper;
  readonly #givingBack: PendingReleases;
  readonly #orphans: Orphans;
  readonly #onLost: (name: string) => unknown;
  readonly #kind: LockKind;
  /** By the id of the hold. */
  readonly #live = new Map<string, Live>();
  /** Acquires and verifications of this instance that are in flight. */
  readonly #pending = new InFlight<Held | undefined>();

  constructor(ctx: DurableObjectState, options: DurableLocksOptions) {
    const { onLost, ...resolved } = resolveDurableLocks(options);
    const redis = keyLockingOnUpstash().portFor(portOf(endpointOrPort(options.redis)));
    checkState(ctx);
    [this.#ctx, this.#onLost] = [ctx, onLost];
    const onEvent = (event: LockEvent): void => this.#onEvent(event, resolved.onEvent);
    this.#client = {
      driver: redis,
      options: { ...resolved, onEvent },
      closeRegistry: new CloseRegistry(),
      text: holdText(),
      newOwner: () => `${crypto.randomUUID()}:1`,
    };
    this.#orphans = new Orphans(onEvent);
    this.#rows = new HoldTable(ctx.storage.sql);
    this.#givingBack = new PendingReleases(this.#client, this.#rows, (name) => this.#pending.has(name));
    const listener: KeeperListener = {
      onRenewed: ({ id }, sentAt, leaseMs) => this.#live.get(id)?.life?.renewed(sentAt, leaseMs),
      onFailing: ({ id }, error) => this.#live.get(id)?.life?.renewalFailed(error),
      onEnd: ({ id }, end, redisEnd) => this.#onEnd(id, end, redisEnd),
    };
    this.#leases = new LeaseKeeper(redis, ctx.storage, listener, this.#givingBack);
    this.#kind = this.#givingBack.kind({
      onRelease: (stored) => {
        this.#startGivingBack(stored);
        this.#arm().catch(() => {});
      },
      onAnswer: (stored, lost) => this.#over(stored, lost),
    });
    for (const stored of this.#rows.all()) if (stored.state === "held") this.#leases.keep(leaseOf(stored));
  }

  async acquire(name: string, options?: DurableAcquireOptions): Promise<Held> {
    const known = lockName(this.#client.options.prefix, name);
    const resolved = resolveDurableAcquire(options, this.#client.options);
    this.#forgetDeleted();
    const before = this.#current(name);
    if (this.#pending.has(name) || before?.state === "held") {
      await this.#arm();
      throw new AlreadyHeldError(name, "object");
    }
    return this.#pending.run(name, this.#acquire(known, resolved, before));
  }

  async get(name: string): Promise<Held | undefined> {
    await this.#arm();
    if (this.#pending.has(name)) return this.#pending.settled(name);
    const stored = this.#current(name);
    if (stored?.state !== "held") return undefined;
    return this.#live.get(idOf(stored.hold))?.held ?? this.#pending.run(name, this.#verified(stored));
  }

  async release(name: string): Promise<ReleaseResult> {
    await this.#pending.settled(name);
    this.#forgetDeleted();
    // An earlier release of a "leaving" hold was not answered.
    const stored = this.#rows.current(name) ?? this.#rows.leaving(name);
    if (stored === undefined) return releaseResult("free");
    const held = this.#live.get(idOf(stored.hold))?.held;
    const leaving = stored.state === "leaving" ? stored : this.#startGivingBack(stored);
    await this.#arm();
    // Release through the `Held` that the caller has, so that it knows of the release.
    if (held !== undefined) return held.release();
    const end = await this.#givingBack.giveBack(leaving);
    // A hold that was "leaving" before may never have been granted.
    if (stored.state === "held" && this.#orphans.released(stored, end)) emit(this.#onLost, name);
    return releaseResult(end);
  }

  list(): DurableHold[] {
    this.#forgetDeleted();
    return this.#rows.all().map(listed);
  }

  nextAlarmAt(): number | null {
    this.#forgetDeleted();
    return this.#leases.nextAlarmAt(epochNowMs());
  }

  async onAlarm(info?: { readonly scheduledTime?: number }): Promise<void> {
    // After a late alarm, report losses before anything is renewed.
    for (const [id, { life }] of [...this.#live]) {
      life?.validity.refresh();
      const stored = life?.loss && this.#rows.get(id);
      if (stored !== undefined) this.#over(stored, true);
    }
    this.#forgetDeleted();
    try {
      await this.#leases.onAlarm(info?.scheduledTime);
      await this.#arm();
    } catch (error) {
      console.error("renewing locks failed:", error instanceof Error ? error.message : error);
      await bringForward(this.#ctx.storage, afterFailure(this.#client.options.leaseMs));
    }
  }

  #forgetDeleted(): void {
    for (const stored of this.#rows.takeDeleted()) this.#forget(stored);
  }

  /**
   * Returns the hold of this name, unless it is known to have ended: by its lease, or by a release elsewhere that a
   * check found.
   */
  #current(name: string): StoredHold | undefined {
    const stored = this.#rows.current(name);
    const life = stored && this.#live.get(idOf(stored.hold))?.life;
    life?.validity.refresh();
    if (stored === undefined || life?.isOver !== true) return this.#rows.current(name);
    // Its event comes later, in the context of its acquire.
    this.#over(stored, life.loss !== undefined);
    return undefined;
  }

  async #acquire(lock: LockName, options: ResolvedAcquireOptions, before: StoredHold | undefined): Promise<Held> {
    // If the same is requested, continue an acquire that an earlier instance did not finish, with its hold id.
    const goesOn = before !== undefined && sameIntent(before, options);
    // Otherwise release it at once: this acquire might wait for it.
    if (before !== undefined && !goesOn) await this.#givingBack.giveBack(this.#startGivingBack(before)).catch(() => {});
    const chosen = goesOn ? before : intended(lock, options, this.#client.newOwner());
    const { owner, holdId } = chosen.hold;
    const live: Live = {};
    this.#live.set(idOf(chosen.hold), live);
    this.#rows.put(chosen);
    const onGrant = (life: HoldState, hold: GrantedHold): void => {
      live.life = life;
      // A continued hold may have been granted to an earlier instance, a while ago.
      const spentMs = Math.max(0, hold.leaseMs - life.validity.leftMs());
      const granted: StoredHold = { ...chosen, hold, state: "held", since: Math.floor(epochNowMs() - spentMs) };
      this.#rows.put(granted);
      this.#leases.keep(leaseOf(granted), { renewedAt: granted.since, validUntil: life.validity.until });
    };
    const alarm = (hold: GrantedHold) => ({
      onStart: (life: HoldState) => onGrant(life, hold),
      onMove: () => void this.#forget(chosen),
    });
    try {
      await this.#arm();
      // LOCK_BUSY comes from the last attempt, whose refusal Redis remembers.
      const how = { id: holdId, chosen: { owner, holdId, goesOn, alarm } };
      const held = await acquire({ client: this.#client, kind: this.#kind, ...lock }, options, how);
      live.held = held;
      await this.#arm().catch(() => {}); // one was set before the first attempt
      return held;
    } catch (error) {
      this.#live.delete(idOf(chosen.hold));
      const code = isLockError(error) ? error.code : undefined;
      const nothingIsLeft =
        code === "LOCK_BUSY" || code === "LOCK_LOST" || code === "LOCK_STOLEN" || (code === "NO_ALARM" && !goesOn);
      if (nothingIsLeft) this.#forget(chosen);
      else {
        this.#startGivingBack(chosen);
        await this.#arm().catch(() => {}); // the one set for the acquire comes later
      }
      // The hold of the earlier instance has ended, and no caller has learned of it: start a new one.
      if (goesOn && (code === "LOCK_LOST" || code === "LOCK_STOLEN")) return this.#acquire(lock, options, undefined);
      throw error;
    }
  }

  async #verified(stored: StoredHold): Promise<Held | undefined> {
    const { hold, name } = stored;
    const { reply, sentAt } = await runAnswered(this.#client, checkCall(hold), hold.leaseMs, [
      "resume the hold on",
      name,
    ]);
    if (this.#rows.get(idOf(stored.hold))?.state !== "held") return undefined;
    if (reply.kind === "ended") {
      this.#onEnd(idOf(stored.hold), keptEnd(reply.end), reply.end);
      return undefined;
    }
    const live: Live = {};
    const onStart = (life: HoldState): void => {
      live.life = life;
    };
    const alarm = { onStart, onMove: () => void this.#forget(stored) };
    const known = { id: hold.holdId, name, hold, holdCount: reply.holdCount };
    const until = validUntil(sentAt, reply.remainingMs, hold.leaseMs);
    const held = this.#kind.held(this.#client, { ...known, validUntil: until, resumed: true, alarm });
    live.held = held;
    this.#live.set(idOf(stored.hold), live);
    this.#orphans.resumed(stored);
    return held;
  }

  #startGivingBack(stored: StoredHold): StoredHold {
    this.#leases.forget(idOf(stored.hold));
    this.#live.delete(idOf(stored.hold));
    return this.#givingBack.start(stored);
  }

  /** Handles a lease that the keeper found to have ended. */
  #onEnd(id: string, end: KeptEnd, redisEnd: HoldEnd | undefined): void {
    const stored = this.#rows.get(id);
    const life = this.#live.get(id)?.life;
    const reason = redisEnd === undefined ? "lease-ended" : "gone";
    const lost = end !== "released";
    // This emits an event, which arrives in #onEvent below.
    life?.lose(reason, redisEnd);
    if (stored === undefined) return;
    if (life === undefined && lost) this.#orphans.lost(stored, reason, redisEnd);
    this.#over(stored, lost);
  }

  /** Forwards events. A hold emits its own loss when the clock shows it. */
  #onEvent(event: LockEvent, onEvent: ClientContext["options"]["onEvent"]): void {
    if (event.type === "lost") {
      const stored = this.#rows.current(event.lockName);
      // The owner does not identify the hold: a "leaving" one may have the same owner.
      if (stored !== undefined && this.#live.get(idOf(stored.hold))?.life?.loss !== undefined) this.#over(stored, true);
    }
    emit(onEvent, event);
  }

  #over(stored: StoredHold, lost: boolean): void {
    if (this.#forget(stored) && lost) emit(this.#onLost, stored.name);
  }

  #forget(stored: StoredHold): boolean {
    this.#leases.forget(idOf(stored.hold));
    this.#live.delete(idOf(stored.hold));
    return this.#rows.delete(stored);
  }

  async #arm(): Promise<void> {
    this.#forgetDeleted();
    try {
      await this.#leases.arm();
    } catch (error) {
      throw new NoAlarmError({ cause: error });
    }
  }

  static {
    showsAs(ObjectLocks, "DurableLocks", (locks) => ({ prefix: locks.#client.options.prefix }));
  }
}
