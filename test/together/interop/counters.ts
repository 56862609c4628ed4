// Calls of semaphores and latches, under the names of the Java side, and their mapping to ours.
import {
  type CountDownLatch,
  isLockError,
  type Locks,
  type Permit,
  type PermitExpirableSemaphore,
  type Semaphore,
} from "../../../src/index.ts";
import { JavaError } from "./jvm.ts";
import type { CounterKind } from "./kinds.ts";

export type CounterCall =
  | ("trySetPermits" | "setPermits" | "addPermits" | "drainPermits")
  | ("getPermits" | "availablePermits" | "acquiredPermits")
  | ("tryAcquire" | "tryAcquireMany" | "release" | "tryRelease" | "releaseMany" | "updateLeaseTime")
  | ("trySetCount" | "countDown" | "getCount" | "await" | "delete");

export interface AskedArgs {
  readonly permits?: number;
  readonly count?: number;
  readonly waitMs?: number;
  readonly leaseMs?: number;
  readonly ttlMs?: number;
  readonly permitId?: string | undefined;
  readonly permitIds?: readonly string[];
}

/** Returns the reply, or the reason why there is none. */
export async function answerOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    const known = isLockError(error) ? OUR_ERRORS[error.code] : error instanceof JavaError && THEIRS[error.exception];
    if (!known) throw error;
    return known;
  }
}

const OUR_ERRORS: Readonly<Record<string, string>> = {
  PERMITS_UNSET: "unset",
  INVALID_OPTION: "invalid",
  REDIS_REFUSED: "refused",
  NOT_A_LOCK: "refused",
};
// The exceptions of Java for a release of a permit that is not leased.
const THEIRS: Readonly<Record<string, string>> = { IllegalArgumentException: "not leased" };

/** The semaphores and latches of one client of ours. */
export class Counters {
  readonly #locks: Locks;
  readonly #permits = new Map<string, Permit>();

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  async ask(kind: CounterKind, name: string, call: CounterCall, args: AskedArgs): Promise<unknown> {
    if (kind === "semaphore") return askSemaphore(this.#locks.semaphore(name), call, args);
    if (kind === "countDownLatch") return askLatch(this.#locks.countDownLatch(name), call, args);
    return this.#askPermits(this.#locks.permitExpirableSemaphore(name), call, args);
  }

  async #askPermits(
    semaphore: PermitExpirableSemaphore,
    call: CounterCall,
    { permits = 1, permitId = "", permitIds = [], waitMs = 0, leaseMs }: AskedArgs,
  ): Promise<unknown> {
    if (call === "trySetPermits") return semaphore.trySetPermits(permits);
    // Like Java's, these reply nothing.
    if (call === "setPermits") return orNull(semaphore.setPermits(permits));
    if (call === "addPermits") return orNull(semaphore.addPermits(permits));
    if (call === "getPermits") return semaphore.getPermits();
    if (call === "availablePermits") return semaphore.availablePermits();
    if (call === "acquiredPermits") return semaphore.acquiredPermits();
    if (call === "tryAcquire") {
      const permit = await semaphore.tryAcquire({ waitMs, leaseMs });
      return permit === null ? null : this.#kept([permit])[0];
    }
    if (call === "tryAcquireMany") {
      const many = semaphore.acquireMany(permits, { waitMs, leaseMs });
      return many.then((got) => this.#kept(got), refused([]));
    }
    if (call === "tryRelease") return (await semaphore.release(permitId)).outcome === "released";
    if (call === "releaseMany") {
      return (await semaphore.release(permitIds)).outcome === "released" ? null : "not leased";
    }
    if (call === "updateLeaseTime") return this.#renew(permitId);
    throw unknown(call);
  }

  /** Renews to the lease of its acquire. */
  async #renew(permitId: string): Promise<boolean> {
    const permit = this.#permits.get(permitId);
    if (permit === undefined) throw new Error(`${permitId} is no permit of this client`);
    return permit.renew().then(
      () => true,
      (error: unknown) => {
        if (isLockError(error) && error.code === "LOCK_LOST") return false;
        throw error;
      },
    );
  }

  #kept(permits: readonly Permit[]): string[] {
    for (const permit of permits) this.#permits.set(permit.id, permit);
    return permits.map(({ id }) => id);
  }
}

async function askSemaphore(
  semaphore: Semaphore,
  call: CounterCall,
  { permits = 1, ttlMs, waitMs = 0 }: AskedArgs,
): Promise<unknown> {
  if (call === "trySetPermits") return semaphore.trySetPermits(permits, { ttlMs });
  if (call === "addPermits") return orNull(semaphore.addPermits(permits));
  if (call === "drainPermits") return semaphore.drainPermits();
  if (call === "availablePermits") return semaphore.availablePermits();
  if (call === "tryAcquire") return semaphore.tryAcquire(permits, { waitMs });
  if (call === "release") return orNull(semaphore.release(permits));
  throw unknown(call);
}

async function askLatch(latch: CountDownLatch, call: CounterCall, { count = 1, waitMs }: AskedArgs): Promise<unknown> {
  if (call === "trySetCount") return latch.trySetCount(count);
  if (call === "countDown") return orNull(latch.countDown());
  if (call === "getCount") return latch.count();
  if (call === "await") return latch.wait({ waitMs }).then(() => true, refused(false));
  if (call === "delete") return latch.delete();
  throw unknown(call);
}

async function orNull(done: Promise<void>): Promise<null> {
  await done;
  return null;
}

/** Returns Java's reply for the LOCK_BUSY of ours. */
function refused<Answer>(answer: Answer): (error: unknown) => Answer {
  return (error) => {
    if (isLockError(error) && error.code === "LOCK_BUSY") return answer;
    throw error;
  };
}

function unknown(call: CounterCall): Error {
  return new Error(`ours has no ${call}`);
}
