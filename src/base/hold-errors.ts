// Errors of a hold: loss, renewal and hand-off.
import { LockError, NamedLockError, printable, quote } from "./error-base.ts";

/**
 * How a hold ended, as Redis remembers it. A stolen one names the thief: `stolen:<owner>/<label>/<reason>`, each in the
 * encoding of encodeURIComponent.
 */
export type HoldEnd =
  | "released"
  | "released-elsewhere"
  | `still:${number}`
  | "free"
  | "taken"
  | "refused"
  | "lost"
  | `stolen:${string}`
  | "reentered"
  | "crowded"
  | "upgrade"
  | "unset";

const FIXED = "; its lease was fixed at the call: pass renew: true there";

/** The base of errors about a hold that ended without its own release. */
export class HoldEndedError extends NamedLockError {
  /** The owner of the hold. */
  readonly owner: string;
  /** The end that Redis remembers; undefined when it is not known, or the lease ended by the local clock alone. */
  readonly end: HoldEnd | undefined;
  /**
   * The result of the function given to `withLock` or `withPermit`, if it returned. Not enumerable, so that logs of
   * the error leave it out.
   */
  declare readonly result: unknown;

  /** @internal `what`: the middle of the message, about the hold. */
  constructor(code: "LOCK_LOST" | "LOCK_STOLEN", facts: LostFacts, what: string) {
    const hasRun = "result" in facts || "cause" in facts;
    const advice = hasRun ? "the function may have run beside another holder: check what it did" : "stop the work";
    const options = "cause" in facts ? { cause: facts.cause } : undefined;
    super(code, facts.lockName, `the hold on lock ${quote(facts.lockName)} ${what}; ${advice}`, options);
    this.owner = facts.owner;
    this.end = facts.end;
    if ("result" in facts) Object.defineProperty(this, "result", { value: facts.result });
  }

  /** @internal Returns the error again, with the result or the error of the function that ran under the hold. */
  after(ran: Pick<LostFacts, "result" | "cause">): this {
    // Spread leaves out a cause and a result: they are not enumerable.
    return Reflect.construct(this.constructor, [{ ...this, ...ran }]);
  }
}

/**
 * The hold is over although this object did not release it: its lease ran out, or the lock was taken away. From
 * `withLock` and `withPermit` it says that this happened while the function ran; `cause` is then the function's error,
 * if any.
 */
export class LockLostError extends HoldEndedError {
  declare readonly code: "LOCK_LOST";
  /** The `maxHoldMs` that had ended the renewals before the loss; else undefined. */
  readonly maxHoldMs: number | undefined;
  /** Whether `leaseMs` at the call had fixed the lease, so that nothing renewed it. */
  readonly leaseFixed: boolean;

  /**
   * Creates the error, also in your own tests: `new LockLostError({ lockName: "orders:42", owner: held.owner })`.
   * @param facts `lockName` and `owner`, and the other facts that are known
   */
  constructor(facts: LostFacts) {
    const { end = "", maxHoldMs, leaseFixed = false } = facts;
    const limit = maxHoldMs === undefined ? "" : `maxHoldMs (${maxHoldMs} ms) had ended its renewals, and `;
    const isKnown = /^(lost|free|taken)?$/.test(end);
    const forced = end === "" ? "" : "it was freed by force, or ";
    const why = isKnown ? `${forced}its lease ran out` : `it ended in Redis (${end})`;
    super("LOCK_LOST", facts, `is lost: ${limit}${why}${leaseFixed ? FIXED : ""}`);
    this.maxHoldMs = maxHoldMs;
    this.leaseFixed = leaseFixed;
  }
}

/** The facts of LOCK_LOST. */
export interface LostFacts {
  /** The lock's name, without the prefix. */
  readonly lockName: string;
  /** The owner of the lost hold: `held.owner`. */
  readonly owner: string;
  /** The end that Redis remembers. Default: undefined, when the lease ended by the local clock alone. */
  readonly end?: HoldEnd | undefined;
  /** The `maxHoldMs` that had ended the renewals before the loss. Default: undefined. */
  readonly maxHoldMs?: number | undefined;
  /** Whether `leaseMs` at the call had fixed the lease, so that nothing renewed it. Default: false. */
  readonly leaseFixed?: boolean | undefined;
  /** The result of the function given to `withLock` or `withPermit`, if it returned. */
  readonly result?: unknown;
  /** The error of that function, if it threw. */
  readonly cause?: unknown;
}

/** The thief of a lock, and the reason. */
export interface LockThief {
  /** Its owner, as in `held.owner`. */
  readonly owner: string;
  /** The label that it gave; "" when it gave none. */
  readonly label: string;
  /** The reason that it gave; "" when it gave none. */
  readonly reason: string;
}

/**
 * The hold is over because another caller stole the lock: `acquire({ steal: true })`. From `withLock` it says that
 * this happened while the function ran; `cause` is then the function's error, if any.
 */
export class LockStolenError extends HoldEndedError {
  declare readonly code: "LOCK_STOLEN";
  /** The thief of the lock, and the reason. */
  readonly thief: LockThief;

  /**
   * Creates the error, also in your own tests.
   * @param facts `lockName`, `owner` and `thief`, and the other facts that are known
   */
  constructor(facts: StolenFacts) {
    const { label, reason } = facts.thief;
    const who = (label && ` by ${quote(label)}`) + (reason && `, because ${quote(reason)}`);
    super("LOCK_STOLEN", facts, `was stolen${who}`);
    this.thief = facts.thief;
  }
}

/** The facts of LOCK_STOLEN. */
export interface StolenFacts extends Omit<LostFacts, "maxHoldMs" | "leaseFixed"> {
  /** The thief of the lock, and the reason. */
  readonly thief: LockThief;
}

/** Returns the error of a hold that ended without its own release. */
export function lossOf(facts: LostFacts): HoldLoss {
  const [how, ...thief] = facts.end?.split(/[:/]/) ?? [];
  if (how !== "stolen") return new LockLostError(facts);
  const [owner = "", label = "", reason = ""] = thief.map(decoded);
  return new LockStolenError({ ...facts, thief: { owner, label, reason } });
}

/** The error of a hold that ended without its own release. */
export type HoldLoss = LockLostError | LockStolenError;

/** Another program may have written the text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Who waits for what a hold has, as far as Redis knows it. */
export interface WantedFacts {
  /**
   * How many wait, 1 or more, at most 100 of a list. Of those that are in no queue, each isolate or process counts once.
   */
  readonly waiters: number;
  /** The `label` of the first one; undefined when Redis does not know it. */
  readonly waiterLabel: string | undefined;
  /** When the first one attempted, in epoch ms by its clock; undefined when Redis does not know it. */
  readonly waitingSince: number | undefined;
}

/** Somebody waits for the lock, which its holder still has: the reason of `held.wanted`. */
export class LockWantedError extends NamedLockError implements WantedFacts {
  declare readonly code: "LOCK_WANTED";
  readonly waiters: number;
  readonly waiterLabel: string | undefined;
  readonly waitingSince: number | undefined;

  /**
   * Creates the error, also in your own tests.
   * @param facts `lockName`, without the prefix, and who waits
   */
  constructor(facts: WantedFacts & { readonly lockName: string }) {
    const { lockName, waiters, waiterLabel, waitingSince } = facts;
    const who = waiterLabel === undefined || waiterLabel === "" ? "" : `, ${quote(waiterLabel)} first`;
    const many = waiters === 1 ? "1 waiter waits" : `${waiters} waiters wait`;
    super("LOCK_WANTED", lockName, `${many} for lock ${quote(lockName)}${who}; release it when the work allows it`);
    this.waiters = waiters;
    this.waiterLabel = waiterLabel;
    this.waitingSince = waitingSince;
  }
}

/** The hold was released or moved earlier, through this object. */
export class NotHeldError extends NamedLockError {
  declare readonly code: "NOT_HELD";

  /** @param lockName the lock's name, without the prefix */
  constructor(lockName: string) {
    super(
      "NOT_HELD",
      lockName,
      `release() or a move ended this hold on lock ${quote(lockName)} here; acquire the lock again`,
    );
  }
}

/** The hold cannot be renewed, because `leaseMs` at acquire fixed its lease. */
export class LeaseFixedError extends NamedLockError {
  declare readonly code: "LEASE_FIXED";

  /** @param lockName the lock's name, without the prefix */
  constructor(lockName: string) {
    super("LEASE_FIXED", lockName, `cannot renew lock ${quote(lockName)}${FIXED}`);
  }
}

/** A request of a Worker used the hold of another one. The runtime ties I/O to the request that began it. */
export class OtherRequestError extends NamedLockError {
  declare readonly code: "OTHER_REQUEST";

  /**
   * @param lockName the lock's name, without the prefix
   * @param instead what to do
   */
  constructor(lockName: string, instead = "resume its serialize() text here") {
    super("OTHER_REQUEST", lockName, `this hold on lock ${quote(lockName)} belongs to another request; ${instead}`);
  }
}

/** Background work needs a `waitUntil`, and there is none. */
export class NoWaitUntilError extends LockError {
  declare readonly code: "NO_WAIT_UNTIL";

  /**
   * @param problem what is missing, and where to find it
   * @param lockName the name of the lock whose hold it was asked for, if any, without the prefix
   */
  constructor(
    problem = "keepAlive needs a context with waitUntil: in a Worker pass ctx, in an object this.ctx, on Vercel's edge vercelContext()",
    lockName?: string,
  ) {
    super("NO_WAIT_UNTIL", lockName === undefined ? problem : `cannot renew lock ${quote(lockName)}: ${problem}`);
  }
}

/** A hold cannot be handed off, because there is no watchdog. */
export class NoWatchdogError extends LockError {
  declare readonly code: "NO_WATCHDOG";

  /**
   * @param instead what renews the hold already
   * @param lockName the name of the lock whose hold it was asked for, if any, without the prefix
   */
  constructor(instead?: string, lockName?: string) {
    const missing =
      'there is no watchdog; the option "watchdog" takes the binding of a LeaseWatchdog class, or remoteWatchdog(…) outside Workers';
    const hold = lockName === undefined ? "" : ` lock ${quote(lockName)}`;
    super("NO_WATCHDOG", `no watchdog can keep${hold || " the lock"}: ${instead ?? missing}`);
  }
}

/** The watchdog did not confirm that it keeps the hold. The hold is still the caller's, as before the request. */
export class WatchdogUnreachableError extends LockError {
  declare readonly code: "WATCHDOG_UNREACHABLE";
  /** The name of the lock whose hold it was asked about, without the prefix. Undefined if that is not known. */
  readonly lockName: string | undefined;

  /**
   * @param problem what went wrong
   * @param options `cause`; `lockName`, if known
   */
  constructor(problem: string, options: ErrorOptions & { lockName?: string | undefined } = {}) {
    const { lockName } = options;
    const hold = lockName === undefined ? "" : ` for lock ${quote(lockName)}`;
    super("WATCHDOG_UNREACHABLE", `the watchdog did not confirm${hold}: ${printable(problem)}`, options);
    this.lockName = lockName;
  }
}
