// The field of an owner in Redis, for kinds that store each owner under its own name.
import type { Acquirable } from "../hold/kind.ts";

/** Stores each owner under its own name. */
export const ownerAsField: Pick<Acquirable<unknown>, "ownerToField" | "fieldToOwner"> = {
  ownerToField: (owner) => owner,
  fieldToOwner: (field) => field,
};
