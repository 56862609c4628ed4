// The operations of the lock API, as openapi.json describes them. The schemas are those that validate the requests.
import type { Verb } from "../../src/api/capability.ts";
import { HEADER, KEY_FORM } from "../../src/api/idempotency.ts";
import {
  ACQUIRE,
  FREE,
  HAND_OFF,
  LIST,
  NOTHING,
  OF_HOLD,
  OF_KIND,
  REVOKE,
  SET_PERMITS,
  TOKEN,
  WITHDRAW,
} from "../../src/api/schemas.ts";
import type { Fields } from "../../src/api/valid.ts";
import type { AnswerName } from "./answers.ts";

/** The groups of operations. */
export const TAGS = {
  holds: "Acquire, renew and release a lock or a permit.",
  locks: "See who holds a lock, and free it.",
  permits: "The permits of a semaphore.",
  "hand-offs": "Let the watchdog renew a hold.",
  tokens: "Make and revoke capability tokens.",
};

/** In an example, this stands for the `hold` that an earlier request answered. It has the form of one. */
export const HOLD = `lha1.the-key-.of-an-earlier-answer.${"the-signature".padEnd(43, "-")}`;
/** In an example, this stands for the `token` that an earlier request answered. */
export const TOKEN_TEXT = "head.of-an-earlier-answer.the-signature";

export interface Operation {
  readonly id: string;
  readonly tag: keyof typeof TAGS;
  readonly method: "get" | "post";
  /** `{name}` is the lock's name. */
  readonly path: string;
  readonly summary: string;
  /** The verb that the caller needs. Undefined: none. */
  readonly verb?: Verb;
  readonly body?: Fields<object>;
  readonly query?: Fields<object>;
  readonly headers?: readonly Header[];
  readonly answer: AnswerName;
  /** What the answer as events contains, if there is one. */
  readonly events?: string;
  /** The statuses of problems, besides those of every operation. */
  readonly problems?: readonly number[];
  /** The body of a request, or its query. A test sends it, with the hold or the token of an earlier answer. */
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly form: RegExp;
}

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ id: "acquire", tag: "holds", method: "post", path: "/{name}/acquire", verb: "acquire", answer: "Granted" },
    summary: "Acquires the lock, or a permit of the semaphore. Waits up to `waitMs` for it.",
    body: ACQUIRE,
    headers: [keyHeader("Names the hold: a repeated request with the same key gets the same hold.")],
    events: "With `Accept: text/event-stream`, a stream of events: `waiting`, then `granted` or `problem`.",
    problems: [409, 422, 423],
    example: { waitMs: 2_000, label: "nightly" },
  },
  {
    ...{ id: "renew", tag: "holds", method: "post", path: "/{name}/renew", verb: "renew", answer: "Renewed" },
    summary: "Renews the lease of a hold to its full length.",
    body: OF_HOLD,
    problems: [409, 422],
    example: { hold: HOLD },
  },
  {
    ...{ id: "check", tag: "holds", method: "post", path: "/{name}/check", verb: "renew", answer: "Checked" },
    summary: "Says whether a hold is still valid, and for how long.",
    body: OF_HOLD,
    problems: [409],
    example: { hold: HOLD },
  },
  {
    ...{ id: "release", tag: "holds", method: "post", path: "/{name}/release", verb: "release", answer: "Released" },
    summary: "Releases a hold, and says how it ended. A repeated request gets the same answer.",
    body: OF_HOLD,
    problems: [409],
    example: { hold: HOLD },
  },
  {
    ...{
      id: "forceRelease",
      tag: "locks",
      method: "post",
      path: "/{name}/force-release",
      verb: "force-release",
      answer: "Freed",
    },
    summary: "Frees the lock, if its holders are those that the request states.",
    body: FREE,
    problems: [409],
    example: { kind: "lock", owners: ["worker-7"] },
  },
  {
    ...{ id: "state", tag: "locks", method: "get", path: "/{name}", verb: "inspect", answer: "State" },
    summary: "Says whether the lock is held, and for how long.",
    query: OF_KIND,
    problems: [409],
    example: { kind: "lock" },
  },
  {
    ...{ id: "inspect", tag: "locks", method: "get", path: "/{name}/inspect", verb: "inspect", answer: "Inspected" },
    summary: "Describes who holds the lock, and who waits for it.",
    events: "With `Accept: text/event-stream`, a stream of events: `lock` after each change, for 60 s.",
    problems: [409],
    example: {},
  },
  {
    ...{ id: "permits", tag: "permits", method: "get", path: "/{name}/permits", verb: "inspect", answer: "Permits" },
    summary: "Describes the permits of a semaphore: how many there are, and which are leased.",
    query: NOTHING,
    problems: [409],
    example: {},
  },
  {
    ...{
      id: "setPermits",
      tag: "permits",
      method: "post",
      path: "/{name}/set-permits",
      verb: "set-permits",
      answer: "PermitsSet",
    },
    summary: "Sets the number of permits of a semaphore, or adds `permits` to it.",
    body: SET_PERMITS,
    headers: [keyHeader("Names the change: a repeated request with the same key changes nothing more.")],
    problems: [409],
    example: { permits: 3, change: "set-if-unset" },
  },
  {
    ...{ id: "list", tag: "locks", method: "get", path: "", verb: "list", answer: "Page" },
    summary: "Lists the held locks that the caller may see, page by page.",
    query: LIST,
    example: { match: "orders:*", limit: "10" },
  },
  {
    ...{
      id: "handOff",
      tag: "hand-offs",
      method: "post",
      path: "/{name}/hand-off",
      verb: "hand-off",
      answer: "HandedOff",
    },
    summary: "Lets the watchdog renew a hold until a deadline.",
    body: HAND_OFF,
    problems: [409, 422],
    example: { hold: HOLD, maxHoldMs: 60_000, requestId: "request-1" },
  },
  {
    ...{
      id: "handOffStatus",
      tag: "hand-offs",
      method: "post",
      path: "/{name}/hand-off/status",
      verb: "hand-off",
      answer: "HandOffState",
    },
    summary: "Says whether the watchdog keeps a hold.",
    body: OF_HOLD,
    problems: [409],
    example: { hold: HOLD },
  },
  {
    ...{
      id: "withdraw",
      tag: "hand-offs",
      method: "post",
      path: "/{name}/hand-off/withdraw",
      verb: "hand-off",
      answer: "Withdrawn",
    },
    summary: "Withdraws a hand-off: the watchdog no longer keeps the hold for this request.",
    body: WITHDRAW,
    problems: [409],
    example: { hold: HOLD, requestId: "request-1" },
  },
  {
    ...{ id: "mint", tag: "tokens", method: "post", path: "/-/tokens", answer: "Token" },
    summary:
      "Makes a capability token that allows no more than the caller's. Another `principal` needs the verb `mint`.",
    body: TOKEN,
    example: { principal: "ci", names: ["ci/*"], verbs: ["acquire", "renew", "release"], lifeMs: 3_600_000 },
  },
  {
    ...{ id: "revoke", tag: "tokens", method: "post", path: "/-/tokens/revoke", answer: "Revoked" },
    summary: "Revokes a capability token, and those that were narrowed from it. Only root revokes by `tokenId`.",
    body: REVOKE,
    example: { token: TOKEN_TEXT },
  },
];

function keyHeader(description: string): Header {
  return { name: HEADER, description, form: KEY_FORM };
}
