// What one run of the model is about: who wants the lock, how, and what the world may do to them.

/** One hold, and the client that wants it. */
export interface HoldPlan {
  readonly owner: number;
  /** The owner was made for this hold; else it was passed, and others may pass it too. At most one per owner. */
  readonly isDefault: boolean;
  /** In ticks. */
  readonly lease: number;
  /** Asks once: every try is a last one. Else it waits for its turn, and only its final try is. */
  readonly once: boolean;
  readonly renewals: number;
  readonly checks: number;
  /** Releases, renewals and checks by whoever has the hold as text, when its client is done with it. */
  readonly byText: number;
}

export interface Scenario {
  readonly name: string;
  /** At most three; a hold's number is its place. */
  readonly holds: readonly HoldPlan[];
  /** Tries of an acquire, a release and a cancel, each. */
  readonly tries: 1 | 2;
  readonly givesUp: "anywhere" | "after its tries";
  readonly ticks: number;
  /** How many executed requests stay in the network, to be executed again. */
  readonly duplicates: number;
  /** Redisson itself, with a lease of `lease`: under an owner of its own, or under one of ours. */
  readonly java: { readonly owner: number; readonly locks: number; readonly lease: number } | undefined;
  /** Copies of one forced release. */
  readonly forces: number;
  /** How often somebody takes the lock's TTL away. */
  readonly persists: number;
  /** How often Redis loses all pages and records. */
  readonly forgets: number;
  /**
   * How often a client gets the reply to an earlier request of its own, of the same kind, as that to the one it waits
   * for.
   */
  readonly mixups: number;
  /** Ticks that pages and records outlive the lease. */
  readonly beyond: number;
  /**
   * Ticks after which a request is no longer executed, and a client that waits for an answer does nothing more.
   * Undefined: both may come at any time, and records outlive `ticks`.
   */
  readonly latest: number | undefined;
  /**
   * "holds": all but that answers stay the same, which they do as long as records live. "belief": only that nobody
   * believes in a hold that is gone, nor two owners at once.
   */
  readonly judged: "all" | "holds" | "belief" | "nothing";
}

/** Java shares an owner with one of our holds. */
export function javaIsOurs(scenario: Scenario): boolean {
  return scenario.java !== undefined && scenario.holds.some(({ owner }) => owner === scenario.java?.owner);
}
