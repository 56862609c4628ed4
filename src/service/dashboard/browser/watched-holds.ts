// The holds of the chosen lock, as the answers of the server show them.
import type { LeaseHolder, SeenLeases } from "../leases.ts";
import { WatchedLease } from "./watched-lease.ts";

/** A hold that was there in the newest answer. */
export interface WatchedHold {
  readonly holder: LeaseHolder;
  readonly lease: WatchedLease;
}

/** Watches the leases of one lock. */
export class WatchedHolds {
  /** When Redis was asked for the newest leases, in epoch ms, by the clock of the server. */
  seenAt = 0;
  #holds = new Map<string, WatchedHold>();

  /** The holds of the newest answer. */
  get all(): readonly WatchedHold[] {
    return [...this.#holds.values()];
  }

  /** Takes the leases of another answer. Without a new answer of Redis, the server repeats the previous ones. */
  see(leases: SeenLeases): void {
    if (leases.at <= this.seenAt) return;
    this.seenAt = leases.at;
    const before = this.#holds;
    this.#holds = new Map();
    for (const holder of leases.holders) {
      const { remainingMs } = holder;
      // A reader that died stays in Redis while others hold the lock.
      if (remainingMs <= 0) continue;
      const key = keyOf(holder);
      const known = before.get(key);
      known?.lease.see(leases, remainingMs);
      this.#holds.set(key, { holder, lease: known?.lease ?? new WatchedLease(leases, remainingMs) });
    }
  }
}

function keyOf({ owner, mode, since }: LeaseHolder): string {
  return JSON.stringify([owner, mode, since]);
}
