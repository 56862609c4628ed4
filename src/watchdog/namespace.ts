// LeaseWatchdog objects as one watchdog: each lock has its object, by a hash of its key.
import type { EntrustedId, Watchdog } from "./watchdog.ts";

/** The binding of a Durable Object namespace whose class is LeaseWatchdog. */
export interface WatchdogNamespace {
  getByName(name: string, options?: { locationHint?: string }): Watchdog;
}

/** Where nobody says how many: whoever speaks of a lock finds the same object. */
export const DEFAULT_SHARDS = 4;

export interface WatchdogPlacement {
  /** How many objects share the locks. */
  readonly shards: number;
  /** Where an object is made: near the database. */
  readonly location: string | undefined;
}

/** A fresh stub for each call: one that has failed stays broken. */
export function namespaceWatchdog(namespace: WatchdogNamespace, { shards, location }: WatchdogPlacement): Watchdog {
  function objectFor({ key }: EntrustedId): Watchdog {
    const name = `leases-${(hash(key) % shards) + 1}-of-${shards}`;
    return namespace.getByName(name, location === undefined ? {} : { locationHint: location });
  }
  return {
    entrust: async (entrusted) => objectFor(entrusted).entrust(entrusted),
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
