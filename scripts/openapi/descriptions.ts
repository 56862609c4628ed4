// What openapi.json says of the operations of the lock API, besides their contract.
import {
  OPERATIONS,
  type Operation,
  type OperationId,
  type OperationKey,
} from "../../src/service/api/contract/contract.ts";
import { placeOf } from "../../src/service/api/contract/place.ts";

/** The groups of operations. */
export const TAGS = {
  holds: "Acquire, renew and release a lock or a permit.",
  locks: "See who holds a lock, and free it.",
  permits: "The permits of a semaphore.",
  "hand-offs": "Let the watchdog renew a hold.",
  tokens: "Make and revoke capability tokens.",
};

/** In an example, this stands for the `hold` that an earlier request answered. It has the form of one. */
export const HOLD = `lha1.the-key-.of-an-earlier-answer.${"the-signature".padEnd(43, "-")}`;
/** In an example, this stands for the `token` that an earlier request answered. */
export const TOKEN_TEXT = "head.of-an-earlier-answer.the-signature";

/** An operation that openapi.json describes. */
export interface Described {
  readonly id: OperationId;
  readonly key: OperationKey;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operation: Operation;
}

interface Description {
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  /** The name of the schema of its answer. */
  readonly answer: string;
  /** What the `Idempotency-Key` names, if it takes one. */
  readonly key?: string;
  /** What the answer as events contains, if there is one. */
  readonly events?: string;
  /** The body of a request, or its query. A test sends it, with the hold or the token of an earlier answer. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const DESCRIPTIONS: Readonly<Record<OperationId, Description>> = {
  acquire: {
    tag: "holds",
    answer: "Granted",
    summary: "Acquires the lock, or a permit of the semaphore. Waits up to `waitMs` for it.",
    key: "Names the hold: a repeated request with the same key gets the same hold.",
    events: "With `Accept: text/event-stream`, a stream of events: `waiting`, then `granted` or `problem`.",
    example: { waitMs: 2_000, label: "nightly" },
  },
  renew: {
    tag: "holds",
    answer: "Renewed",
    summary: "Renews the lease of a hold to its full length, or to `leaseMs`. It never shortens a lease.",
    example: { hold: HOLD },
  },
  check: {
    tag: "holds",
    answer: "Checked",
    summary: "Says whether a hold is still valid, and for how long.",
    example: { hold: HOLD },
  },
  release: {
    tag: "holds",
    answer: "Released",
    summary: "Releases a hold, and says how it ended. A repeated request gets the same answer.",
    example: { hold: HOLD },
  },
  releaseOwner: {
    tag: "holds",
    answer: "OwnerReleased",
    summary: "Ends all holds of an owner that the caller chose.",
    key: "Names the request: a repeated one with the same key gets the same answer, and ends no later hold.",
    example: { owner: "worker-7" },
  },
  renewOwner: {
    tag: "holds",
    answer: "OwnerRenewed",
    summary: "Renews the lease of all holds of an owner that the caller chose. It never shortens a lease.",
    key: "Names the request: a repeated one with the same key gets the same answer, and renews no later hold.",
    example: { owner: "worker-7", leaseMs: 60_000 },
  },
  forceRelease: {
    tag: "locks",
    answer: "Freed",
    summary: "Frees the lock, if its holders are those that the request states.",
    example: { kind: "lock", owners: ["worker-7"] },
  },
  state: {
    tag: "locks",
    answer: "State",
    summary: "Says whether the lock is held, and for how long.",
    example: { kind: "lock" },
  },
  inspect: {
    tag: "locks",
    answer: "Inspected",
    summary: "Describes who holds the lock, and who waits for it.",
    events: "With `Accept: text/event-stream`, a stream of events: `lock` after each change, for 60 s.",
    example: {},
  },
  permits: {
    tag: "permits",
    answer: "Permits",
    summary: "Describes the permits of a semaphore: how many there are, and which are leased.",
    example: {},
  },
  setPermits: {
    tag: "permits",
    answer: "PermitsSet",
    summary: "Sets the number of permits of a semaphore, or adds `permits` to it.",
    key: "Names the change: a repeated request with the same key changes nothing more.",
    example: { permits: 3, change: "set-if-unset" },
  },
  list: {
    tag: "locks",
    answer: "Page",
    summary: "Lists the held locks that the caller may see, page by page.",
    example: { match: "orders:*", limit: "10" },
  },
  handOff: {
    tag: "hand-offs",
    answer: "HandedOff",
    summary: "Lets the watchdog renew a hold until a deadline.",
    example: { hold: HOLD, maxHoldMs: 60_000, requestId: "request-1" },
  },
  handOffStatus: {
    tag: "hand-offs",
    answer: "HandOffState",
    summary: "Says whether the watchdog keeps a hold.",
    example: { hold: HOLD },
  },
  withdraw: {
    tag: "hand-offs",
    answer: "Withdrawn",
    summary: "Withdraws a hand-off: the watchdog no longer keeps the hold for this request.",
    example: { hold: HOLD, requestId: "request-1" },
  },
  mint: {
    tag: "tokens",
    answer: "Token",
    summary:
      "Makes a capability token that allows no more than the caller's. Another `principal` needs the verb `mint`.",
    example: { principal: "ci", names: ["ci/*"], verbs: ["acquire", "renew", "release"], lifeMs: 3_600_000 },
  },
  revoke: {
    tag: "tokens",
    answer: "Revoked",
    summary: "Revokes a capability token, and those that were narrowed from it. Only root revokes by `tokenId`.",
    example: { token: TOKEN_TEXT },
  },
};

/** The operations of the contract that openapi.json describes. */
export const DESCRIBED: readonly Described[] = Object.keys(OPERATIONS)
  .filter(isKey)
  .flatMap((key) => {
    const operation: Operation = OPERATIONS[key];
    const { id } = operation;
    return id === undefined || !isDescribed(id) ? [] : [{ id, key, ...placeOf(key), operation }];
  });

function isDescribed(id: string): id is OperationId {
  return Object.hasOwn(DESCRIPTIONS, id);
}

function isKey(name: string): name is OperationKey {
  return Object.hasOwn(OPERATIONS, name);
}
