// The answers of the lock API: the types, and the forms of their members as plain data. A client bundles those that it
// uses.
import type { ReleaseOutcome } from "../../../lock/events.ts";
import type {
  HoldMode,
  InspectedHolder,
  InspectedLock,
  InspectedPermits,
  Origin,
} from "../../../lock/hold/lock-inspection.ts";
import type { LockPage } from "../../../lock/kinds/list-locks.ts";
import type { HandOffStatus } from "../../../lock/watchdog/watchdog.ts";
import type { Answered, Flag, Numeric, Optional, Text, Whole, Word } from "./operation.ts";
import type { Capability } from "./vocabulary.ts";

const TEXT: Text = { type: "text" };
const MAYBE_TEXT: Optional<Text> = { type: "text", optional: true };
const FLAG: Flag = { type: "flag" };
const NUMBER: Numeric = { type: "number" };
const MAYBE_NUMBER: Optional<Numeric> = { type: "number", optional: true };
const NUMBER_OR_UNKNOWN: Numeric & { readonly orUnknown: true } = { type: "number", orUnknown: true };
const COUNT: Whole = { type: "whole", from: 1 };
const MODE: Word<HoldMode> = { type: "word", of: ["exclusive", "read", "write"] };
const ORIGIN: Word<Origin> = { type: "word", of: ["leasehound", "redisson"] };

/** The facts of a grant: of a lock, or of a permit. */
export interface Granted {
  readonly name: string;
  /** For a permit, its id. */
  readonly owner: string;
  /** The signed text of the hold. */
  readonly hold: string;
  readonly holdCount: number;
  readonly leaseMs: number;
  readonly validUntil: number;
  readonly fencingToken: string | undefined;
}

export const GRANTED: Answered<Granted> = {
  name: TEXT,
  owner: TEXT,
  hold: TEXT,
  holdCount: COUNT,
  leaseMs: COUNT,
  validUntil: NUMBER,
  fencingToken: MAYBE_TEXT,
};

export type Renewed = Omit<Granted, "holdCount" | "fencingToken">;

export const RENEWED: Answered<Renewed> = { name: TEXT, owner: TEXT, hold: TEXT, leaseMs: COUNT, validUntil: NUMBER };

export interface Checked {
  readonly name: string;
  readonly owner: string;
  readonly hold: string;
  readonly holdCount: number;
  readonly leaseMs: number;
  /** -1: another program has removed the lease. */
  readonly remainingMs: number;
}

export const CHECKED: Answered<Checked> = {
  name: TEXT,
  owner: TEXT,
  hold: TEXT,
  holdCount: COUNT,
  leaseMs: COUNT,
  remainingMs: { type: "whole", from: -1 },
};

export interface Released {
  readonly name: string;
  readonly hold: string;
  readonly outcome: ReleaseOutcome;
  readonly holdCount: number;
}

export const RELEASED: Answered<Released> = {
  name: TEXT,
  hold: TEXT,
  outcome: { type: "word", of: ["released", "still-held", "expired", "taken", "stolen", "released-elsewhere"] },
  holdCount: { type: "whole", from: 0 },
};

export interface OwnerReleased {
  readonly name: string;
  /** As `inspect` shows it. */
  readonly owner: string;
  readonly wasHeld: boolean;
}

export const OWNER_RELEASED: Answered<OwnerReleased> = { name: TEXT, owner: TEXT, wasHeld: FLAG };

export interface OwnerRenewed {
  readonly name: string;
  /** As `inspect` shows it. */
  readonly owner: string;
  readonly isHeld: boolean;
}

export const OWNER_RENEWED: Answered<OwnerRenewed> = { name: TEXT, owner: TEXT, isHeld: FLAG };

export interface Freed {
  readonly name: string;
  readonly wasLocked: boolean;
}

export const FREED: Answered<Freed> = { name: TEXT, wasLocked: FLAG };

export interface State {
  readonly name: string;
  readonly locked: boolean;
  /** -2: nobody holds the lock. */
  readonly remainingMs: number;
}

export const STATE: Answered<State> = { name: TEXT, locked: FLAG, remainingMs: { type: "whole", from: -2 } };

/** One holder: of a lock that is inspected, or in a problem. */
export const HOLDER: Answered<InspectedHolder> = {
  owner: TEXT,
  mode: MODE,
  label: TEXT,
  since: MAYBE_NUMBER,
  holds: NUMBER,
  remainingMs: NUMBER,
  origin: ORIGIN,
  handedOffUntil: { type: "number", orUnknown: true, optional: true },
};

export const INSPECTED_LOCK: Answered<InspectedLock> = {
  name: TEXT,
  kind: { type: "word", of: ["free", "lock", "light", "read-write"] },
  mode: { type: "word", of: ["exclusive", "read", "write"], optional: true },
  remainingMs: NUMBER,
  holders: { type: "groups", of: HOLDER },
  holderCount: NUMBER,
  queue: {
    type: "groups",
    of: { owner: TEXT, position: NUMBER, mode: MODE, label: MAYBE_TEXT, silentMs: MAYBE_NUMBER, origin: ORIGIN },
  },
  queueLength: NUMBER,
  isolates: NUMBER,
  listeners: NUMBER_OR_UNKNOWN,
};

export const INSPECTED_PERMITS: Answered<InspectedPermits> = {
  name: TEXT,
  kind: { type: "word", of: ["permit-expirable-semaphore"] },
  isSet: FLAG,
  permits: NUMBER,
  available: NUMBER,
  remainingMs: NUMBER,
  leases: { type: "groups", of: { id: TEXT, remainingMs: NUMBER } },
  leaseCount: NUMBER,
  listeners: NUMBER_OR_UNKNOWN,
};

export interface PermitsSet {
  readonly name: string;
  readonly changed: boolean;
}

export const PERMITS_SET: Answered<PermitsSet> = { name: TEXT, changed: FLAG };

export const LOCK_PAGE: Answered<LockPage> = {
  locks: {
    type: "groups",
    of: {
      name: TEXT,
      kind: { type: "word", of: ["lock", "light", "read-write"] },
      mode: MODE,
      remainingMs: NUMBER,
      holderCount: NUMBER,
      holder: { type: "group", of: { owner: TEXT, label: TEXT, since: MAYBE_NUMBER, origin: ORIGIN } },
      queueLength: NUMBER,
      isolates: NUMBER,
    },
  },
  cursor: MAYBE_TEXT,
};

export interface HandedOff {
  readonly name: string;
  readonly hold: string;
  readonly leaseMs: number;
  readonly maxHoldMs: number;
  readonly deadline: number;
}

export const HANDED_OFF: Answered<HandedOff> = {
  name: TEXT,
  hold: TEXT,
  leaseMs: COUNT,
  maxHoldMs: COUNT,
  deadline: { type: "whole", from: 0 },
};

export interface HandOffState {
  readonly name: string;
  readonly hold: string;
  readonly state: HandOffStatus["state"];
  readonly deadline?: number | undefined;
  readonly endedAt?: number | undefined;
}

export const HAND_OFF_STATE: Answered<HandOffState> = {
  name: TEXT,
  hold: TEXT,
  state: { type: "word", of: ["kept", "released", "expired", "lost", "unknown"] },
  deadline: { type: "whole", from: 0, optional: true },
  endedAt: { type: "whole", from: 0, optional: true },
};

export interface Withdrawn {
  readonly name: string;
  readonly hold: string;
}

export const WITHDRAWN: Answered<Withdrawn> = { name: TEXT, hold: TEXT };

/** The facts that the watchdog keeps of a lock. */
export interface Kept {
  readonly name: string;
  readonly hold: string;
  readonly holds: readonly { readonly owner: string; readonly deadline: number }[];
  readonly isWhole: boolean;
}

export const KEPT: Answered<Kept> = {
  name: TEXT,
  hold: TEXT,
  holds: { type: "groups", of: { owner: TEXT, deadline: { type: "whole", from: 0 } } },
  isWhole: FLAG,
};

/** A new token. */
export interface MintedToken extends Omit<Capability, "verbs"> {
  readonly token: string;
  readonly tokenId: string;
  readonly expiresAt: number;
  readonly principal: string;
  readonly verbs: readonly string[];
}

export const MINTED_TOKEN: Answered<MintedToken> = {
  token: TEXT,
  tokenId: TEXT,
  expiresAt: NUMBER,
  principal: TEXT,
  names: { type: "texts" },
  verbs: { type: "texts" },
  maxLeaseMs: MAYBE_NUMBER,
  maxHoldMs: MAYBE_NUMBER,
  maxWaits: MAYBE_NUMBER,
  maxKeptHolds: MAYBE_NUMBER,
};

export interface Revoked {
  readonly tokenId: string;
}

export const REVOKED: Answered<Revoked> = { tokenId: TEXT };
