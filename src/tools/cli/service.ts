// Where the locks are: a database, or a deployed lock API. The commands use either through this interface.
import type { InspectedLock, InspectedPermits, ListedLock } from "../../index.ts";

/** A lock as `inspect()` describes it. */
export type LockState = InspectedLock;

/** A lock as `list()` describes it. */
export type HeldLock = ListedLock;

/** A permit-expirable semaphore as `inspect()` describes it. */
export type PermitState = InspectedPermits;

/** How to acquire the lock of `run`. */
export interface RunOptions {
  readonly waitMs: number;
  readonly leaseMs: number | undefined;
  /** The purpose of the hold. A permit has no label. */
  readonly label: string;
  /** The number of permits of a semaphore, of which one is acquired instead of a lock. */
  readonly permits?: number | undefined;
  /** Takes the lock from its holder. */
  readonly steal?: boolean | undefined;
  /** Why; only with `steal`. */
  readonly reason?: string | undefined;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once, when the lock is busy and the wait begins. */
  readonly onBusy: () => void;
}

/** The lock that `run` holds and renews. */
export interface RunHold {
  /** Undefined for a permit. */
  readonly fencingToken: string | undefined;
  /** Aborts when the lock is lost. */
  readonly signal: AbortSignal;
  /** Returns for how long the lock is held without another renewal, in ms. */
  validMs(): number;
  /** Ends the renewals and the hold. Returns whether the lock was held until now. Throws if there is no answer. */
  release(): Promise<boolean>;
}

export interface Service {
  /** What the keys of the locks begin with. That of a lock API is not known: the default. */
  readonly prefix: string;
  /** Acquires a fenced lock or a permit, and renews it until its release, without a limit. Throws LOCK_BUSY. */
  acquire(name: string, options: RunOptions): Promise<RunHold>;
  /** Returns the locks whose names match the pattern, in which "*" stands for any text; undefined: all. */
  list(pattern: string | undefined): Promise<HeldLock[]>;
  /** Describes one lock. Throws NOT_A_LOCK. */
  inspect(name: string): Promise<LockState>;
  /** Describes a permit-expirable semaphore. A semaphore or latch without leases looks like one that has none. */
  permits(name: string): Promise<PermitState>;
  /**
   * Frees a lock that `inspect` described. Returns whether it was held. Throws NOT_A_LOCK; a lock API also throws
   * HoldersChanged.
   */
  free(lock: LockState): Promise<boolean>;
  /** Ends what keeps this process alive. */
  close(): void;
}
