// LeaseWatchdog objects as one watchdog: a hash of its key assigns each lock to an object.

import { NoWatchdogError } from "../../base/errors.ts";
import { fnv1a } from "../../base/fnv1a.ts";
import type { Entrusted, EntrustedId, EntrustReply, KeptHolds, Watchdog } from "./watchdog.ts";

/** The binding of a Durable Object namespace whose class is LeaseWatchdog. */
export interface WatchdogNamespace {
  /**
   * Returns the object of this name, as the platform's binding does.
   * @param name the object's name: the package names its objects
   * @param options `locationHint`: where the platform creates the object
   * @returns a stub, whose methods are those of `LeaseWatchdog`
   */
  getByName(name: string, options?: { locationHint?: string }): Watchdog;
}

// Before that date a stub has only fetch(). The runtime's own error would be "entrust is not a function".
const NO_METHODS =
  'to call its methods, this Worker needs compatibility_date 2024-04-03 or later, or the compatibility flag "rpc"';

/** Default number of objects. All clients must use the same number, to reach the same object for a lock. */
export const DEFAULT_SHARDS = 4;

// The answer for a watchdog that cannot list what it keeps.
const NOT_TOLD: KeptHolds = { holds: [], isWhole: false };

export interface WatchdogPlacement {
  /** How many objects share the locks. */
  readonly shards: number;
  /** Location hint for new objects: near the database. */
  readonly location: string | undefined;
}

/**
 * Calls the object of a lock through a new stub for each call, because a stub that has failed stays broken. If this
 * Worker cannot call methods of objects, each call rejects with NO_WATCHDOG and sends nothing.
 */
export function namespaceWatchdog(namespace: WatchdogNamespace, { shards, location }: WatchdogPlacement): Watchdog {
  /** Returns the object of a lock, by its key, or the object that counts for a principal, by its id. */
  function objectOf(key: string): Watchdog {
    const name = `leases-${(fnv1a(key) % shards) + 1}-of-${shards}`;
    const stub = namespace.getByName(name, location === undefined ? {} : { locationHint: location });
    if (typeof stub.entrust !== "function") throw new NoWatchdogError(NO_METHODS);
    return stub;
  }
  const objectFor = ({ key }: Pick<EntrustedId, "key">): Watchdog => objectOf(key);
  /** Counts the hold first, in one object, because the objects that keep holds are independent. */
  async function entrust({ quota, ...entrusted }: Entrusted): Promise<EntrustReply> {
    const counting = quota && objectOf(quota.of);
    const counted = await counting?.count?.({ ...entrusted, quota });
    if (counted === "full") return { kind: "full" };
    const reply = await objectFor(entrusted).entrust(entrusted);
    if (counted !== "new" || quota === undefined || reply.kind === "kept") return reply;
    const { key, owner, holdId } = entrusted;
    await objectOf(quota.of).uncount?.({ key, owner, holdId, of: quota.of });
    return reply;
  }
  return {
    entrust,
    withdraw: async (request) => objectFor(request).withdraw(request),
    status: async (id) => objectFor(id).status(id),
    keptHolds: async (of) => (await objectFor(of).keptHolds?.(of)) ?? NOT_TOLD,
  };
}
