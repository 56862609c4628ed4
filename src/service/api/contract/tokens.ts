// The members of a capability, as plain data.
import type { FieldForms, Optional, Whole } from "./operation.ts";
import { type Capability, VERBS } from "./vocabulary.ts";

const MOST_NAMES = 20;
const LIMIT: Optional<Whole> = { type: "whole", from: 1, to: Number.MAX_SAFE_INTEGER, optional: true };

/** The members of a capability, of which each may be missing. */
export type CapabilityFields = { readonly [Name in keyof Capability]?: Capability[Name] | undefined };

export const CAPABILITY: FieldForms<CapabilityFields> = {
  names: {
    type: "formed texts",
    form: /^(?=.)[A-Za-z0-9._~:/@-]{0,200}\*?$/,
    most: MOST_NAMES,
    says: [
      "must be a lock name, or its beginning followed by *",
      `must be a list of 1 to ${MOST_NAMES} lock names, or beginnings of names followed by *`,
    ],
    optional: true,
  },
  verbs: { type: "words", of: VERBS, optional: true },
  maxLeaseMs: LIMIT,
  maxHoldMs: LIMIT,
  maxWaits: LIMIT,
  maxKeptHolds: LIMIT,
};
