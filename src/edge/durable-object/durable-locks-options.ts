// The options of DurableLocks, and their checks.

import { InvalidOptionError } from "../../base/errors.ts";
import { callable, ownMembers } from "../../base/validate.ts";
import { type LocksOptions, resolveClientOptions } from "../../lock/client-options.ts";
import type { ResolvedClientOptions } from "../../lock/hold/client-context.ts";
import {
  ACQUIRE_OPTIONS,
  type AcquireOptions,
  type RedisEndpoint,
  type ResolvedAcquireOptions,
  resolveAcquireOptions,
  type UpstashClient,
} from "../../lock/options.ts";
import type { RedisPort } from "../../lock/redis/port.ts";

export interface DurableLocksOptions extends Pick<LocksOptions, "waitMs" | "pollMs" | "prefix" | "onEvent"> {
  /** The database: its url and token, an `@upstash/redis` client, or a port, as for `createLocks`. */
  redis: RedisEndpoint | UpstashClient | RedisPort;
  /**
   * The lease, renewed after a third of it, in ms: 1,000 to 2,147,483,647, default 120,000. An alarm can come a minute
   * late: with less than 100,000 that can lose the lock.
   */
  leaseMs?: number | undefined;
  /**
   * Called with the name of a lost lock: its lease ended, or another owner holds it. Errors that it throws are ignored.
   */
  onLost?: ((name: string) => unknown) | undefined;
}

/** Options of one acquire, without `onUnreachable`: if an acquire got no answer, the object's alarm releases it. */
export type DurableAcquireOptions = Omit<AcquireOptions, "onUnreachable">;

const KNOWN: readonly string[] = ACQUIRE_OPTIONS.filter((option) => option !== "onUnreachable");

/** Checks the options of one acquire, and fills in the defaults. Throws INVALID_OPTION naming the option. */
export function resolveDurableAcquire(
  given: DurableAcquireOptions | undefined,
  { waitMs, leaseMs, label }: ResolvedClientOptions,
): ResolvedAcquireOptions {
  return resolveAcquireOptions(given, { waitMs, leaseMs, wait: "poll", label }, KNOWN);
}

export interface ResolvedDurableLocks extends ResolvedClientOptions {
  readonly onLost: (name: string) => unknown;
}

const taken = new WeakSet<DurableObjectState>();

/** Checks the state of the object, which may have only one DurableLocks. Throws INVALID_OPTION. */
export function checkState(ctx: DurableObjectState): void {
  if (typeof ctx?.storage?.sql?.exec !== "function") {
    throw new InvalidOptionError("ctx", "must be the state of a SQLite-backed Durable Object (new_sqlite_classes)");
  }
  if (taken.has(ctx)) {
    throw new InvalidOptionError("ctx", "has DurableLocks already: make them once, in the object's constructor");
  }
  taken.add(ctx);
}

/** Checks the options except `redis`, and fills in the defaults. Throws INVALID_OPTION naming the option. */
export function resolveDurableLocks(given: DurableLocksOptions): ResolvedDurableLocks {
  const known = ["redis", "leaseMs", "waitMs", "pollMs", "prefix", "onEvent", "onLost"];
  const { onLost = () => {}, leaseMs = 120_000, ...rest } = ownMembers("options", given, known, "redis");
  return { ...resolveClientOptions({ ...rest, leaseMs }), onLost: callable("onLost", onLost) };
}
