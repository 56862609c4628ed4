// The renewals of many holds with equal leases. Holds that are due within a twelfth of the lease share a request. Like
// a lone renewal, this work is not given to waitUntil: it ends with its invocation.
import { nowMs } from "../../base/clock.ts";
import { isLockError } from "../../base/errors.ts";
import { endsWithInvocation, isInvocation } from "../../base/invocation.ts";
import { SharedTimer, type Timed } from "../../base/timers.ts";
import type { Shareable, SharedRenewals } from "../hold/client-context.ts";
import type { KeepAliveEnd, KeepAliveLoop, KeepAliveResult, RenewalLimits } from "../hold/held.ts";
import { Renewing } from "../hold/keep-alive.ts";
import { hashTagOf } from "../keys.ts";
import { type RenewalReply, renewManyCall } from "../lua/lock-many.ts";
import { runUntilAnswered } from "../retry.ts";
import { batchesOf, halvesAfter, MAX_ENTRIES, RecentRequests } from "../watchdog/renewal-batches.ts";
import { renewalTimeoutMs } from "../watchdog/renewal-plan.ts";

/**
 * Lets holds of a client that fall due within a twelfth of their lease share a request: for code that keeps many locks
 * alive at once. It saves requests, commands and CPU. In a Worker, only holds that get the same `ctx` share requests.
 * Permits, multi locks and red locks are renewed alone. `createLocks` has it already.
 * @returns the value for `createClient({ renewals })`
 * @example
 * const client = createClient({ redis: { url, token }, renewals: sharedRenewals() });
 */
export function sharedRenewals(): SharedRenewals {
  return {
    keep: (one, limits, client, context) => scheduleFor(client, context, one.hold.leaseMs).keep(one, limits),
  };
}

// By client in a process, by context in Workers.
const schedules = new WeakMap<object, RenewalSchedule[]>();

/**
 * Returns the schedule for such leases of a client. It is shared in the process; or in the invocation of `context`,
 * where work ends with its invocation. Any other context may serve several invocations, so its hold gets its own
 * schedule.
 */
function scheduleFor(client: object, context: object, leaseMs: number): RenewalSchedule {
  const sharer = endsWithInvocation() ? (isInvocation(context) ? context : {}) : client;
  const shared = schedules.get(sharer) ?? [];
  const schedule = shared.find((known) => known.isFor(client, leaseMs)) ?? new RenewalSchedule(leaseMs, client);
  if (!shared.includes(schedule)) schedules.set(sharer, [...shared, schedule]);
  return schedule;
}

class RenewalSchedule {
  readonly #leaseMs: number;
  readonly #client: object;
  readonly #earlyMs: number;
  readonly #timeoutMs: number;
  readonly #recent: RecentRequests;
  readonly #timer: SharedTimer<SharedRenewing>;

  /** `client`: whose holds it renews. */
  constructor(leaseMs: number, client: object) {
    this.#leaseMs = leaseMs;
    this.#client = client;
    this.#earlyMs = leaseMs / 12;
    this.#timeoutMs = renewalTimeoutMs(leaseMs);
    this.#recent = new RecentRequests(this.#timeoutMs);
    this.#timer = new SharedTimer((due, now) => this.#renew(due, now), this.#earlyMs);
  }

  isFor(client: object, leaseMs: number): boolean {
    return this.#client === client && this.#leaseMs === leaseMs;
  }

  /** Renews this hold from now on. */
  keep(renewable: Shareable, limits: RenewalLimits): KeepAliveLoop {
    const renewing = new SharedRenewing(renewable, limits, this.#timer);
    this.#timer.add(renewing, renewing.dueAt());
    return renewing;
  }

  #renew(due: readonly SharedRenewing[], now: number): void {
    const members: SharedRenewing[] = [];
    for (const renewing of due) {
      if (!renewing.begin(now, this.#earlyMs)) this.#again(renewing);
      else if (renewing.isShareable) members.push(renewing);
      else void this.#renewAlone(renewing);
    }
    const batches = batchesOf(
      members,
      ({ renewable: { kind, hold, client }, most }) =>
        `${kind.renewedWith} ${most} ${client.driver.isCluster ? hashTagOf(hold.key) : ""}`,
      ({ renewable }) => renewable.hold.key.length,
      ({ most }) => most,
    );
    for (const batch of batches) void this.#renewTogether(batch);
  }

  async #renewAlone(renewing: SharedRenewing): Promise<void> {
    const request = this.#recent.add();
    await renewing.renewAlone();
    request.outcome = renewing.isFailing ? "failed" : "answered";
    this.#settled(renewing);
  }

  async #renewTogether(batch: readonly SharedRenewing[]): Promise<void> {
    const [first, second] = batch;
    if (first === undefined) return;
    if (second === undefined) return this.#renewAlone(first);
    const renewals = batch.map(({ renewable: { hold } }) => ({ hold, leaseMs: hold.leaseMs }));
    const limits = { timeoutMs: this.#timeoutMs, budgetMs: this.#timeoutMs, maxTries: 1, alone: first.isFailing };
    const request = this.#recent.add();
    try {
      const { client } = first.renewable;
      const { reply, sentAt } = await runUntilAnswered(client.driver, renewManyCall(renewals), limits);
      request.outcome = "answered";
      for (const [at, renewing] of batch.entries()) {
        const own = reply[at];
        if (own !== undefined && isRenewed(renewing.renewable, own, sentAt)) renewing.succeeded();
        else renewing.end("lost");
        this.#settled(renewing);
      }
    } catch (error) {
      const halves = halvesAfter(error, batch);
      if (halves !== undefined) {
        await Promise.all(halves.map((half) => this.#renewTogether(half)));
        return;
      }
      const failedAt = nowMs();
      const most = this.#recent.failed(request, error, batch, first.isFailing);
      for (const renewing of batch) {
        renewing.most = most;
        renewing.failed(error, failedAt);
        this.#settled(renewing);
      }
    }
  }

  #settled(renewing: SharedRenewing): void {
    renewing.settled();
    this.#again(renewing);
  }

  #again(renewing: SharedRenewing): void {
    if (renewing.reason === undefined) this.#timer.add(renewing, renewing.dueAt());
  }
}

/** The renewals of one hold of a schedule. */
class SharedRenewing extends Renewing<Shareable> implements Timed {
  at: number | undefined;
  /** How many holds its next request may renew. */
  most = MAX_ENTRIES;
  readonly #timer: SharedTimer<SharedRenewing>;
  // Whether its own request was refused: it must not fail the requests of others.
  #isRefused = false;
  #isInFlight = false;
  // Created when it is asked for: a program may have many holds.
  #ended: Promise<KeepAliveResult> | undefined;
  #resolveEnded: (() => void) | undefined;

  /** `timer`: where it waits. */
  constructor(renewable: Shareable, limits: RenewalLimits, timer: SharedTimer<SharedRenewing>) {
    super(renewable, limits);
    this.#timer = timer;
  }

  /** Whether its renewal can be part of a request with others. If its user is renewing it, it waits for that one. */
  get isShareable(): boolean {
    const { kind, inFlight } = this.renewable;
    return kind.renewedWith !== undefined && inFlight === undefined && !this.#isRefused;
  }

  get ended(): Promise<KeepAliveResult> {
    this.#ended ??= new Promise((resolve) => {
      this.#resolveEnded = () => resolve(this.result);
    });
    this.#resolveIfEnded();
    return this.#ended;
  }

  /** Returns whether to renew at once; the caller then calls `settled` after the renewal. */
  override begin(now: number, earlyMs: number): boolean {
    this.#isInFlight = super.begin(now, earlyMs);
    return this.#isInFlight;
  }

  override succeeded(): void {
    this.#isRefused = false;
    this.most = MAX_ENTRIES;
    super.succeeded();
  }

  override failed(error: unknown, failedAt: number): void {
    this.#isRefused = isLockError(error) && error.code === "NOT_A_LOCK";
    super.failed(error, failedAt);
  }

  /** Called when its renewal is no longer in flight, after `succeeded` or `failed`. */
  settled(): void {
    this.#isInFlight = false;
    this.#resolveIfEnded();
  }

  override soon(): void {
    super.soon();
    if (this.at === undefined) return;
    this.#timer.delete(this);
    this.#timer.add(this, this.dueAt());
  }

  override end(reason: KeepAliveEnd): void {
    super.end(reason);
    this.#timer.delete(this);
    this.#resolveIfEnded();
  }

  #resolveIfEnded(): void {
    if (this.reason !== undefined && !this.#isInFlight) this.#resolveEnded?.();
  }
}

/** Gives a hold its part of a reply. Returns whether it was renewed: if not, it has ended, after a call of `end`. */
function isRenewed({ life, hold }: Shareable, reply: RenewalReply, sentAt: number): boolean {
  if (typeof reply === "number") {
    life.renewed(sentAt, hold.leaseMs);
    return true;
  }
  life.validity.refresh();
  life.lose("gone", reply);
  return false;
}
