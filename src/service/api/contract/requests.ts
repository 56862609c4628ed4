// What each operation is asked: the schemas that check its requests. openapi.json is made of them.
import {
  array,
  boolean,
  checkItems,
  type InferOutput,
  maxLength,
  maxValue,
  metadata,
  minLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  rawCheck,
  regex,
  safeInteger,
  strictObject,
  string,
} from "valibot";
import { own } from "../../../base/validate.ts";
import { MADE } from "../../../lock/keys.ts";
import { MAX_STATED_OWNERS } from "../../../lock/kinds/freeing.ts";
import { MOST_PERMITS } from "../../../lock/kinds/initial-permits.ts";
import {
  MAX_HOLD_MS,
  MAX_KEPT_LEASE_MS,
  MAX_LEASE_MS,
  MAX_TOKEN_LIFE_MS,
  MAX_WAIT_MS,
  MIN_HOLD_MS,
  MIN_KEPT_LEASE_MS,
  MIN_LEASE_MS,
  MIN_TOKEN_LIFE_MS,
} from "./limits.ts";
import { GRANTED_KINDS, KIND_NAMES, PERMITS, PRINCIPAL_ID, SIGNED_FORM, TOKEN_FORM, VERBS } from "./vocabulary.ts";

const whole = (from: number, to: number = Number.MAX_SAFE_INTEGER, unit = "") => {
  const says = `must be a whole number${unit} from ${from} to ${to}`;
  return pipe(number(says), safeInteger(says), minValue(from, says), maxValue(to, says));
};
export const milliseconds = (from: number, to: number) => whole(from, to, " of milliseconds");
const formed = (form: RegExp, says: string) => pipe(string(says), regex(form, says));
const word = <const Words extends readonly string[]>(of: Words) => picklist(of, `must be one of ${of.join(", ")}`);
const flag = boolean("must be true or false");
const id = formed(/^[A-Za-z0-9._:-]{1,128}$/, "must be 1 to 128 characters out of A-Z a-z 0-9 . _ : -");
// An owner that its caller chose: the library makes others.
const owner = pipe(id, metadata({ not: { pattern: MADE.source } }));
const lease = optional(milliseconds(MIN_LEASE_MS, MAX_LEASE_MS));
// A label and a reason have at most 256 bytes together, as the library asks.
const short = optional(
  formed(/^(?:[ -~]{0,128}|[\s\S]{0,32})$/u, "must be text of at most 128 ASCII characters, or 32 of any kind"),
);
const hold = formed(SIGNED_FORM, "must be the hold that acquire answered here, not a text of held.serialize()");
const kind = optional(word(KIND_NAMES));

/** A rule between members. `option`: the member that the refusal names; `says`: the refusal after its name. */
function rule<Fields extends object>(option: keyof Fields & string, says: string, isKept: (fields: Fields) => boolean) {
  return rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!dataset.typed || isKept(own(dataset.value))) return;
    const input = Object(dataset.value);
    addIssue({ message: says, path: [{ type: "object", origin: "value", input, key: option, value: input[option] }] });
  });
}

/** The JSON Schema of objects with these members. `maybe`: members that may be missing. */
const having = (given: Readonly<Record<string, object>>, maybe: Readonly<Record<string, object>> = {}) => ({
  required: Object.keys(given),
  properties: { ...given, ...maybe },
});
/**
 * Says rules in JSON Schema, by what they refuse. As alternatives, they would give generated clients a type for each,
 * without the other members.
 */
const never = (...refused: object[]) => ({ not: { anyOf: refused } });
/** Says the rule that one of two members is given. */
const eitherOf = (one: string, other: string) => ({
  minProperties: 1,
  ...never(having({ [one]: {}, [other]: {} }), never(having({ [one]: {} }), having({ [other]: {} }))),
});

// A read lock excludes only writers, so there is nobody to steal it from. Permits have no owner.
const KEPT_KINDS = GRANTED_KINDS.filter((name) => name === PERMITS || /readLock$/i.test(name));
const OF_NO_PERMIT = "is not for a permit";

const acquireFields = strictObject({
  kind: optional(word(GRANTED_KINDS)),
  waitMs: optional(milliseconds(0, MAX_WAIT_MS)),
  leaseMs: lease,
  renew: optional(flag),
  owner: optional(id),
  label: short,
  steal: optional(flag),
  reason: short,
  permits: optional(whole(1, MOST_PERMITS)),
});
type AcquireFields = InferOutput<typeof acquireFields>;
const ruleOfAcquire = rule<AcquireFields>;
export const acquire = pipe(
  acquireFields,
  ruleOfAcquire("reason", "is only for steal: true", ({ steal, reason }) => steal === true || reason === undefined),
  ruleOfAcquire("steal", "is not for this kind", ({ steal, kind: of = "lock" }) => !steal || !KEPT_KINDS.includes(of)),
  ruleOfAcquire(
    "permits",
    `is only for kind: ${PERMITS}`,
    (asked) => asked.permits === undefined || isOfPermits(asked),
  ),
  ruleOfAcquire("owner", OF_NO_PERMIT, (asked) => asked.owner === undefined || !isOfPermits(asked)),
  ruleOfAcquire("label", OF_NO_PERMIT, (asked) => asked.label === undefined || !isOfPermits(asked)),
  metadata(
    never(
      having({ reason: {} }, { steal: { const: false } }),
      having({ steal: { const: true }, kind: { enum: KEPT_KINDS } }),
      having({ permits: {} }, { kind: { enum: KIND_NAMES } }),
      having({ kind: { const: PERMITS }, owner: {} }),
      having({ kind: { const: PERMITS }, label: {} }),
    ),
  ),
);
function isOfPermits({ kind: of }: AcquireFields): boolean {
  return of === PERMITS;
}

export const nothing = strictObject({});
export const renew = strictObject({ hold, leaseMs: lease });
export const ofHold = strictObject({ hold });
export const check = strictObject({ hold, waiters: optional(flag) });
export const ofOwner = strictObject({ kind, owner });
export const renewOwner = strictObject({ kind, owner, leaseMs: lease });
export const state = strictObject({ kind });

const STATED = `must be the 1 to ${MAX_STATED_OWNERS} owners that inspect shows`;
const freeFields = strictObject({
  kind,
  owners: optional(
    pipe(
      array(formed(/^[\s\S]{1,200}$/u, "must be an owner that inspect shows"), STATED),
      minLength(1, STATED),
      maxLength(MAX_STATED_OWNERS, STATED),
    ),
  ),
  holderCount: optional(whole(MAX_STATED_OWNERS + 1)),
});
export const forceRelease = pipe(
  freeFields,
  rule<InferOutput<typeof freeFields>>(
    "owners",
    `must be given, or holderCount for a lock with more than ${MAX_STATED_OWNERS} holders`,
    ({ owners, holderCount }) => (owners === undefined) !== (holderCount === undefined),
  ),
  metadata(eitherOf("owners", "holderCount")),
);

const permitFields = strictObject({
  permits: whole(-MOST_PERMITS, MOST_PERMITS),
  change: optional(word(["set", "set-if-unset", "add"])),
});
export const setPermits = pipe(
  permitFields,
  rule<InferOutput<typeof permitFields>>(
    "permits",
    "must be at least 0, except with change: add",
    ({ permits, change }) => permits >= 0 || change === "add",
  ),
  metadata({ not: { properties: { permits: { exclusiveMaximum: 0 }, change: { enum: ["set", "set-if-unset"] } } } }),
);

export const list = strictObject({
  match: optional(
    formed(/^(?=[\s\S]{1,1000}$)[^*]*(?:\*[^*]*){0,3}$/u, "must be 1 to 1,000 characters, with * at most three times"),
  ),
  // Cursors of Redis have at most 20 digits, and in practice fewer.
  cursor: optional(formed(/^\d{1,19}$/, "must be the cursor of the page before")),
  limit: optional(formed(/^(?:[1-9]|[1-4]\d|50)$/, "must be a whole number from 1 to 50")),
});

export const handOff = strictObject({
  hold,
  maxHoldMs: milliseconds(MIN_HOLD_MS, MAX_HOLD_MS),
  leaseMs: optional(milliseconds(MIN_KEPT_LEASE_MS, MAX_KEPT_LEASE_MS)),
  requestId: optional(id),
});
export const withdraw = strictObject({ hold, requestId: id });

const MOST_NAMES = 20;
const OF_NAMES = `must be a list of 1 to ${MOST_NAMES} lock names, or beginnings of names followed by *`;
const OF_VERBS = `${VERBS.join(", ")}, each at most once`;
const isFirst = <One>(one: One, at: number, all: readonly One[]): boolean => all.indexOf(one) === at;
/** The members of a capability, of which each may be missing. */
export const capability = strictObject({
  names: optional(
    pipe(
      array(
        formed(/^(?=.)[A-Za-z0-9._~:/@-]{0,200}\*?$/, "must be a lock name, or its beginning followed by *"),
        OF_NAMES,
      ),
      minLength(1, OF_NAMES),
      maxLength(MOST_NAMES, OF_NAMES),
    ),
  ),
  verbs: optional(
    pipe(
      array(picklist(VERBS, `must be one of ${OF_VERBS}`), `must be a list of ${OF_VERBS}`),
      minLength(1, `must be a list of ${OF_VERBS}`),
      checkItems(isFirst, `must be one of ${OF_VERBS}`),
      metadata({ uniqueItems: true }),
    ),
  ),
  maxLeaseMs: optional(whole(1)),
  maxHoldMs: optional(whole(1)),
  maxWaits: optional(whole(1)),
  maxKeptHolds: optional(whole(1)),
});

export const mint = strictObject({
  principal: optional(
    formed(PRINCIPAL_ID, "must be 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : / @ -, and not root"),
  ),
  lifeMs: optional(milliseconds(MIN_TOKEN_LIFE_MS, MAX_TOKEN_LIFE_MS)),
  ...capability.entries,
});

const revokeFields = strictObject({
  token: optional(formed(TOKEN_FORM, "is not a capability token")),
  tokenId: optional(formed(/^[\w-]{1,64}$/, "is not the id of a token")),
});
export const revoke = pipe(
  revokeFields,
  rule<InferOutput<typeof revokeFields>>(
    "token",
    "or tokenId must be given",
    ({ token, tokenId }) => (token === undefined) !== (tokenId === undefined),
  ),
  metadata(eitherOf("token", "tokenId")),
);
