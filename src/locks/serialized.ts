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
  const { key, owner, holdId, epoch, leaseMs, ownerIsNew, fencingToken = "" } = hold;
  const fields = [family, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed, fencingToken];
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
  if (!Array.isArray(fields) || fields.length !== 9) throw malformed();
  const [family, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed, token]: unknown[] = fields;
  if (!isFamily(family)) throw malformed();
  if (typeof key !== "string" || typeof ownerIsNew !== "boolean" || typeof leaseFixed !== "boolean") throw malformed();
  if (typeof leaseMs !== "number" || !Number.isInteger(leaseMs)) throw malformed();
  if (leaseMs < MIN_LEASE_MS || leaseMs > MAX_MS) throw malformed();
  if (typeof token !== "string" || !/^\d{0,20}$/.test(token)) throw malformed();
  if (epoch !== "") checkOwner("serialized", epoch);
  return {
    family,
    hold: {
      ...{ key, ownerIsNew, leaseMs, epoch: String(epoch) },
      ...{ owner: checkedField(owner), holdId: checkOwner("serialized", holdId) },
      fencingToken: token === "" ? undefined : token,
      shared: family === "read" ? true : undefined,
    },
    leaseFixed,
  };
}

/** An owner as Redis calls it: a writer has an ending. */
function checkedField(field: unknown): string {
  if (typeof field !== "string") throw malformed();
  checkOwner("serialized", field.replace(/:write$/, ""));
  return field;
}

function isFamily(value: unknown): value is LockFamily {
  return value === "lock" || value === "fair" || value === "read" || value === "write";
}

function malformed(): InvalidOptionError {
  return new InvalidOptionError("serialized", "is not what held.serialize() gives");
}
