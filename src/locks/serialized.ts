// A hold as text, to go on with it elsewhere: another invocation, isolate or service. It carries no credential, but
// whoever has it can release the hold.
import { InvalidOptionError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { checkOwner } from "../names.ts";
import { MAX_MS, MIN_LEASE_MS } from "../options.ts";
import type { LockFamily } from "./kind.ts";

const VERSION = "lh1.";

export interface SerializedHold {
  readonly family: LockFamily;
  readonly hold: GrantedHold;
  readonly leaseFixed: boolean;
}

export function serializeHold({ family, hold, leaseFixed }: SerializedHold): string {
  const fields = [family, hold.key, hold.owner, hold.holdId, hold.epoch, hold.leaseMs, hold.ownerIsNew, leaseFixed];
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws INVALID_OPTION naming "serialized" for anything that serializeHold did not write. */
export function parseHold(serialized: unknown): SerializedHold {
  if (typeof serialized !== "string" || !/^lh1\.[\w-]+$/.test(serialized)) throw malformed();
  let fields: unknown;
  try {
    const binary = atob(serialized.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    fields = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw malformed();
  }
  if (!Array.isArray(fields) || fields.length !== 8) throw malformed();
  const [family, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed]: unknown[] = fields;
  if (family !== "lock" && family !== "fair") throw malformed();
  if (typeof key !== "string" || typeof ownerIsNew !== "boolean" || typeof leaseFixed !== "boolean") throw malformed();
  if (typeof leaseMs !== "number" || !Number.isInteger(leaseMs)) throw malformed();
  if (leaseMs < MIN_LEASE_MS || leaseMs > MAX_MS) throw malformed();
  if (epoch !== "") checkOwner("serialized", epoch);
  return {
    family,
    hold: {
      ...{ key, ownerIsNew, leaseMs, epoch: String(epoch) },
      ...{ owner: checkOwner("serialized", owner), holdId: checkOwner("serialized", holdId) },
    },
    leaseFixed,
  };
}

function malformed(): InvalidOptionError {
  return new InvalidOptionError("serialized", "is not what held.serialize() gives");
}
