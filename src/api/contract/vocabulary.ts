// The words and limits of the lock API: rights, kinds, codes of problems, headers, and what one request may ask for.

/** The rights that a capability may contain. docs/lock-api.md says which requests need which. */
export type Verb =
  | "acquire"
  | "renew"
  | "release"
  | "hand-off"
  | "inspect"
  | "list"
  | "steal"
  | "force-release"
  | "set-permits"
  | "mint";

export const VERBS: readonly Verb[] = [
  "acquire",
  "renew",
  "release",
  "hand-off",
  "inspect",
  "list",
  "steal",
  "force-release",
  "set-permits",
  "mint",
];

/** The limits of a capability, each a number from 1 up. Undefined: only those of the API. */
export interface CapabilityLimits {
  /** The longest lease of an acquire, ms. */
  readonly maxLeaseMs?: number | undefined;
  /** The longest time for which a hold is renewed or handed off, ms. */
  readonly maxHoldMs?: number | undefined;
  /** The most requests that wait for a lock at once, in one isolate. */
  readonly maxWaits?: number | undefined;
  /** The most holds that the watchdog keeps. */
  readonly maxKeptHolds?: number | undefined;
}

/** What a caller may do. */
export interface Capability extends CapabilityLimits {
  /** The names of its locks: exact names, and prefixes that end with `*`, such as `ci/*`. At most 20. */
  readonly names: readonly string[];
  readonly verbs: readonly Verb[];
}

// The limits of one request. With them, no request causes more than 1,000 billed commands in the following 24 hours,
// even if its caller is gone. test/node/lock-api/bill.test.ts measures that.

/** The lease of an acquire. */
export const MIN_LEASE_MS = 1_000;
export const MAX_LEASE_MS = 600_000;
/** The longest wait of one request, which occupies a connection. For a longer wait, callers repeat the request. */
export const MAX_WAIT_MS = 60_000;
/** The most holds that one owner may have of one lock. */
export const MAX_HOLDS = 64;
/** The largest body of a request. A hold's text has at most about 1 KB. */
export const MAX_BODY_BYTES = 4_096;
/** The most locks of one page, and its default. Up to 13 commands describe a lock. */
export const MAX_LISTED = 50;
/** How long a capability token is valid. */
export const MIN_TOKEN_LIFE_MS = 60_000;
export const MAX_TOKEN_LIFE_MS = 31_622_400_000;
/** The lease of a hand-off. */
export const MIN_KEPT_LEASE_MS = 30_000;
export const MAX_KEPT_LEASE_MS = 1_600_000;
/** How long a hand-off keeps a hold. */
export const MIN_HOLD_MS = 1_000;
export const MAX_HOLD_MS = 86_400_000;

/** The codes of problems by their status. */
export const PROBLEM_CODES = {
  400: ["INVALID_OPTION", "HTTP_400"],
  401: ["HTTP_401"],
  403: ["HTTP_403"],
  404: ["HTTP_404"],
  405: ["HTTP_405"],
  409: [
    "LOCK_LOST",
    "LOCK_STOLEN",
    "LEASE_FIXED",
    "UPGRADE_REFUSED",
    "NOT_A_LOCK",
    "HTTP_409",
    "HOLDERS_CHANGED",
    "PERMITS_UNSET",
    "HOLD_ENDED",
    "REQUEST_ENDED",
  ],
  413: ["HTTP_413"],
  415: ["HTTP_415"],
  422: ["IDEMPOTENCY_KEY_REUSED", "INVALID_OPTION"],
  423: ["LOCK_BUSY"],
  429: ["TOO_MANY_HOLDS", "HTTP_429", "TOO_MANY_NAMES"],
  500: ["HTTP_500", "NO_WATCHDOG", "INTERNAL"],
  502: ["REDIS_REFUSED", "UNEXPECTED_REPLY"],
  503: ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN", "WATCHDOG_UNREACHABLE", "CLOSED", "HTTP_503"],
} as const;

export type ProblemStatus = keyof typeof PROBLEM_CODES;
export type ProblemCode = (typeof PROBLEM_CODES)[keyof typeof PROBLEM_CODES][number];

/** Names the hold of an acquire, or another change, so that a repetition gets the same answer. */
export const KEY_HEADER = "Idempotency-Key";
/** Names an attempt. Its answer repeats it as `nonce`. */
export const NONCE_HEADER = "Request-Nonce";
/** The form of the values of both headers. */
export const KEY_FORM: RegExp = /^[!-~]{1,200}$/;
/** The principal of every bearer token of the lock API. */
export const ROOT = "root";
/** The id of a principal that is not root. */
export const PRINCIPAL_ID: RegExp = /^(?!root(?:\/|$))[A-Za-z0-9._~:/@-]{1,200}$/;

/** The kinds of locks. */
export const KIND_NAMES = [
  "lock",
  "fairLock",
  "fencedLock",
  "readLock",
  "writeLock",
  "fairReadLock",
  "fairWriteLock",
] as const;
export type KindName = (typeof KIND_NAMES)[number];

/** The kind of a permit. */
export const PERMITS = "permitExpirableSemaphore";
/** What an acquire grants. */
export const GRANTED_KINDS: readonly string[] = [...KIND_NAMES, PERMITS];

/** The form of a lock's name in a URL of the lock API. */
export const SERVED_NAME: RegExp = /^[A-Za-z0-9._~:/@-]{1,200}$/;

/** The rule for a name, which follows the word "name". */
export const SERVED_NAMES = "must be 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : / @ -";

/** Returns whether a lock of this name can be in a URL of the lock API. */
export function isServedName(name: string): boolean {
  return SERVED_NAME.test(name);
}

/** The text of a signed hold: a version, the id of the key, the fields, and the signature. */
export const SIGNED_FORM: RegExp = /^(lha1\.([\w-]{8})\.([\w-]{1,3000}))\.([\w-]{43})$/;
