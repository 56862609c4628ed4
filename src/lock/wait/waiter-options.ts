// What a waiter is made with.
import type { Follow } from "./election.ts";
import type { Mail } from "./mailbox.ts";

export interface WaiterOptions {
  readonly owner: string;
  readonly label: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** The lease that it asks for, if a holder may pass the lock on to it. */
  readonly passableLeaseMs?: number | undefined;
  /** The longest time without an attempt, ms. */
  readonly pollMs: number;
  /** Follows the channel of the lock. */
  readonly follow: Follow;
  /** Absent: it cannot stand. */
  readonly mail?: Mail | undefined;
}
