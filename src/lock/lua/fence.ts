// The scripts of a fence as typed calls.
import { markKey, tokenKey, writeKey } from "../keys.ts";
import type { ScriptCall } from "../protocol.ts";
import { fenceCheck, fenceSet } from "./generated.ts";
import { ReplyReader } from "./reply.ts";

// How long Redis remembers a write: an hour, as for everything without a lease. Proxies and clients give up a request
// within minutes. A later copy could undo a newer write of the same token, but never one of a newer token: the mark has
// no TTL.
const RECORD_MS = 3_600_000;

/** A write past a fence. All its attempts and its withdrawal share one request id. */
export interface FencedWrite {
  /** Prefix and name of the protected resource. */
  readonly resource: string;
  readonly requestId: string;
  readonly token: string;
  /** The application's own key. */
  readonly key: string;
  readonly value: string;
}

/** True: no newer token was seen; "ahead": the token is higher than any that was granted. */
export type Admission = boolean | "ahead";

export function fenceCheckCall(resource: string, token: string): ScriptCall<Admission> {
  return {
    script: fenceCheck,
    keys: [markKey(resource), tokenKey(resource)],
    args: [token],
    isNoLocks: true,
    decode: (reply) => admitted(new ReplyReader(fenceCheck, reply)),
  };
}

/** Sets the key, and answers whether it was set. A withdrawn write has no caller left that reads its answer. */
export function fenceSetCall(write: FencedWrite): ScriptCall<Admission> {
  const call = withdrawCall(write);
  const decode = (reply: unknown): Admission => admitted(new ReplyReader(fenceSet, reply));
  return { ...call, args: [...call.args, write.value], decode, withdrawal: call };
}

/** Withdraws a write. Answers whether it was set before; undefined: it was not, and will not be. */
export function withdrawCall({ resource, requestId, token, key }: FencedWrite): ScriptCall<Admission | undefined> {
  return {
    script: fenceSet,
    keys: [markKey(resource), writeKey(resource, requestId), key, tokenKey(resource)],
    args: [token, String(RECORD_MS)],
    isNoLocks: true,
    decode(reply) {
      const read = new ReplyReader(fenceSet, reply);
      return read.kind === "withdrawn" ? undefined : admitted(read);
    },
  };
}

function admitted(read: ReplyReader): Admission {
  if (read.kind === "ahead") return "ahead";
  const answer = read.integer(2);
  if (read.kind !== "fenced" || (answer !== 0 && answer !== 1)) throw read.unexpected("is neither yes nor no");
  return answer === 1;
}
