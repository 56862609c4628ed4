// The parameters of one run of the model: the clients, and the possible faults.

/** One hold, and its client. */
export interface HoldPlan {
  readonly owner: number;
  /** The owner was made for this hold; otherwise it was passed, and others may pass it too. At most one per owner. */
  readonly isDefault: boolean;
  /** In ticks. */
  readonly lease: number;
  /** Makes a single attempt, so that each one is a last one. Otherwise it waits, and only its final attempt is. */
  readonly once: boolean;
  /** Each attempt checks what the key is, as the first one of a call does. Otherwise only the last one does. */
  readonly looks: boolean;
  /** Its acquire ends the holds of others. */
  readonly steals: boolean;
  readonly renewals: number;
  readonly checks: number;
  /** Releases, renewals and checks by a client with the hold's text, after its own client is done. */
  readonly byText: number;
}

export interface Scenario {
  readonly name: string;
  /** At most three; a hold's number is its index. */
  readonly holds: readonly HoldPlan[];
  /** Attempts of an acquire, a release and a cancel, each. */
  readonly tries: 1 | 2;
  readonly givesUp: "anywhere" | "after its tries";
  readonly ticks: number;
  /** The number of executed requests that stay in the network, to be executed again. */
  readonly duplicates: number;
  /** Redisson, with a lease of `lease`: under its own owner, or under one of ours. */
  readonly java: { readonly owner: number; readonly locks: number; readonly lease: number } | undefined;
  /** Copies of one forced release, or of one request about an owner. */
  readonly forces: number;
  /** These copies end or renew all holds of owner 0, whom callers passed. Default: they free the lock. */
  readonly byOwner?: "release" | "renew";
  /** The number of times that the lock's TTL is removed. */
  readonly persists: number;
  /** The number of times that Redis loses all pages and records. */
  readonly forgets: number;
  /** The number of times that a client gets the reply to one of its earlier requests of the same kind instead. */
  readonly mixups: number;
  /** Holders pass the lock on to waiters of their isolate: to holds of new owners that make more than one attempt. */
  readonly passes: boolean;
  /** Ticks for which pages and records outlive the lease. */
  readonly beyond: number;
  /**
   * Ticks after which a request is no longer executed, and a waiting client does nothing more. Undefined: both may
   * happen at any time, and records outlive `ticks`.
   */
  readonly latest: number | undefined;
  /**
   * "holds": everything except that replies stay the same, which depends on living records. "belief": only that no
   * valid hold is lost, and that no two owners are valid at once.
   */
  readonly judged: "all" | "holds" | "belief" | "nothing";
}

/** Java shares an owner with one of our holds. */
export function javaIsOurs(scenario: Scenario): boolean {
  return scenario.java !== undefined && scenario.holds.some(({ owner }) => owner === scenario.java?.owner);
}
