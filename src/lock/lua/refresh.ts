// The script of refreshOnce as a typed call.
import { spendKey } from "../keys.ts";
import type { Ended, ScriptCall } from "../protocol.ts";
import { refreshSpend } from "./generated.ts";
import { endOrThrow } from "./lock.ts";
import { ReplyReader } from "./reply.ts";

/** Whether the holder may spend it. `sinceMs`: since the first spend, in ms; 0: this is the first. */
export interface Spending {
  readonly kind: "spends" | "spent";
  readonly sinceMs: number;
}

/** Marks that this owner of the lock `key` is about to spend what has this version. */
export function spendCall(key: string, owner: string, version: string, graceMs: number): ScriptCall<Spending | Ended> {
  return {
    script: refreshSpend,
    keys: [key, spendKey(key)],
    args: [owner, encodeURIComponent(version), String(graceMs)],
    decode(reply) {
      const read = new ReplyReader(refreshSpend, reply);
      if (read.kind === "spends" || read.kind === "spent") return { kind: read.kind, sinceMs: read.integer(2) };
      return endOrThrow(read);
    },
  };
}
