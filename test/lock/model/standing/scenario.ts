// The parameters of one run of the model: clients, isolates, and the possible faults.

/** A client, which acquires the lock once. */
export interface ClientPlan {
  readonly isolate: number;
  /** In ticks. */
  readonly lease: number;
  /** Makes a single attempt, which is a last one. Otherwise it waits. */
  readonly once: boolean;
  /** Its acquire ends the hold of another. */
  readonly steals: boolean;
  readonly renewals: number;
}

export interface IsolatePlan {
  /** Its clock minus that of Redis. */
  readonly clock: number;
  /** The database counts the subscriber of its mailbox. If not, its requests are only called, never granted. */
  readonly isCounted: boolean;
  /** It asks only to be called. */
  readonly isOnlyCalled?: boolean;
  /** Its mailbox may close at any time, with all its clients. */
  readonly mayDie: boolean;
}

export interface GrantScenario {
  readonly name: string;
  /** At most four. Client c is owner c, and after an unheard grant owner c + the number of clients. */
  readonly clients: readonly ClientPlan[];
  readonly isolates: readonly IsolatePlan[];
  /** The most attempts of an acquire. */
  readonly attempts: number;
  /** How long a grant counts without a renewal; the lease of the waiter at most. */
  readonly confirm: number;
  readonly ticks: number;
  /** The number of requests and messages that stay in the network, to arrive again. */
  readonly duplicates: number;
  /** The number of locks of a Java service, each for two ticks. */
  readonly javaLocks: number;
  /** The number of forced releases. */
  readonly forces: number;
  /** The number of ticks by which Redis' clock jumps ahead, while nobody believes in a hold. */
  readonly jumps: number;
  /** The number of waiters that may be cut: they leave without a cancel, and their isolate lives on. */
  readonly cuts: number;
  /** The number of messages of somebody who may publish on each mailbox, and knows no secret: each grants a lock. */
  readonly forgeries: number;
  /** Holders pass the lock on to waiters of their isolate. */
  readonly passes: boolean;
  /** A client goes on as another acquire. */
  readonly goesOn: boolean;
  /** The keys of scripts are locked: no release reads or writes the state of the next owner. */
  readonly locksKeys: boolean;
  /** A lock that was granted for so long, without a published release, is left free for a moment. Undefined: never. */
  readonly untold: number | undefined;
  /** Requests of this age are skipped. Undefined: none is. */
  readonly standing: number | undefined;
  /** A message arrives before the next tick, or never. */
  readonly isPrompt: boolean;
  /** One release skips at most so many requests. */
  readonly mostTried: number;
  /**
   * No request, reply or message is lost, no waiter gives up, and waiters attempt only when they are called: a free
   * lock must not stay free.
   */
  readonly isLossless: boolean;
}

/** Returns whether requests of this isolate say that its waiters are only called. */
export function isOnlyCalled({ isCounted, isOnlyCalled: asksSo = false }: IsolatePlan): boolean {
  return asksSo || !isCounted;
}

export function clientPlan(scenario: GrantScenario, client: number): ClientPlan {
  const plan = scenario.clients[client];
  if (plan === undefined) throw new Error(`no client ${client}`);
  return plan;
}

export function isolatePlan(scenario: GrantScenario, isolate: number): IsolatePlan {
  const plan = scenario.isolates[isolate];
  if (plan === undefined) throw new Error(`no isolate ${isolate}`);
  return plan;
}

export function clientOfOwner(scenario: GrantScenario, owner: number): number {
  return owner % scenario.clients.length;
}

/** Returns the isolate whose mailbox an owner's request names. */
export function isolateOfOwner(scenario: GrantScenario, owner: number): number {
  return clientPlan(scenario, clientOfOwner(scenario, owner)).isolate;
}
