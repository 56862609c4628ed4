// The hold that a request asks for. Each request has an owner of its own, so that no lock is held twice by one.

import type { HoldEnd } from "../../base/errors.ts";
import { ownerOfField, WRITER } from "../../lock/keys.ts";
import type { Access } from "../../lock/lua/read-write.ts";
import { endByTheft } from "../../lock/parts/steal.ts";
import type { HoldId } from "../../lock/protocol.ts";
import type { LockMode } from "./lock-types.ts";

export function accessOf(mode: LockMode): Access {
  return mode === "shared" ? "read" : "write";
}

/** Returns a hold that nobody has asked for yet. `owner`: a new one. */
export function newHold(of: Pick<HoldId, "key" | "leaseMs" | "label">, mode: LockMode, owner: string): HoldId {
  const hold = { ...of, holdId: owner, ownerIsNew: true };
  return mode === "shared" ? { ...hold, owner, shared: true } : { ...hold, owner: owner + WRITER };
}

/** Returns how the holds end that this one steals a lock from. */
export function theftBy({ owner, label = "" }: HoldId): HoldEnd {
  return endByTheft({ owner: ownerOfField(owner), label, reason: "" });
}
