// A waiter, as its group and the holders of its isolate see it.
import type { BusyReply } from "../protocol.ts";
import type { Offer } from "./offer.ts";

/** Why an attempt failed, for a waiter. */
export type Refusal = Omit<BusyReply, "kind" | "holder">;

/** The result of a wait: a lock, which may be free by itself when its lease ends; or permits, and how many are left. */
export interface WaitResult {
  readonly leaseMs: number;
  readonly available?: number | undefined;
}

/** How a wait ends: the result of its last attempt, if that was answered. */
export type LastTry =
  | ({ readonly kind: "granted" } & WaitResult)
  /** Several locks: index of the busy one. */
  | { readonly kind: "refused"; readonly member?: number | undefined }
  | { readonly kind: "unanswered" };

/** One waiter, as its group sees it. */
export interface GroupMember {
  readonly owner: string;
  /** Others may hold the lock at the same time. */
  readonly shared: boolean;
  /** How many permits it needs at once. */
  readonly permits: number;
  /** Its place in a queue, by the last answer of Redis and by grants here: it may be nearer. 0: not known. */
  readonly position: number;
  /** Its number in a queue whose messages call it by number; 0: it has none. */
  readonly number: number;
  /** Woken since its last attempt began. */
  readonly isAwake: boolean;
  /** Its attempt has not been answered. */
  readonly isTrying: boolean;
  /** It has been silent for too long: its invocation was probably cut. */
  readonly isPresumedDead: boolean;
  /** It has certainly no attempt and no stream any more. */
  readonly isAbandoned: boolean;
  /** As leader, it lets another waiter attempt first. */
  readonly isYielding: boolean;
  /** Offers it the lock, unless it attempts anyway, or cannot take it by a pass. */
  offer(): Offer | undefined;
  /** Records that a waiter before it has left the queue. */
  movesUp(): void;
  /** Makes it check its group again. */
  notify(): void;
  /** Makes it attempt. `isCertain`: because Redis answered another waiter here, not because of a message. */
  wake(isCertain?: boolean): void;
  /** Records that the lock may be free by itself in `ms`. */
  freeIn(ms: number): void;
}
