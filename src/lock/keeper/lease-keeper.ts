// Renews many leases from one alarm, such as that of a Durable Object. The time of each renewal follows from the time
// when the lease was joined, so an object that was evicted in between knows it. A renewal writes nothing but the next
// alarm.
import { epochNowMs, nowMs } from "../../base/clock.ts";
import { askedPauseMs, type HoldEnd } from "../../base/errors.ts";
import { settledWithin } from "../../base/timers.ts";
import { type Renewal, type RenewalReply, renewManyCall } from "../lua/lock-many.ts";
import type { RedisPort } from "../redis/port.ts";
import { batchesOf, halvesAfter, MAX_ENTRIES, RecentRequests } from "../watchdog/renewal-batches.ts";
import { oddInstant, renewalAt, renewalTimeoutMs, validUntil } from "../watchdog/renewal-plan.ts";
import { type AlarmClock, bringForward, NO_OTHER_WORK, type OtherWork } from "./alarm.ts";
import {
  dueAt,
  enoughMs,
  groupOf,
  isDue,
  isOwnInstant,
  type KeptEnd,
  type KeptEntry,
  type KeptLease,
  keptEnd,
  lastRenewalUnknown,
  leaseRange,
} from "./kept-lease.ts";
import { Limiter } from "./limiter.ts";

export interface KeeperListener {
  /** A renewal was confirmed: at least `leaseMs` remain from `sentAt` (local clock). */
  onRenewed(lease: KeptLease, sentAt: number, leaseMs: number): void;
  onFailing(lease: KeptLease, error: unknown): void;
  /** The lease is no longer kept. `redisEnd`: the end that Redis reported, if any. */
  onEnd(lease: KeptLease, end: KeptEnd, redisEnd: HoldEnd | undefined): void;
}

/** `sentAt` on the local clock, `sentWall` in epoch ms. */
interface Answers {
  readonly replies: readonly RenewalReply[];
  readonly sentAt: number;
  readonly sentWall: number;
}

// A request waits for a free lane at first, and then for its answer.
const RECENT_MS = 10_000;
const MAX_IN_FLIGHT = 5;

export class LeaseKeeper {
  readonly #redis: RedisPort;
  readonly #clock: AlarmClock;
  readonly #listener: KeeperListener;
  readonly #other: OtherWork;
  readonly #entries = new Map<string, KeptEntry>();
  readonly #lanes = new Limiter(MAX_IN_FLIGHT);
  readonly #recent = new RecentRequests(RECENT_MS);
  readonly #looks = new Map<KeptEntry, Promise<void>>();
  readonly #onJoin = new Set<() => void>();

  constructor(redis: RedisPort, clock: AlarmClock, listener: KeeperListener, other: OtherWork = NO_OTHER_WORK) {
    this.#redis = redis;
    this.#clock = clock;
    this.#listener = listener;
    this.#other = other;
  }

  get(id: string): KeptLease | undefined {
    return this.#entries.get(id)?.lease;
  }

  /** Returns the kept leases of one lock. */
  ofLock(key: string): KeptLease[] {
    return [...this.#entries.values()].flatMap(({ lease }) => (lease.hold.key === key ? lease : []));
  }

  /** Keeps a lease, or changes the terms of a kept one. `confirmed`: its last renewal, if known. */
  keep(lease: KeptLease, confirmed?: { renewedAt: number; validUntil: number }): void {
    const known = this.#entries.get(lease.id);
    this.#entries.set(lease.id, {
      lease,
      renewedAt: confirmed?.renewedAt ?? known?.renewedAt,
      // An earlier instance may have renewed it a moment ago.
      validUntil: confirmed?.validUntil ?? known?.validUntil ?? nowMs() + lease.hold.leaseMs,
      failures: 0,
      retryAt: 0,
      renewing: false,
      most: MAX_ENTRIES,
    });
    for (const onJoin of this.#onJoin) onJoin();
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }

  /** Returns when the next alarm must come, epoch ms; null: nothing to do. */
  nextAlarmAt(now: number): number | null {
    const next = Math.min(this.#nextDueAt(now), this.#other.nextAt());
    if (next === Number.POSITIVE_INFINITY) return null;
    const undone = [...this.#entries.values()].some(({ failures, renewing }) => failures > 0 || renewing);
    // An odd instant shows that some work was not done in time.
    return next <= now ? oddInstant(now + 1) : undone ? oddInstant(next) : next;
  }

  /** Makes sure that an alarm comes in time, and does the work of a late one. Called on any contact. */
  async arm(): Promise<void> {
    const now = epochNowMs();
    const next = this.nextAlarmAt(now);
    if (next === null) return;
    // If no alarm is set, an earlier instance may have left work undone: do it at once.
    const ifMissing = [...this.#entries.values()].some(lastRenewalUnknown) ? now : next;
    const found = await bringForward(this.#clock, next, ifMissing);
    if (found === "late") this.onAlarm(undefined).catch(() => {});
  }

  /**
   * Handles one alarm. It may run twice, late, or without arguments: it first sets the next alarm, and renews only what
   * is due by its own knowledge. Rejects only if no alarm can be set.
   * @param scheduledAt the time for which it was set, epoch ms
   */
  async onAlarm(scheduledAt: number | undefined): Promise<void> {
    const other = this.#other.onAlarm();
    if (this.#entries.size === 0) return this.#untilAnotherIsDue(other);
    const now = epochNowMs();
    const { due, alarmMatches } = this.#due(now, scheduledAt);
    for (const entry of due) entry.renewing = true;
    let guard: number | undefined;
    try {
      // If this run is cut short, the guard alarm checks all leases, and renews those that need it.
      guard = await this.#setGuard(due, now);
    } catch (error) {
      for (const entry of due) entry.renewing = false;
      throw error;
    }
    await this.#untilAnotherIsDue(Promise.all([this.#renew(due, alarmMatches), other]));
    await this.#settle(guard);
  }

  /**
   * Renews a lease with these terms, and keeps it if Redis confirms that. Resolves to Redis' answer. Without an answer
   * it rejects, and a lease that was kept before stays kept unchanged.
   */
  async renewAndKeep(lease: KeptLease): Promise<RenewalReply | undefined> {
    const { replies, sentAt, sentWall } = await this.#ask([lease], undefined, false);
    const reply = replies[0];
    if (typeof reply === "number") {
      this.keep(lease, { renewedAt: sentWall, validUntil: validUntil(sentAt, reply, lease.hold.leaseMs) });
    } else if (reply !== undefined) this.#end(lease, keptEnd(reply), reply);
    return reply;
  }

  /**
   * Checks one lease in Redis, and renews it only if no more than a third remains. Without an answer, nothing changes.
   */
  async look(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    // Concurrent callers share one request.
    const asked = this.#looks.get(entry) ?? this.#send([entry], Math.ceil(entry.lease.hold.leaseMs / 3), false);
    this.#looks.set(entry, asked);
    await asked;
    this.#looks.delete(entry);
  }

  #due(now: number, scheduledAt: number | undefined): { due: KeptEntry[]; alarmMatches: boolean } {
    const entries = [...this.#entries.values()];
    const unknown = entries.filter(lastRenewalUnknown);
    // An alarm at no lease's own instant was set by an instance that ended before it was done.
    const alarmMatches = scheduledAt !== undefined && unknown.some(({ lease }) => isOwnInstant(lease, scheduledAt));
    const matchedAt = alarmMatches ? scheduledAt : undefined;
    return { due: entries.filter((entry) => isDue(entry, now, matchedAt)), alarmMatches };
  }

  #nextDueAt(now: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries.values()) next = Math.min(next, dueAt(entry, now));
    return next;
  }

  async #setGuard(due: readonly KeptEntry[], now: number): Promise<number | undefined> {
    if (due.length === 0) return undefined;
    const guard = oddInstant(now + Math.ceil(leaseRange(due).shortest / 12));
    return (await bringForward(this.#clock, guard)) === "set" ? guard : undefined;
  }

  /** Waits until the work is done, or another lease is due: its alarm cannot come while this one runs. */
  async #untilAnotherIsDue(work: Promise<unknown>): Promise<void> {
    let done = false;
    const ended = work.then(() => {
      done = true;
    });
    for (;;) {
      const now = epochNowMs();
      const leftMs = this.#nextDueAt(now) - now;
      if (done || leftMs <= 0) return;
      let onJoin = (): void => {};
      const joined = new Promise<void>((resolve) => {
        onJoin = resolve;
      });
      this.#onJoin.add(onJoin);
      await settledWithin(Promise.race([ended, joined]), leftMs);
      this.#onJoin.delete(onJoin);
    }
  }

  /** Replaces the guard by the next alarm. An earlier alarm that other code has set meanwhile stays. */
  async #settle(guard: number | undefined): Promise<void> {
    const now = epochNowMs();
    const next = this.nextAlarmAt(now);
    const set = await this.#clock.getAlarm();
    if (set !== null && set === guard) {
      if (next === null) await this.#clock.deleteAlarm();
      else await this.#clock.setAlarm(next);
    } else if (next !== null && (set === null || set > next)) await this.#clock.setAlarm(next);
  }

  async #renew(due: readonly KeptEntry[], alarmMatches: boolean): Promise<void> {
    // The lease that ends first goes first.
    const ordered = [...due].sort((one, other) => one.validUntil - other.validUntil);
    const batches = batchesOf(
      ordered,
      groupOf,
      ({ lease }) => lease.hold.key.length,
      ({ most }) => most,
    );
    await Promise.all(
      batches.map(async (batch) => {
        await this.#send(batch, enoughMs(batch, alarmMatches), true);
        for (const entry of batch) entry.renewing = false;
      }),
    );
  }

  /** Never rejects: a later alarm repeats a failed renewal. */
  async #send(batch: readonly KeptEntry[], enough: number | undefined, urgent: boolean): Promise<void> {
    const request = this.#recent.add();
    try {
      const leases = batch.map(({ lease }) => lease);
      const { replies, ...sent } = await this.#ask(leases, enough, urgent);
      request.outcome = "answered";
      for (const [at, entry] of batch.entries()) this.#took(entry, replies[at], sent);
    } catch (error) {
      const halves = halvesAfter(error, batch);
      if (halves !== undefined) {
        await Promise.all(halves.map((half) => this.#send(half, enough, urgent)));
        return;
      }
      const failedAt = { now: nowMs(), wall: epochNowMs() }; // one instant: they are retried together
      const most = this.#recent.failed(request, error, batch, batch[0]?.failures !== 0);
      for (const entry of batch) {
        entry.most = most;
        this.#failed(entry, error, failedAt);
      }
    }
  }

  /** Sends one request as soon as a lane is free. `urgent`: before requests of callers that can ask again. */
  #ask(leases: readonly KeptLease[], enough: number | undefined, urgent: boolean): Promise<Answers> {
    return this.#lanes.run(async () => {
      const sentAt = nowMs();
      const sentWall = epochNowMs();
      const renewals = leases.map(({ hold, deadline }): Renewal => {
        // A renewal never goes past the deadline. At the deadline it only checks: a renewal shortens nothing.
        return { hold, leaseMs: Math.max(1, Math.min(hold.leaseMs, deadline - sentWall)) };
      });
      const timeoutMs = renewalTimeoutMs(Math.min(...leases.map(({ hold }) => hold.leaseMs)));
      const call = renewManyCall(renewals, enough);
      // The parts of a batch that failed are separated.
      return { replies: await this.#redis.run(call, { timeoutMs, alone: true }), sentAt, sentWall };
    }, urgent);
  }

  #took(entry: KeptEntry, reply: RenewalReply | undefined, { sentAt, sentWall }: Omit<Answers, "replies">): void {
    const { lease } = entry;
    if (reply === undefined || this.#entries.get(lease.id) !== entry) return;
    if (lease.fixed && typeof reply === "number") {
      // Its holder renewed it, or another program removed the TTL: check it again when that lease ends.
      entry.lease = { ...lease, deadline: epochNowMs() + Math.max(reply, lease.hold.leaseMs / 12) };
      return;
    }
    const atDeadline = lease.deadline <= sentWall;
    if (typeof reply === "number" && !atDeadline) {
      entry.failures = 0;
      entry.most = MAX_ENTRIES;
      // A lease that had enough left and was not renewed counts as renewed when that lease began. Compute that from the
      // time of the answer. From the time of the request it would seem too early, and the instant of that renewal would
      // seem to be still ahead.
      const spentMs = Math.min(lease.hold.leaseMs, lease.deadline - sentWall) - reply;
      entry.renewedAt = spentMs > 0 ? epochNowMs() - spentMs : sentWall;
      entry.validUntil = Math.max(entry.validUntil, validUntil(sentAt, reply, lease.hold.leaseMs));
      this.#listener.onRenewed(lease, sentAt, reply);
      return;
    }
    const redisEnd = typeof reply === "number" ? undefined : reply;
    const released = redisEnd !== undefined && keptEnd(redisEnd) === "released";
    // If it was checked before the deadline and has ended after it, it ended at the deadline.
    const expired = atDeadline || lease.deadline <= epochNowMs();
    this.#end(lease, released ? "released" : expired ? "expired" : "lost", redisEnd);
  }

  #failed(entry: KeptEntry, error: unknown, { now, wall }: { now: number; wall: number }): void {
    const { lease } = entry;
    if (this.#entries.get(lease.id) !== entry) return;
    if (lease.deadline <= wall) this.#end(lease, "expired", undefined);
    else if (entry.validUntil <= now) this.#end(lease, "lost", undefined);
    else {
      entry.failures += 1;
      const pauseMs = renewalAt(entry.validUntil, lease.hold.leaseMs, entry.failures, now) - now;
      const patienceMs = Math.min(askedPauseMs(error), (entry.validUntil - now) / 2);
      entry.retryAt = wall + Math.ceil(Math.max(pauseMs, patienceMs));
      this.#listener.onFailing(lease, error);
    }
  }

  #end(lease: KeptLease, end: KeptEnd, redisEnd: HoldEnd | undefined): void {
    this.#entries.delete(lease.id);
    this.#listener.onEnd(lease, end, redisEnd);
  }
}
