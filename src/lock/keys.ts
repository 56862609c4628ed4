// The only file that spells keys and channels. Redisson's follow its rule: a name with a `{` anywhere brings its own
// hash tag. Ours are "leasehound:<head>:<kind>:<ids, each followed by a |><key of the lock, with a hash tag>". The head
// is the prefix, encoded, so that rights for the keys of one prefix never reach those of another. Ids have no "|".
import { InvalidOptionError } from "../base/errors.ts";

// Upstash's limit for one key, counted in UTF-8 bytes.
const MAX_KEY_BYTES = 32_768;
const ID = /^[A-Za-z0-9._:-]{1,128}$/;
const LONGEST_ID = "x".repeat(128);
const LONGEST_OWNER = `${LONGEST_ID}:write`;
// Keys that Redisson or this package derives from other names. Redisson puts the name of each derived key into braces,
// so `x` and `{x}` would share them.
const RESERVED = /^(redisson_|leasehound)|:rwlock_timeout:\d+$|^\{[^{]+\}$|^[^{]*\{.*:timeout$/s;
// With other braces, the rights for Redisson's keys of one prefix could match keys of another. A queue that begins
// with `redisson_lock_queue:{lock:` could be one of the prefix "lock:", or one of "{lock:".
const PREFIX = /^((?:[^:{}]+|[^:{}]*\{[^:{}]+\}[^:{}]*):)?$/;
// The texts that a template makes of a missing variable.
const MISSING = /(?:^|[:/])(undefined|null|NaN|\[object Object\])$/;
// Redis' rule: what the first pair of braces contains, unless it is empty.
const HASH_TAG = /^[^{]*\{([^}]+)\}/;
const LONE_SURROGATE = /\p{Surrogate}/u;
// The beginning of all keys and most channels of ours.
const OURS = "leasehound:";
// The beginning of the channels of ends. A client without a prefix follows the channels of all heads, by one pattern.
const ENDS = "leasehound-ends:";
/** The beginning of the keys of the lock API, which no right for a prefix reaches. */
export const API_KEYS = "leasehound-api:";
// In a lock manager's lock, the head; in any other key, the text that the head encodes.
const HEAD = /^(?:leasehound:([^:]*)|([^:]*)):/;

/** A checked lock name with its key. */
export interface LockName {
  /** The name, without the prefix. */
  readonly name: string;
  /** The key of the lock hash: prefix and name. */
  readonly key: string;
}

/**
 * Checks a prefix. Its only separator ends it, so that different prefixes and names never make the same key. It has a
 * whole hash tag or none, so that the rights for one prefix never reach keys of another. Throws INVALID_OPTION naming
 * "prefix".
 */
export function checkPrefix(prefix: unknown): string {
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw new InvalidOptionError(
      "prefix",
      'must be "", or end with its only ":", with no braces or one pair around text',
    );
  }
  checkKey("prefix", prefix);
  return prefix;
}

/** Checks a name and prepends the prefix. Throws INVALID_OPTION naming `option`. */
export function lockName(prefix: string, name: unknown, option = "name"): LockName {
  checkText(option, name);
  const missing = MISSING.exec(name)?.[1];
  if (missing !== undefined) {
    throw new InvalidOptionError(option, `ends with "${missing}": a variable in it is missing, or is not a text`);
  }
  const key = prefix + name;
  checkKey(option, key);
  return { name, key };
}

/**
 * Returns the beginning of the keys of a lock manager's locks. No name of a plain lock can have such a key. The prefix
 * is not encoded in them, because it may have the hash tag.
 */
export function webLockPrefix(prefix: string): string {
  return anchored(headOf(prefix), "web", prefix);
}

/** Returns the key of a lock manager's lock. Throws INVALID_OPTION naming "name" if it is too long for Redis. */
export function webLockKey(prefix: string, text: string): string {
  const key = webLockPrefix(prefix) + text;
  checkLength("name", recordKey(key, LONGEST_OWNER, LONGEST_ID));
  return key;
}

/** Returns the key of the names that lock managers with such keys have used. `webPrefix`: of these keys. */
export function webNamesKey(webPrefix: string): string {
  return anchored(headOf(webPrefix), "names", webPrefix);
}

/** Returns the key of the latest token that a lock manager's lock got. */
export function webTokenKey(key: string): string {
  return own("token", [], key);
}

/** Checks a key of the application, which is used without a prefix. Throws INVALID_OPTION naming `option`. */
export function checkDataKey(option: string, key: unknown): void {
  checkText(option, key);
  checkKey(option, key, key);
}

/** Whether a text survives UTF-8: it has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Throws INVALID_OPTION naming `option` if the text is not well-formed. */
export function checkWellFormed(option: string, text: string): void {
  if (!isWellFormed(text)) throw new InvalidOptionError(option, "must be well-formed Unicode: it has a lone surrogate");
}

/** Returns the length in bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function checkText(option: string, text: unknown): asserts text is string {
  if (typeof text === "string" && text !== "") return;
  const type = Array.isArray(text) ? "a list: use multiLock" : typeof text;
  const got = text ? type : JSON.stringify(text);
  throw new InvalidOptionError(option, `must be a non-empty string (got: ${got})`);
}

function checkKey(option: string, key: string, longest?: string): void {
  checkWellFormed(option, key);
  if (RESERVED.test(key)) {
    throw new InvalidOptionError(
      option,
      'must not begin with "redisson_" or "leasehound", be in braces, end with ":rwlock_timeout:" and a number, or have a "{" and end with ":timeout"',
    );
  }
  // A character has at most 3 bytes, and 9 more in the head. Most keys are short, and locks are made often.
  if (key.length > MAX_KEY_BYTES / 16) checkLength(option, longest ?? recordKey(key, LONGEST_OWNER, LONGEST_ID));
}

function checkLength(option: string, longest: string): void {
  if (utf8Length(longest) <= MAX_KEY_BYTES) return;
  throw new InvalidOptionError(option, `is too long: its longest key would exceed ${MAX_KEY_BYTES} bytes`);
}

/** Checks an owner or another id of the caller. Throws INVALID_OPTION naming `option`. */
export function checkOwner(option: string, owner: unknown): string {
  if (typeof owner !== "string" || !ID.test(owner)) {
    throw new InvalidOptionError(option, "must be 1 to 128 characters out of A-Z a-z 0-9 . _ : -");
  }
  return owner;
}

// Redisson's form, which an owner of this package has, too.
export const MADE: RegExp = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:-?\d+$/;

/** Checks an owner that only its caller can have chosen. Throws INVALID_OPTION naming "owner". */
export function chosenOwner(owner: unknown): string {
  const checked = checkOwner("owner", owner);
  if (!MADE.test(checked)) return checked;
  throw new InvalidOptionError("owner", "was not chosen by its caller: use the hold, or the text of its serialize()");
}

/** Ends the field of a writer in the hash of a read/write lock. */
export const WRITER = ":write";

/** Returns the owner with this field of a read/write lock, which may be that of a reader or of the writer. */
export function ownerOfField(field: string): string {
  return field.endsWith(WRITER) ? field.slice(0, -WRITER.length) : field;
}

function tagged(key: string): string {
  return key.includes("{") ? key : `{${key}}`;
}

/** Returns the part of a key that chooses its slot in a cluster. */
export function hashTagOf(key: string): string {
  return HASH_TAG.exec(key)?.[1] ?? key;
}

/**
 * Throws INVALID_OPTION naming "prefix" if keys with this prefix may be in several slots of a cluster.
 * @param what needs them in one
 */
export function checkOneSlot(prefix: string, what: string): void {
  if (hashTagOf(prefix) !== prefix) return;
  throw new InvalidOptionError("prefix", `must have a hash tag for ${what} in a cluster, such as "{locks}:"`);
}

/** Returns the channel for the release of a plain lock. */
export function releaseChannel(key: string): string {
  return `redisson_lock__channel:${tagged(key)}`;
}

/** Returns the channels for the release of a fair lock, up to the owner: each waiter has its own. */
export function waiterChannels(key: string): string {
  return `${releaseChannel(key)}:`;
}

/** Returns the channel for the release of a read/write lock. */
export function readWriteChannel(key: string): string {
  return `redisson_rwlock:${tagged(key)}`;
}

/** Returns the common prefix of the keys of all read holds of a lock. */
export function readTimeouts(key: string): string {
  return `${tagged(key)}:`;
}

/** Returns the key of the first read hold of an owner. */
export function readTimeoutKey(key: string, owner: string): string {
  return `${readTimeouts(key)}${owner}:rwlock_timeout:1`;
}

/**
 * Whether no reader of another lock has the same timeout keys as this reader. Only a ":" separates name and owner in
 * them. After a name in braces, only the form of a Redisson owner, or ours, marks where the owner begins. `x` and `{x}`
 * have the same keys, as in Redisson.
 */
export function hasTimeoutsAlone(key: string, owner: string): boolean {
  const before = /(^|:)[^:]+:-?\d+$/.exec(owner)?.[1];
  return key.includes("{") ? before === "" : before !== ":";
}

/** Returns the key of a fenced lock's latest token. */
export function tokenKey(key: string): string {
  return `redisson_lock_token:${tagged(key)}`;
}

/** Returns the key of a fair lock's queue. */
export function queueKey(key: string): string {
  return `redisson_lock_queue:${tagged(key)}`;
}

/** Returns the key of the times until which waiters may be silent when they are next. */
export function queueScoresKey(key: string): string {
  return `redisson_lock_timeout:${tagged(key)}`;
}

/** Returns the key of the times of our waiters' last attempts. */
export function lastTriesKey(key: string): string {
  return own("tries", [], key);
}

/** Returns the channel of a semaphore of either kind. */
export function semaphoreChannel(key: string): string {
  return `redisson_sc:${tagged(key)}`;
}

/** Returns the key of the leases of a permit-expirable semaphore. */
export function permitLeasesKey(key: string): string {
  return `${tagged(key)}:timeout`;
}

/** Returns the channel for the opening of a count-down latch. Redisson adds braces even to a name that has some. */
export function countDownChannel(key: string): string {
  return `redisson_countdownlatch__channel__{${key}}`;
}

function own(kind: string, ids: readonly string[], key: string): string {
  return anchored(headOf(key), kind, [...ids, tagged(key)].join("|"));
}

function anchored(head: string, kind: string, end: string): string {
  return `${OURS}${head}:${kind}:${end}`;
}

/**
 * Returns the head of a key, or of a prefix: its text before the first ":", without any character that means something
 * in a pattern; "" if there is no ":". Clients that spell one key by different prefixes get the same head. The key of a
 * lock manager's lock contains its head.
 */
export function headOf(key: string): string {
  const [, head, text = ""] = HEAD.exec(key) ?? [];
  const encode = (odd: string): string => `%${odd.charCodeAt(0).toString(16).toUpperCase()}`;
  return head ?? encodeURIComponent(text).replaceAll(/[!~*'()]/g, encode);
}

/** Returns the beginning of all keys and channels of ours with this prefix, but for those of `endsChannels`. */
export function ownBeginning(prefix: string): string {
  return prefix === "" ? OURS : `${OURS}${headOf(prefix)}:`;
}

/** Returns the key of the list of standing requests for a lock. */
export function standingKey(key: string): string {
  return own("standing", [], key);
}

/** Returns the key of the request of a waiter for a fair lock. */
export function waiterKey(key: string, owner: string): string {
  return own("waiter", [owner], key);
}

/** Returns the key of the flag that says that this list may not be empty. */
export function standingFlagKey(key: string): string {
  return own("stands", [], key);
}

/**
 * Returns the address of the mailbox by which the waiters of one isolate are called, for all locks of a prefix. A
 * standing request has it, because the releaser may have another prefix. `id`: 32 hexadecimal digits.
 */
export function mailboxAddress(prefix: string, id: string): string {
  return addressed(anchored(headOf(prefix), "mailbox", id));
}

/**
 * Returns the address by which a listener hears that its waiters may acquire fair read/write locks. A waiter in the
 * queue has it, as a standing request has that of a mailbox.
 */
export function wakeAddress(prefix: string, listener: string): string {
  return addressed(anchored(headOf(prefix), "wake", listener));
}

function addressed(channel: string): string {
  return channel.slice(OURS.length);
}

/** Returns the channel at an address. */
export function channelAt(address: string): string {
  return OURS + address;
}

/** Returns the channel that tells the holders of a lock that their holds have ended. */
export function endsChannel(key: string): string {
  return `${ENDS}${headOf(key)}:${key}`;
}

/** Returns the beginning of these channels, of all locks with a prefix. */
export function endsChannels(prefix: string): string {
  return prefix === "" ? ENDS : `${ENDS}${headOf(prefix)}:`;
}

/** Returns the key of the lock whose holders this channel informs: the inverse of `endsChannel`. */
export function keyOfEnds(channel: string): string {
  return channel.slice(channel.indexOf(":", ENDS.length) + 1);
}

/** Returns the keys of the queue of a fair read/write lock: of all waiters, of the writers, and of last attempts. */
export function readWriteQueueKeys(key: string): [queue: string, writers: string, lastTries: string] {
  return [own("rw-queue", [], key), own("rw-writers", [], key), own("rw-tries", [], key)];
}

/** Returns the texts around the head in the keys of the queue and of the last attempts, up to the key of the lock. */
export function readWriteQueueParts(): [before: string, queue: string, tries: string] {
  const [queue, , tries] = readWriteQueueKeys("{");
  return [OURS, queue.slice(OURS.length, -1), tries.slice(OURS.length, -1)];
}

/** Returns whether a message on that channel concerns this field. "*" stands for all holders: no owner has this name. */
export function isNamedIn(fields: readonly string[], field: string): boolean {
  return fields.includes(field) || fields.includes("*");
}

/** Returns the key of the state of one owner on one lock. */
export function ownerStateKey(key: string, owner: string): string {
  return own("owner", [owner], key);
}

/** Returns the key of the record of one hold, for an owner that the caller passed. */
export function recordKey(key: string, owner: string, holdId: string): string {
  return own("record", [owner, holdId], key);
}

/** Returns the key of the record of one request that frees a lock by force. */
export function forcedReleaseKey(key: string, requestId: string): string {
  return own("forced", [requestId], key);
}

/** Returns the key that says that a capability token of the lock API was revoked. */
export function revokedKey(tokenId: string): string {
  return `${API_KEYS}revoked:{${tokenId}}`;
}

/** Returns the key of the places of a principal of the lock API: one for each name whose keys stay for ever. */
export function lastingNamesKey(principal: string): string {
  return `${API_KEYS}lasting:{${principal}}`;
}

/** Returns the key of the record of one request that changes a semaphore or latch, or takes permits. */
export function requestKey(key: string, requestId: string): string {
  return own("request", [requestId], key);
}

/** Returns the key of a single flight's result. */
export function resultKey(key: string): string {
  return own("result", [], key);
}

/** Returns the key of the mark of what was spent last under this lock. */
export function spendKey(key: string): string {
  return own("spend", [], key);
}

/** Returns the key of the newest token that a fence has seen for its resource. */
export function markKey(resource: string): string {
  return own("mark", [], resource);
}

/** Returns the key of the record of one fenced write. */
export function writeKey(resource: string, requestId: string): string {
  return own("write", [requestId], resource);
}

/** Returns the pattern of Redis that matches this text alone: `*`, `?`, `[` and `]` have a meaning there. */
export function literally(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, "\\$&");
}
