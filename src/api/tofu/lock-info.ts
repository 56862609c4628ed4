// The lock info of OpenTofu: what a client says of its lock, and what a refused client prints of the holder.
import type { Context } from "hono";
import { InvalidOptionError } from "../../errors.ts";
import { asEpochMs } from "../../hold/epoch-time.ts";
import { isWellFormed, utf8Length } from "../../keys.ts";
import { MAX_LABEL_BYTES } from "../../options.ts";
import { readFields, text } from "../request.ts";

const FIELDS = ["ID", "Operation", "Info", "Who", "Version", "Created", "Path"] as const;

/** The members that OpenTofu sends, all of them text. */
export type LockInfo = Readonly<Record<(typeof FIELDS)[number], string>>;

// A UUID in OpenTofu and Terraform. It becomes a part of the lock's owner.
const ID = /^[A-Za-z0-9-]{1,64}$/;
// Go refuses the whole info for another form.
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const NO_TIME = "0001-01-01T00:00:00Z";
// Other users' terminals print the info.
const CONTROL = /\p{Cc}/gu;

/**
 * Reads the lock info of a request. Only `ID` is required.
 * @throws INVALID_OPTION naming the member; 413 for more than 4,096 bytes; 415 and 400 as `readFields`
 */
export async function readLockInfo(c: Context): Promise<LockInfo> {
  const given = await readFields(c, FIELDS);
  const { Created: created = NO_TIME } = given;
  const id = checkLockId(given.ID);
  if (typeof created !== "string" || !TIME.test(created) || Number.isNaN(Date.parse(created))) {
    throw new InvalidOptionError("Created", "must be an instant, such as 2026-01-31T12:00:00Z");
  }
  return { ...infoOf((member) => printable(member, given[member] ?? "")), ID: id, Created: created };
}

/** Returns the info that `JSON.stringify` wrote. */
export function parseLockInfo(stored: string): LockInfo {
  const given: unknown = JSON.parse(stored);
  return infoOf((member) => String(Reflect.get(Object(given), member) ?? ""));
}

function infoOf(textOf: (member: keyof LockInfo) => string): LockInfo {
  return {
    ...{ ID: textOf("ID"), Operation: textOf("Operation"), Info: textOf("Info"), Who: textOf("Who") },
    ...{ Version: textOf("Version"), Created: textOf("Created"), Path: textOf("Path") },
  };
}

/** Checks the id of a lock. @throws INVALID_OPTION naming "ID" */
export function checkLockId(id: unknown): string {
  if (typeof id === "string" && ID.test(id)) return id;
  throw new InvalidOptionError("ID", "must be the id of the lock: 1 to 64 letters, digits and -");
}

function printable(member: string, given: unknown): string {
  const value = text(member, given);
  if (value.search(CONTROL) === -1 && isWellFormed(value)) return value;
  throw new InvalidOptionError(member, "must be text without control characters");
}

/** Returns the label of the lock for the page and for `inspect`. */
export function labelOf({ Who, Operation }: LockInfo): string {
  const label = ["tofu", Operation, Who].filter((part) => part !== "").join(" ");
  return utf8Length(label) <= MAX_LABEL_BYTES ? label : "tofu";
}

/** Returns the info with the time at which the lock ends by itself, in `Info`, which OpenTofu prints last. */
export function withEnd(info: LockInfo, remainingMs: number): LockInfo {
  const end = new Date(asEpochMs(performance.now() + remainingMs)).toISOString().replace(/\.\d+/, "");
  const ends = `this lock ends by itself at ${end}, in ${Math.ceil(remainingMs / 1_000)} s`;
  return { ...info, Info: info.Info === "" ? ends : `${info.Info}; ${ends}` };
}

/** Returns what is known of a holder whose info is not stored: it locks just now, or is no OpenTofu. */
export function sparseInfo(id: string, path: string, label: string, since: number | undefined): LockInfo {
  const Created = since === undefined ? NO_TIME : new Date(since).toISOString();
  return { ID: id, Operation: "", Info: "", Who: label.replace(CONTROL, ""), Version: "", Created, Path: path };
}
