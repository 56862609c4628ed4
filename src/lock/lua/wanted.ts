// The script that counts those who wait for what a hold has, as a typed call.
import { headOf, ownerStateKey } from "../keys.ts";
import type { About, GrantedHold, ScriptCall } from "../protocol.ts";
import { waiterNamed } from "./fair-read-write.ts";
import { wantedAsk } from "./generated.ts";
import { aboutOf } from "./lock.ts";
import { expectKind, ReplyReader } from "./reply.ts";

/**
 * Where those who wait are: in the list of standing requests, in a queue, or only on the channel of the release. `key`:
 * of that list or queue; for "none", any key of the lock.
 */
export interface WaitersPlace {
  readonly form: "requests" | "list" | "zset" | "none";
  readonly key: string;
  readonly channel: string;
}

/** Those who wait for what a hold has. */
export interface Waiting {
  /** How many are in the list or queue, at most 100. */
  readonly listed: number;
  /** How many others have a stream, each process once; undefined: Redis refuses to count them, or counts wrongly. */
  readonly streams: number | undefined;
  /** What the first one gave, as far as Redis knows it. `since`: when it first attempted, epoch ms of its clock. */
  readonly first: { readonly [Fact in keyof About]?: About[Fact] | undefined };
}

/** Counts those who wait. `listens`: marks the holder, so that new waiters notify it on its channel of ends. */
export function waitingCall(
  { key, owner }: Pick<GrantedHold, "key" | "owner">,
  place: WaitersPlace,
  listens: boolean,
): ScriptCall<Waiting> {
  const { form, channel } = place;
  return {
    script: wantedAsk,
    keys: [place.key, ownerStateKey(key, owner)],
    args: [owner, form, channel, listens ? headOf(key) : ""],
    decode(reply) {
      const read = expectKind(new ReplyReader(wantedAsk, reply), "waiting");
      const [listed, streams] = [read.integer(2), read.integer(3)];
      if (listed < 0 || streams < -2) throw read.unexpected("has no number");
      return { listed, streams: streams < 0 ? undefined : streams, first: firstOf(form, read.text(4)) };
    },
  };
}

function firstOf(form: WaitersPlace["form"], first: string): Waiting["first"] {
  if (form === "zset") return { label: waiterNamed(first).label };
  return form === "requests" && first !== "" ? aboutOf(first) : {};
}
