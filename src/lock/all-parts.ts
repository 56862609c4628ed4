// The options of createLocks as those of a client with every part.

import { ownMembers, trueOrFalse } from "../base/validate.ts";
import { type ClientOptions, type LocksOptions, SHARED_OPTIONS } from "./client-options.ts";
import { byOwner } from "./parts/by-owner.ts";
import { checkPlacement, handOff, watchdogOfNamespace } from "./parts/hand-off.ts";
import { holdText } from "./parts/hold-text.ts";
import { inspection } from "./parts/inspection.ts";
import { sharedRenewals } from "./parts/shared-renewals.ts";
import { steal } from "./parts/steal.ts";
import { endpointFromEnv } from "./redis/endpoint.ts";
import { type KeyLocking, keyLocking, keyLockingOnUpstash } from "./redis/key-locking.ts";
import { streams } from "./redis/streams.ts";
import { endpointOrPort } from "./redis/through-client.ts";
import { isWatchdog } from "./watchdog/watchdog.ts";

const PLACEMENT = ["watchdogShards", "watchdogLocation"] as const;
/** The options of `createLocks`. */
export const LOCKS_OPTIONS: readonly string[] = [...SHARED_OPTIONS, ...["keyLocking", "watchdog"], ...PLACEMENT];
const ELSE_PASS = ", or pass redis: { url, token }; a Worker has both in env";

/** Checks the options that `createLocks` has alone, and adds every part. */
export function withAllParts(options: LocksOptions): ClientOptions {
  const given = ownMembers("options", options, LOCKS_OPTIONS);
  const { watchdog: keeper, watchdogShards, watchdogLocation, keyLocking: locksKeys, ...shared } = given;
  checkPlacement(watchdogShards, watchdogLocation, PLACEMENT);
  // In this order: a stub has every method.
  const watchdog =
    keeper === undefined || isWatchdog(keeper) ? keeper : watchdogOfNamespace(keeper, watchdogShards, watchdogLocation);
  // An own member that is undefined is refused: a forgotten value must not choose another database.
  const redis = "redis" in given ? given.redis : endpointFromEnv(undefined, { otherwise: ELSE_PASS });
  const wait = streams();
  return {
    ...shared,
    redis: endpointOrPort(redis, wait.follow),
    wait,
    text: holdText(),
    renewals: sharedRenewals(),
    inspection: inspection(),
    steal: steal(),
    owners: byOwner(),
    keyLocking: keyLockingOf(locksKeys),
    watchdog: watchdog && { watchdog, handOff },
  };
}

function keyLockingOf(locksKeys: boolean | undefined): KeyLocking | undefined {
  if (locksKeys === undefined) return keyLockingOnUpstash();
  return trueOrFalse("keyLocking", locksKeys) ? keyLocking() : undefined;
}
