// The scripts that describe a lock, a semaphore or a latch, as typed calls.
import { printable, RedisRefusedError } from "../../base/errors.ts";
import type { CountedWaiters } from "../hold/lock-inspection.ts";
import {
  countDownChannel,
  lastTriesKey,
  ownerStateKey,
  permitLeasesKey,
  queueKey,
  readTimeouts,
  readWriteChannel,
  readWriteQueueKeys,
  releaseChannel,
  semaphoreChannel,
  standingKey,
} from "../keys.ts";
import type { About, ScriptCall } from "../protocol.ts";
import { waiterNamed } from "./fair-read-write.ts";
import { inspectCounter, inspectLock, inspectPermits, inspectScan, inspectSummaries } from "./generated.ts";
import { aboutOf, RECORD_BEYOND_LEASE_MS } from "./lock.ts";
import type { Access } from "./read-write.ts";
import { expectKind, ReplyReader } from "./reply.ts";

/** The kind of a lock's hash; "light": it is the text of a light lock. */
export type HashMode = "plain" | "read" | "write" | "light";

export interface HolderReply extends RememberedOwner {
  /** The owner, as Redis stores it: that of a writer ends with ":write". */
  readonly field: string;
  readonly holds: number;
  readonly remainingMs: number;
}

export interface WaiterReply {
  readonly owner: string;
  /** Of a fair read/write lock. */
  readonly access?: Access;
  readonly label?: string;
  /** The time since its last attempt; undefined for a waiter of Redisson's. */
  readonly silentMs: number | undefined;
}

export interface LockReply {
  readonly mode: HashMode | "free";
  readonly remainingMs: number;
  readonly holderCount: number;
  readonly holders: readonly HolderReply[];
  readonly queueLength: number;
  readonly queue: readonly WaiterReply[];
  readonly counted: CountedWaiters;
}

export interface CounterReply {
  readonly isSet: boolean;
  readonly number: number;
  /** -1: it does not expire; -2: there is none. */
  readonly remainingMs: number;
  readonly counted: CountedWaiters;
}

export interface PermitsReply extends CounterReply {
  readonly leased: number;
  /** `remainingMs`: -1 if the lease does not end. */
  readonly leases: readonly { readonly id: string; readonly remainingMs: number }[];
}

const MODES: readonly (HashMode | "free")[] = ["free", "plain", "read", "write", "light"];
/** Enough for the 100 readers that are listed, each with two holds. */
export const MOST_READS = 250;
const HEAD_OF_LOCK = 9;
const HEAD_OF_PERMITS = 8;

/**
 * Describes a lock.
 * @param mostReads the most keys with the lease of one read hold that the script reads, each at the price of a command
 */
export function inspectLockCall(key: string, mostReads: number = MOST_READS): ScriptCall<LockReply> {
  const [rwQueue, , rwTries] = readWriteQueueKeys(key);
  const timings = [readTimeouts(key), String(RECORD_BEYOND_LEASE_MS)];
  return {
    script: inspectLock,
    keys: [key, ownerStateKey(key, ""), queueKey(key), lastTriesKey(key), standingKey(key), rwQueue, rwTries],
    args: ["", ...timings, String(mostReads), releaseChannel(key), readWriteChannel(key)],
    decode(reply) {
      const read = expectKind(new ReplyReader(inspectLock, reply), "lock");
      const mode = MODES.find((known) => known === read.text(2));
      if (mode === undefined) throw read.unexpected("tells an unknown mode");
      const [told, waiting] = [lengthAt(read, 5), lengthAt(read, 7)];
      const toldFrom = HEAD_OF_LOCK;
      const queueFrom = toldFrom + 4 * told;
      return {
        mode,
        remainingMs: read.integer(3),
        holderCount: read.integer(4),
        queueLength: read.integer(6),
        counted: mode === "light" ? POLLED : waitersAt(read, 8),
        holders: Array.from({ length: told }, (_, nth) => holderAt(read, toldFrom + 4 * nth)),
        queue: Array.from({ length: waiting }, (_, nth) => waiterAt(read, queueFrom + 2 * nth)),
      };
    },
  };
}

export function inspectSemaphoreCall(key: string): ScriptCall<CounterReply> {
  return inspectCounterCall(key, semaphoreChannel(key));
}

export function inspectLatchCall(key: string): ScriptCall<CounterReply> {
  return inspectCounterCall(key, countDownChannel(key));
}

export function inspectPermitsCall(key: string): ScriptCall<PermitsReply> {
  return {
    script: inspectPermits,
    keys: [key, permitLeasesKey(key)],
    args: [semaphoreChannel(key)],
    decode(reply) {
      const read = expectKind(new ReplyReader(inspectPermits, reply), "permits");
      return {
        isSet: read.integer(2) === 1,
        number: read.integer(3),
        leased: read.integer(4),
        counted: waitersAt(read, 5),
        remainingMs: read.integer(6),
        leases: Array.from({ length: lengthAt(read, 7) }, (_, nth) => {
          const at = HEAD_OF_PERMITS + 2 * nth;
          return { id: read.text(at), remainingMs: read.integer(at + 1) };
        }),
      };
    },
  };
}

function inspectCounterCall(key: string, channel: string): ScriptCall<CounterReply> {
  return {
    script: inspectCounter,
    keys: [key],
    args: [channel],
    decode(reply) {
      const read = expectKind(new ReplyReader(inspectCounter, reply), "counter");
      return {
        isSet: read.integer(2) === 1,
        number: read.integer(3),
        remainingMs: read.integer(4),
        counted: waitersAt(read, 5),
      };
    },
  };
}

function holderAt(read: ReplyReader, slot: number): HolderReply {
  const field = read.text(slot);
  const [holds, remainingMs] = [read.integer(slot + 1), read.integer(slot + 2)];
  return { field, holds, remainingMs, ...rememberedOwner(field, read.text(slot + 3)) };
}

function waiterAt(read: ReplyReader, slot: number): WaiterReply {
  const silentMs = read.integer(slot + 1);
  return { ...waiterNamed(read.text(slot)), silentMs: silentMs < 0 ? undefined : silentMs };
}

const POLLED: CountedWaiters = { waiters: "unknown", waitersUnknownBecause: "polling" };
// In place of a number: see lib/waiting.lua.
const [REFUSED, MISCOUNTED] = [-1, -2];

function waitersAt(read: ReplyReader, slot: number): CountedWaiters {
  const waiters = read.integer(slot);
  if (waiters >= 0) return { waiters, waitersUnknownBecause: undefined };
  if (waiters < MISCOUNTED) throw read.unexpected("has no number of waiters");
  return { waiters: "unknown", waitersUnknownBecause: waiters === REFUSED ? "refused" : "miscounted" };
}

/** Returns how many parts follow. A reply with more than this script returns belongs to another script. */
function lengthAt(read: ReplyReader, slot: number): number {
  const length = read.integer(slot);
  if (length < 0 || length > 100) throw read.unexpected(`has no length in place ${slot}`);
  return length;
}

// The scripts that find and describe many locks, as typed calls.

export interface ScanReply {
  /** Where the next scan continues; undefined after the last key. */
  readonly cursor: string | undefined;
  readonly keys: readonly string[];
}

export interface SummaryReply {
  readonly mode: HashMode;
  readonly remainingMs: number;
  readonly holderCount: number;
  /** The writer, or any holder. Its remaining time is the lock's. */
  readonly holder: HolderReply;
  readonly counted: CountedWaiters;
}

const CURSOR = /^\d{1,20}$/;
const LARGEST_CURSOR = 2n ** 64n - 1n;
const SLOTS = 7;
const LONGEST_ERROR = 200;
// The beginnings of the channels of a release, up to the key.
const CHANNELS = [releaseChannel, readWriteChannel].map((channelOf) => channelOf("{").slice(0, -1));

/** Returns whether a text may be a cursor of SCAN. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text) && BigInt(text) <= LARGEST_CURSOR;
}

/**
 * Finds keys that may be locks and match a pattern. `passed`: about how many keys it passes; `wanted`: the most keys
 * that it finds, or a few more; `light`: finds light locks too. `node`: in a cluster, a key whose master is scanned.
 */
export function scanCall(
  pattern: string,
  cursor: string,
  { passed, wanted, light }: { passed: number; wanted: number; light: boolean },
  node?: string,
): ScriptCall<ScanReply> {
  return {
    script: inspectScan,
    keys: node === undefined ? [] : [node],
    args: [cursor, pattern, String(passed), String(wanted), light ? "1" : "0"],
    isNoLocks: true,
    decode(reply) {
      const read = new ReplyReader(inspectScan, reply);
      if (read.kind === "refused") throw scanRefused(read.text(2));
      const next = expectKind(read, "scanned").text(2);
      if (!isCursor(next)) throw read.unexpected("has no cursor");
      const keys = Array.from({ length: read.length - 3 }, (_, nth) => read.text(3 + nth));
      return { cursor: next === "0" ? undefined : next, keys };
    },
  };
}

/**
 * Describes those of the keys that are locks, in the order of the keys. Returns undefined for any other key. The reply
 * contains at least the first key; the last ones may be missing.
 */
export function summariesCall(keys: readonly string[]): ScriptCall<readonly (SummaryReply | undefined)[]> {
  return {
    script: inspectSummaries,
    keys: keys.flatMap((key) => [key, queueKey(key), readWriteQueueKeys(key)[0], standingKey(key)]),
    args: [...CHANNELS, ...keys.map((key) => ownerStateKey(key, ""))],
    decode(reply) {
      const read = expectKind(new ReplyReader(inspectSummaries, reply), "summaries");
      const told = (read.length - 2) / SLOTS;
      if (!Number.isInteger(told) || told < 1 || told > keys.length) throw read.unexpected("has another length");
      return Array.from({ length: told }, (_, nth) => summaryAt(read, 2 + SLOTS * nth));
    },
  };
}

function summaryAt(read: ReplyReader, slot: number): SummaryReply | undefined {
  const mode = read.text(slot);
  if (mode === "") return undefined;
  if (mode !== "plain" && mode !== "read" && mode !== "write" && mode !== "light")
    throw read.unexpected("tells an unknown mode");
  const [remainingMs, holderCount, holds] = [read.integer(slot + 1), read.integer(slot + 2), read.integer(slot + 4)];
  const field = read.text(slot + 3);
  const holder = { field, holds, remainingMs, ...rememberedOwner(field, read.text(slot + 5)) };
  const counted = mode === "light" ? POLLED : waitersAt(read, slot + 6);
  return { mode, remainingMs, holderCount, holder, counted };
}

function scanRefused(text: string): RedisRefusedError {
  const shown = printable(text.slice(0, LONGEST_ERROR));
  return new RedisRefusedError(
    `Redis refused SCAN, by which locks are listed: ${shown}; give the user of this token the right to it (ACL SETUSER … +scan), or list with another token`,
    { redisCode: /^[A-Z]+\b/.exec(text)?.[0] ?? "" },
  );
}

// Reads the text of an owner state: "<epoch>|<default hold>", in which the default hold is "+" or "-<how it ended>".
// Facts about the grant follow.

/** The facts that Redis remembers about the holder of a field. */
export interface RememberedOwner extends About {
  /** "redisson": a Java service made the hold. */
  readonly origin: "leasehound" | "redisson";
}

// A grant to the default hold, or to another hold, whose id is the epoch.
const GRANTED = /^(\|\+|[^|\n])/;
// An owner of Redisson; in a transaction, its id follows. Other owners are those that callers of this package chose.
const OWNER_OF_REDISSON = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}:-?\d+(:[\da-f-]+)?(:write)?$/i;

/** Returns what an owner state says. `field`: the owner in the lock's hash. `text`: "" if there is no owner state. */
export function rememberedOwner(field: string, text: string): RememberedOwner {
  if (!GRANTED.test(text)) {
    // Redis forgets a holder of this package only after more than a lease without a renewal.
    return { origin: OWNER_OF_REDISSON.test(field) ? "redisson" : "leasehound", label: "", since: undefined };
  }
  return { origin: "leasehound", ...aboutOf(text) };
}
