// The fields of OpenTofu's requests.
import { check, optional, pipe, strictObject } from "valibot";
import { type Fields, textOf } from "../valid.ts";

// A UUID in OpenTofu and Terraform. It becomes a part of the lock's owner.
const ID = textOf(/^[A-Za-z0-9-]{1,64}$/, "must be the id of the lock: 1 to 64 letters, digits and -");
// Terminals of other users print the info.
const PRINTED = textOf(/^[^\p{Cc}\p{Surrogate}]*$/u, "must be well-formed text without control characters");
const INSTANT = "must be an instant, such as 2026-01-31T12:00:00Z";
const CREATED = pipe(
  textOf(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/, INSTANT),
  check((text) => !Number.isNaN(Date.parse(text)), INSTANT),
);
const LEASE = textOf(/^[1-9]\d{0,4}[smh]$/, "must be a duration from 1s to 24h, such as 90s, 30m or 2h");

export interface LockInfoFields {
  ID: string;
  Operation?: string | undefined;
  Info?: string | undefined;
  Who?: string | undefined;
  Version?: string | undefined;
  Created?: string | undefined;
  Path?: string | undefined;
}
export const LOCK_INFO: Fields<LockInfoFields> = strictObject({
  ...{ ID, Operation: optional(PRINTED), Info: optional(PRINTED), Who: optional(PRINTED) },
  ...{ Version: optional(PRINTED), Created: optional(CREATED), Path: optional(PRINTED) },
});

/** The query of every request: one address serves for state, lock and unlock. */
export const ADDRESS: Fields<{ lease?: string | undefined }> = strictObject({ lease: optional(LEASE) });

export const WRITE: Fields<{ lease?: string | undefined; ID?: string | undefined }> = strictObject({
  ...{ lease: optional(LEASE), ID: optional(ID) },
});
