// Watchdogs as a client carries them: who keeps holds, and the caller's side of a hand-off.
import { InvalidOptionError } from "../errors.ts";
import { knownMembers, wholeNumber } from "../validate.ts";
import { DEFAULT_SHARDS, namespaceWatchdog, type WatchdogNamespace } from "../watchdog/durable-object-watchdog.ts";
import type { Watchdog } from "../watchdog/protocol.ts";
import type { WatchdogClient } from "./capabilities.ts";
import { handOff } from "./hand-off.ts";

/** Cloudflare's location hints for Durable Objects. */
export type WatchdogLocation = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";

/** Options of `durableObjectWatchdog`. */
export interface DurableObjectWatchdogOptions {
  /**
   * How many objects of the namespace share the locks: 1 to 1,000, default 4; the same everywhere for one namespace.
   */
  readonly shards?: number | undefined;
  /**
   * Where those objects are made, near the database: a location hint of Cloudflare, such as "weur". Default: near the
   * first caller.
   */
  readonly location?: WatchdogLocation | undefined;
}

/**
 * Makes the way to any watchdog, for `createClient({ watchdog })`.
 * @param watchdog who keeps holds, such as `remoteWatchdog(…)` of "leasehound/vercel"
 * @throws INVALID_OPTION naming "watchdog"
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: watchdogClient(watchdog) });
 */
export function watchdogClient(watchdog: Watchdog): WatchdogClient {
  if (!isWatchdog(watchdog)) throw new InvalidOptionError("watchdog", "must have the methods of a Watchdog");
  return { watchdog, handOff };
}

/**
 * Makes the way to the `LeaseWatchdog` objects of a Durable Object namespace, for `createClient({ watchdog })`.
 * @param namespace the binding, such as `env.LEASE_WATCHDOG`
 * @param options `shards`: how many objects share the locks; `location`: where they are made
 * @throws INVALID_OPTION naming "watchdog", "shards" or "location"
 * @example
 * const client = createClient({ redis: { url, token }, watchdog: durableObjectWatchdog(env.LEASE_WATCHDOG) });
 */
export function durableObjectWatchdog(
  namespace: WatchdogNamespace,
  options?: DurableObjectWatchdogOptions,
): WatchdogClient {
  knownMembers("options", options, ["shards", "location"]);
  const { shards, location } = options ?? {};
  checkPlacement(shards, location, ["shards", "location"]);
  return { watchdog: watchdogOfNamespace(namespace, shards, location), handOff };
}

/** Makes the watchdog of a namespace, whose placement was checked. Throws INVALID_OPTION naming "watchdog". */
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

/** Checks where the objects are made and how many. Throws INVALID_OPTION with these names. */
export function checkPlacement(shards: unknown, location: unknown, [first, second]: readonly [string, string]): void {
  wholeNumber(first, shards, { from: 1, to: 1_000, fallback: DEFAULT_SHARDS });
  if (location !== undefined && typeof location !== "string") throw new InvalidOptionError(second, "must be a string");
}

/**
 * Whether this has the methods of a watchdog. A stub also has those of a namespace, and every other: ask for a watchdog
 * first.
 */
export function isWatchdog(value: unknown): value is Watchdog {
  return has<Watchdog>(value, "entrust") && has<Watchdog>(value, "status");
}

function has<Type>(value: unknown, method: string & keyof Type): value is Type {
  return typeof Object(value)[method] === "function";
}
