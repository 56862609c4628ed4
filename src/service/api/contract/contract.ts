// The contract of the lock API: each operation with the right that it needs, what it is asked, what it answers, and
// how it fails. Routes, openapi.json, the typed client and the test of docs/service/lock-api.md follow from it.
import type { GenericSchema, InferOutput } from "valibot";
import * as answers from "./answers.ts";
import * as asked from "./requests.ts";
import type { RequestSchema } from "./valid.ts";
import type { ProblemStatus, Verb } from "./vocabulary.ts";

/** One operation. */
export interface Operation<Request extends object = object> {
  /** Its id in openapi.json. */
  readonly id?: string;
  /** The right that the caller needs. Default: none. */
  readonly verb?: Verb;
  /** The members of the body, or for GET, of the query. */
  readonly request: RequestSchema<Request>;
  readonly answer: GenericSchema & { readonly entries: object };
  /** The statuses of its problems, besides those that any operation may have. */
  readonly problems?: readonly ProblemStatus[];
  /** It takes an `Idempotency-Key`. */
  readonly hasKey?: true;
  /** It can be answered as events. */
  readonly hasEvents?: true;
}

// By method and path. `{name}` stands for the lock's name. Those without an `id` are not in openapi.json.
const CONTRACT = {
  "POST /{name}/acquire": {
    id: "acquire",
    verb: "acquire",
    request: asked.acquire,
    answer: answers.GRANTED,
    problems: [409, 422, 423],
    hasKey: true,
    hasEvents: true,
  },
  "POST /{name}/renew": {
    id: "renew",
    verb: "renew",
    request: asked.renew,
    answer: answers.RENEWED,
    problems: [409, 422],
  },
  "POST /{name}/check": { id: "check", verb: "renew", request: asked.check, answer: answers.CHECKED, problems: [409] },
  "POST /{name}/release": {
    id: "release",
    verb: "release",
    request: asked.ofHold,
    answer: answers.RELEASED,
    problems: [409],
  },
  "POST /{name}/release-owner": {
    id: "releaseOwner",
    verb: "release",
    request: asked.ofOwner,
    answer: answers.OWNER_RELEASED,
    problems: [409],
    hasKey: true,
  },
  "POST /{name}/renew-owner": {
    id: "renewOwner",
    verb: "renew",
    request: asked.renewOwner,
    answer: answers.OWNER_RENEWED,
    problems: [409],
    hasKey: true,
  },
  "POST /{name}/force-release": {
    id: "forceRelease",
    verb: "force-release",
    request: asked.forceRelease,
    answer: answers.FREED,
    problems: [409],
  },
  "GET /{name}": { id: "state", verb: "inspect", request: asked.state, answer: answers.STATE, problems: [409] },
  "GET /{name}/inspect": {
    id: "inspect",
    verb: "inspect",
    request: asked.nothing,
    answer: answers.INSPECTED_LOCK,
    problems: [409],
    hasEvents: true,
  },
  "GET /{name}/permits": {
    id: "permits",
    verb: "inspect",
    request: asked.nothing,
    answer: answers.INSPECTED_PERMITS,
    problems: [409],
  },
  "POST /{name}/set-permits": {
    id: "setPermits",
    verb: "set-permits",
    request: asked.setPermits,
    answer: answers.PERMITS_SET,
    problems: [409],
    hasKey: true,
  },
  "GET /": { id: "list", verb: "list", request: asked.list, answer: answers.LOCK_PAGE },
  "POST /{name}/hand-off": {
    id: "handOff",
    verb: "hand-off",
    request: asked.handOff,
    answer: answers.HANDED_OFF,
    problems: [409, 422],
  },
  "POST /{name}/hand-off/status": {
    id: "handOffStatus",
    verb: "hand-off",
    request: asked.ofHold,
    answer: answers.HAND_OFF_STATE,
    problems: [409],
  },
  "POST /{name}/hand-off/withdraw": {
    id: "withdraw",
    verb: "hand-off",
    request: asked.withdraw,
    answer: answers.WITHDRAWN,
    problems: [409],
  },
  "POST /-/tokens": { id: "mint", request: asked.mint, answer: answers.MINTED_TOKEN },
  "POST /-/tokens/revoke": { id: "revoke", request: asked.revoke, answer: answers.REVOKED },
  // The watchdog, for services that acquire locks by themselves: `hold` is a statement, which only the secret of the
  // API can sign. These paths cannot be a lock's: no verb is named so, and a lock may have the name "-".
  "POST /-/watchdog/entrust": { verb: "hand-off", request: asked.handOff, answer: answers.HANDED_OFF },
  "POST /-/watchdog/status": { verb: "hand-off", request: asked.ofHold, answer: answers.HAND_OFF_STATE },
  "POST /-/watchdog/withdraw": { verb: "hand-off", request: asked.withdraw, answer: answers.WITHDRAWN },
  "POST /-/watchdog/kept": { verb: "hand-off", request: asked.ofHold, answer: answers.KEPT },
} as const satisfies Record<string, Operation>;

export type OperationKey = keyof typeof CONTRACT;
/** The id of an operation in openapi.json. */
export type OperationId = Extract<(typeof CONTRACT)[OperationKey], { readonly id: string }>["id"];

// As mapped types, so that the members are known of any key.
type Requests = { readonly [Key in OperationKey]: Immutable<InferOutput<(typeof CONTRACT)[Key]["request"]>> };
type Answers = { readonly [Key in OperationKey]: Immutable<InferOutput<(typeof CONTRACT)[Key]["answer"]>> };
export type RequestOf<Key extends OperationKey> = Requests[Key];
export type AnswerOf<Key extends OperationKey> = Answers[Key];
type Immutable<Value> = Value extends object ? { readonly [Name in keyof Value]: Immutable<Value[Name]> } : Value;

/** The operations. */
export const OPERATIONS: { readonly [Key in OperationKey]: Operation<RequestOf<Key>> } = CONTRACT;

export type AcquireFields = RequestOf<"POST /{name}/acquire">;
/** The body of a request about a hold. */
export type OfHold = RequestOf<"POST /{name}/release">;
/** The body of a request for a token. */
export type TokenFields = RequestOf<"POST /-/tokens">;
/** The facts of a grant: of a lock, or of a permit, whose id is `owner`. */
export type Granted = AnswerOf<"POST /{name}/acquire">;
export type HandedOff = AnswerOf<"POST /{name}/hand-off">;
export type HandOffState = AnswerOf<"POST /{name}/hand-off/status">;
