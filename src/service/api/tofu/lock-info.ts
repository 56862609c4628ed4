// The lock info of OpenTofu: what a client says of its lock, and what a refused client prints of the holder.
import { asEpochMs, nowMs } from "../../../base/clock.ts";
import { printable } from "../../../base/errors.ts";
import { utf8Length } from "../../../lock/keys.ts";
import { MAX_LABEL_BYTES } from "../../../lock/options.ts";
import type { FormedText, Optional } from "../contract/operation.ts";
import { formOf, valid } from "../contract/requests.ts";

/** The members that OpenTofu sends, all of them text. */
export type LockInfo = Readonly<Record<keyof LockInfoFields, string>>;

// The time of a client that states none.
const NO_TIME = "0001-01-01T00:00:00Z";

/** The id of a lock, a UUID in OpenTofu and Terraform. It becomes a part of the lock's owner. */
export const ID: FormedText = {
  type: "formed",
  form: /^[A-Za-z0-9-]{1,64}$/,
  says: "must be the id of the lock: 1 to 64 letters, digits and -",
};
// Terminals of other users print the info.
const PRINTED: Optional<FormedText> = {
  type: "formed",
  form: /^[^\p{Cc}\p{Surrogate}]*$/u,
  says: "must be well-formed text without control characters",
  optional: true,
};
const INSTANT = "must be an instant, such as 2026-01-31T12:00:00Z";

interface LockInfoFields {
  readonly ID: string;
  readonly Operation?: string | undefined;
  readonly Info?: string | undefined;
  readonly Who?: string | undefined;
  readonly Version?: string | undefined;
  readonly Created?: string | undefined;
  readonly Path?: string | undefined;
}
const LOCK_INFO = formOf<LockInfoFields>(
  {
    ID,
    Operation: PRINTED,
    Info: PRINTED,
    Who: PRINTED,
    Version: PRINTED,
    Created: {
      type: "formed",
      form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
      says: INSTANT,
      optional: true,
    },
    Path: PRINTED,
  },
  [
    {
      option: "Created",
      isKept: ({ Created = NO_TIME }) => !Number.isNaN(Date.parse(Created)),
      says: INSTANT,
    },
  ],
);

/**
 * Returns the lock info in the body of a request.
 * @throws INVALID_OPTION naming the member
 */
export function lockInfoIn(body: object): LockInfo {
  const {
    ID,
    Operation = "",
    Info = "",
    Who = "",
    Version = "",
    Created = NO_TIME,
    Path = "",
  } = valid(LOCK_INFO, body);
  // Written again, because Go refuses the whole info for a day that its month does not have.
  return { ID, Operation, Info, Who, Version, Created: new Date(Created).toISOString(), Path };
}

/** Returns the info that `JSON.stringify` wrote. */
export function parseLockInfo(stored: string): LockInfo {
  const given: LockInfo = JSON.parse(stored);
  return given;
}

/** Returns the label of the lock for the page and for `inspect`. */
export function labelOf({ Who, Operation }: LockInfo): string {
  const label = ["tofu", Operation, Who].filter((part) => part !== "").join(" ");
  return utf8Length(label) <= MAX_LABEL_BYTES ? label : "tofu";
}

/**
 * Returns the holder's info for a refused client, with escapes, because OpenTofu writes it to the terminal as it is.
 * `Info`, which is printed last, has the time at which the lock ends by itself.
 */
export function shownInfo(info: LockInfo, remainingMs: number): LockInfo {
  const end = new Date(asEpochMs(nowMs() + remainingMs)).toISOString().replace(/\.\d+/, "");
  const ends = `this lock ends by itself at ${end}, in ${Math.ceil(remainingMs / 1_000)} s`;
  const { Operation, Who, Version, Path } = info;
  return {
    ...{ ...info, Operation: printable(Operation), Who: printable(Who) },
    ...{ Version: printable(Version), Path: printable(Path) },
    Info: printable(info.Info === "" ? ends : `${info.Info}; ${ends}`),
  };
}

/** Returns what is known of a holder whose info is not stored: it locks just now, or is no OpenTofu. */
export function sparseInfo(ID: string, Path: string, label: string, since: number | undefined): LockInfo {
  const Created = since === undefined ? NO_TIME : new Date(since).toISOString();
  return { ID, Operation: "", Info: "", Who: label, Version: "", Created, Path };
}
