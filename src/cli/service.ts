// Where the locks are: a database, or a deployed lock API. The commands use either through this interface.

/** How to acquire the lock of `run`. */
export interface RunOptions {
  readonly waitMs: number;
  readonly leaseMs: number | undefined;
  readonly label: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once, when the lock is busy and the wait begins. */
  readonly onBusy: () => void;
}

/** The lock that `run` holds and renews. */
export interface RunHold {
  readonly owner: string;
  readonly fencingToken: string;
  /** Aborts when the lock is lost. */
  readonly signal: AbortSignal;
  /** Returns for how long the lock is held without another renewal, in ms. */
  validMs(): number;
  /** Ends the renewals and the hold. Returns whether the lock was held until now. Throws if there is no answer. */
  release(): Promise<boolean>;
}

export interface Service {
  /** Acquires a fenced lock and renews it until its release, however long that takes. Throws LOCK_BUSY. */
  acquire(name: string, options: RunOptions): Promise<RunHold>;
  /** Ends what keeps this process alive. */
  close(): void;
}
