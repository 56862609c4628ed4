// The scripts that describe a lock, a semaphore or a latch, as typed calls.
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
  waiterChannels,
} from "../../keys.ts";
import type { ScriptCall } from "../../protocol.ts";
import { waiterNamed } from "../fair-read-write/waiter.ts";
import { inspectCounter, inspectLock, inspectPermits } from "../generated.ts";
import { expectKind, RECORD_BEYOND_LEASE_MS } from "../lock/calls.ts";
import type { Access } from "../read-write/calls.ts";
import { ReplyReader } from "../reply.ts";
import { type RememberedOwner, rememberedOwner } from "./owner-state.ts";

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
  readonly isolates: number;
  /** Undefined: Redis refuses to count them. */
  readonly subscriptions: number | undefined;
}

export interface CounterReply {
  readonly isSet: boolean;
  readonly number: number;
  /** -1: it does not expire; -2: there is none. */
  readonly remainingMs: number;
  readonly subscriptions: number | undefined;
}

export interface PermitsReply extends CounterReply {
  readonly leased: number;
  /** `remainingMs`: -1 if the lease does not end. */
  readonly leases: readonly { readonly id: string; readonly remainingMs: number }[];
}

const MODES: readonly (HashMode | "free")[] = ["free", "plain", "read", "write", "light"];
/** Enough for the 100 readers that are listed, each with two holds. */
export const MOST_READS = 250;
const HEAD_OF_LOCK = 10;
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
    args: ["", ...timings, waiterChannels(key), String(mostReads), releaseChannel(key), readWriteChannel(key)],
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
        isolates: read.integer(8),
        subscriptions: subscriptionsAt(read, 9),
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
        subscriptions: subscriptionsAt(read, 5),
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
        subscriptions: subscriptionsAt(read, 5),
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

function subscriptionsAt(read: ReplyReader, slot: number): number | undefined {
  const many = read.integer(slot);
  return many < 0 ? undefined : many;
}

/** Returns how many parts follow. A reply with more than this script returns belongs to another script. */
function lengthAt(read: ReplyReader, slot: number): number {
  const length = read.integer(slot);
  if (length < 0 || length > 100) throw read.unexpected(`has no length in place ${slot}`);
  return length;
}
