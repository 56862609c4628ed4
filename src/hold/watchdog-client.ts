// The watchdogs that a client can have, each with the caller's side of a hand-off.
import { InvalidOptionError } from "../errors.ts";
import { ownMembers, wholeNumber } from "../validate.ts";
import { DEFAULT_SHARDS, namespaceWatchdog, type WatchdogNamespace } from "../watchdog/durable-object-watchdog.ts";
import type { Watchdog } from "../watchdog/protocol.ts";
import type { WatchdogClient } from "./client-context.ts";
import { handOff } from "./hand-off.ts";

/** A location hint of Cloudflare for Durable Objects. */
export type WatchdogLocation = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";

/** Options of `durableObjectWatchdog`. */
export interface DurableObjectWatchdogOptions {
  /** How many objects of the namespace share the locks: 1 to 1,000, default 4. Use the same number everywhere. */
  readonly shards?: number | undefined;
  /**
   * Where these objects are created, near the database: a location hint of Cloudflare, such as "weur". Default: near
   * the first caller.
   */
  readonly location?: WatchdogLocation | undefined;
}

/**
 * Connects a client to any watchdog, such as the remote one of "leasehound/vercel".
 * @param watchdog keeps the holds that are handed off: `remoteWatchdog(…)`, or your own
 * @returns the value for `createClient({ watchdog })`
 * @throws INVALID_OPTION when `watchdog` lacks the methods of a Watchdog
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: watchdogClient(watchdog) });
 */
export function watchdogClient(watchdog: Watchdog): WatchdogClient {
  if (!isWatchdog(watchdog)) throw new InvalidOptionError("watchdog", "must have the methods of a Watchdog");
  return { watchdog, handOff };
}

/**
 * Connects a client to the `LeaseWatchdog` objects of a Durable Object namespace.
 * @param namespace the binding, such as `env.LEASE_WATCHDOG`
 * @param options `shards`: how many objects share the locks, 1 to 1,000, default 4; `location`: where they are created,
 * default near the first caller
 * @returns the value for `createClient({ watchdog })`
 * @throws INVALID_OPTION when `namespace` or an option is wrong
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: durableObjectWatchdog(env.LEASE_WATCHDOG) });
 */
export function durableObjectWatchdog(
  namespace: WatchdogNamespace,
  options?: DurableObjectWatchdogOptions,
): WatchdogClient {
  const { shards, location } = ownMembers("options", options, ["shards", "location"]) ?? { __proto__: null };
  checkPlacement(shards, location, ["shards", "location"]);
  return { watchdog: watchdogOfNamespace(namespace, shards, location), handOff };
}

/** Returns the watchdog of a namespace whose placement was checked. Throws INVALID_OPTION naming "watchdog". */
export function watchdogOfNamespace(
  namespace: WatchdogNamespace,
  shards: number | undefined,
  location: string | undefined,
): Watchdog {
  if (!has<WatchdogNamespace>(namespace, "getByName")) {
    throw new InvalidOptionError("watchdog", "must be the binding of a Durable Object namespace");
  }
  return namespaceWatchdog(namespace, { shards: shards ?? DEFAULT_SHARDS, location });
}

/** Checks the number and place of the objects. Throws INVALID_OPTION with these names. */
export function checkPlacement(shards: unknown, location: unknown, [first, second]: readonly [string, string]): void {
  wholeNumber(first, shards, { from: 1, to: 1_000, fallback: DEFAULT_SHARDS });
  if (location !== undefined && typeof location !== "string") throw new InvalidOptionError(second, "must be a string");
}

/**
 * Whether a value has the methods of a watchdog. A stub has every method, also those of a namespace: check for a
 * watchdog first.
 */
export function isWatchdog(value: unknown): value is Watchdog {
  return has<Watchdog>(value, "entrust") && has<Watchdog>(value, "status");
}

function has<Type>(value: unknown, method: string & keyof Type): value is Type {
  return typeof Object(value)[method] === "function";
}
