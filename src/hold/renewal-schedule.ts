// The renewals of many holds with equal leases. Holds that are due within a twelfth of the lease share a request. This
// work is not given to waitUntil: on workerd that would keep the invocation alive and hide its end. It lives exactly as
// long as the handler, or the work that the user gave to waitUntil. So the renewals die with the invocation, as
// Redisson's watchdog dies with its process.
import { isLockError } from "../errors.ts";
import { endsWithInvocation, isInvocation } from "../invocation.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { SharedTimer } from "../wait/shared-timer.ts";
import { batchesOf } from "../watchdog/renewal-batches.ts";
import { renewalTimeoutMs } from "../watchdog/renewal-plan.ts";
import { type KeepAliveLoop, type Renewable, type RenewalLimits, Renewing, type Together } from "./keep-alive.ts";

/** A hold in a request with others. */
interface Member {
  readonly renewing: Renewing;
  readonly together: Together;
}

// By client in a process, by context in Workers.
const schedules = new WeakMap<object, RenewalSchedule[]>();

/**
 * Returns the schedule for such leases of a client. It is shared in the process; or in the invocation of `context`,
 * where work ends with its invocation. Any other context may serve several invocations, so its hold gets its own
 * schedule.
 */
export function scheduleFor(client: object, context: object, leaseMs: number): RenewalSchedule {
  const sharer = endsWithInvocation() ? (isInvocation(context) ? context : {}) : client;
  const shared = schedules.get(sharer) ?? [];
  const schedule = shared.find((known) => known.isFor(client, leaseMs)) ?? new RenewalSchedule(leaseMs, client);
  if (!shared.includes(schedule)) schedules.set(sharer, [...shared, schedule]);
  return schedule;
}

export class RenewalSchedule {
  readonly #leaseMs: number;
  readonly #client: object | undefined;
  readonly #earlyMs: number;
  readonly #timeoutMs: number;
  readonly #timer: SharedTimer<Renewing>;

  /** `client`: whose holds it renews; undefined: only one hold. */
  constructor(leaseMs: number, client?: object) {
    this.#leaseMs = leaseMs;
    this.#client = client;
    this.#earlyMs = leaseMs / 12;
    this.#timeoutMs = renewalTimeoutMs(leaseMs);
    this.#timer = new SharedTimer((due, now) => this.#renew(due, now), this.#earlyMs);
  }

  isFor(client: object, leaseMs: number): boolean {
    return this.#client === client && this.#leaseMs === leaseMs;
  }

  /** Renews this hold from now on. */
  keep(hold: Renewable, limits: RenewalLimits): KeepAliveLoop {
    const renewing = new Renewing(hold, limits, this.#timer);
    this.#timer.add(renewing, renewing.dueAt());
    return renewing;
  }

  #renew(due: readonly Renewing[], now: number): void {
    const members: Member[] = [];
    for (const renewing of due) {
      const isDue = renewing.begin(now, this.#earlyMs);
      const { together } = renewing;
      if (!isDue) this.#again(renewing);
      else if (together === undefined) void this.#renewAlone(renewing);
      else members.push({ renewing, together });
    }
    const batches = batchesOf(
      members,
      ({ together }) => together.renewMany,
      ({ together }) => together.hold.key.length,
    );
    for (const batch of batches) void this.#renewTogether(batch);
  }

  async #renewAlone(renewing: Renewing): Promise<void> {
    try {
      await renewing.hold.renew(this.#timeoutMs);
      renewing.succeeded();
    } catch (error) {
      renewing.failed(error, performance.now());
    }
    this.#settled(renewing);
  }

  async #renewTogether(batch: readonly Member[]): Promise<void> {
    const [first, second] = batch;
    if (first === undefined) return;
    if (second === undefined) return this.#renewAlone(first.renewing);
    const renewals = batch.map(({ together: { hold } }) => ({ hold, leaseMs: hold.leaseMs }));
    const limits = { timeoutMs: this.#timeoutMs, budgetMs: this.#timeoutMs, maxTries: 1 };
    try {
      const { redis, renewMany } = first.together;
      const { reply, sentAt } = await runUntilAnswered(redis, renewMany(renewals), limits);
      for (const [at, { renewing, together }] of batch.entries()) {
        const own = reply[at];
        if (own !== undefined && together.answered(own, sentAt)) renewing.succeeded();
        else renewing.end("lost");
        this.#settled(renewing);
      }
    } catch (error) {
      if (isOfOneMember(error)) return this.#renewHalves(batch);
      const failedAt = performance.now();
      for (const { renewing } of batch) {
        renewing.failed(error, failedAt);
        this.#settled(renewing);
      }
    }
  }

  async #renewHalves(batch: readonly Member[]): Promise<void> {
    const half = Math.ceil(batch.length / 2);
    await Promise.all([batch.slice(0, half), batch.slice(half)].map((part) => this.#renewTogether(part)));
  }

  #settled(renewing: Renewing): void {
    renewing.settled();
    this.#again(renewing);
  }

  #again(renewing: Renewing): void {
    if (!renewing.isOver) this.#timer.add(renewing, renewing.dueAt());
  }
}

/** Whether one hold may be the reason that a request failed for all. */
function isOfOneMember(error: unknown): boolean {
  return isLockError(error) && (error.code === "NOT_A_LOCK" || error.code === "UNEXPECTED_REPLY");
}
