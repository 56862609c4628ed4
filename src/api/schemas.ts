// The bodies and queries that the API accepts. `npm run build` describes them in openapi.json. There, a rule between
// members is the JSON Schema in the `metadata` behind it.
import { boolean, forward, metadata, optional, picklist, pipe, strictObject } from "valibot";
import { SIGNED_FORM } from "../hold/signed-form.ts";
import { MAX_STATED_OWNERS, type StatedHolders } from "../locks/freeing.ts";
import { MOST_PERMITS } from "../locks/initial-permits.ts";
import { KIND_NAMES } from "../locks/registry.ts";
import { CAPABILITY, type CapabilityFields, PRINCIPAL_ID } from "./capability.ts";
import { GRANTED_KINDS, PERMITS } from "./granted-kinds.ts";
import {
  MAX_HOLD_MS,
  MAX_KEPT_LEASE_MS,
  MAX_LEASE_MS,
  MAX_LISTED,
  MAX_TOKEN_LIFE_MS,
  MAX_WAIT_MS,
  MIN_HOLD_MS,
  MIN_KEPT_LEASE_MS,
  MIN_LEASE_MS,
  MIN_TOKEN_LIFE_MS,
} from "./request-bounds.ts";
import { duration, type Fields, fits, textOf, textsOf, whole } from "./valid.ts";

// A label and a reason have at most 256 bytes together, as the library asks.
const SHORT_TEXT = textOf(
  /^(?:[ -~]{0,128}|[\s\S]{0,32})$/u,
  "must be text of at most 128 ASCII characters, or 32 of any kind",
);
const ID = textOf(/^[A-Za-z0-9._:-]{1,128}$/, "must be 1 to 128 characters out of A-Z a-z 0-9 . _ : -");
const HOLD = textOf(SIGNED_FORM, "must be the hold that acquire answered here, not a text of held.serialize()");
const KIND = picklist(KIND_NAMES, `must be one of ${KIND_NAMES.join(", ")}`);
const GRANTED_KIND = picklist(GRANTED_KINDS, `must be one of ${GRANTED_KINDS.join(", ")}`);
// A read lock excludes only writers, so there is nobody to steal it from.
const STOLEN_KINDS = KIND_NAMES.filter((kind) => !/readLock$/i.test(kind));

export interface AcquireFields {
  kind?: string | undefined;
  waitMs?: number | undefined;
  leaseMs?: number | undefined;
  owner?: string | undefined;
  label?: string | undefined;
  steal?: boolean | undefined;
  reason?: string | undefined;
  permits?: number | undefined;
}
export const ACQUIRE: Fields<AcquireFields> = pipe(
  strictObject({
    kind: optional(GRANTED_KIND),
    waitMs: optional(duration(0, MAX_WAIT_MS)),
    leaseMs: optional(duration(MIN_LEASE_MS, MAX_LEASE_MS)),
    owner: optional(ID),
    label: optional(SHORT_TEXT),
    steal: optional(boolean("must be true or false")),
    reason: optional(SHORT_TEXT),
    permits: optional(whole(1, MOST_PERMITS)),
  }),
  forward(
    fits(({ steal, reason }) => steal === true || reason === undefined, "is only for steal: true"),
    ["reason"],
  ),
  forward(
    fits(({ steal, kind = "lock" }) => steal !== true || STOLEN_KINDS.includes(kind), "is not for this kind"),
    ["steal"],
  ),
  forward(
    fits(({ permits, kind }) => permits === undefined || kind === PERMITS, `is only for kind: ${PERMITS}`),
    ["permits"],
  ),
  forward(
    fits(({ owner, kind }) => owner === undefined || kind !== PERMITS, "is not for a permit"),
    ["owner"],
  ),
  forward(
    fits(({ label, kind }) => label === undefined || kind !== PERMITS, "is not for a permit"),
    ["label"],
  ),
  metadata({
    anyOf: [
      { properties: { steal: { const: false }, reason: false, permits: false, kind: { enum: KIND_NAMES } } },
      {
        required: ["steal"],
        properties: { steal: { const: true }, permits: false, kind: { enum: STOLEN_KINDS } },
      },
      {
        required: ["kind"],
        properties: {
          kind: { const: PERMITS },
          ...{ steal: { const: false }, reason: false, owner: false, label: false },
        },
      },
    ],
  }),
);

export const OF_HOLD: Fields<{ hold: string }> = strictObject({ hold: HOLD });

export const OF_KIND: Fields<{ kind?: string | undefined }> = strictObject({ kind: optional(KIND) });

export interface FreeFields extends StatedHolders {
  kind?: string | undefined;
}
export const FREE: Fields<FreeFields> = pipe(
  strictObject({
    kind: optional(KIND),
    owners: optional(
      textsOf(
        /^[\s\S]{1,200}$/u,
        MAX_STATED_OWNERS,
        "must be an owner that inspect shows",
        `must be the 1 to ${MAX_STATED_OWNERS} owners that inspect shows`,
      ),
    ),
    holderCount: optional(whole(MAX_STATED_OWNERS + 1, Number.MAX_SAFE_INTEGER)),
  }),
  forward(
    fits(
      ({ owners, holderCount }) => (owners === undefined) !== (holderCount === undefined),
      `must be given, or holderCount for a lock with more than ${MAX_STATED_OWNERS} holders`,
    ),
    ["owners"],
  ),
  metadata({ oneOf: [{ required: ["owners"] }, { required: ["holderCount"] }] }),
);

export const NOTHING: Fields<object> = strictObject({});

export interface ListFields {
  match?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
}
export const LIST: Fields<ListFields> = strictObject({
  match: optional(
    textOf(/^(?=[\s\S]{1,1000}$)[^*]*(?:\*[^*]*){0,3}$/u, "must be 1 to 1,000 characters, with * at most three times"),
  ),
  // Cursors of Redis have at most 20 digits, and in practice fewer.
  cursor: optional(textOf(/^\d{1,19}$/, "must be the cursor of the page before")),
  limit: optional(textOf(/^(?:[1-9]|[1-4]\d|50)$/, `must be a whole number from 1 to ${MAX_LISTED}`)),
});

export interface HandOffFields {
  hold: string;
  maxHoldMs: number;
  leaseMs?: number | undefined;
  requestId?: string | undefined;
}
export const HAND_OFF: Fields<HandOffFields> = strictObject({
  hold: HOLD,
  maxHoldMs: duration(MIN_HOLD_MS, MAX_HOLD_MS),
  leaseMs: optional(duration(MIN_KEPT_LEASE_MS, MAX_KEPT_LEASE_MS)),
  requestId: optional(ID),
});

export const WITHDRAW: Fields<{ hold: string; requestId: string }> = strictObject({ hold: HOLD, requestId: ID });

export interface TokenFields extends CapabilityFields {
  principal?: string | undefined;
  lifeMs?: number | undefined;
}
export const TOKEN: Fields<TokenFields> = strictObject({
  principal: optional(
    textOf(PRINCIPAL_ID, "must be 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : / @ -, and not root"),
  ),
  lifeMs: optional(duration(MIN_TOKEN_LIFE_MS, MAX_TOKEN_LIFE_MS)),
  ...CAPABILITY,
});

export const REVOKE: Fields<{ token?: string | undefined; tokenId?: string | undefined }> = pipe(
  strictObject({
    token: optional(textOf(/^[\w-]+\.[\w-]+\.[\w-]+$/, "is not a capability token")),
    tokenId: optional(textOf(/^[\w-]{1,64}$/, "is not the id of a token")),
  }),
  forward(
    fits(({ token, tokenId }) => (token === undefined) !== (tokenId === undefined), "or tokenId must be given"),
    ["token"],
  ),
  metadata({ oneOf: [{ required: ["token"] }, { required: ["tokenId"] }] }),
);

export interface SetPermitsFields {
  permits: number;
  change?: PermitsChange | undefined;
}
/** How to change the number of permits. */
export type PermitsChange = "set" | "set-if-unset" | "add";
const CHANGES: readonly PermitsChange[] = ["set", "set-if-unset", "add"];
export const SET_PERMITS: Fields<SetPermitsFields> = pipe(
  strictObject({
    permits: whole(-MOST_PERMITS, MOST_PERMITS),
    change: optional(picklist(CHANGES, `must be one of ${CHANGES.join(", ")}`)),
  }),
  forward(
    fits(({ permits, change }) => permits >= 0 || change === "add", "must be at least 0, except with change: add"),
    ["permits"],
  ),
  metadata({
    anyOf: [
      { properties: { permits: { minimum: 0 } } },
      { required: ["change"], properties: { change: { const: "add" } } },
    ],
  }),
);
