// The attempt of a waiter whose isolate has an open mailbox: a refusal leaves a standing request.
import type { BusyReply, HoldId, LuaScript, ScriptCall, Standing } from "../protocol.ts";
import { fencedAcquireStanding, lockAcquireStanding } from "./generated.ts";
import { aboutText, recordMs, standingKeysOf } from "./lock.ts";
import { ReplyReader } from "./reply.ts";

// Marks a request whose waiter is only called to attempt.
const ONLY_CALLED = "~";

/** Returns the call of `acquireCall` that also stands. `call`: of a new owner. */
export function standingCall<Reply>(call: ScriptCall<Reply>, standing: Standing): ScriptCall<Reply | BusyReply> {
  return standingCallOf(lockAcquireStanding, call, standing);
}

/** `script`: that of the kind of lock. */
export function standingCallOf<Reply>(
  script: LuaScript,
  call: ScriptCall<Reply>,
  { listed, request, counts, probe = "" }: Standing,
): ScriptCall<Reply | BusyReply> {
  const [key = ""] = call.keys;
  return {
    ...call,
    script,
    keys: [...call.keys, ...standingKeysOf(key)],
    args: [...call.args, listed, request, counts ? "1" : "0", probe],
    decode(reply) {
      const read = new ReplyReader(script, reply);
      // A last refusal has five slots if it tells the holder.
      if (read.kind !== "busy" || read.length < 6) return call.decode(reply);
      const stands = { redisMs: read.integer(3), request: read.text(4), isOurs: read.integer(5) === 1 };
      return { kind: "busy", remainingMs: read.integer(2), stands };
    },
  };
}

/** What a request asks for. */
export interface RequestMarks {
  readonly isOnlyCalled?: boolean | undefined;
  readonly needsToken?: boolean;
  /** Redis does not count those who follow a channel by a pattern. Absent: that is not known. */
  readonly countsOthers?: boolean | undefined;
  /** Its client locks keys. */
  readonly locksKeys?: boolean | undefined;
}

/**
 * Returns the text of a standing request: see lib/waiters.lua. `secret`: of the waiter, see wait/seal.ts. `seenMs`: the
 * time of Redis, epoch ms, as far as the client knows it; undefined: the script takes its own. `isOnlyCalled`: the waiter
 * attempts by itself, and is never granted the lock. `needsToken`: the lock is fenced.
 */
export function standingRequest(
  hold: HoldId,
  mailbox: string,
  secret: string,
  seenMs: number | undefined,
  { isOnlyCalled = false, needsToken = false, countsOthers: counts, locksKeys = false }: RequestMarks = {},
): string {
  const how = `${needsToken ? "t" : "-"}${MARKS[`${counts}`]}${locksKeys ? "k" : ""}`;
  const words = [mailbox, hold.owner, secret, hold.leaseMs, recordMs(hold), seenMs ?? 0, how];
  return `${isOnlyCalled ? ONLY_CALLED : ""}${words.join(" ")}${aboutText(hold.label)}`;
}

const MARKS = { true: "o", false: "p", undefined: "-" } as const;

/** Returns what a listed request says: see `RequestMarks`. */
export function countsOthers(request: string): boolean | undefined {
  const [, mark] = /^(?:\S+ ){6}.([op])/.exec(request) ?? [];
  return mark === undefined ? undefined : mark === MARKS.true;
}

/** Returns whether the waiter of a listed request is only called: its client asked so, or nobody heard its mailbox. */
export function isOnlyCalled(request: string): boolean {
  return request.startsWith(ONLY_CALLED);
}

// The attempt on a fenced lock of a waiter whose isolate has an open mailbox.

/** Returns the call of `fencedAcquireCall` that also stands. `call`: of a new owner. */
export function fencedStandingCall<Reply>(call: ScriptCall<Reply>, standing: Standing): ScriptCall<Reply | BusyReply> {
  return standingCallOf(fencedAcquireStanding, call, standing);
}
