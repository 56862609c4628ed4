// The operations of a lock manager as typed calls, and the script that runs many of them.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { readWriteChannel, readWriteQueueKeys, readWriteQueueParts, webNamesKey, webTokenKey } from "../keys.ts";
import type { AcquireReply, HoldId, ScriptCall } from "../protocol.ts";
import { acquireQueuedCall, waiterOf } from "./fair-read-write.ts";
import { webLocksBatch } from "./generated.ts";
import type { Access } from "./read-write.ts";
import { expectKind, ReplyReader } from "./reply.ts";
import { stealWriteCall } from "./steal.ts";

/** One operation of a batch: a call of a script, or of a part of the batch alone. */
export interface OperationCall<Reply> extends Pick<ScriptCall<Reply>, "keys" | "args" | "decode"> {
  readonly script: { readonly name: string };
}

/** The reply to an operation, not decoded; or the error message with which it ended. */
export type OperationReply = { readonly reply: unknown } | { readonly problem: string };

/** Runs operations in their order. `prefix`: of the keys of their locks. */
export function batchCall(
  prefix: string,
  operations: readonly OperationCall<unknown>[],
): ScriptCall<readonly OperationReply[]> {
  return {
    script: webLocksBatch,
    keys: [webNamesKey(prefix), ...operations.flatMap(({ keys }) => keys)],
    args: [
      prefix,
      ...operations.flatMap(({ script, keys, args }) => [
        ...[script.name, String(keys.length), String(args.length)],
        ...args,
      ]),
    ],
    decode(reply) {
      const [kind, , ...replies]: unknown[] = Array.isArray(reply) ? reply : [];
      if (kind === "batch" && replies.length === operations.length) return replies.map(operationReply);
      throw new UnexpectedReplyError(`script ${webLocksBatch.name} returned an unexpected reply`);
    },
  };
}

function operationReply(reply: unknown): OperationReply {
  const [kind, , problem]: unknown[] = Array.isArray(reply) ? reply : [];
  return kind === "failed" ? { problem: String(problem) } : { reply };
}

/** Acquires a lock, or queues: see acquireQueuedCall. A writer gets a fencing token. */
export function requestCall(
  hold: HoldId,
  access: Access,
  listener: string,
  attempt: { readonly last: boolean; readonly first: boolean },
): OperationCall<AcquireReply> {
  const call = acquireQueuedCall(hold, access, listener, attempt);
  return access === "write" ? withToken(call, hold.key) : call;
}

/** Acquires a lock for writing even if others hold it. `theft`: how their holds end. */
export function takeCall(hold: HoldId, theft: string): OperationCall<AcquireReply> {
  return withToken(stealWriteCall(hold, theft), hold.key);
}

function withToken(call: ScriptCall<AcquireReply>, key: string): OperationCall<AcquireReply> {
  return {
    ...call,
    keys: [...call.keys, webTokenKey(key)],
    decode(reply) {
      const isHeld = Array.isArray(reply) && reply[0] === "held";
      const decoded = call.decode(isHeld ? reply.slice(0, -1) : reply);
      if (!isHeld || decoded.kind !== "held") return decoded;
      const read = new ReplyReader(call.script, reply);
      const fencingToken = read.text(read.length - 1);
      if (!/^\d{1,40}$/.test(fencingToken)) throw read.unexpected("has a token that is no number");
      return { ...decoded, fencingToken };
    },
  };
}

/** A waiter of a queue: its hold, and how it would hold. */
export type WaiterId = readonly [hold: HoldId, access: Access];

/** What a queue looks like to some of its waiters. */
export interface TouchedReply {
  readonly mode: string;
  /** -2: the lock is free. */
  readonly remainingMs: number;
  /** The number of the first waiter of all, and of the first writer; 0: there is none. */
  readonly first: number;
  readonly firstWriter: number;
  /** Of these waiters, in their order; 0: not in the queue. */
  readonly numbers: readonly number[];
}

const TOUCH = { name: "web-locks/touch" };

/** Says that waiters of one lock live. `listener`: see acquireQueuedCall. */
export function touchCall(key: string, waiters: readonly WaiterId[], listener: string): OperationCall<TouchedReply> {
  return {
    script: TOUCH,
    keys: [key, key, ...readWriteQueueKeys(key)],
    args: [readWriteChannel(key), ...waiters.map(([hold, access]) => waiterOf(hold, access, listener))],
    decode(reply) {
      const read = expectKind(new ReplyReader(TOUCH, reply), "touched");
      return {
        mode: read.text(2),
        remainingMs: read.integer(3),
        first: read.integer(4),
        firstWriter: read.integer(5),
        numbers: waiters.map((_, at) => read.integer(6 + at)),
      };
    },
  };
}

/** Where a page of a snapshot begins. */
export interface SnapshotCursor {
  /** When the last name of the page before was used; "" for the first page. */
  readonly time: string;
  readonly name: string;
  /** How many of its waiters were listed; 0: all. */
  readonly waiters: number;
}

/** Who holds and who waits, of one name. */
export interface SnapshotRow {
  readonly text: string;
  /** Its hash is that of a plain lock. */
  readonly isPlain: boolean;
  /** The fields of its hash. */
  readonly holders: readonly string[];
  /** In the order of the queue, as they are in it. */
  readonly waiters: readonly string[];
}

/** A page of a snapshot; `next`: where another one begins. */
export interface SnapshotPage {
  readonly rows: readonly SnapshotRow[];
  readonly next: SnapshotCursor | undefined;
}

const SNAPSHOT = { name: "web-locks/snapshot" };

/** Tells who holds and who waits. `prefix`: of the keys of the locks. */
export function snapshotCall(prefix: string, from: SnapshotCursor): OperationCall<SnapshotPage> {
  return {
    script: SNAPSHOT,
    keys: [webNamesKey(prefix)],
    args: [prefix, from.time, from.name, String(from.waiters), ...readWriteQueueParts()],
    decode(reply) {
      const read = expectKind(new ReplyReader(SNAPSHOT, reply), "page");
      const next = { time: read.text(2), name: read.text(3), waiters: read.integer(4) };
      return { rows: rowsIn(read), next: next.time === "" ? undefined : next };
    },
  };
}

function rowsIn(read: ReplyReader): SnapshotRow[] {
  const rows: SnapshotRow[] = [];
  for (let at = 5; at < read.length; ) {
    const [text, plain, holders, waiters] = [
      read.text(at),
      read.integer(at + 1),
      read.integer(at + 2),
      read.integer(at + 3),
    ];
    const texts = Array.from({ length: holders + waiters }, (_, nth) => read.text(at + 4 + nth));
    rows.push({ text, isPlain: plain === 1, holders: texts.slice(0, holders), waiters: texts.slice(holders) });
    at += 4 + holders + waiters;
  }
  return rows;
}
