// The attempt of a waiter whose isolate has an open mailbox: a refusal leaves a standing request.
import type { BusyReply, HoldId, LuaScript, ScriptCall, Standing } from "../../protocol.ts";
import { lockAcquireStanding } from "../generated.ts";
import { ReplyReader } from "../reply.ts";
import { aboutText } from "./about.ts";
import { recordMs, standingKeysOf } from "./calls.ts";

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
  { listed, request, counts }: Standing,
): ScriptCall<Reply | BusyReply> {
  const [key = ""] = call.keys;
  return {
    ...call,
    script,
    keys: [...call.keys, ...standingKeysOf(key)],
    args: [...call.args, listed, request, counts ? "1" : "0"],
    decode(reply) {
      const read = new ReplyReader(script, reply);
      // A last refusal has five slots if it tells the holder.
      if (read.kind !== "busy" || read.length < 6) return call.decode(reply);
      const stands = { redisMs: read.integer(3), request: read.text(4), isOurs: read.integer(5) === 1 };
      return { kind: "busy", remainingMs: read.integer(2), stands };
    },
  };
}

/**
 * Returns the text of a standing request: see standing.lua. `seenMs`: the time of Redis, epoch ms, as far as the client
 * knows it; undefined: the script takes its own. `isOnlyCalled`: the waiter attempts by itself, and is never granted
 * the lock. `needsToken`: the lock is fenced.
 */
export function standingRequest(
  hold: HoldId,
  mailbox: string,
  seenMs: number | undefined,
  { isOnlyCalled = false, needsToken = false }: { readonly isOnlyCalled?: boolean; readonly needsToken?: boolean } = {},
): string {
  const words = [mailbox, hold.owner, hold.leaseMs, recordMs(hold), seenMs ?? 0, needsToken ? "t" : "-"];
  return `${isOnlyCalled ? ONLY_CALLED : ""}${words.join(" ")}${aboutText(hold.label)}`;
}

/** Returns whether the waiter of a listed request is only called: its client asked so, or nobody heard its mailbox. */
export function isOnlyCalled(request: string): boolean {
  return request.startsWith(ONLY_CALLED);
}
