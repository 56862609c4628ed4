// Holds as text, to continue them in another invocation, isolate or service. The text contains no credential, but
// anybody who has it can release the hold.
import { asBase64Url, fromBase64Url } from "../../base/bytes.ts";
import { asEpochMs, nowMs } from "../../base/clock.ts";
import { ClosedError, InvalidOptionError, lossOf } from "../../base/errors.ts";
import { ownMembers } from "../../base/validate.ts";
import { CallEvents } from "../hold/call-events.ts";
import { type HoldText, type Resumable, runAnswered } from "../hold/client-context.ts";
import { releaseResult } from "../hold/held.ts";
import { idOf } from "../hold/hold-state.ts";
import { checkOwner } from "../keys.ts";
import { checkLabel, MAX_MS, MIN_LEASE_MS } from "../options.ts";
import { type GrantedHold, withLease } from "../protocol.ts";
import { validUntil } from "../watchdog/renewal-plan.ts";

const VERSION = "lh1.";
// The flags in a text.
const LEASE_FIXED = 1;
const OWNER_PASSED = 2;

/**
 * Lets the holds of a client be serialized and resumed. `createLocks` has it already.
 * @returns the value for `createClient({ text })`
 * @example
 * const client = createClient({ redis: { url, token }, text: holdText() });
 */
export function holdText(): HoldText {
  return { give: givenBy(serializeHold), ...readBy(parseHold) };
}

/** @internal Returns the function that serializes a hold and, with `move`, gives it away. */
export function givenBy(serialize: (hold: GrantedHold) => string): HoldText["give"] {
  return function give(hold, options, { life, alarm }) {
    const moves = ownMembers("options", options, ["move"])?.move === true;
    life.mustBeHeld();
    const text = serialize(hold);
    if (moves) {
      life.move();
      life.keepAlive?.end("handed-off");
      life.following?.end("handed-off");
      alarm?.onMove();
    }
    return text;
  };
}

/** @internal Returns what is done with the text of a hold, in whichever form `parse` reads. */
export function readBy(parse: HoldText["parse"]): Omit<HoldText, "give"> {
  return {
    parse,
    holdOf({ kind, key }, serialized) {
      const hold = parse(serialized);
      if (hold.key !== key) throw new InvalidOptionError("serialized", "is a hold of another lock");
      return holdOfKind(kind, hold);
    },
    async resume({ client, kind, name }, hold) {
      const { leaseMs, label } = hold;
      const call = new CallEvents(client, { lockName: name, kind: kind.method, label });
      call.report({ type: "resuming", waitMs: 0, leaseMs });
      try {
        const owner = kind.fieldToOwner(hold.owner);
        call.owner = owner;
        if (client.closeRegistry.closed) throw new ClosedError();
        const { reply, sentAt } = await runAnswered(client, kind.check(hold), leaseMs, ["resume the hold on", name]);
        if (reply.kind === "ended") throw lossOf({ lockName: name, owner, end: reply.end });
        const valid = validUntil(sentAt, reply.remainingMs, leaseMs);
        if (valid <= nowMs()) throw lossOf({ lockName: name, owner });
        if (client.closeRegistry.closed) throw new ClosedError();
        const { holdCount } = reply;
        const held = kind.held(client, { id: call.id, name, hold, holdCount, validUntil: valid, resumed: true });
        call.report({ type: "resumed" });
        return held;
      } catch (error) {
        throw call.failed(error);
      }
    },
    async release({ client, kind, name }, hold) {
      const call = kind.release(hold, false);
      const { reply } = await runAnswered(client, call, client.options.leaseMs, ["release the hold on", name]);
      return releaseResult(reply.end);
    },
    async renew({ client, kind, name }, hold, leaseMs = hold.leaseMs) {
      const { owner } = hold;
      const subject = ["renew the hold on", name] as const;
      const renewal = kind.renew(withLease(hold, leaseMs));
      const { reply, sentAt } = await runAnswered(client, renewal, client.options.leaseMs, subject);
      if (reply.kind === "ended") throw lossOf({ lockName: name, owner: kind.fieldToOwner(owner), end: reply.end });
      const { key } = hold.members?.[0] ?? hold;
      client.closeRegistry.renewed(key, { owner, holdId: idOf(hold), sentAt, leaseMs });
      return asEpochMs(validUntil(sentAt, leaseMs, hold.leaseMs));
    },
  };
}

/** Serializes a hold, with its `kindId`. */
export function serializeHold(hold: GrantedHold): string {
  return VERSION + asBase64Url(new TextEncoder().encode(JSON.stringify(fieldsOf(hold))));
}

/** Returns the fields of a hold in the order of its text, without the last ones that say nothing. */
export function fieldsOf(hold: GrantedHold): unknown[] {
  const { kindId, key, owner, holdId, epoch, leaseMs, ownerIsNew, leaseFixed, fencingToken = "", label = "" } = hold;
  const flags = (leaseFixed === true ? LEASE_FIXED : 0) + (ownerIsNew ? 0 : OWNER_PASSED);
  // The members' label is that of the whole.
  const members = hold.members?.map((member) => fieldsOf({ ...member, leaseFixed, label: undefined })) ?? "";
  const fields = [
    kindId,
    key,
    owner,
    leaseMs,
    flags,
    holdId === owner ? "" : holdId,
    epoch,
    fencingToken,
    label,
    members,
  ];
  while (fields.at(-1) === "" || fields.at(-1) === 0) fields.pop();
  return fields;
}

/** Reads a serialized hold. Throws INVALID_OPTION naming "serialized" for anything else. */
export function parseHold(serialized: unknown): GrantedHold {
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

/** Reads the list of `fieldsOf`. Throws INVALID_OPTION naming "serialized" for anything else. */
export function holdOfFields(fields: unknown): GrantedHold {
  if (!Array.isArray(fields) || fields.length < 4 || fields.length > 10) throw malformed();
  const [kindId, key, owner, leaseMs, flags = 0, id = "", epoch = "", token = "", label = "", members = ""]: unknown[] =
    fields;
  if (typeof kindId !== "string" || !/^[a-z]{1,20}$/.test(kindId) || typeof key !== "string") throw malformed();
  if (typeof leaseMs !== "number" || !Number.isInteger(leaseMs)) throw malformed();
  if (leaseMs < MIN_LEASE_MS || leaseMs > MAX_MS) throw malformed();
  if (flags !== 0 && flags !== 1 && flags !== 2 && flags !== 3) throw malformed();
  if (typeof token !== "string" || !/^\d{0,20}$/.test(token)) throw malformed();
  if (epoch !== "") checkOwner("serialized", epoch);
  return {
    ...{ kindId, key, leaseMs, epoch: String(epoch), owner: checkedField(owner) },
    ...{ leaseFixed: (flags & LEASE_FIXED) !== 0, ownerIsNew: (flags & OWNER_PASSED) === 0 },
    holdId: id === "" ? checkedField(owner) : checkOwner("serialized", id),
    fencingToken: token === "" ? undefined : token,
    members: members === "" ? undefined : membersOf(members),
    label: label === "" ? undefined : labelOf(label),
  };
}

/**
 * Returns the hold as one of this kind.
 * @throws INVALID_OPTION naming "serialized" for a hold of another kind
 */
export function holdOfKind(kind: Resumable<unknown>, hold: GrantedHold): GrantedHold {
  if (hold.kindId !== kind.id) {
    throw new InvalidOptionError("serialized", `is a hold of another kind of lock, "${hold.kindId}"`);
  }
  const isComposite = kind.keysOf !== undefined;
  if (isComposite !== (hold.members !== undefined) || !isFieldOf(kind, hold)) throw malformed();
  return { ...hold, shared: kind.shared || undefined };
}

/** Whether a lock of this kind can have an owner with this field: the field of a writer, for example, has a suffix. */
function isFieldOf(kind: Resumable<unknown>, { owner, key }: GrantedHold): boolean {
  try {
    const name = kind.fieldToOwner(owner);
    return name !== "" && kind.ownerToField(name, key) === owner;
  } catch {
    return false;
  }
}

function membersOf(members: unknown): GrantedHold[] {
  if (!Array.isArray(members)) throw malformed();
  return members.map((member) => {
    const hold = holdOfFields(member);
    if (hold.members !== undefined || hold.label !== undefined) throw malformed();
    return hold;
  });
}

function labelOf(label: unknown): string {
  try {
    return checkLabel(label, "");
  } catch {
    // It names another option.
    throw malformed();
  }
}

/** Checks the field of an owner, whatever the kind. */
function checkedField(field: unknown): string {
  if (typeof field !== "string") throw malformed();
  // A watchdog in another Worker receives writers like other holds.
  checkOwner("serialized", field.replace(/(?<=.):write$/, ""));
  return field;
}

/** Returns the error for text that `held.serialize()` did not write. */
export function malformed(): InvalidOptionError {
  return new InvalidOptionError("serialized", "is not what held.serialize() gives; without it, call held.release()");
}
