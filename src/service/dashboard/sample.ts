// The numbers of one instant, which the page's script plots. Invisible characters in texts are escaped here, so that
// the script can show each text as it is.
import { asEpochMs } from "../../base/clock.ts";
import { printable } from "../../base/errors.ts";
import type { InspectedLock } from "../../lock/hold/lock-inspection.ts";
import { waitersOf } from "../../lock/kinds/describe-locks.ts";
import type { Known } from "./shared-look.ts";
import type { View } from "./views/page.tsx";

/** The locks at one instant. */
export interface Sample {
  /** Epoch ms, by the clock of the server. */
  readonly at: number;
  /** Whether Redis has answered. If not, the numbers are those of its last answer. */
  readonly isFresh: boolean;
  /** How many locks are held. */
  readonly locks: number;
  /** How many holders they have. */
  readonly holders: number;
  /** How many wait for them. */
  readonly waiters: number;
  /** When the oldest hold began, in epoch ms; undefined when no lock is held, or Redis does not know. */
  readonly oldestSince: number | undefined;
  /** The chosen lock; undefined when none is chosen, or nothing is known of it. */
  readonly lock: SampledLock | undefined;
}

/** The chosen lock at one instant. */
export interface SampledLock {
  /** When Redis was asked, in epoch ms, by the clock of the server. */
  readonly at: number;
  /** When it had answered, by the same clock. The values below are of an instant in between. */
  readonly answeredAt: number;
  readonly holders: readonly SampledHolder[];
  /** Owners of waiters, the next one first. */
  readonly queue: readonly string[];
  readonly queueLength: number;
  readonly isolates: number;
}

export interface SampledHolder {
  readonly owner: string;
  readonly mode: InspectedLock["mode"];
  readonly label: string;
  /** Epoch ms, by the clock of the holder; undefined when Redis does not know. */
  readonly since: number | undefined;
  readonly remainingMs: number;
}

export function sampleOf({ held, lock, now }: View): Sample {
  const locks = held?.value?.locks ?? [];
  const sum = (numbers: readonly number[]): number => numbers.reduce((left, right) => left + right, 0);
  return {
    at: now,
    isFresh: held?.error === undefined && lock?.error === undefined,
    locks: locks.length,
    holders: sum(locks.map(({ holderCount }) => holderCount)),
    waiters: sum(locks.map(waitersOf)),
    oldestSince: oldest(locks.map(({ holder }) => holder.since)),
    lock: lock?.value === undefined ? undefined : sampled(lock, lock.value),
  };
}

function oldest(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((instant) => instant !== undefined);
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.min(one, other));
}

function sampled(
  { askedAt, answeredAt }: Known<InspectedLock>,
  { holders, queue, queueLength, isolates }: InspectedLock,
): SampledLock {
  return {
    at: asEpochMs(askedAt),
    answeredAt: asEpochMs(answeredAt),
    holders: holders.map(({ owner, mode, label, since, remainingMs }) => {
      return { owner: printable(owner), mode, label: printable(label), since, remainingMs };
    }),
    queue: queue.map(({ owner }) => printable(owner)),
    queueLength,
    isolates,
  };
}
