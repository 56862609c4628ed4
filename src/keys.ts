// The only file that spells a key or a channel. Redisson's are built by its rule (a name with a `{` anywhere brings its
// own hash tag); ours are injective: another root when the name has a brace, and owner, hold and request ids, which
// cannot hold a `|`, stand before the name.
import { InvalidOptionError } from "./errors.ts";

// Upstash's limit for one key, counted in UTF-8 bytes.
const MAX_KEY_BYTES = 32_768;
const ID = /^[A-Za-z0-9._:-]{1,128}$/;
const LONGEST_ID = "x".repeat(128);
const LONGEST_OWNER = `${LONGEST_ID}:write`;
// Keys that Redisson, or we, derive from other names.
const RESERVED = /^(redisson_|leasehound)|:rwlock_timeout:\d+$|\{.*:timeout$/s;
// Redisson puts the name of each derived key into braces: `x` and `{x}` would share them.
const BRACED = /^\{[^{]+\}$/;
const PREFIX = /^([^:]+:)?$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A lock name that was checked, with what Redis calls it. */
export interface LockName {
  /** The application's name, without prefix. */
  readonly name: string;
  /** The key of the lock hash: prefix and name. */
  readonly key: string;
}

/**
 * Checks a prefix for names: its one separator ends it, so that no two prefixes and names make one key. Throws
 * INVALID_OPTION naming "prefix".
 */
export function checkPrefix(prefix: unknown): string {
  if (typeof prefix !== "string") throw new InvalidOptionError("prefix", "must be a string");
  if (!PREFIX.test(prefix)) {
    throw new InvalidOptionError(
      "prefix",
      'must be empty, or end with ":" and have no other ":", such as "shop.locks:"',
    );
  }
  checkKey("prefix", prefix);
  return prefix;
}

/** Checks a name and joins it to the prefix. Throws INVALID_OPTION naming `option`. */
export function lockName(prefix: string, name: unknown, option = "name"): LockName {
  checkText(option, name);
  const key = prefix + name;
  checkKey(option, key);
  return { name, key };
}

/** Checks a key of the application's own, which stays as it is. Throws INVALID_OPTION naming `option`. */
export function checkDataKey(option: string, key: unknown): void {
  checkText(option, key);
  checkKey(option, key, key);
}

/** Whether a text survives UTF-8: it has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** In bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function checkText(option: string, text: unknown): asserts text is string {
  if (typeof text !== "string" || text === "") throw new InvalidOptionError(option, "must be a non-empty string");
}

function checkKey(option: string, key: string, longest: string = recordKey(key, LONGEST_OWNER, LONGEST_ID)): void {
  if (!isWellFormed(key)) {
    throw new InvalidOptionError(option, "must be well-formed Unicode: it has a lone surrogate");
  }
  if (RESERVED.test(key)) {
    throw new InvalidOptionError(
      option,
      'must not begin with "redisson_" or "leasehound", end with ":rwlock_timeout:" and a number, or have a "{" and end with ":timeout"',
    );
  }
  if (BRACED.test(key)) {
    throw new InvalidOptionError(
      option,
      "must not be in braces as a whole: it would share keys with the name without them",
    );
  }
  if (utf8Length(longest) > MAX_KEY_BYTES) {
    throw new InvalidOptionError(option, `is too long: its longest key would exceed ${MAX_KEY_BYTES} bytes`);
  }
}

/** Checks an owner, or another id, given by the caller. Throws INVALID_OPTION naming `option`. */
export function checkOwner(option: string, owner: unknown): string {
  if (typeof owner !== "string" || !ID.test(owner)) {
    throw new InvalidOptionError(option, "must be 1 to 128 characters out of A-Z a-z 0-9 . _ : -");
  }
  return owner;
}

function hasTag(key: string): boolean {
  return key.includes("{");
}

function tagged(key: string): string {
  return hasTag(key) ? key : `{${key}}`;
}

/** The channel on which the release of a plain lock is told. */
export function releaseChannel(key: string): string {
  return `redisson_lock__channel:${tagged(key)}`;
}

/** The channels on which the release of a fair lock is told to one waiter each, up to its owner. */
export function waiterChannels(key: string): string {
  return `${releaseChannel(key)}:`;
}

/** The channel on which the release of a read/write lock is told. */
export function readWriteChannel(key: string): string {
  return `redisson_rwlock:${tagged(key)}`;
}

/** What the keys of all read holds of a lock begin with. */
export function readTimeouts(key: string): string {
  return `${tagged(key)}:`;
}

/**
 * Whether no other reader of any lock has timeout keys like this reader's. The name and the owner stand in them with
 * nothing but a ":" in between: so where the name is in braces, what follows can be told only by the form of an owner
 * of Redisson's, or ours. `x` and `{x}` have the same keys, as in Redisson.
 */
export function hasTimeoutsAlone(key: string, owner: string): boolean {
  const before = /(^|:)[^:]+:-?\d+$/.exec(owner)?.[1];
  return hasTag(key) ? before === "" : before !== ":";
}

/** The latest token of a fenced lock. */
export function tokenKey(key: string): string {
  return `redisson_lock_token:${tagged(key)}`;
}

/** Who waits for a fair lock, in order. */
export function queueKey(key: string): string {
  return `redisson_lock_queue:${tagged(key)}`;
}

/** Until when each of them may be silent when it is its turn. */
export function queueScoresKey(key: string): string {
  return `redisson_lock_timeout:${tagged(key)}`;
}

/** When each waiter of ours last tried. */
export function lastTriesKey(key: string): string {
  return own("tries", [], key);
}

/** The channel on which permits of a semaphore are told, of either kind. */
export function semaphoreChannel(key: string): string {
  return `redisson_sc:${tagged(key)}`;
}

/** Until when each permit of a permit-expirable semaphore is leased. */
export function permitLeasesKey(key: string): string {
  return `${tagged(key)}:timeout`;
}

/**
 * The channel on which the opening of a count-down latch is told. Redisson adds braces even to a name that has some.
 */
export function countDownChannel(key: string): string {
  return `redisson_countdownlatch__channel__{${key}}`;
}

function own(kind: string, ids: readonly string[], key: string): string {
  const root = hasTag(key) ? "leasehound-tagged" : "leasehound";
  return `${root}:${kind}:${[...ids, tagged(key)].join("|")}`;
}

/** What is remembered of one owner on one lock. */
export function ownerStateKey(key: string, owner: string): string {
  return own("owner", [owner], key);
}

/** What is remembered of one hold of an owner that the caller passed. */
export function recordKey(key: string, owner: string, holdId: string): string {
  return own("record", [owner, holdId], key);
}

/** What is remembered of one request that frees a lock by force. */
export function forcedReleaseKey(key: string, requestId: string): string {
  return own("forced", [requestId], key);
}

/** What is remembered of one request that changes a semaphore or latch, or takes permits. */
export function requestKey(key: string, requestId: string): string {
  return own("request", [requestId], key);
}

/** The result of a single flight. */
export function resultKey(key: string): string {
  return own("result", [], key);
}

/** The newest token that a fence has seen for its resource. */
export function markKey(resource: string): string {
  return own("mark", [], resource);
}

/** What is remembered of one write past a fence. */
export function writeKey(resource: string, requestId: string): string {
  return own("write", [requestId], resource);
}
