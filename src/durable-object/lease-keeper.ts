// Renews many leases from the one alarm of a Durable Object. Which lease is due when follows from when it was joined, and so is
// known to an object that was evicted in between; nothing is written for a renewal but the next alarm.
import { askedPauseMs, type HoldEnd } from "../errors.ts";
import { type Renewal, type RenewalReply, renewManyCall } from "../lua/lock/renew-many.ts";
import type { RedisPort } from "../redis/port.ts";
import { settledWithin } from "../wait/pause.ts";
import { alarmAfter, oddInstant, renewalAt, renewalTimeoutMs, validUntil } from "../watchdog/plan.ts";
import { type AlarmClock, bringForward } from "./alarm-clock.ts";
import { batchesOf, inParallel } from "./batches.ts";
import {
  dueAt,
  isOwnInstant,
  type KeptEnd,
  type KeptEntry,
  type KeptLease,
  keptEnd,
  leaseMsOf,
  shortest,
} from "./kept-lease.ts";

export interface KeeperListener {
  /** A renewal was confirmed: the lease is at least so long from `sentAt` (monotonic). */
  onRenewed(lease: KeptLease, sentAt: number, leaseMs: number): void;
  onFailing(lease: KeptLease, error: unknown): void;
  /** The lease is kept no more. `told`: what Redis said, if it said anything. */
  onEnd(lease: KeptLease, end: KeptEnd, told: HoldEnd | undefined): void;
}

const MAX_IN_FLIGHT = 5;

export class LeaseKeeper {
  readonly #redis: RedisPort;
  readonly #clock: AlarmClock;
  readonly #listener: KeeperListener;
  readonly #entries = new Map<string, KeptEntry>();
  #onJoin = (): void => {};
  /** Batches that alarms have sent, and were not answered. */
  #inFlight = 0;

  constructor(redis: RedisPort, clock: AlarmClock, listener: KeeperListener) {
    this.#redis = redis;
    this.#clock = clock;
    this.#listener = listener;
  }

  get(id: string): KeptLease | undefined {
    return this.#entries.get(id)?.lease;
  }

  /** Keeps a lease, or goes on with it under new terms. `confirmed`: when it was last renewed, as far as known. */
  keep(lease: KeptLease, confirmed?: { renewedAt: number; believedUntil: number }): void {
    const known = this.#entries.get(lease.id);
    this.#entries.set(lease.id, {
      lease,
      renewedAt: confirmed?.renewedAt ?? known?.renewedAt,
      // An instance before this one may have renewed it a moment ago.
      believedUntil: confirmed?.believedUntil ?? known?.believedUntil ?? performance.now() + lease.hold.leaseMs,
      failures: 0,
      retryAt: 0,
      inHand: false,
    });
    this.#onJoin();
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }

  /** When the alarm has to be next, epoch ms; null when there is nothing to do. */
  nextAlarmAt(now: number): number | null {
    const next = this.#nextDueAt(now);
    if (next === Number.POSITIVE_INFINITY) return null;
    const undone = [...this.#entries.values()].some(({ failures, inHand }) => failures > 0 || inHand);
    // Odd, it says that not everything was done in its time.
    return next <= now ? oddInstant(now + 1) : undone ? oddInstant(next) : next;
  }

  /** When the alarm has to be if none is set: at once, if an earlier instance may have left something undone. */
  ifMissing(next: number, now: number): number {
    const left = [...this.#entries.values()].some(({ renewedAt, lease }) => renewedAt === undefined && !lease.fixed);
    return left ? now : next;
  }

  /** Sees to it that the alarm comes in time: on any contact, one that is missing, overdue or too late is set. */
  async arm(): Promise<void> {
    const now = Date.now();
    const next = this.nextAlarmAt(now);
    if (next !== null) await bringForward(this.#clock, next, this.ifMissing(next, now));
  }

  /**
   * One alarm. Never throws. Right when run twice, late, or without arguments: the first thing is the next alarm, and who is due is
   * decided by what is known.
   * @param scheduledAt for when it was set, epoch ms
   */
  async onAlarm(scheduledAt: number | undefined): Promise<void> {
    if (this.#entries.size === 0) return;
    const now = Date.now();
    const { due, sure } = this.#due(now, scheduledAt);
    // Should this run be cut short, that one asks for everything, and renews what needs it.
    const guard = await this.#setGuard(due, now);
    await this.#untilAnotherIsDue(this.#renew(due, sure));
    await this.#settle(guard);
  }

  /** Renews one lease now. Resolves to what Redis said; rejects when it was not answered. */
  async renewNow(id: string): Promise<RenewalReply | undefined> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const [reply] = await this.#send([entry], undefined);
    return reply;
  }

  /** Asks Redis for one lease, without renewing it unless it has no more than a third left. Not answered, nothing is known. */
  async look(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) await this.#send([entry], Math.ceil(entry.lease.hold.leaseMs / 3)).catch(() => {});
  }

  #due(now: number, scheduledAt: number | undefined): { due: KeptEntry[]; sure: boolean } {
    const entries = [...this.#entries.values()];
    const unknown = entries.filter(({ renewedAt }) => renewedAt === undefined);
    // An alarm at an instant of no lease's own was set by an instance that ended before it was done.
    const explained = scheduledAt !== undefined && unknown.some(({ lease }) => isOwnInstant(lease, scheduledAt));
    const sure = unknown.length === 0 || explained;
    const due = entries.filter((entry) => {
      const { lease, renewedAt, inHand } = entry;
      if (inHand) return false;
      if (lease.deadline <= now) return true;
      if (renewedAt !== undefined) return dueAt(entry, now) <= now;
      if (lease.fixed) return false;
      return !explained || alarmAfter(lease.joinedAt, lease.hold.leaseMs, scheduledAt - 1) <= now;
    });
    return { due, sure };
  }

  #nextDueAt(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries.values()) next = Math.min(next, dueAt(entry, now));
    return next;
  }

  async #setGuard(due: readonly KeptEntry[], now: number): Promise<number | undefined> {
    if (due.length === 0) return undefined;
    const guard = oddInstant(now + Math.ceil(shortest(due) / 12));
    return (await bringForward(this.#clock, guard)) ? guard : undefined;
  }

  /** Ways out: all are renewed, or have failed; another lease is due, whose alarm can't come while this one is not over. */
  async #untilAnotherIsDue(renewing: Promise<void>): Promise<void> {
    let done = false;
    const ended = renewing.then(() => {
      done = true;
    });
    for (;;) {
      const now = Date.now();
      const leftMs = this.#nextDueAt(now) - now;
      if (done || leftMs <= 0) return;
      const joined = new Promise<void>((resolve) => {
        this.#onJoin = resolve;
      });
      await settledWithin(Promise.race([ended, joined]), leftMs);
    }
  }

  /** The next alarm in place of the guard. One that somebody set meanwhile, and earlier, stays. */
  async #settle(guard: number | undefined): Promise<void> {
    const now = Date.now();
    const next = this.nextAlarmAt(now);
    const set = await this.#clock.getAlarm();
    if (set !== null && set === guard) {
      if (next === null) await this.#clock.deleteAlarm();
      else await this.#clock.setAlarm(next);
    } else if (next !== null && (set === null || set > next)) await this.#clock.setAlarm(next);
  }

  async #renew(due: KeptEntry[], sure: boolean): Promise<void> {
    const wall = Date.now();
    for (const entry of due) if (entry.lease.fixed && entry.lease.deadline <= wall) this.#end(entry, "lost", undefined);
    const open = due.filter(({ lease }) => !lease.fixed);
    for (const entry of open) entry.inHand = true;
    // The one that ends first goes first.
    open.sort((one, other) => one.believedUntil - other.believedUntil);
    // What is enough lease, and how long a request may take, hangs on the lease: long and short ones don't travel together.
    const batches = batchesOf(open, leaseMsOf, ({ lease }) => lease.hold.key.length);
    // At least one, whatever an alarm before this one still waits for.
    const lanes = Math.max(1, MAX_IN_FLIGHT - this.#inFlight);
    await inParallel(lanes, batches, async (batch) => {
      this.#inFlight += 1;
      const enoughMs = sure ? undefined : Math.ceil((shortest(batch) * 2) / 3);
      // What failed is tried again by a later alarm.
      await this.#send(batch, enoughMs).catch(() => {});
      this.#inFlight -= 1;
      for (const entry of batch) entry.inHand = false;
    });
  }

  async #send(batch: readonly KeptEntry[], enoughMs: number | undefined): Promise<readonly RenewalReply[]> {
    const sentAt = performance.now();
    const sentWall = Date.now();
    const renewals = batch.map(({ lease }): Renewal => {
      // Never past its deadline. At the deadline it is only asked for: a renewal shortens nothing.
      const leaseMs = Math.max(1, Math.min(lease.hold.leaseMs, lease.deadline - sentWall));
      return { hold: lease.hold, leaseMs };
    });
    const timeoutMs = renewalTimeoutMs(shortest(batch));
    try {
      const call = renewManyCall(renewals, crypto.randomUUID(), enoughMs);
      const replies = await this.#redis.run(call, { timeoutMs });
      for (const [at, entry] of batch.entries()) this.#took(entry, replies[at], { sentAt, sentWall });
      return replies;
    } catch (error) {
      // One instant for all of them: they are tried again together.
      const failedAt = { now: performance.now(), wall: Date.now() };
      for (const entry of batch) this.#failed(entry, error, failedAt);
      throw error;
    }
  }

  #took(
    entry: KeptEntry,
    reply: RenewalReply | undefined,
    { sentAt, sentWall }: { sentAt: number; sentWall: number },
  ): void {
    const { lease } = entry;
    if (reply === undefined || this.#entries.get(lease.id) !== entry) return;
    const atDeadline = lease.deadline <= sentWall;
    if (typeof reply === "number" && !atDeadline) {
      entry.failures = 0;
      // One with lease left that was not renewed counts as renewed when that lease began. That is told from the answer: from the
      // request it would seem earlier than it was, and the instant that it was renewed for still ahead of it.
      const spentMs = Math.min(lease.hold.leaseMs, lease.deadline - sentWall) - reply;
      entry.renewedAt = spentMs > 0 ? Date.now() - spentMs : sentWall;
      entry.believedUntil = Math.max(entry.believedUntil, validUntil(sentAt, reply, lease.hold.leaseMs));
      this.#listener.onRenewed(lease, sentAt, reply);
      return;
    }
    const told = typeof reply === "number" ? undefined : reply;
    const released = told !== undefined && keptEnd(told) === "released";
    // Asked before the deadline and gone after it, it ended there.
    const expired = atDeadline || lease.deadline <= Date.now();
    this.#end(entry, released ? "released" : expired ? "expired" : "lost", told);
  }

  #failed(entry: KeptEntry, error: unknown, { now, wall }: { now: number; wall: number }): void {
    const { lease } = entry;
    if (this.#entries.get(lease.id) !== entry) return;
    if (lease.deadline <= wall) this.#end(entry, "expired", undefined);
    else if (entry.believedUntil <= now) this.#end(entry, "lost", undefined);
    else {
      entry.failures += 1;
      const pauseMs = renewalAt(entry.believedUntil, lease.hold.leaseMs, entry.failures, now) - now;
      const patienceMs = Math.min(askedPauseMs(error), (entry.believedUntil - now) / 2);
      entry.retryAt = wall + Math.ceil(Math.max(pauseMs, patienceMs));
      this.#listener.onFailing(lease, error);
    }
  }

  #end(entry: KeptEntry, end: KeptEnd, told: HoldEnd | undefined): void {
    this.#entries.delete(entry.lease.id);
    this.#listener.onEnd(entry.lease, end, told);
  }
}
