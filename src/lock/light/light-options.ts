// The options of light locks, with unit, range and default. They are checked before anything is sent.
import { InvalidOptionError } from "../../base/errors.ts";
import { callable, isSignal, milliseconds, ownMembers } from "../../base/validate.ts";
import { DEFAULT_PREFIX, type LocksOptions } from "../client-options.ts";
import { checkPrefix } from "../keys.ts";
import type { RenewalOptions } from "../kinds/with-hold.ts";
import { type AcquireOptions, checkLabel, isLeaseFixed, MAX_MS, MIN_LEASE_MS, type RedisEndpoint } from "../options.ts";
import type { RedisPort } from "../redis/port.ts";

/** Options of `createLightLocks`. */
export interface LightLocksOptions extends Pick<LocksOptions, "leaseMs" | "waitMs" | "prefix" | "onEvent"> {
  /** The database: its url and token, or a port, such as `ioredisPort(redis)`. */
  redis: RedisEndpoint | RedisPort;
  /**
   * The longest pause of a waiter between two attempts, in ms: 50 to 60,000, default 1,000. Each attempt is a command.
   */
  pollMs?: number | undefined;
}

/** Options of a light lock's `acquire`. */
export interface LightAcquireOptions
  extends Pick<AcquireOptions, "waitMs" | "leaseMs" | "renew" | "signal" | "label"> {}

/** Options of a light lock's `withLock`. `leaseMs` fixes the lease, unless `renew` is true. */
export interface LightWithLockOptions extends LightAcquireOptions, Omit<RenewalOptions, "listen"> {}

export interface ResolvedLightLocks {
  readonly leaseMs: number;
  readonly waitMs: number;
  readonly pollMs: number;
  readonly prefix: string;
  readonly onEvent: LightLocksOptions["onEvent"];
}

/** Checks the options of `createLightLocks`, except `redis`, and fills in the defaults. */
export function resolveLightLocks(options: LightLocksOptions): ResolvedLightLocks {
  const known = ["redis", "leaseMs", "waitMs", "pollMs", "prefix", "onEvent"];
  const { leaseMs, waitMs, pollMs, prefix, onEvent } = ownMembers("options", options, known, "redis");
  return {
    leaseMs: milliseconds("leaseMs", leaseMs, MIN_LEASE_MS, MAX_MS, 30_000),
    waitMs: milliseconds("waitMs", waitMs, 0, MAX_MS, 10_000),
    pollMs: milliseconds("pollMs", pollMs, 50, 60_000, 1_000),
    prefix: checkPrefix(prefix ?? DEFAULT_PREFIX),
    onEvent: onEvent && callable("onEvent", onEvent),
  };
}

export interface ResolvedLightOptions {
  readonly waitMs: number;
  readonly leaseMs: number;
  /** Whether the call fixed the lease, so that keepAlive does not renew it. */
  readonly leaseFixed: boolean;
  readonly label: string;
  readonly signal: AbortSignal | undefined;
}

/** Checks the options of one acquire. `more`: other options of the call. */
export function resolveLightOptions(
  options: LightAcquireOptions | undefined,
  defaults: Pick<ResolvedLightLocks, "waitMs" | "leaseMs">,
  more: readonly string[] = [],
): ResolvedLightOptions {
  const given = ownMembers("options", options, ["waitMs", "leaseMs", "renew", "signal", "label", ...more]);
  const signal = given?.signal;
  if (signal !== undefined && !isSignal(signal)) throw new InvalidOptionError("signal", "must be an AbortSignal");
  return {
    waitMs: milliseconds("waitMs", given?.waitMs, 0, MAX_MS, defaults.waitMs),
    leaseMs: milliseconds("leaseMs", given?.leaseMs, MIN_LEASE_MS, MAX_MS, defaults.leaseMs),
    leaseFixed: isLeaseFixed(given),
    label: checkLabel(given?.label, ""),
    signal,
  };
}
