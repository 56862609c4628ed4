// LeaseWatchdog objects as one watchdog: each lock has its object, by a hash of its key.
import { NoWatchdogError } from "../errors.ts";
import type { EntrustedId, KeepQuota, Watchdog } from "./protocol.ts";

/** The binding of a Durable Object namespace whose class is LeaseWatchdog. */
export interface WatchdogNamespace {
  getByName(name: string, options?: { locationHint?: string }): Watchdog;
}

// Before that date a stub has no methods but fetch(). Named here, because the runtime's own error is "entrust is not a
// function".
const NO_METHODS =
  'to call its methods, this Worker needs compatibility_date 2024-04-03 or later, or the compatibility flag "rpc"';

/** Where nobody says how many: whoever speaks of a lock finds the same object. */
export const DEFAULT_SHARDS = 4;

export interface WatchdogPlacement {
  /** How many objects share the locks. */
  readonly shards: number;
  /** Where an object is made: near the database. */
  readonly location: string | undefined;
}

/**
 * Asks the object of a lock, through a fresh stub for each call: one that has failed stays broken. Each call rejects
 * with NO_WATCHDOG, and sends nothing, where this Worker cannot call methods of objects.
 */
export function namespaceWatchdog(namespace: WatchdogNamespace, { shards, location }: WatchdogPlacement): Watchdog {
  function objectFor({ key }: EntrustedId): Watchdog {
    const name = `leases-${(hash(key) % shards) + 1}-of-${shards}`;
    const stub = namespace.getByName(name, location === undefined ? {} : { locationHint: location });
    if (typeof stub.entrust !== "function") throw new NoWatchdogError(NO_METHODS);
    return stub;
  }
  // Objects don't know of each other: each keeps its share, and so all of them no more than the whole.
  function share({ of, most }: KeepQuota): KeepQuota {
    return { of, most: Math.ceil(most / shards) };
  }
  return {
    entrust: async ({ quota, ...entrusted }) =>
      objectFor(entrusted).entrust(quota === undefined ? entrusted : { ...entrusted, quota: share(quota) }),
    withdraw: async (request) => objectFor(request).withdraw(request),
    status: async (id) => objectFor(id).status(id),
  };
}

// FNV-1a, 32 bits: even enough to spread locks, and the same everywhere.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
