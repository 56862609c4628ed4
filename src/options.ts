// Every option with unit, range and default. Values are checked where they are given, before anything is sent.
import type { Redis } from "@upstash/redis";
import { InvalidOptionError, NoWaitUntilError, type WaitProgress } from "./errors.ts";
import { endsWithInvocation } from "./invocation.ts";
import { checkOwner } from "./keys.ts";
import { callable, isSignal, knownMembers, milliseconds } from "./validate.ts";
import type { WaitMode } from "./wait/wake-strategy.ts";

// setTimeout's own limit (24.8 days): beyond it a timer would fire at once.
export const MAX_MS = 2_147_483_647;
export const MIN_LEASE_MS = 1_000;

/** Where Redis is: the REST endpoint of the database, and its token. */
export interface RedisEndpoint {
  /** `https://…`; `http://` only for this machine (`localhost`, `127.…`, `[::1]`), unless `allowHttp` is true. */
  readonly url: string;
  /** The database's REST token. It is sent nowhere but to `url`. */
  readonly token: string;
  /**
   * Allows `http://` for any host. The token then crosses the network in clear text: only for a private network, such
   * as the one of docker-compose. Default: false.
   */
  readonly allowHttp?: boolean | undefined;
}

/** An `@upstash/redis` client, of any of its platforms: only its url and token are read. */
export type UpstashClient = Pick<Redis, "evalsha">;

export interface WaitOptions {
  /**
   * How long to wait while it is not to be had, in ms: 0 to 2,147,483,647. Default: the client's `waitMs`; for
   * `tryAcquire` 0.
   */
  waitMs?: number | undefined;
  /** Ends the waiting, with `ABORTED`. */
  signal?: AbortSignal | undefined;
  /**
   * Called after each refusal but the last, before the pause; a waiter tries twice at first, before and after it has
   * subscribed. What it throws ends the acquire.
   */
  onWait?: ((facts: WaitProgress) => void) | undefined;
  /**
   * How to learn of the release: "subscribe" by its message, over a stream that all waiters of this lock in this
   * isolate share; "poll" by trying now and then; "auto", the default, by message when lease and wait have a second or
   * more left. An isolate has 32 streams at the most, for 32 locks: who waits for another one tries now and then, 5,000
   * ms apart at the most. In a Durable Object choose "poll": a stream keeps it from hibernating. A client without
   * `streams()`, and `DurableLocks`, always poll.
   */
  wait?: WaitMode | undefined;
  /**
   * What to do while Redis cannot be reached or does not answer: "fail", the default, after a few tries, whatever is
   * left of `waitMs`; "wait": go on trying until `waitMs` has passed or `signal` aborts, as Redisson does. A permit of
   * a semaphore without leases is tried for 30 s beyond the client's `leaseMs` at the most when an acquire may have
   * taken it.
   */
  onUnreachable?: "fail" | "wait" | undefined;
}

export interface LeaseOptions extends WaitOptions {
  /** A fixed lease, in ms: 1,000 to 2,147,483,647. Default: the client's `leaseMs`, which `keepAlive` may renew. */
  leaseMs?: number | undefined;
}

export interface AcquireOptions extends LeaseOptions {
  /**
   * Who holds: 1 to 128 of A-Z a-z 0-9 . _ : - (such as another hold's `owner`, to re-enter it). Default: a new owner.
   * Of a read/write lock it cannot be "mode", nor end with ":write".
   */
  owner?: string | undefined;
}

/**
 * Anything that keeps the invocation alive for a promise: a Worker's ctx, Vercel's or Next's functions in an object.
 */
export interface WaitUntil {
  waitUntil(promise: Promise<unknown>): void;
  /** How long until the platform ends the invocation, ms, where it tells; renewals end before. */
  remainingMs?(): number | undefined;
}

// What is renewed for the last time so long before the platform's end still has time to be answered.
const PLATFORM_MARGIN_MS = 1_000;

/** For Node, Deno and Bun, where background work needs nobody's leave: it runs until the process ends. */
export const untilProcessEnds: WaitUntil = {
  waitUntil(promise) {
    // Work that fails is its owner's to handle, through its own promise: a second report here would end the process.
    promise.catch(ignore);
  },
};

export interface KeepAliveOptions {
  /** Background work: it is given to `waitUntil`, the hold is renewed while it runs and released when it settles. */
  until?: PromiseLike<unknown> | undefined;
  /** The longest time to renew, from this call, in ms: 1,000 to 2,147,483,647, default 900,000. */
  maxHoldMs?: number | undefined;
}

/**
 * The arguments of `keepAlive`. The context is optional, except in a program with the types of Workers alone: in those
 * types, and in no others, the global `onmessage` is `never`. A program that also has the types of Node, Deno or Bun
 * may run there.
 */
export type KeepAliveArguments = typeof globalThis extends { onmessage: never }
  ? typeof globalThis extends { __dirname: string } | { Deno: unknown } | { Bun: unknown }
    ? [context?: WaitUntil | undefined, options?: KeepAliveOptions | undefined]
    : [context: WaitUntil, options?: KeepAliveOptions | undefined]
  : [context?: WaitUntil | undefined, options?: KeepAliveOptions | undefined];

export interface HandOffOptions {
  /**
   * How long the watchdog keeps the hold, from now, in ms: 1,000 to 2,147,483,647. The lock is free then, or when the
   * lease it had before ends, if that is later.
   */
  maxHoldMs: number;
  /**
   * What each of its renewals sets, in ms: 1,000 to 2,147,483,647, default 120,000. An alarm can come a minute late:
   * with less than 100,000 that can cost the lock.
   */
  leaseMs?: number | undefined;
}

export interface ResolvedAcquireOptions {
  readonly waitMs: number;
  readonly leaseMs: number;
  /** The lease was given at this call, and so is not renewed by keepAlive. */
  readonly leaseFixed: boolean;
  readonly owner: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly wait: WaitMode;
  readonly onUnreachable: "fail" | "wait";
  readonly onWait: (facts: WaitProgress) => void;
}

export const WAIT_OPTIONS: readonly string[] = ["waitMs", "signal", "wait", "onWait", "onUnreachable"];
export const LEASE_OPTIONS: readonly string[] = [...WAIT_OPTIONS, "leaseMs"];
export const ACQUIRE_OPTIONS: readonly string[] = [...LEASE_OPTIONS, "owner"];

/** Checks what was given to one acquire. `known`: the options that its call has, when they are not those of a lock. */
export function resolveAcquireOptions(
  given: AcquireOptions | undefined,
  defaults: { waitMs: number; leaseMs: number; wait: WaitMode },
  known: readonly string[] = ACQUIRE_OPTIONS,
): ResolvedAcquireOptions {
  knownMembers("options", given, known);
  const { owner, signal, onWait = ignore } = given ?? {};
  // By its members, not its class: a signal may come from another realm.
  if (signal !== undefined && !isSignal(signal)) throw new InvalidOptionError("signal", "must be an AbortSignal");
  return {
    waitMs: milliseconds("waitMs", given?.waitMs, 0, MAX_MS, defaults.waitMs),
    leaseMs: milliseconds("leaseMs", given?.leaseMs, MIN_LEASE_MS, MAX_MS, defaults.leaseMs),
    leaseFixed: given?.leaseMs !== undefined,
    owner: owner === undefined ? undefined : checkOwner("owner", owner),
    signal,
    wait: waitMode(given?.wait, defaults.wait),
    onUnreachable: whenUnreachable(given?.onUnreachable),
    onWait: callable("onWait", onWait),
  };
}

/**
 * Checks the arguments of keepAlive. Throws NO_WAIT_UNTIL for a context without `waitUntil`, and for a missing one
 * where work ends with the invocation; INVALID_OPTION for the rest. `backing`: what takes the work.
 */
export function resolveKeepAlive(
  context: WaitUntil | undefined,
  options: KeepAliveOptions | undefined,
): { backing: WaitUntil; maxHoldMs: number; platformMs: number; until: PromiseLike<unknown> | undefined } {
  const backing = context === undefined && !endsWithInvocation() ? untilProcessEnds : context;
  if (typeof backing?.waitUntil !== "function") throw new NoWaitUntilError();
  knownMembers("options", options, ["until", "maxHoldMs"]);
  const until = options?.until;
  if (until !== undefined && typeof until?.then !== "function") {
    throw new InvalidOptionError("until", "must be a promise");
  }
  // A platform's own context may have anything of that name.
  const told: unknown = typeof backing.remainingMs === "function" ? backing.remainingMs() : undefined;
  const leftMs = typeof told === "number" && !Number.isNaN(told) ? told : undefined;
  return {
    backing,
    until,
    maxHoldMs: resolveMaxHold(options?.maxHoldMs),
    platformMs: leftMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, leftMs - PLATFORM_MARGIN_MS),
  };
}

/** How long a hold is renewed at the most, ms. */
export function resolveMaxHold(given: number | undefined): number {
  return milliseconds("maxHoldMs", given, 1_000, MAX_MS, 900_000);
}

export interface ResolvedHandOff {
  readonly maxHoldMs: number;
  readonly leaseMs: number;
}

/** Checks the options of handOff. Throws INVALID_OPTION. */
export function resolveHandOff(given: HandOffOptions): ResolvedHandOff {
  knownMembers("options", given, ["maxHoldMs", "leaseMs"], "maxHoldMs");
  if (given.maxHoldMs === undefined) throw new InvalidOptionError("maxHoldMs", "must be given: it bounds the hold");
  return {
    maxHoldMs: milliseconds("maxHoldMs", given.maxHoldMs, 1_000, MAX_MS, MAX_MS),
    leaseMs: milliseconds("leaseMs", given.leaseMs, MIN_LEASE_MS, MAX_MS, 120_000),
  };
}

function waitMode(value: unknown, fallback: WaitMode): WaitMode {
  if (value === undefined) return fallback;
  if (value === "auto" || value === "subscribe" || value === "poll") return value;
  throw new InvalidOptionError("wait", 'must be "auto", "subscribe" or "poll"');
}

function whenUnreachable(value: unknown): "fail" | "wait" {
  if (value === undefined || value === "fail") return "fail";
  if (value === "wait") return value;
  throw new InvalidOptionError("onUnreachable", 'must be "fail" or "wait"');
}

function ignore(): void {}
