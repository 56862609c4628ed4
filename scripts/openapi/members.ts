// The meanings of the members of bodies, queries and answers. They are not in the schemas that the Worker bundles.

interface Meaning {
  readonly description: string;
  readonly default?: unknown;
}

const meaning = (description: string, byDefault?: unknown): Meaning => ({
  description,
  ...(byDefault !== undefined && { default: byDefault }),
});

/** By the member, or by the operation or answer and its member where the meaning differs. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  name: meaning("The name of the lock."),
  kind: meaning("The kind of the lock.", "lock"),
  "Inspected.kind": meaning("The type of the Redis key; `free`: nobody holds the lock."),
  "Page.kind": meaning("The type of the Redis key."),
  waitMs: meaning("How long to wait while another owner holds the lock, in ms.", 0),
  leaseMs: meaning("The length of the lease, in ms."),
  "acquire.leaseMs": meaning("The lease, in ms. Default: the lease of the server."),
  renew: meaning("Whether the hold may be handed off. Default: true without `leaseMs`, false with it."),
  "renewOwner.leaseMs": meaning("The lease from now, in ms. Default: the lease of the server."),
  "renew.leaseMs": meaning("The lease from now, in ms. Default: that of the acquire."),
  "handOff.leaseMs": meaning(
    "The lease that the watchdog renews, in ms. Default: as long as the hold needs, and at least 120,000.",
  ),
  maxLeaseMs: meaning("The longest lease of an acquire, in ms."),
  owner: meaning("Who holds the lock, or waits for it."),
  "acquire.owner": meaning("Who acquires. An owner that holds the lock re-enters it. Default: a new owner."),
  label: meaning("What the hold is for. People see it."),
  steal: meaning("Takes the lock from its holder. Not for read locks.", false),
  reason: meaning("Why the lock is stolen; only with `steal`."),
  hold: meaning("The text of the hold. Its bearer may renew and release the hold."),
  holdCount: meaning("How many times the owner holds the lock."),
  validUntil: meaning("When the hold ends unless it is renewed, in epoch ms."),
  fencingToken: meaning("A number that increases with each grant; for a `fencedLock`."),
  remainingMs: meaning("When the lease ends, in ms from now; -2: the lock is free."),
  "releaseOwner.owner": meaning("An owner that an acquire stated."),
  "renewOwner.owner": meaning("An owner that an acquire stated."),
  wasHeld: meaning("Whether the owner held the lock."),
  isHeld: meaning("Whether the owner holds the lock."),
  outcome: meaning("How the hold ended."),
  wasLocked: meaning("Whether anybody held the lock."),
  locked: meaning("Whether anybody holds the lock."),
  mode: meaning("How the lock is held: by one, by readers, or by a writer."),
  holders: meaning("At most 100 of the holders."),
  holder: meaning("The writer, or any of the holders."),
  holderCount: meaning("How many holders there are."),
  "forceRelease.owners": meaning("The owners of all holders that the caller saw, in any order."),
  "forceRelease.holderCount": meaning("How many holders the caller saw; only for more than 20."),
  holds: meaning("How many times this owner holds the lock."),
  since: meaning("When the holder acquired the lock, in epoch ms. Absent: unknown."),
  origin: meaning("The library of the owner."),
  handedOffUntil: meaning(
    "Until when the watchdog keeps the hold, in epoch ms; `unknown`: the watchdog does not answer.",
  ),
  queue: meaning("At most the first 100 waiters of a fair lock."),
  queueLength: meaning("How many waiters are in the queue."),
  position: meaning("The place in the queue, from 1 up."),
  silentMs: meaning("How long ago the waiter last tried, in ms."),
  "check.waiters": meaning("Also counts those who wait for the lock or permit.", false),
  waitersListed: meaning("How many wait in its queue or list, at most 100."),
  waitersListening: meaning("How many others listen to its release."),
  waiterLabel: meaning("What the first waiter waits for, if Redis knows it."),
  waitingSince: meaning("When the first waiter first tried, in epoch ms, if Redis knows it."),
  waiters: meaning("How many wait, as far as Redis knows. Callers that poll are not counted."),
  waitersUnknownBecause: meaning("Why nobody knows how many wait. Absent with a number."),
  match: meaning("The names: `*` stands for any text, `?` for one byte.", "*"),
  cursor: meaning("Where the page begins: the `cursor` of the previous page."),
  "Page.cursor": meaning("Where the next page begins. Absent at the last page."),
  limit: meaning("How many locks the page has at most.", "50"),
  locks: meaning("The held locks. A page may be empty although there is a `cursor`."),
  maxHoldMs: meaning("The longest time for which the hold is kept, in ms."),
  "mint.maxHoldMs": meaning("The longest time for which a hold is renewed or handed off, in ms."),
  "Token.maxHoldMs": meaning("The longest time for which a hold is renewed or handed off, in ms."),
  requestId: meaning("Names the request. All attempts of one request have the same."),
  deadline: meaning("When the watchdog stops renewing the hold, in epoch ms."),
  state: meaning("Whether the watchdog keeps the hold, or how the hold ended."),
  endedAt: meaning("When the watchdog stopped renewing the hold, in epoch ms."),
  principal: meaning("The id of the bearer."),
  lifeMs: meaning("How long the token is valid, in ms.", 3_600_000),
  names: meaning("Names of locks. A `*` at the end stands for any text."),
  verbs: meaning("What the bearer may do."),
  maxWaits: meaning("How many requests may wait at once in one isolate."),
  maxKeptHolds: meaning("How many holds the watchdog keeps at most."),
  permits: meaning("How many permits the semaphore has."),
  "acquire.permits": meaning("How many permits a new semaphore has; only with the kind `permitExpirableSemaphore`."),
  "setPermits.permits": meaning("The new number, or with `add` the difference."),
  change: meaning("Sets the number, sets it if none is set, or adds to it.", "set"),
  changed: meaning("Whether the request changed the number."),
  isSet: meaning("Whether anybody has set the number of permits."),
  available: meaning("How many permits are free."),
  leases: meaning("At most 100 of the permits that are held."),
  leaseCount: meaning("How many permits are held."),
  id: meaning("The id of the permit."),
  "Permits.kind": meaning("The type of the Redis key."),
  "Permits.remainingMs": meaning(
    "When the lease ends, or the number of permits is deleted, in ms from now; -1: never.",
  ),
  token: meaning("A capability token."),
  tokenId: meaning("The id of the token, by which root can revoke it."),
  expiresAt: meaning("When the token expires, in epoch ms."),
  type: meaning("The address of the section of the docs about the problem."),
  status: meaning("The status of the answer."),
  title: meaning("The problem, as a sentence that may change."),
  code: meaning("The problem, as a name that keeps its meaning."),
  nonce: meaning("The `Request-Nonce` of the request that this answers."),
};

type Schema = Record<string, unknown>;

/** Returns the schema with the meaning of each member. `owner`: the operation or answer that it belongs to. */
export function explained(schema: Schema, owner: string): Schema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: explained(Object(items), owner) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(Object(properties)).map(([name, member]) => [
          name,
          { ...explained(Object(member), owner), ...(MEANINGS[`${owner}.${name}`] ?? MEANINGS[name]) },
        ]),
      ),
    }),
  };
}
