// Errors of a hold: its loss, its renewal, its hand-off.
import { LockError, NamedLockError, printable, quote } from "./error-base.ts";

/** How Redis remembers that a hold ended. */
export type HoldEnd =
  | "released"
  | "released-elsewhere"
  | `still:${number}`
  | "free"
  | "taken"
  | "refused"
  | "lost"
  | "reentered"
  | "crowded"
  | "upgrade"
  | "unset";

/**
 * The hold is over although nobody released it through this object: its lease ran out, or the lock was taken away.
 * Thrown by `use` and `withLock`, it says that this happened while the function ran: `cause` is what the function
 * threw, if it threw.
 */
export class LockLostError extends NamedLockError {
  override readonly code = "LOCK_LOST";
  readonly owner: string;
  /** What Redis remembers of the end; undefined when the lease ended by the local clock alone. */
  readonly end: HoldEnd | undefined;
  /**
   * What the function of `use` or `withLock` returned, if it returned. Not enumerable, so that a log of the error does
   * not contain it.
   */
  declare readonly result: unknown;

  /** Makes the error, in a test of your own too: `new LockLostError({ lockName: "orders:42", owner: held.owner })`. */
  constructor(facts: LostFacts) {
    const { lockName, owner, end } = facts;
    const why = end === undefined ? "its lease ran out" : `Redis remembers that it ended (${end})`;
    const hasRun = "result" in facts || "cause" in facts;
    const advice = hasRun ? "the function may have run beside another holder: check what it did" : "stop the work";
    const options = "cause" in facts ? { cause: facts.cause } : undefined;
    super("LOCK_LOST", lockName, `the hold on lock ${quote(lockName)} is lost: ${why}; ${advice}`, options);
    this.owner = owner;
    this.end = end;
    if ("result" in facts) Object.defineProperty(this, "result", { value: facts.result });
  }
}

/** What LOCK_LOST is made of. */
export interface LostFacts {
  /** The lock's name, without prefix. */
  readonly lockName: string;
  /** Who had it: `held.owner`. */
  readonly owner: string;
  /** What Redis remembers of the end. Default: undefined, when the lease ended by the local clock alone. */
  readonly end?: HoldEnd | undefined;
  /** What the function of `use` returned, if it did. */
  readonly result?: unknown;
  /** What it threw, if it did. */
  readonly cause?: unknown;
}

/** The hold was released or moved away before, through this object. */
export class NotHeldError extends NamedLockError {
  override readonly code = "NOT_HELD";

  constructor(lockName: string) {
    super(
      "NOT_HELD",
      lockName,
      `this hold on lock ${quote(lockName)} was already released or moved; acquire the lock again`,
    );
  }
}

/** keepAlive on a hold whose lease was fixed by `leaseMs` at acquire. */
export class LeaseFixedError extends NamedLockError {
  override readonly code = "LEASE_FIXED";

  constructor(lockName: string) {
    super(
      "LEASE_FIXED",
      lockName,
      `cannot renew lock ${quote(lockName)}: leaseMs at acquire fixed its lease; leave leaseMs out`,
    );
  }
}

/** There is no `waitUntil` to hand background work to. */
export class NoWaitUntilError extends LockError {
  override readonly code = "NO_WAIT_UNTIL";

  constructor(
    problem = "keepAlive needs a context with waitUntil: in a Worker pass ctx, in an object this.ctx, on Vercel's edge vercelContext()",
  ) {
    super("NO_WAIT_UNTIL", problem);
  }
}

/** handOff without a watchdog to hand to. */
export class NoWatchdogError extends LockError {
  override readonly code = "NO_WATCHDOG";

  /** `instead`: what renews the hold already. */
  constructor(instead?: string) {
    const missing =
      'there is no watchdog; give createLocks the "watchdog" binding of a LeaseWatchdog class, or createClient durableObjectWatchdog(binding)';
    super("NO_WATCHDOG", `cannot hand off: ${instead ?? missing}`);
  }
}

/** The watchdog did not confirm that it keeps the hold. The hold stays the caller's, as if it had not been asked. */
export class WatchdogUnreachableError extends LockError {
  override readonly code = "WATCHDOG_UNREACHABLE";

  /** @param problem what went wrong; `options`: the `cause` */
  constructor(problem: string, options?: ErrorOptions) {
    super("WATCHDOG_UNREACHABLE", `the watchdog did not confirm: ${printable(problem)}`, options);
  }
}
