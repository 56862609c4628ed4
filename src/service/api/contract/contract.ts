// The contract of the lock API: each operation with the right that it needs, what it is asked, what it answers, and
// how it fails. Routes, openapi.json, the typed client and the test of docs/service/lock-api.md follow from it. It is plain
// data.
import type { InspectedLock, InspectedPermits } from "../../../lock/hold/lock-inspection.ts";
import { MAX_STATED_OWNERS, type StatedHolders } from "../../../lock/kinds/freeing.ts";
import { MOST_PERMITS } from "../../../lock/kinds/initial-permits.ts";
import type { LockPage } from "../../../lock/kinds/list-locks.ts";
import * as answers from "./answers.ts";
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
import type { FieldForms, FormedText, Operation, Optional, Whole, Word } from "./operation.ts";
import { CAPABILITY, type CapabilityFields } from "./tokens.ts";
import { GRANTED_KINDS, KIND_NAMES, type KindName, PRINCIPAL_ID, SIGNED_FORM } from "./vocabulary.ts";

export interface AcquireFields {
  readonly kind?: string | undefined;
  readonly waitMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  readonly renew?: boolean | undefined;
  readonly owner?: string | undefined;
  readonly label?: string | undefined;
  readonly steal?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly permits?: number | undefined;
}

/** The body of a request about a hold. */
export interface OfHold {
  readonly hold: string;
}

export interface RenewFields extends OfHold {
  readonly leaseMs?: number | undefined;
}

/** The body of a request about all holds of an owner. */
export interface OfOwner {
  readonly kind?: KindName | undefined;
  readonly owner: string;
}

export interface RenewOwnerFields extends OfOwner {
  readonly leaseMs?: number | undefined;
}

export interface FreeFields extends StatedHolders {
  readonly kind?: KindName | undefined;
}

export interface SetPermitsFields {
  readonly permits: number;
  readonly change?: "set" | "set-if-unset" | "add" | undefined;
}

export interface ListFields {
  readonly match?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

export interface HandOffFields extends OfHold {
  readonly maxHoldMs: number;
  readonly leaseMs?: number | undefined;
  readonly requestId?: string | undefined;
}

export interface WithdrawFields extends OfHold {
  readonly requestId: string;
}

/** The body of a request for a token. */
export interface TokenFields extends CapabilityFields {
  readonly principal?: string | undefined;
  readonly lifeMs?: number | undefined;
}

/** The body of a request that revokes a token: by its text, or by its id. */
export interface RevokeFields {
  readonly token?: string | undefined;
  readonly tokenId?: string | undefined;
}

const ID_FORM = /^[A-Za-z0-9._:-]{1,128}$/;
const ID_SAYS = "must be 1 to 128 characters out of A-Z a-z 0-9 . _ : -";
const MAYBE_ID: Optional<FormedText> = { type: "formed", form: ID_FORM, says: ID_SAYS, optional: true };
const OWNER: FormedText = { type: "formed", form: ID_FORM, says: ID_SAYS };
const MAYBE_LEASE: Optional<Whole> = {
  ...{ type: "whole", unit: "milliseconds", from: MIN_LEASE_MS, to: MAX_LEASE_MS, optional: true },
};
const MAYBE_SHORT: Optional<FormedText> = {
  type: "formed",
  // A label and a reason have at most 256 bytes together, as the library asks.
  form: /^(?:[ -~]{0,128}|[\s\S]{0,32})$/u,
  says: "must be text of at most 128 ASCII characters, or 32 of any kind",
  optional: true,
};
const HOLD: FormedText = {
  type: "formed",
  form: SIGNED_FORM,
  says: "must be the hold that acquire answered here, not a text of held.serialize()",
};
const MAYBE_KIND: Optional<Word<KindName>> = { type: "word", of: KIND_NAMES, optional: true };
const OF_HOLD: FieldForms<OfHold> = { hold: HOLD };

const ENTRUST: FieldForms<HandOffFields> = {
  hold: HOLD,
  maxHoldMs: { type: "whole", unit: "milliseconds", from: MIN_HOLD_MS, to: MAX_HOLD_MS },
  leaseMs: { type: "whole", unit: "milliseconds", from: MIN_KEPT_LEASE_MS, to: MAX_KEPT_LEASE_MS, optional: true },
  requestId: MAYBE_ID,
};
const WITHDRAW: FieldForms<WithdrawFields> = {
  hold: HOLD,
  requestId: { type: "formed", form: ID_FORM, says: ID_SAYS },
};

/** What each operation is asked, and what it answers, by its method and path. `{name}` stands for the lock's name. */
export interface Operations {
  readonly "POST /{name}/acquire": Pair<AcquireFields, answers.Granted>;
  readonly "POST /{name}/renew": Pair<RenewFields, answers.Renewed>;
  readonly "POST /{name}/check": Pair<OfHold, answers.Checked>;
  readonly "POST /{name}/release": Pair<OfHold, answers.Released>;
  readonly "POST /{name}/release-owner": Pair<OfOwner, answers.OwnerReleased>;
  readonly "POST /{name}/renew-owner": Pair<RenewOwnerFields, answers.OwnerRenewed>;
  readonly "POST /{name}/force-release": Pair<FreeFields, answers.Freed>;
  readonly "GET /{name}": Pair<Pick<FreeFields, "kind">, answers.State>;
  readonly "GET /{name}/inspect": Pair<object, InspectedLock>;
  readonly "GET /{name}/permits": Pair<object, InspectedPermits>;
  readonly "POST /{name}/set-permits": Pair<SetPermitsFields, answers.PermitsSet>;
  readonly "GET /": Pair<ListFields, LockPage>;
  readonly "POST /{name}/hand-off": Pair<HandOffFields, answers.HandedOff>;
  readonly "POST /{name}/hand-off/status": Pair<OfHold, answers.HandOffState>;
  readonly "POST /{name}/hand-off/withdraw": Pair<WithdrawFields, answers.Withdrawn>;
  readonly "POST /-/tokens": Pair<TokenFields, answers.MintedToken>;
  readonly "POST /-/tokens/revoke": Pair<RevokeFields, answers.Revoked>;
  // The watchdog, for services that acquire locks by themselves: `hold` is a statement, which only the secret of the
  // API can sign. These paths cannot be a lock's: no verb is named so, and a lock may have the name "-".
  readonly "POST /-/watchdog/entrust": Pair<HandOffFields, answers.HandedOff>;
  readonly "POST /-/watchdog/status": Pair<OfHold, answers.HandOffState>;
  readonly "POST /-/watchdog/withdraw": Pair<WithdrawFields, answers.Withdrawn>;
  readonly "POST /-/watchdog/kept": Pair<OfHold, answers.Kept>;
}

interface Pair<Request extends object, Answer extends object> {
  readonly request: Request;
  readonly answer: Answer;
}

export type OperationKey = keyof Operations;
export type RequestOf<Key extends OperationKey> = Operations[Key]["request"];
export type AnswerOf<Key extends OperationKey> = Operations[Key]["answer"];

/** The operations. Those without an `id` are not in openapi.json. */
export const OPERATIONS: {
  readonly [Key in OperationKey]: Operation<RequestOf<Key>, AnswerOf<Key>>;
} = {
  "POST /{name}/acquire": {
    id: "acquire",
    verb: "acquire",
    request: {
      kind: { type: "word", of: GRANTED_KINDS, optional: true },
      waitMs: { type: "whole", unit: "milliseconds", from: 0, to: MAX_WAIT_MS, optional: true },
      leaseMs: MAYBE_LEASE,
      renew: { type: "flag", optional: true },
      owner: MAYBE_ID,
      label: MAYBE_SHORT,
      steal: { type: "flag", optional: true },
      reason: MAYBE_SHORT,
      permits: { type: "whole", from: 1, to: MOST_PERMITS, optional: true },
    },
    answer: answers.GRANTED,
    problems: [409, 422, 423],
    hasKey: true,
    hasEvents: true,
  },
  "POST /{name}/renew": {
    id: "renew",
    verb: "renew",
    request: { hold: HOLD, leaseMs: MAYBE_LEASE },
    answer: answers.RENEWED,
    problems: [409, 422],
  },
  "POST /{name}/check": {
    id: "check",
    verb: "renew",
    request: OF_HOLD,
    answer: answers.CHECKED,
    problems: [409],
  },
  "POST /{name}/release": {
    id: "release",
    verb: "release",
    request: OF_HOLD,
    answer: answers.RELEASED,
    problems: [409],
  },
  "POST /{name}/release-owner": {
    id: "releaseOwner",
    verb: "release",
    request: { kind: MAYBE_KIND, owner: OWNER },
    answer: answers.OWNER_RELEASED,
    problems: [409],
    hasKey: true,
  },
  "POST /{name}/renew-owner": {
    id: "renewOwner",
    verb: "renew",
    request: { kind: MAYBE_KIND, owner: OWNER, leaseMs: MAYBE_LEASE },
    answer: answers.OWNER_RENEWED,
    problems: [409],
    hasKey: true,
  },
  "POST /{name}/force-release": {
    id: "forceRelease",
    verb: "force-release",
    request: {
      kind: MAYBE_KIND,
      owners: {
        type: "formed texts",
        form: /^[\s\S]{1,200}$/u,
        most: MAX_STATED_OWNERS,
        says: ["must be an owner that inspect shows", "must be the 1 to 20 owners that inspect shows"],
        optional: true,
      },
      holderCount: { type: "whole", from: MAX_STATED_OWNERS + 1, to: Number.MAX_SAFE_INTEGER, optional: true },
    },
    answer: answers.FREED,
    problems: [409],
  },
  "GET /{name}": {
    id: "state",
    verb: "inspect",
    request: { kind: MAYBE_KIND },
    answer: answers.STATE,
    problems: [409],
  },
  "GET /{name}/inspect": {
    id: "inspect",
    verb: "inspect",
    request: {},
    answer: answers.INSPECTED_LOCK,
    problems: [409],
    hasEvents: true,
  },
  "GET /{name}/permits": {
    id: "permits",
    verb: "inspect",
    request: {},
    answer: answers.INSPECTED_PERMITS,
    problems: [409],
  },
  "POST /{name}/set-permits": {
    id: "setPermits",
    verb: "set-permits",
    request: {
      permits: { type: "whole", from: -MOST_PERMITS, to: MOST_PERMITS },
      change: { type: "word", of: ["set", "set-if-unset", "add"], optional: true },
    },
    answer: answers.PERMITS_SET,
    problems: [409],
    hasKey: true,
  },
  "GET /": {
    id: "list",
    verb: "list",
    request: {
      match: {
        type: "formed",
        form: /^(?=[\s\S]{1,1000}$)[^*]*(?:\*[^*]*){0,3}$/u,
        says: "must be 1 to 1,000 characters, with * at most three times",
        optional: true,
      },
      // Cursors of Redis have at most 20 digits, and in practice fewer.
      cursor: { type: "formed", form: /^\d{1,19}$/, says: "must be the cursor of the page before", optional: true },
      limit: {
        type: "formed",
        form: /^(?:[1-9]|[1-4]\d|50)$/,
        says: "must be a whole number from 1 to 50",
        optional: true,
      },
    },
    answer: answers.LOCK_PAGE,
  },
  "POST /{name}/hand-off": {
    id: "handOff",
    verb: "hand-off",
    request: ENTRUST,
    answer: answers.HANDED_OFF,
    problems: [409, 422],
  },
  "POST /{name}/hand-off/status": {
    id: "handOffStatus",
    verb: "hand-off",
    request: OF_HOLD,
    answer: answers.HAND_OFF_STATE,
    problems: [409],
  },
  "POST /{name}/hand-off/withdraw": {
    id: "withdraw",
    verb: "hand-off",
    request: WITHDRAW,
    answer: answers.WITHDRAWN,
    problems: [409],
  },
  "POST /-/tokens": {
    id: "mint",
    request: {
      principal: {
        type: "formed",
        form: PRINCIPAL_ID,
        says: "must be 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : / @ -, and not root",
        optional: true,
      },
      lifeMs: { type: "whole", unit: "milliseconds", from: MIN_TOKEN_LIFE_MS, to: MAX_TOKEN_LIFE_MS, optional: true },
      ...CAPABILITY,
    },
    answer: answers.MINTED_TOKEN,
  },
  "POST /-/tokens/revoke": {
    id: "revoke",
    request: {
      token: { type: "formed", form: /^[\w-]+\.[\w-]+\.[\w-]+$/, says: "is not a capability token", optional: true },
      tokenId: { type: "formed", form: /^[\w-]{1,64}$/, says: "is not the id of a token", optional: true },
    },
    answer: answers.REVOKED,
  },
  "POST /-/watchdog/entrust": { verb: "hand-off", request: ENTRUST, answer: answers.HANDED_OFF },
  "POST /-/watchdog/status": { verb: "hand-off", request: OF_HOLD, answer: answers.HAND_OFF_STATE },
  "POST /-/watchdog/withdraw": { verb: "hand-off", request: WITHDRAW, answer: answers.WITHDRAWN },
  "POST /-/watchdog/kept": { verb: "hand-off", request: OF_HOLD, answer: answers.KEPT },
};
