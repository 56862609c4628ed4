// A hold as text, to go on with it elsewhere: another invocation, isolate or service. It carries no credential, but
// whoever has it can release the hold.
import { InvalidOptionError } from "../errors.ts";
import { checkOwner } from "../keys.ts";
import type { GrantedHold, GrantedMember } from "../lua/lock/calls.ts";
import { MAX_MS, MIN_LEASE_MS } from "../options.ts";
import { asBase64Url, fromBase64Url } from "./base64url.ts";
import type { CompositeKindId, LockKindId } from "./kind.ts";

const VERSION = "lh1.";

export interface SerializedHold<Family = LockKindId | CompositeKindId> {
  readonly family: Family;
  readonly hold: GrantedHold;
  readonly leaseFixed: boolean;
}

export function serializeHold(family: string, hold: GrantedHold, leaseFixed: boolean): string {
  return VERSION + asBase64Url(new TextEncoder().encode(JSON.stringify(fieldsOf(family, hold, leaseFixed))));
}

/** Lists what the text of a hold says, in its order. */
export function fieldsOf(family: string, hold: GrantedHold, leaseFixed: boolean): unknown[] {
  const { key, owner, holdId, epoch, leaseMs, ownerIsNew, fencingToken = "", parts } = hold;
  const fields = [family, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed, fencingToken];
  return parts === undefined ? fields : [...fields, parts.map((part) => fieldsOf(part.family, part, leaseFixed))];
}

/** Throws INVALID_OPTION naming "serialized" for anything that serializeHold did not write. */
export function parseHold(serialized: unknown): SerializedHold {
  if (typeof serialized !== "string" || !/^lh1\.[\w-]+$/.test(serialized)) throw malformed();
  let fields: unknown;
  try {
    const bytes = fromBase64Url(serialized.slice(VERSION.length));
    fields = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw malformed();
  }
  return holdOfFields(fields);
}

/** The same for a hold of one lock. */
export function parseHoldOfOne(serialized: unknown): SerializedHold<LockKindId> {
  const { family, ...rest } = parseHold(serialized);
  if (!isJoint(family)) return { family, ...rest };
  throw new InvalidOptionError("serialized", `is a hold of several locks: the ${family}Lock of them resumes it`);
}

/** Reads the list that `fieldsOf` makes. Throws INVALID_OPTION naming "serialized" for anything else. */
export function holdOfFields(fields: unknown): SerializedHold {
  if (!Array.isArray(fields)) throw malformed();
  const [family, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed, token, parts]: unknown[] = fields;
  if (!isFamily(family) || fields.length !== (isJoint(family) ? 10 : 9)) throw malformed();
  if (typeof key !== "string" || typeof ownerIsNew !== "boolean" || typeof leaseFixed !== "boolean") throw malformed();
  if (typeof leaseMs !== "number" || !Number.isInteger(leaseMs)) throw malformed();
  if (leaseMs < MIN_LEASE_MS || leaseMs > MAX_MS) throw malformed();
  if (typeof token !== "string" || !/^\d{0,20}$/.test(token)) throw malformed();
  if (epoch !== "") checkOwner("serialized", epoch);
  return {
    family,
    hold: {
      ...{ key, ownerIsNew, leaseMs, epoch: String(epoch) },
      ...{ owner: checkedField(family, owner), holdId: checkOwner("serialized", holdId) },
      fencingToken: token === "" ? undefined : token,
      shared: family === "read" ? true : undefined,
      parts: isJoint(family) ? partsOf(parts) : undefined,
    },
    leaseFixed,
  };
}

function partsOf(parts: unknown): GrantedMember[] {
  if (!Array.isArray(parts)) throw malformed();
  return parts.map((part) => {
    const { family, hold } = holdOfFields(part);
    if (isJoint(family)) throw malformed();
    return { ...hold, family };
  });
}

/** An owner as Redis calls it: a writer has an ending, which no other owner of a read/write lock has. */
function checkedField(family: SerializedHold["family"], field: unknown): string {
  if (typeof field !== "string") throw malformed();
  const writes = family === "write";
  const owner = writes ? field.replace(/:write$/, "") : field;
  const other = (owner === field) === writes || /^mode$|:write$/.test(owner);
  if ((writes || family === "read") && other) throw malformed();
  // The watchdog of another Worker is told of a writer as of any hold.
  checkOwner("serialized", writes ? owner : field.replace(/(?<=.):write$/, ""));
  return field;
}

function isFamily(value: unknown): value is SerializedHold["family"] {
  return isJoint(value) || value === "lock" || value === "fair" || value === "read" || value === "write";
}

function isJoint(value: unknown): value is CompositeKindId {
  return value === "multi" || value === "red";
}

function malformed(): InvalidOptionError {
  return new InvalidOptionError("serialized", "is not what held.serialize() gives");
}
