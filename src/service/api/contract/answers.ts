// What each operation answers. The server is typed by these schemas, and openapi.json is made of them. A client takes
// only their types.
import {
  array,
  boolean,
  integer,
  looseObject,
  minValue,
  number,
  type ObjectEntries,
  optional,
  picklist,
  pipe,
  strictObject,
  string,
  union,
} from "valibot";

const TEXT = string();
const MAYBE_TEXT = optional(string());
const FLAG = boolean();
const WHOLE = pipe(number(), integer());
const MAYBE_WHOLE = optional(WHOLE);
const WHOLE_OR_UNKNOWN = union([WHOLE, picklist(["unknown"])]);
const from = (least: number) => pipe(number(), integer(), minValue(least));
const COUNT = from(1);
const INSTANT = from(0);
const COUNTED_WAITERS = {
  waiters: union([from(0), picklist(["unknown"])]),
  waitersUnknownBecause: optional(picklist(["refused", "miscounted", "polling"])),
};
const MODE = picklist(["exclusive", "read", "write"]);
const ORIGIN = picklist(["leasehound", "redisson"]);
const MAYBE_NONCE = optional(string());

/** An answer has these members, and the nonce if its request has one. */
const answer = <const Members extends ObjectEntries>(members: Members) =>
  strictObject({ ...members, nonce: MAYBE_NONCE });

/** The facts of a grant: of a lock, or of a permit, whose id is `owner`. */
export const GRANTED = answer({
  name: TEXT,
  owner: TEXT,
  hold: TEXT,
  holdCount: COUNT,
  leaseMs: COUNT,
  validUntil: WHOLE,
  fencingToken: MAYBE_TEXT,
});

export const RENEWED = answer({ name: TEXT, owner: TEXT, hold: TEXT, leaseMs: COUNT, validUntil: WHOLE });

export const CHECKED = answer({
  name: TEXT,
  owner: TEXT,
  hold: TEXT,
  holdCount: COUNT,
  leaseMs: COUNT,
  // -1: another program has removed the lease.
  remainingMs: from(-1),
  // Those who wait, if they were asked for.
  waitersListed: MAYBE_WHOLE,
  waitersListening: optional(WHOLE_OR_UNKNOWN),
  waiterLabel: MAYBE_TEXT,
  waitingSince: MAYBE_WHOLE,
});

export const RELEASED = answer({
  name: TEXT,
  hold: TEXT,
  outcome: picklist(["released", "still-held", "expired", "taken", "stolen", "released-elsewhere"]),
  holdCount: from(0),
});

export const OWNER_RELEASED = answer({ name: TEXT, owner: TEXT, wasHeld: FLAG });

export const OWNER_RENEWED = answer({ name: TEXT, owner: TEXT, isHeld: FLAG });

export const FREED = answer({ name: TEXT, wasLocked: FLAG });

// -2: nobody holds the lock.
export const STATE = answer({ name: TEXT, locked: FLAG, remainingMs: from(-2) });

const HOLDER = strictObject({
  owner: TEXT,
  mode: MODE,
  label: TEXT,
  since: MAYBE_WHOLE,
  holds: WHOLE,
  remainingMs: WHOLE,
  origin: ORIGIN,
  handedOffUntil: optional(WHOLE_OR_UNKNOWN),
});

export const INSPECTED_LOCK = answer({
  name: TEXT,
  kind: picklist(["free", "lock", "light", "read-write"]),
  mode: optional(MODE),
  remainingMs: WHOLE,
  holders: array(HOLDER),
  holderCount: WHOLE,
  queue: array(
    strictObject({
      owner: TEXT,
      position: WHOLE,
      mode: MODE,
      label: MAYBE_TEXT,
      silentMs: MAYBE_WHOLE,
      origin: ORIGIN,
    }),
  ),
  queueLength: WHOLE,
  ...COUNTED_WAITERS,
});

export const INSPECTED_PERMITS = answer({
  name: TEXT,
  kind: picklist(["permit-expirable-semaphore"]),
  isSet: FLAG,
  permits: WHOLE,
  available: WHOLE,
  remainingMs: WHOLE,
  leases: array(strictObject({ id: TEXT, remainingMs: WHOLE })),
  leaseCount: WHOLE,
  ...COUNTED_WAITERS,
});

export const PERMITS_SET = answer({ name: TEXT, changed: FLAG });

export const LOCK_PAGE = answer({
  locks: array(
    strictObject({
      name: TEXT,
      kind: picklist(["lock", "light", "read-write"]),
      mode: MODE,
      remainingMs: WHOLE,
      holderCount: WHOLE,
      holder: strictObject({ owner: TEXT, label: TEXT, since: MAYBE_WHOLE, origin: ORIGIN }),
      ...COUNTED_WAITERS,
    }),
  ),
  cursor: MAYBE_TEXT,
});

export const HANDED_OFF = answer({ name: TEXT, hold: TEXT, leaseMs: COUNT, maxHoldMs: COUNT, deadline: INSTANT });

export const HAND_OFF_STATE = answer({
  name: TEXT,
  hold: TEXT,
  state: picklist(["kept", "released", "expired", "lost", "unknown"]),
  deadline: optional(INSTANT),
  endedAt: optional(INSTANT),
});

export const WITHDRAWN = answer({ name: TEXT, hold: TEXT });

/** The facts that the watchdog keeps of a lock. */
export const KEPT = answer({
  name: TEXT,
  hold: TEXT,
  holds: array(strictObject({ owner: TEXT, deadline: INSTANT })),
  isWhole: FLAG,
});

export const MINTED_TOKEN = answer({
  token: TEXT,
  tokenId: TEXT,
  expiresAt: WHOLE,
  principal: TEXT,
  names: array(string()),
  verbs: array(string()),
  maxLeaseMs: MAYBE_WHOLE,
  maxHoldMs: MAYBE_WHOLE,
  maxWaits: MAYBE_WHOLE,
  maxKeptHolds: MAYBE_WHOLE,
});

export const REVOKED = answer({ tokenId: TEXT });

/** An answer of another status than 200. */
export const PROBLEM = looseObject({
  type: TEXT,
  status: WHOLE,
  title: TEXT,
  code: TEXT,
  nonce: MAYBE_NONCE,
  holders: optional(array(HOLDER)),
});
