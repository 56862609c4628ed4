// Schemas of what the lock API answers. Tests compare them with real answers.
import {
  array,
  boolean,
  type GenericSchema,
  literal,
  looseObject,
  number,
  optional,
  picklist,
  strictObject,
  string,
  union,
} from "valibot";

const count = number();
const epochMs = number();
const mode = picklist(["exclusive", "read", "write"]);
const origin = picklist(["leasehound", "redisson"]);
const listeners = union([number(), literal("unknown")]);
const name = string();

const granted = {
  name,
  owner: string(),
  hold: string(),
  holdCount: count,
  leaseMs: number(),
  validUntil: epochMs,
  fencingToken: optional(string()),
};

const holder = strictObject({
  owner: string(),
  mode,
  label: string(),
  since: optional(epochMs),
  holds: count,
  remainingMs: number(),
  origin,
  handedOffUntil: optional(union([epochMs, literal("unknown")])),
});

const waiter = strictObject({
  owner: string(),
  position: count,
  mode,
  label: optional(string()),
  silentMs: optional(number()),
  origin,
});

const listed = strictObject({
  name,
  kind: picklist(["lock", "read-write"]),
  mode,
  remainingMs: number(),
  holderCount: count,
  holder: strictObject({ owner: string(), label: string(), since: optional(epochMs), origin }),
  queueLength: count,
  isolates: count,
});

const capability = {
  principal: string(),
  names: array(string()),
  verbs: array(string()),
  maxLeaseMs: optional(number()),
  maxHoldMs: optional(number()),
  maxWaits: optional(number()),
  maxKeptHolds: optional(number()),
};

type Members = Parameters<typeof strictObject>[0];

// In an answer to a request with the header.
const nonce = optional(string());

/** An answer with these members. */
const answer = <const Own extends Members>(own: Own) => strictObject({ ...own, nonce });

/** By the name that openapi.json gives them. */
export const ANSWERS = {
  Granted: answer(granted),
  Renewed: answer({ name, owner: string(), hold: string(), leaseMs: number(), validUntil: epochMs }),
  Checked: answer({
    ...{ name, owner: string(), hold: string() },
    ...{ holdCount: count, leaseMs: number(), remainingMs: number() },
  }),
  Released: answer({
    ...{ name, hold: string() },
    outcome: picklist(["released", "still-held", "expired", "taken", "stolen", "released-elsewhere"]),
    holdCount: count,
  }),
  Freed: answer({ name, wasLocked: boolean() }),
  State: answer({ name, locked: boolean(), remainingMs: number() }),
  Inspected: answer({
    name,
    kind: picklist(["free", "lock", "read-write"]),
    mode: optional(mode),
    remainingMs: number(),
    holders: array(holder),
    holderCount: count,
    queue: array(waiter),
    queueLength: count,
    isolates: count,
    listeners,
  }),
  Permits: answer({
    name,
    kind: literal("permit-expirable-semaphore"),
    ...{ isSet: boolean(), permits: number(), available: number(), remainingMs: number() },
    leases: array(strictObject({ id: string(), remainingMs: number() })),
    leaseCount: count,
    listeners,
  }),
  PermitsSet: answer({ name, changed: boolean() }),
  Page: answer({ locks: array(listed), cursor: optional(string()) }),
  HandedOff: answer({ name, hold: string(), leaseMs: number(), maxHoldMs: number(), deadline: epochMs }),
  HandOffState: answer({
    ...{ name, hold: string() },
    state: picklist(["kept", "released", "expired", "lost", "unknown"]),
    deadline: optional(epochMs),
    endedAt: optional(epochMs),
  }),
  Withdrawn: answer({ name, hold: string() }),
  Token: answer({ token: string(), tokenId: string(), expiresAt: epochMs, ...capability }),
  Revoked: answer({ tokenId: string() }),
  Problem: looseObject({
    ...{ type: string(), status: number(), title: string(), code: string(), nonce },
    holders: optional(array(holder)),
  }),
} satisfies Record<string, GenericSchema>;

export type AnswerName = keyof typeof ANSWERS;
