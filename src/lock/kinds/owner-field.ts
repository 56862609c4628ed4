// The field of an owner in Redis, for kinds that store each owner under its own name; and the owners that a read/write
// lock can have.
import { InvalidOptionError } from "../../base/errors.ts";
import type { Acquirable } from "../hold/kind.ts";
import { hasTimeoutsAlone, WRITER } from "../keys.ts";

/** Stores each owner under its own name. */
export const ownerAsField: Pick<Acquirable<unknown>, "ownerToField" | "fieldToOwner"> = {
  ownerToField: (owner) => owner,
  fieldToOwner: (field) => field,
};

/** Refuses owners that a read lock cannot have. Throws INVALID_OPTION naming "owner". */
export function checkedReader(owner: string, key: string): string {
  if (hasTimeoutsAlone(key, owner)) return checkedWriter(owner);
  throw new InvalidOptionError("owner", "of this read lock must be like held.owner");
}

/** Refuses owners that would collide with other fields of the hash: its mode and its writer. */
export function checkedWriter(owner: string): string {
  if (owner === "mode" || owner.endsWith(WRITER)) {
    throw new InvalidOptionError("owner", `of a read/write lock cannot be "mode", nor end with "${WRITER}"`);
  }
  return owner;
}
