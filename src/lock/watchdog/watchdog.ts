// The watchdog as the locks see it: it renews a hold after the invocation that acquired it has ended.

/** A hold to keep, as it is sent to the watchdog. */
export interface Entrusted {
  /** The lock's Redis key: prefix and name. */
  readonly key: string;
  /** The owner, as Redis stores it. */
  readonly owner: string;
  /** Identifies the hold among those of its owner. */
  readonly holdId: string;
  /** Identifies the time in which the owner has held the lock without a gap. */
  readonly epoch: string;
  /** Whether the owner was made for this hold alone, and not passed to `acquire`. */
  readonly ownerIsNew: boolean;
  /** A read hold. */
  readonly shared?: true | undefined;
  /** What its caller says of it, for those who ask the watchdog. Default: nothing. */
  readonly label?: string | undefined;
  /** The lease that each renewal sets, ms. */
  readonly leaseMs: number;
  /** How long the hold is kept from now, ms. */
  readonly maxHoldMs: number;
  /** The same for every copy of one request: a late copy must not move the deadline. */
  readonly requestId: string;
  /** The quota that the hold counts in. Default: none. */
  readonly quota?: KeepQuota | undefined;
}

/** The most holds that are kept for `of`, such as a caller. */
export interface KeepQuota {
  /** Who uses the quota up: any text. */
  readonly of: string;
  /** The most holds that are kept for it: at least 1. */
  readonly most: number;
}

/** The part of a hold that a watchdog needs: neither its token nor its text. */
export type EntrustedHold = Pick<Entrusted, "key" | "owner" | "holdId" | "epoch" | "ownerIsNew" | "shared" | "label">;

/** Returns that part, without any other member of the given object. */
export function entrustedHold(hold: EntrustedHold): EntrustedHold {
  const { key, owner, holdId, epoch, ownerIsNew, shared, label } = hold;
  return { key, owner, holdId, epoch, ownerIsNew, shared, label };
}

/** Identifies an entrusted hold afterwards. */
export type EntrustedId = Pick<Entrusted, "key" | "owner" | "holdId">;

/** Identifies one request, to withdraw it. */
export type EntrustRequest = EntrustedId & Pick<Entrusted, "requestId">;

export type EntrustReply =
  /**
   * The hold was renewed a moment ago, for `leaseMs` from the sending of the request. It is kept for `maxHoldMs` from
   * then, until `deadline` by the watchdog's clock: longer than requested, if an earlier request asked for that.
   */
  | { readonly kind: "kept"; readonly leaseMs: number; readonly maxHoldMs: number; readonly deadline: number }
  /** It had ended before. `end`: as Redis remembers it. */
  | { readonly kind: "ended"; readonly end: string }
  /**
   * Redis did not confirm a renewal, and nothing is kept. `isOver`: this request has ended, by a withdrawal, with its
   * lease or at its deadline. A repetition gets the same answer.
   */
  | { readonly kind: "unconfirmed"; readonly problem: string; readonly isOver?: true }
  /** The quota is used up, so this hold is not kept. */
  | { readonly kind: "full" };

/** The state of an entrusted hold. Instants are epoch ms by the watchdog's clock. */
export type HandOffStatus =
  /** `label`: that of the hold, "" when it has none; undefined when the watchdog does not tell it. */
  | { readonly state: "kept"; readonly deadline: number; readonly label?: string | undefined }
  /**
   * `expired`: its deadline passed; `lost`: Redis says that it no longer counts, or was unreachable for a whole lease.
   */
  | { readonly state: "released" | "expired" | "lost"; readonly endedAt: number }
  /** Never entrusted, or it ended more than an hour ago. */
  | { readonly state: "unknown" };

/** The holds of one lock that a watchdog keeps. */
export interface KeptHolds {
  /** At most 250 of them. `owner`: as Redis stores it; `deadline`: until when the hold is kept, in epoch ms. */
  readonly holds: readonly { readonly owner: string; readonly deadline: number }[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** Keeps holds. Each call rejects if it was not answered. All calls may be repeated. */
export interface Watchdog {
  /**
   * Renews a hold once, and then keeps it until its deadline, its release or its loss.
   * @param entrusted the hold, the lease of each renewal, and how long to keep it
   * @returns whether it is kept, or why not
   */
  entrust(entrusted: Entrusted): Promise<EntrustReply>;
  /**
   * Withdraws a request whose caller got no confirmation and continues by itself. Nothing is kept because of this
   * request alone, or of a later copy.
   * @param request the hold, and the id of the request
   */
  withdraw(request: EntrustRequest): Promise<void>;
  /**
   * Returns the state of a hold.
   * @param id the hold
   * @returns whether it is kept, or how and when that ended
   */
  status(id: EntrustedId): Promise<HandOffStatus>;
  /**
   * Counts a hold for the quota of its principal, unless the quota is used up. A watchdog without this method keeps any
   * number of holds.
   * @param entrusted the hold with its quota
   * @returns "known" if it is counted already; "full" if it is not counted
   */
  count?(entrusted: Entrusted): Promise<"new" | "known" | "full">;
  /**
   * Removes a hold from the count, because it is not kept.
   * @param counted the hold, and its principal
   */
  uncount?(counted: EntrustedId & Pick<KeepQuota, "of">): Promise<void>;
  /**
   * Lists the holds of one lock that are kept, for `lock.inspect()`. A watchdog may lack it: `inspect()` then says
   * "unknown".
   * @param lock its key: prefix and name
   * @returns the holds, with an owner's latest deadline alone
   */
  keptHolds?(lock: Pick<Entrusted, "key">): Promise<KeptHolds>;
}

// Enough for every holder that an inspection tells, and small enough for one answer.
const MOST_KEPT = 250;

/** Returns the latest deadline of each owner, as `keptHolds` answers. */
export function keptHoldsOf(kept: readonly { readonly owner: string; readonly deadline: number }[]): KeptHolds {
  const latest = new Map<string, number>();
  for (const { owner, deadline } of kept) latest.set(owner, Math.max(deadline, latest.get(owner) ?? deadline));
  const holds = [...latest].map(([owner, deadline]) => ({ owner, deadline }));
  return { holds: holds.slice(0, MOST_KEPT), isWhole: holds.length <= MOST_KEPT };
}

/**
 * Whether a value has the methods of a watchdog. A stub has every method, also those of a namespace: check for a
 * watchdog first.
 */
export function isWatchdog(value: unknown): value is Watchdog {
  const { entrust, status } = Object(value);
  return typeof entrust === "function" && typeof status === "function";
}
