// The options of createLocks as those of a client with every capability.

import { checkPlacement, handOff, watchdogOfNamespace } from "./capabilities/hand-off.ts";
import { holdText } from "./capabilities/hold-text.ts";
import { inspection } from "./capabilities/inspection.ts";
import { sharedRenewals } from "./capabilities/shared-renewals.ts";
import { steal } from "./capabilities/steal.ts";
import { type ClientOptions, type LocksOptions, SHARED_OPTIONS } from "./client-options.ts";
import { keyLocking } from "./redis/key-locking.ts";
import { streams } from "./redis/streams.ts";
import { endpointOrPort } from "./redis/through-client.ts";
import { ownMembers, trueOrFalse } from "./validate.ts";
import { isWatchdog, type Watchdog } from "./watchdog/protocol.ts";

const PLACEMENT = ["watchdogShards", "watchdogLocation"] as const;

/** Checks the options that `createLocks` has alone, and adds every capability. */
export function withAllCapabilities(options: LocksOptions): ClientOptions {
  const given = ownMembers("options", options, [...SHARED_OPTIONS, "watchdog", ...PLACEMENT], "redis");
  const { watchdog: _, watchdogShards: __, watchdogLocation: ___, keyLocking: isOn, redis, ...shared } = given;
  const watchdog = watchdogOf(given);
  const wait = streams();
  const capabilities = {
    wait,
    text: holdText(),
    renewals: sharedRenewals(),
    inspection: inspection(),
    steal: steal(),
  };
  const more = trueOrFalse("keyLocking", isOn) ? { keyLocking: keyLocking() } : {};
  return {
    ...shared,
    redis: endpointOrPort(redis, wait.follow),
    ...capabilities,
    ...more,
    watchdog: watchdog && { watchdog, handOff },
  };
}

function watchdogOf({ watchdog, watchdogShards, watchdogLocation }: LocksOptions): Watchdog | undefined {
  checkPlacement(watchdogShards, watchdogLocation, PLACEMENT);
  if (watchdog === undefined) return undefined;
  // In this order: a stub has every method.
  if (isWatchdog(watchdog)) return watchdog;
  return watchdogOfNamespace(watchdog, watchdogShards, watchdogLocation);
}
