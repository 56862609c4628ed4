// Shared by requests that change a counter once, or read it: keys, arguments and replies.
import { UnexpectedReplyError } from "../../base/errors.ts";
import { requestKey } from "../keys.ts";
import type { LuaScript, ScriptCall } from "../protocol.ts";
import { requestNumber, requestTrySet, requestWithdraw } from "./generated.ts";
import { expectKind, ReplyReader } from "./reply.ts";

// How long Redis remembers a request, ms: an hour, as for everything without a lease. Proxies and clients give up a
// request within minutes.
export const REQUEST_RECORD_MS = 3_600_000;

/** Returns the keys of a request, or of an acquire without a lease, and the lifetime of its record. */
export function remembered(key: string, requestId: string): { keys: [string, string]; args: [string] } {
  return { keys: [key, requestKey(key, requestId)], args: [String(REQUEST_RECORD_MS)] };
}

/** Runs a script once per request id, which all attempts of the request share. Answers a number. */
export function onceCall(script: LuaScript, key: string, requestId: string, ...more: string[]): ScriptCall<number> {
  const { keys, args } = remembered(key, requestId);
  const withdrawal = withdrawCall(keys[1], REQUEST_RECORD_MS);
  return { script, keys, args: [...args, ...more], decode: numberReply(script), withdrawal };
}

/** Sets a counter that does not exist. Answers whether it was set. */
export function trySetCall(
  key: string,
  requestId: string,
  number: number,
  message: { readonly channel: string; readonly payload: string },
  ttlMs?: number,
): ScriptCall<boolean> {
  const ttl = ttlMs === undefined ? [] : [String(ttlMs)];
  return yesOrNo(onceCall(requestTrySet, key, requestId, String(number), message.channel, message.payload, ...ttl));
}

/** Reads a counter; 0 if it does not exist. */
export function numberCall(key: string): ScriptCall<number> {
  return { script: requestNumber, keys: [key], args: [], decode: numberReply(requestNumber) };
}

export function yesOrNo(call: ScriptCall<number>): ScriptCall<boolean> {
  return {
    ...call,
    decode(reply) {
      const answer = call.decode(reply);
      if (answer === 0 || answer === 1) return answer === 1;
      throw new UnexpectedReplyError(`script ${call.script.name} returned an unexpected reply: neither yes nor no`);
    },
  };
}

export function numberReply(script: LuaScript): (reply: unknown) => number {
  return (reply) => expectKind(new ReplyReader(script, reply), "done").integer(2);
}

// Withdraws a request that Redis remembers, as a typed call.

/**
 * Lets a request do nothing if it has not run yet: a copy of it may arrive after its caller learned that nothing was
 * done. `record`: the key under which Redis remembers the request.
 */
export function withdrawCall(record: string, recordMs: number): ScriptCall<boolean> {
  return {
    script: requestWithdraw,
    keys: [record],
    args: [String(recordMs)],
    decode(reply) {
      const read = new ReplyReader(requestWithdraw, reply);
      if (read.kind !== "done") throw read.unexpected("is of another kind");
      return read.integer(2) === 1;
    },
  };
}
