// The answer of `inspect()`: plain data, which can be logged or sent as JSON as it is. Instants are epoch ms.

/** The maker of a record in Redis: this package, or a Java service with Redisson. */
export type Origin = "leasehound" | "redisson";

/** How an owner holds a lock, or how a lock is held. */
export type HoldMode = "exclusive" | "read" | "write";

/** One holder of a lock. */
export interface InspectedHolder {
  /** The owner: the `owner` of its hold. */
  readonly owner: string;
  readonly mode: HoldMode;
  /** The `label` that the holder gave; "" if none. */
  readonly label: string;
  /** Since when it holds the lock, in epoch ms by the clock of the holder; undefined when Redis does not know. */
  readonly since: number | undefined;
  /** How many holds it has. */
  readonly holds: number;
  /**
   * Its remaining lease, in ms: of several holds, the longest. 0: the holder let its lease end. For readers with more
   * than 250 holds in all, that of the lock.
   */
  readonly remainingMs: number;
  readonly origin: Origin;
  /**
   * Until when the watchdog keeps it, in epoch ms by the watchdog's clock. Undefined when it does not, or when the
   * client has no watchdog. "unknown" when the watchdog did not answer.
   */
  readonly handedOffUntil: number | "unknown" | undefined;
}

/** One waiter in the queue of a fair lock, or of a fair read/write lock. */
export interface InspectedWaiter {
  readonly owner: string;
  /** 1 is next. */
  readonly position: number;
  /** How it wants to hold the lock. */
  readonly mode: HoldMode;
  /** The `label` that it gave; "" if none. Undefined for a waiter of a fair lock: Redis does not know it. */
  readonly label: string | undefined;
  /**
   * How long ago it last tried, in ms; undefined for a waiter of a Java service. A waiter of this package that is
   * silent for 15,000 ms is presumed dead, and loses its place at the next attempt of another one.
   */
  readonly silentMs: number | undefined;
  readonly origin: Origin;
}

/**
 * Why `waiters` is unknown.
 * - "refused": the database refuses `PUBSUB NUMSUB`, which counts waiters with a stream.
 * - "miscounted": its `PUBSUB NUMSUB` also counts those who follow a channel by a pattern.
 * - "polling": callers poll a light lock, and leave no trace.
 */
export type WaitersUnknown = "refused" | "miscounted" | "polling";

/** How many wait, as far as Redis knows. Callers that poll are counted only in the queue of a fair lock. */
export interface CountedWaiters {
  /**
   * How many wait. With a queue: the callers in it. Without one: the programs with a stream, and the Java services,
   * each counted once, however many of its callers wait. "unknown" when Redis cannot count them.
   */
  readonly waiters: number | "unknown";
  /** Why `waiters` is "unknown"; undefined when it is a number. */
  readonly waitersUnknownBecause: WaitersUnknown | undefined;
}

/** A lock, as Redis has it. */
export interface InspectedLock extends CountedWaiters {
  /** The name, without the prefix. */
  readonly name: string;
  /** The kind of record that Redis has under the name. Every exclusive lock but a light one is a "lock" there. */
  readonly kind: "free" | "lock" | "light" | "read-write";
  /** How it is held; undefined when it is free. */
  readonly mode: HoldMode | undefined;
  /** The time until it is free, unless it is renewed, in ms; -2 when it is free. */
  readonly remainingMs: number;
  /** At most 100 of the holders, a writer first, then by `since`. */
  readonly holders: readonly InspectedHolder[];
  /** How many holders there are. */
  readonly holderCount: number;
  /** At most the first 100 waiters in the queue of a fair lock. Waiters of other locks are in no queue. */
  readonly queue: readonly InspectedWaiter[];
  /** How many waiters the queue has. */
  readonly queueLength: number;
}

/** A semaphore, as Redis has it. It has no holders. */
export interface InspectedSemaphore extends CountedWaiters {
  /** The name, without the prefix. */
  readonly name: string;
  readonly kind: "semaphore";
  /** Whether a number of permits is set. */
  readonly isSet: boolean;
  /** The available permits; 0 when none are set; may be negative. */
  readonly available: number;
  /** The time until the number of permits is deleted, in ms; -1: never; -2: none is set. */
  readonly remainingMs: number;
}

/** One leased permit. */
export interface InspectedLease {
  /** The id of the permit. */
  readonly id: string;
  /** Its remaining lease, in ms; -1: it does not end. */
  readonly remainingMs: number;
}

/** A permit-expirable semaphore, as Redis has it. */
export interface InspectedPermits extends Omit<InspectedSemaphore, "kind"> {
  readonly kind: "permit-expirable-semaphore";
  /** The number of permits, leased or not; 0 when none is set. */
  readonly permits: number;
  /** At most 100 of the leased permits: those that end first. */
  readonly leases: readonly InspectedLease[];
  /** How many permits are leased. */
  readonly leaseCount: number;
}

/** A count-down latch, as Redis has it. */
export interface InspectedLatch extends CountedWaiters {
  /** The name, without the prefix. */
  readonly name: string;
  readonly kind: "count-down-latch";
  /** How many calls of `countDown` open it; 0 when it is open. */
  readonly count: number;
  /** The time until the latch is deleted, in ms; -1: never; -2: it does not exist. */
  readonly remainingMs: number;
}
