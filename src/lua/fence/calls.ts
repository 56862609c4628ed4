// The scripts of a fence as typed calls.
import { markKey, tokenKey, writeKey } from "../../keys.ts";
import { ReplyReader, type ScriptCall } from "../call.ts";
import { fenceCheck, fenceSet } from "../generated.ts";

// How long Redis remembers a write: an hour, as everything that has no lease. Proxies and clients give a request up
// within minutes. A copy later than that could undo a newer write of the same token; never one of a newer token, which
// the mark remembers for ever.
const RECORD_MS = 3_600_000;

/** A write past a fence: all its tries, and its withdrawal, have one request id. */
export interface FencedWrite {
  /** Prefix and name of what is protected. */
  readonly resource: string;
  readonly requestId: string;
  readonly token: string;
  /** The application's own. */
  readonly key: string;
  readonly value: string;
}

/** Whether no newer token was seen; "ahead": the token is higher than any that was granted. */
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

/** Whether it was set. Nobody waits for the answer of one that was withdrawn. */
export function fenceSetCall(write: FencedWrite): ScriptCall<Admission> {
  const call = withdrawCall(write);
  const decode = (reply: unknown): Admission => admitted(new ReplyReader(fenceSet, reply));
  return { ...call, args: [...call.args, write.value], decode };
}

/** Whether it was set; undefined when it was not, and will not be. */
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
