// Every option with unit, range and default. They are checked where they are given, before anything is sent.

import { InvalidOptionError, NoWaitUntilError, type WaitProgress } from "../base/errors.ts";
import { endsWithInvocation } from "../base/invocation.ts";
import { callable, isSignal, milliseconds, oneOf, own, ownMembers, trueOrFalse } from "../base/validate.ts";
import { checkOwner, checkWellFormed, utf8Length } from "./keys.ts";
import type { WaitMode } from "./wait/wait-terms.ts";

// The limit of setTimeout (24.8 days): a longer timer would fire at once.
export const MAX_MS = 2_147_483_647;
export const MIN_LEASE_MS = 1_000;
export const DEFAULT_HOLD_MS = 900_000;
export const MAX_LABEL_BYTES = 256;

/** The REST endpoint of the Redis database, and its token. */
export interface RedisEndpoint {
  /** `https://…`; `http://` only for this machine (`localhost`, `127.…`, `[::1]`), unless `allowHttp` is true. */
  readonly url: string;
  /** The database's REST token. It is sent only to `url`. */
  readonly token: string;
  /**
   * Allows `http://` for any host, which sends the token in clear text: only for a private network, such as that of
   * docker-compose. Default: false.
   */
  readonly allowHttp?: boolean | undefined;
}

/** An `@upstash/redis` client, of any platform, by its shape. */
export interface UpstashClient {
  /** Distinguishes such a client from those of other packages. It is not called. */
  readonly evalsha: (sha1: string, keys: string[], args: unknown[]) => Promise<unknown>;
  /** As `evalsha`. */
  readonly readYourWritesSyncToken: string | undefined;
}

/** Options of every call that waits. */
export interface WaitOptions {
  /**
   * How long to wait while it is busy, in ms: 0 to 2,147,483,647. Default: the client's `waitMs`; for `tryAcquire` 0.
   */
  waitMs?: number | undefined;
  /** Ends the wait, with `ABORTED`. */
  signal?: AbortSignal | undefined;
  /**
   * Called after each refusal except the last, before the pause. A waiter tries twice at first, before and after it has
   * subscribed. An error thrown here ends the acquire.
   */
  onWait?: ((facts: WaitProgress) => void) | undefined;
  /**
   * How to learn of the release. Default: "auto". A client without `streams()`, and `DurableLocks`, always poll.
   * - "subscribe": by its message, over a stream that all waiters of this lock in this isolate share. An isolate has at
   *   most 32 streams, for 32 locks; waiters for other locks poll, at least every 5,000 ms.
   * - "poll": by repeated attempts. Choose it in a Durable Object, which a stream keeps from hibernating.
   * - "auto": by message if lease and wait have at least a second left.
   */
  wait?: WaitMode | undefined;
  /**
   * Decides between failing and waiting while Redis is unreachable or does not answer. Default: "fail".
   * - "fail": throws after a few attempts, even if time is left of `waitMs`.
   * - "wait": retries until `waitMs` has passed or `signal` aborts, as Redisson does. For a semaphore without leases,
   *   retries end earlier once an attempt may have taken permits: after the client's `leaseMs` and 30 s.
   */
  onUnreachable?: "fail" | "wait" | undefined;
}

/** Options of a call that acquires a lease. */
export interface LeaseOptions extends WaitOptions {
  /**
   * The lease, in ms: 1,000 to 2,147,483,647. It is fixed, as in Redisson, unless `renew` is true. Default: the
   * client's `leaseMs`, which `keepAlive` may renew.
   */
  leaseMs?: number | undefined;
  /**
   * Whether `withLock` renews the lease, and `keepAlive` and `handOff` may. Default: true without `leaseMs`, false with
   * it.
   */
  renew?: boolean | undefined;
}

/** Options of a lock's `acquire`. */
export interface AcquireOptions extends LeaseOptions {
  /**
   * The owner: 1 to 128 of A-Z a-z 0-9 . _ : - (such as another hold's `owner`, to re-enter it). The owner of a
   * read/write lock cannot be "mode", nor end with ":write". Default: a new owner.
   */
  owner?: string | undefined;
  /**
   * What this hold is for, such as the job or the deployment: any well-formed text of at most 256 bytes. Callers that
   * are refused learn it, and everybody who looks at the lock. Default: the client's `label`.
   */
  label?: string | undefined;
  /**
   * Choose "first" for work that blocks the event loop for seconds right after the acquire. A lock that was granted by
   * a message has a short lease, at most 5 s, until Redis confirms it. With "first" the acquire waits for that, whatever
   * the lease. Default: the lock is confirmed while the work runs, unless it is released within 100 ms.
   */
  confirm?: "first" | undefined;
}

/** Options of the `acquire` of a lock that can be stolen. */
export interface StealOptions extends AcquireOptions {
  /**
   * Takes the lock even if others hold it: their holds end, and their signals abort with LOCK_STOLEN. It passes every
   * queue. An owner that holds the lock itself gets one more hold. See docs/kinds/steal.md. Default: false.
   */
  steal?: boolean | undefined;
  /**
   * Why, for those who lose the lock: well-formed text of at most 256 bytes, together with `label`. Only with `steal`.
   * Default: none.
   */
  reason?: string | undefined;
}

/**
 * Keeps the invocation alive for a promise: a Worker's `ctx`, or an object with such a function of Vercel or Next.js.
 */
export interface WaitUntil {
  /**
   * Keeps the invocation alive until a promise settles.
   * @param promise the work
   */
  waitUntil(promise: Promise<unknown>): void;
  /**
   * Tells when the platform ends the invocation. Renewals end before.
   * @returns the remaining time in ms; undefined when it is unknown
   */
  remainingMs?(): number | undefined;
}

// Safety margin before the platform deadline, so that the last renewal can still be answered.
const PLATFORM_MARGIN_MS = 1_000;

/** For Node, Deno and Bun, where background work runs until the process ends. */
export const untilProcessEnds: WaitUntil = {
  waitUntil(promise) {
    // The caller handles the failure through its own promise. An unhandled rejection here would end the process.
    promise.catch(ignore);
  },
};

const OPTIONS_SECOND = "the first argument is the context; pass the options second: keepAlive(undefined, { … })";

/** Options of `keepAlive`. */
export interface KeepAliveOptions {
  /**
   * Background work, which is given to `waitUntil`: the hold is renewed while it runs, and released when it settles.
   * Default: none.
   */
  until?: PromiseLike<unknown> | undefined;
  /**
   * The longest time to renew, from this call, in ms: 1,000 to 2,147,483,647. Default: that of an earlier
   * call or of `withLock`, counted from there; otherwise 900,000.
   */
  maxHoldMs?: number | undefined;
  /**
   * Learns of a theft and of waiters at once, by message, not only at the next renewal. All holds of a process and
   * prefix share one stream, on Workers each hold has its own. Needs `streams()`, which `createLocks` has. Default:
   * that of an earlier call or of `withLock`; otherwise false.
   */
  listen?: boolean | undefined;
}

/**
 * The arguments of `keepAlive`. The context is required only in a program with no types but those of Workers, which
 * alone declare the global `onmessage` as `never`. A program that also has the types of Node, Deno or Bun may run
 * there.
 */
export type KeepAliveArguments<Options = KeepAliveOptions> = typeof globalThis extends { onmessage: never }
  ? typeof globalThis extends { __dirname: string } | { Deno: unknown } | { Bun: unknown }
    ? [context?: WaitUntil | undefined, options?: Options | undefined]
    : [context: WaitUntil, options?: Options | undefined]
  : [context?: WaitUntil | undefined, options?: Options | undefined];

/** Options of `renew`. */
export interface RenewOptions {
  /** The lease from now, in ms: 1,000 to 2,147,483,647, default the hold's. It never shortens the time that is left. */
  leaseMs?: number | undefined;
}

/** Options of `handOff`. */
export interface HandOffOptions {
  /**
   * How long the watchdog keeps the hold, from now, in ms: 1,000 to 2,147,483,647. The lock is free then, or at the end
   * of its earlier lease if that is later.
   */
  maxHoldMs: number;
  /**
   * The lease that each renewal of the watchdog sets, in ms: 1,000 to 2,147,483,647, default 120,000. An alarm can be a
   * minute late: a lease below 100,000 can then lose the lock.
   */
  leaseMs?: number | undefined;
}

export interface ResolvedAcquireOptions {
  readonly waitMs: number;
  readonly leaseMs: number;
  /** Whether the call fixed the lease, so that keepAlive does not renew it. */
  readonly leaseFixed: boolean;
  /** Whether the call gave the lease. */
  readonly leaseGiven: boolean;
  readonly owner: string | undefined;
  readonly label: string;
  /** Why the lock is stolen; undefined: it is not. */
  readonly reason: string | undefined;
  /** A lock that a message granted is confirmed before the acquire returns. */
  readonly confirmsFirst?: boolean;
  /** LOCK_BUSY tells the holder. */
  readonly asksHolder: boolean;
  readonly signal: AbortSignal | undefined;
  readonly wait: WaitMode;
  readonly onUnreachable: "fail" | "wait";
  readonly onWait: ((facts: WaitProgress) => void) | undefined;
}

export const WAIT_OPTIONS: readonly string[] = ["waitMs", "signal", "wait", "onWait", "onUnreachable"];
export const LEASE_OPTIONS: readonly string[] = [...WAIT_OPTIONS, "leaseMs", "renew"];
export const ACQUIRE_OPTIONS: readonly string[] = [...LEASE_OPTIONS, "owner", "label", "confirm"];
export const STEAL_OPTIONS: readonly string[] = ["steal", "reason"];

/** Checks the options of one acquire. `known`: the options of the call, if they are not those of a lock. */
export function resolveAcquireOptions(
  options: AcquireOptions | undefined,
  defaults: { waitMs: number; leaseMs: number; wait: WaitMode; label?: string },
  known: readonly string[] = ACQUIRE_OPTIONS,
): ResolvedAcquireOptions {
  const given = ownMembers("options", options, known);
  const [owner, signal, onWait] = [given?.owner, given?.signal, given?.onWait];
  // By its members, not its class: a signal may come from another realm.
  if (signal !== undefined && !isSignal(signal)) throw new InvalidOptionError("signal", "must be an AbortSignal");
  return {
    waitMs: milliseconds("waitMs", given?.waitMs, 0, MAX_MS, defaults.waitMs),
    leaseMs: milliseconds("leaseMs", given?.leaseMs, MIN_LEASE_MS, MAX_MS, defaults.leaseMs),
    leaseFixed: isLeaseFixed(given),
    leaseGiven: given?.leaseMs !== undefined,
    owner: owner === undefined ? undefined : checkOwner("owner", owner),
    label: checkLabel(given?.label, defaults.label ?? ""),
    reason: undefined,
    confirmsFirst: given?.confirm !== undefined && oneOf("confirm", given.confirm, ["first"], "first") === "first",
    asksHolder: true,
    signal,
    wait: oneOf("wait", given?.wait, ["auto", "subscribe", "poll"], defaults.wait),
    onUnreachable: oneOf("onUnreachable", given?.onUnreachable, ["fail", "wait"], "fail"),
    onWait: onWait === undefined ? undefined : callable("onWait", onWait),
  };
}

/** Returns whether the options of a call fix its lease. Throws INVALID_OPTION naming "renew". */
export function isLeaseFixed(given: Pick<LeaseOptions, "leaseMs" | "renew"> | undefined): boolean {
  const owned = own(given);
  return owned?.renew === undefined ? owned?.leaseMs !== undefined : !trueOrFalse("renew", owned.renew);
}

/** Returns the lease that a renewal sets, checked. Throws INVALID_OPTION naming "leaseMs". */
export function leaseOfRenewal(options: RenewOptions | undefined, fallback: number): number {
  const given = ownMembers("options", options, ["leaseMs"]);
  return milliseconds("leaseMs", given?.leaseMs, MIN_LEASE_MS, MAX_MS, fallback);
}

export interface ResolvedKeepAlive {
  readonly backing: WaitUntil;
  readonly maxHoldMs: number | undefined;
  readonly platformMs: number;
  readonly until: PromiseLike<unknown> | undefined;
  readonly listen: boolean | undefined;
}

/**
 * Checks the arguments of keepAlive. Throws NO_WAIT_UNTIL for a context without `waitUntil`, or without a context where
 * work ends with the invocation. Throws INVALID_OPTION for the rest. `lockName`: for these errors. `backing`: takes the
 * work.
 */
export function resolveKeepAlive(
  context: WaitUntil | undefined,
  options: KeepAliveOptions | undefined,
  lockName: string,
): ResolvedKeepAlive {
  const known = ["until", "maxHoldMs", "listen"];
  const backing = context === undefined && !endsWithInvocation() ? untilProcessEnds : context;
  if (typeof backing?.waitUntil !== "function") {
    const areOptions = known.some((name) => name in Object(backing));
    throw new NoWaitUntilError(areOptions ? OPTIONS_SECOND : undefined, lockName);
  }
  const own = ownMembers("options", options, known);
  const until = own?.until;
  if (until !== undefined && typeof until?.then !== "function") {
    throw new InvalidOptionError("until", "must be a promise");
  }
  // A platform's own context may have an unrelated member of that name.
  const told: unknown = typeof backing.remainingMs === "function" ? backing.remainingMs() : undefined;
  const leftMs = typeof told === "number" && !Number.isNaN(told) ? told : Number.POSITIVE_INFINITY;
  return {
    backing,
    until,
    ...checkRenewal(own),
    platformMs: Math.max(0, leftMs - PLATFORM_MARGIN_MS),
  };
}

/** Checks how a hold is renewed. */
export function checkRenewal(given: KeepAliveOptions | undefined): Pick<ResolvedKeepAlive, "maxHoldMs" | "listen"> {
  const { maxHoldMs, listen } = given ?? {};
  milliseconds("maxHoldMs", maxHoldMs, 1_000, MAX_MS, DEFAULT_HOLD_MS);
  trueOrFalse("listen", listen);
  return { maxHoldMs, listen };
}

export interface ResolvedHandOff {
  readonly maxHoldMs: number;
  readonly leaseMs: number;
}

/** Checks the options of handOff. Throws INVALID_OPTION. */
export function resolveHandOff(options: HandOffOptions): ResolvedHandOff {
  const given = ownMembers("options", options, ["maxHoldMs", "leaseMs"], "maxHoldMs");
  if (given.maxHoldMs === undefined) throw new InvalidOptionError("maxHoldMs", "must be given: it bounds the hold");
  return {
    maxHoldMs: milliseconds("maxHoldMs", given.maxHoldMs, 1_000, MAX_MS, MAX_MS),
    leaseMs: milliseconds("leaseMs", given.leaseMs, MIN_LEASE_MS, MAX_MS, 120_000),
  };
}

/** Checks a label. Throws INVALID_OPTION naming "label". */
export function checkLabel(label: unknown, fallback: string): string {
  return label === undefined ? fallback : shortText("label", label, MAX_LABEL_BYTES);
}

/** Checks a text. `how`: ends the message for one that is too long. */
export function shortText(option: string, text: unknown, maxBytes: number, how = ""): string {
  if (typeof text !== "string") throw new InvalidOptionError(option, `must be a string (got: ${typeof text})`);
  checkWellFormed(option, text);
  if (utf8Length(text) <= maxBytes) return text;
  throw new InvalidOptionError(option, `must be at most ${MAX_LABEL_BYTES} bytes in UTF-8${how}`);
}

function ignore(): void {}
