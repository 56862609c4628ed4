// The watchdog as the locks see it: somebody who renews a hold after the invocation that got it has ended.

/** A hold to be kept, as it crosses to the watchdog. */
export interface Entrusted {
  readonly key: string;
  readonly owner: string;
  readonly holdId: string;
  readonly epoch: string;
  readonly ownerIsNew: boolean;
  /** A read hold. */
  readonly shared?: true | undefined;
  /** What each renewal sets, ms. */
  readonly leaseMs: number;
  /** From now until when it is kept, ms. */
  readonly maxHoldMs: number;
  /** The same for every repetition of one request: repeated late, it must not move the deadline. */
  readonly requestId: string;
  /** Whose holds are counted, and how many of them are kept at the most. Default: not counted. */
  readonly quota?: KeepQuota | undefined;
}

/** A number of holds that is not exceeded, and by whose holds. */
export interface KeepQuota {
  readonly of: string;
  readonly most: number;
}

/** What names an entrusted hold afterwards. */
export type EntrustedId = Pick<Entrusted, "key" | "owner" | "holdId">;

/** One request, to be taken back. */
export type EntrustRequest = EntrustedId & Pick<Entrusted, "requestId">;

export type EntrustReply =
  /**
   * Renewed a moment ago, for `leaseMs` from when the request was sent; kept for `maxHoldMs` from then, until
   * `deadline` by the watchdog's clock: longer than asked for, when an earlier request did.
   */
  | { readonly kind: "kept"; readonly leaseMs: number; readonly maxHoldMs: number; readonly deadline: number }
  /** It was over before. `end`: as Redis remembers it. */
  | { readonly kind: "ended"; readonly end: string }
  /** Redis did not confirm a renewal, and nothing is kept. */
  | { readonly kind: "unconfirmed"; readonly problem: string }
  /** As many are kept as the quota allows, and this one is not. */
  | { readonly kind: "full" };

/** What became of an entrusted hold. Instants are epoch ms by the watchdog's clock. */
export type HandOffStatus =
  | { readonly state: "kept"; readonly deadline: number }
  /**
   * `expired`: its deadline passed; `lost`: Redis says that it counts no more, or could not be asked for a whole lease.
   */
  | { readonly state: "released" | "expired" | "lost"; readonly endedAt: number }
  /** Never entrusted, or its end is longer ago than an hour. */
  | { readonly state: "unknown" };

/** Who keeps holds. Each call rejects when it was not answered; all may be repeated. */
export interface Watchdog {
  entrust(entrusted: Entrusted): Promise<EntrustReply>;
  /**
   * Its caller was not confirmed and goes on without: by this request alone nothing is kept, nor by a copy that comes
   * later.
   */
  withdraw(request: EntrustRequest): Promise<void>;
  status(id: EntrustedId): Promise<HandOffStatus>;
}
