// The options of a client, with unit, range and default. They are checked where they are given, before anything is
// sent.

import { InvalidOptionError } from "../base/errors.ts";
import { callable, milliseconds, ownMembers } from "../base/validate.ts";
import type { LockEvent } from "./events.ts";
import type {
  ByOwner,
  HoldText,
  Inspection,
  ResolvedClientOptions,
  SharedRenewals,
  Stealing,
  Streams,
  WatchdogClient,
} from "./hold/client-context.ts";
import { checkPrefix } from "./keys.ts";
import { checkLabel, MAX_MS, MIN_LEASE_MS, type RedisEndpoint, type UpstashClient } from "./options.ts";
import type { WatchdogLocation } from "./parts/hand-off.ts";
import type { KeyLocking } from "./redis/key-locking.ts";
import type { RedisPort } from "./redis/port.ts";
import type { WatchdogNamespace } from "./watchdog/durable-object-watchdog.ts";
import type { Watchdog } from "./watchdog/watchdog.ts";
import { isWatchdog } from "./watchdog/watchdog.ts";

export const DEFAULT_PREFIX = "lock:";

/** The options that every client has. */
interface SharedOptions {
  /** The lease, which `keepAlive` renews, in ms: 1,000 to 2,147,483,647, default 30,000. */
  leaseMs?: number | undefined;
  /** How long `acquire()` waits, in ms: 0 to 2,147,483,647, default 10,000. */
  waitMs?: number | undefined;
  /**
   * How long waiters rely on messages alone: the longest time without an attempt by any of them, in ms: 50 to 60,000,
   * default 5,000. A waiter of a fair lock attempts every 5,000 ms at least, and a polling waiter pauses for 1,000 ms
   * at most.
   */
  pollMs?: number | undefined;
  /**
   * Redisson's `fairLockWaitTimeout`, in ms: 60,000 to 2,147,483,647, default 300,000. Use the same value on both
   * sides. A silent waiter of a Java service keeps its place in a fair lock's queue for this long. Below 60,000, our
   * waiters could not attempt often enough to keep their own places, which they lose after 15,000 ms.
   */
  fairPatienceMs?: number | undefined;
  /**
   * Prepended to every name, like a nameMapper of Redisson. It is text that ends with its only ":", and has no braces,
   * or one pair with text in it. Default: `"lock:"`, which keeps locks apart from the application's own keys. `""`
   * gives Redisson's bare names.
   */
  prefix?: string | undefined;
  /**
   * The label of holds whose `acquire` gives none, such as the deployment or its region: any well-formed text of at
   * most 256 bytes. Default: none.
   */
  label?: string | undefined;
  /** Called for every event of a hold. Its errors are ignored. */
  onEvent?: ((event: LockEvent) => void) | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends SharedOptions {
  /** The database: its url and token, or a port, such as `throughClient(redis)` of an `@upstash/redis` client. */
  redis: RedisEndpoint | RedisPort;
  /** Lets waiters learn of a release by message: `streams()`. Default: they poll. */
  wait?: Streams | undefined;
  /**
   * Keeps holds that are handed off: `durableObjectWatchdog(…)`, or `watchdogClient(…)` for another one. Default: none.
   */
  watchdog?: WatchdogClient | undefined;
  /** Serializes and resumes holds: `holdText()`. Default: they cannot be serialized. */
  text?: HoldText | undefined;
  /** Lets holds that fall due together share a request: `sharedRenewals()`. Default: each is renewed alone. */
  renewals?: SharedRenewals | undefined;
  /** Scripts lock their keys, where the database knows that: `keyLocking()`. Default: they lock the whole database. */
  keyLocking?: KeyLocking | undefined;
  /** Tells who holds what: `inspection()`. Default: `inspect()` throws INVALID_OPTION. */
  inspection?: Inspection | undefined;
  /** Lets locks be stolen: `steal()`. Default: `acquire({ steal: true })` throws INVALID_OPTION. */
  steal?: Stealing | undefined;
  /** Releases and renews the holds of an owner by its name: `byOwner()`. Default: that throws INVALID_OPTION. */
  owners?: ByOwner | undefined;
}

/** Options of `createLocks`. */
export interface LocksOptions extends SharedOptions {
  /**
   * The database: its url and token, an `@upstash/redis` client, which then sends the requests as with `throughClient`,
   * or a port. Default: that of `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN` in `process.env`, else of
   * `KV_REST_API_URL` and `KV_REST_API_TOKEN`. `undefined` is refused.
   */
  redis?: RedisEndpoint | UpstashClient | RedisPort;
  /**
   * Keeps holds that are handed off: the binding of a Durable Object namespace whose class is `LeaseWatchdog`, or
   * another watchdog. Default: none.
   */
  watchdog?: WatchdogNamespace | Watchdog | undefined;
  /** How many objects of the namespace share the locks: 1 to 1,000, default 4. Use the same number everywhere. */
  watchdogShards?: number | undefined;
  /**
   * Where these objects are created, near the database: a location hint of Cloudflare, such as "weur". Default: near
   * the first caller.
   */
  watchdogLocation?: WatchdogLocation | undefined;
  /**
   * Whether scripts lock their keys, and not the whole database, where the database knows that: see `keyLocking()`. Not
   * run on Upstash yet. Default: where the address of the database is Upstash's.
   */
  keyLocking?: boolean | undefined;
}

/** The names of the options that every client has, but for its parts. */
export const SHARED_OPTIONS: readonly string[] = [
  "redis",
  "leaseMs",
  "waitMs",
  "pollMs",
  "fairPatienceMs",
  "prefix",
  "label",
  "onEvent",
];

/** By option: how to make this part, and the methods by which it is known. */
const CAPABILITIES: Readonly<Record<string, readonly [maker: string, ...methods: string[]]>> = {
  wait: ["streams()", "start", "follow"],
  text: ["holdText()", "give", "parse"],
  renewals: ["sharedRenewals()", "keep"],
  inspection: ["inspection()", "lock", "semaphore", "permits", "latch"],
  steal: ["steal()", "reasonOf", "begin"],
  owners: ["byOwner()", "release", "renew"],
  keyLocking: ["keyLocking()", "portFor"],
};

/** Checks the options of a client, except `redis`, and fills in the defaults. */
export function resolveClientOptions(
  options: Omit<ClientOptions, "redis"> & { redis: unknown },
): ResolvedClientOptions {
  const given = ownMembers("options", options, [...SHARED_OPTIONS, ...Object.keys(CAPABILITIES), "watchdog"], "redis");
  const { prefix = DEFAULT_PREFIX, onEvent, watchdog } = given;
  for (const [option, [maker, ...methods]] of Object.entries(CAPABILITIES)) {
    const value: unknown = Reflect.get(given, option);
    if (value === undefined) continue;
    for (const method of methods) callable(option, Object(value)[method], `must be ${maker}`);
  }
  if (watchdog !== undefined && !(Object.hasOwn(Object(watchdog), "handOff") && isWatchdog(watchdog.watchdog))) {
    throw new InvalidOptionError("watchdog", "must be durableObjectWatchdog(…) or watchdogClient(…)");
  }
  return Object.freeze({
    leaseMs: milliseconds("leaseMs", given.leaseMs, MIN_LEASE_MS, MAX_MS, 30_000),
    waitMs: milliseconds("waitMs", given.waitMs, 0, MAX_MS, 10_000),
    pollMs: milliseconds("pollMs", given.pollMs, 50, 60_000, 5_000),
    fairPatienceMs: milliseconds("fairPatienceMs", given.fairPatienceMs, 60_000, MAX_MS, 300_000),
    prefix: checkPrefix(prefix),
    label: checkLabel(given.label, ""),
    onEvent: onEvent && callable("onEvent", onEvent),
  });
}
