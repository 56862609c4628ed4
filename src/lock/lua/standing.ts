// The attempt of a waiter whose isolate has an open mailbox: a refusal leaves a standing request.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { ownerStateKey } from "../keys.ts";
import type { BusyReply, HoldId, Look, Looked, LuaScript, ScriptCall, Standing } from "../protocol.ts";
import { fencedAcquireStanding, lockAcquireStanding, lockLookStanding } from "./generated.ts";
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
 * Returns the text of a standing request: see lib/waiters.lua. `secret`: of the waiter, see wait/seal.ts. `seenMs`: the
 * time of Redis, epoch ms, as far as the client knows it; undefined: the script takes its own. `isOnlyCalled`: the waiter
 * attempts by itself, and is never granted the lock. `needsToken`: the lock is fenced.
 */
export function standingRequest(
  hold: HoldId,
  mailbox: string,
  secret: string,
  seenMs: number | undefined,
  { isOnlyCalled = false, needsToken = false }: { readonly isOnlyCalled?: boolean; readonly needsToken?: boolean } = {},
): string {
  const words = [mailbox, hold.owner, secret, hold.leaseMs, recordMs(hold), seenMs ?? 0, needsToken ? "t" : "-"];
  return `${isOnlyCalled ? ONLY_CALLED : ""}${words.join(" ")}${aboutText(hold.label)}`;
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

// The safety poll of several waiters that stand, as one typed call.

/** Looks at the lock of each waiter. */
export function lookStandingCall(looks: readonly Look[]): ScriptCall<Looked> {
  return {
    script: lockLookStanding,
    keys: looks.flatMap(({ key, owner }) => [key, ownerStateKey(key, owner), ...standingKeysOf(key)]),
    args: looks.flatMap(({ listed, request }) => [listed, request]),
    decode(reply) {
      const [kind, , ...slots] = Array.isArray(reply) ? reply : [];
      const [redisMs, ...lefts] = slots.flatMap((slot) => (Number.isInteger(slot) ? [Number(slot)] : []));
      if (kind === "looked" && redisMs !== undefined && lefts.length === looks.length) return { redisMs, lefts };
      throw new UnexpectedReplyError(`script ${lockLookStanding.name} returned an unexpected reply`);
    },
  };
}
