// The forms of requests for all operations, with the rules between their members. In openapi.json, rules are the JSON
// Schema behind them.
import { MAX_STATED_OWNERS } from "../../../lock/kinds/freeing.ts";
import { OPERATIONS, type OperationKey, type RequestOf } from "./contract.ts";
import { formOf, type RequestForm } from "./requests.ts";
import { KIND_NAMES, PERMITS } from "./vocabulary.ts";

// A read lock excludes only writers, so there is nobody to steal it from.
const STOLEN_KINDS: readonly string[] = KIND_NAMES.filter((kind) => !/readLock$/i.test(kind));
const OF_PERMITS_ALONE = `is only for kind: ${PERMITS}`;
const OF_NO_PERMIT = "is not for a permit";

/** The schema of a member that must not be there: no value fits it. Some generators know no boolean schema. */
const ABSENT = { not: {} };

const WITH_RULES: { readonly [Key in OperationKey]?: RequestForm<RequestOf<Key>> } = {
  "POST /{name}/acquire": formOf(
    OPERATIONS["POST /{name}/acquire"].request,
    [
      {
        option: "reason",
        isKept: ({ steal, reason }) => steal === true || reason === undefined,
        says: "is only for steal: true",
      },
      {
        option: "steal",
        isKept: ({ steal, kind = "lock" }) => steal !== true || STOLEN_KINDS.includes(kind),
        says: "is not for this kind",
      },
      {
        option: "permits",
        isKept: ({ permits, kind }) => permits === undefined || kind === PERMITS,
        says: OF_PERMITS_ALONE,
      },
      { option: "owner", isKept: ({ owner, kind }) => owner === undefined || kind !== PERMITS, says: OF_NO_PERMIT },
      { option: "label", isKept: ({ label, kind }) => label === undefined || kind !== PERMITS, says: OF_NO_PERMIT },
    ],
    {
      anyOf: [
        { properties: { steal: { const: false }, reason: ABSENT, permits: ABSENT, kind: { enum: KIND_NAMES } } },
        {
          required: ["steal"],
          properties: { steal: { const: true }, permits: ABSENT, kind: { enum: STOLEN_KINDS } },
        },
        {
          required: ["kind"],
          properties: {
            kind: { const: PERMITS },
            steal: { const: false },
            reason: ABSENT,
            owner: ABSENT,
            label: ABSENT,
          },
        },
      ],
    },
  ),
  "POST /{name}/force-release": formOf(
    OPERATIONS["POST /{name}/force-release"].request,
    [
      {
        option: "owners",
        isKept: ({ owners, holderCount }) => (owners === undefined) !== (holderCount === undefined),
        says: `must be given, or holderCount for a lock with more than ${MAX_STATED_OWNERS} holders`,
      },
    ],
    { oneOf: [{ required: ["owners"] }, { required: ["holderCount"] }] },
  ),
  "POST /{name}/set-permits": formOf(
    OPERATIONS["POST /{name}/set-permits"].request,
    [
      {
        option: "permits",
        isKept: ({ permits, change }) => permits >= 0 || change === "add",
        says: "must be at least 0, except with change: add",
      },
    ],
    {
      anyOf: [
        { properties: { permits: { minimum: 0 } } },
        { required: ["change"], properties: { change: { const: "add" } } },
      ],
    },
  ),
  "POST /-/tokens/revoke": formOf(
    OPERATIONS["POST /-/tokens/revoke"].request,
    [
      {
        option: "token",
        isKept: ({ token, tokenId }) => (token === undefined) !== (tokenId === undefined),
        says: "or tokenId must be given",
      },
    ],
    { oneOf: [{ required: ["token"] }, { required: ["tokenId"] }] },
  ),
};

/** Returns the form of a request for an operation. */
export function formFor<Key extends OperationKey>(key: Key): RequestForm<RequestOf<Key>> {
  return WITH_RULES[key] ?? formOf<RequestOf<Key>>(OPERATIONS[key].request);
}
