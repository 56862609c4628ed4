// The columns of the table of faults: what happens to the requests of a call, and how calls of each sort end.
import type { FaultRule } from "../../../../src/engine/faults/rules.ts";
import type { End, Sort } from "./row.ts";

export interface Fault {
  readonly what: string;
  /** `nth`: the request of the call that meets it first. */
  rules(nth: number): readonly FaultRule[];
  /** A sort without an end does not meet it. */
  readonly ends: Readonly<Partial<Record<Sort, End>>>;
  /** It is about the whole call, not about each of its requests. */
  readonly isOfCall?: true;
  /** An attempt ends by its deadline. */
  readonly waits?: true;
}

const TRIES = [1, 2, 3, 4];
const DONE: Fault["ends"] = { takes: { leaves: "after" }, changes: { leaves: "after" }, releases: { leaves: "after" } };

/** A call that is not repeated after a deadline has no such cells. */
const HELD_UP: Fault["ends"] = { takes: { leaves: "after" }, releases: { leaves: "after" } };

/** What was not done, or is done by a later repetition. */
const undone = (code: string): Fault["ends"] => ({
  takes: { code, leaves: "before" },
  changes: { code, leaves: "before" },
  releases: { code, leaves: "after" },
});

const persistent = (what: string, rule: FaultRule, code: string): Fault => ({
  ...{ what, rules: () => [rule], ends: undone(code) },
  isOfCall: true,
});

/** Replies of which none answers a script of ours. */
const WRONG_REPLIES = [null, ["held"], ["done", "other", 0]];

export const FAULTS: readonly Fault[] = [
  { what: "no fault", rules: () => [], ends: DONE, isOfCall: true },
  { what: "two lost replies", rules: (nth) => [{ fault: "drop-reply", request: [nth, nth + 1] }], ends: DONE },
  { what: "two lost requests", rules: (nth) => [{ fault: "drop-before", request: [nth, nth + 1] }], ends: DONE },
  { what: "a copy at once", rules: (nth) => [{ fault: "duplicate", request: nth }], ends: DONE },
  {
    what: "a lost reply, and copies",
    rules: (nth) => [
      { fault: "drop-reply", request: nth },
      { fault: "duplicate", request: [nth, nth + 1], delayMs: 100 },
    ],
    ends: DONE,
  },
  {
    what: "no reply",
    rules: (nth) => [{ fault: "drop-reply", request: TRIES.map((attempt) => nth * attempt) }],
    ends: {
      takes: { code: "REDIS_UNREACHABLE", leaves: "before" },
      changes: { code: "OUTCOME_UNKNOWN", leaves: "after" },
      releases: { code: "OUTCOME_UNKNOWN", leaves: "after" },
    },
  },
  {
    what: "no arrival",
    rules: () => [{ fault: "drop-before", request: TRIES }],
    ends: {
      takes: { code: "REDIS_UNREACHABLE", leaves: "before" },
      changes: { code: "OUTCOME_UNKNOWN", leaves: "before" },
      releases: { code: "OUTCOME_UNKNOWN", leaves: "after" },
    },
    isOfCall: true,
  },
  {
    what: "no reply, and no arrival of its cancel",
    rules: () => [
      { fault: "drop-reply", command: "EVALSHA", times: TRIES.length },
      { fault: "drop-before", request: TRIES.map((attempt) => TRIES.length + attempt) },
    ],
    ends: { takes: { code: "OUTCOME_UNKNOWN", leaves: "lease" } },
    isOfCall: true,
  },
  {
    what: "replies that are cut, or come from a proxy",
    rules: () => [
      { fault: "cut-body", request: 1, atByte: 12 },
      { fault: "answer", request: 2, status: 502, body: "<html>bad gateway</html>", contentType: "text/html" },
      { fault: "answer", request: 3, status: 500, executes: true },
    ],
    ends: DONE,
    isOfCall: true,
  },
  {
    what: "a reply that stalls",
    rules: (nth) => [{ fault: "stall-body", request: nth, atByte: 12 }],
    ends: HELD_UP,
    waits: true,
  },
  {
    what: "a request that hangs",
    rules: (nth) => [{ fault: "hold-back", request: nth, reply: false }],
    ends: HELD_UP,
    waits: true,
  },
  persistent(
    "a Redis that is away",
    { fault: "answer", status: 503, body: '{"error":"ERR upstream unavailable"}' },
    "REDIS_UNREACHABLE",
  ),
  persistent("a full Redis", { fault: "reply", error: "OOM command not allowed" }, "REDIS_UNREACHABLE"),
  ...WRONG_REPLIES.map((result) =>
    persistent(`the reply ${JSON.stringify(result)}`, { fault: "reply", result }, "UNEXPECTED_REPLY"),
  ),
  {
    ...persistent("a refusal", { fault: "reply", error: "NOPERM this user has no permissions" }, "REDIS_REFUSED"),
    ends: { ...undone("REDIS_REFUSED"), releases: { code: "REDIS_REFUSED", leaves: "before" } },
  },
];

/** The faults that also meet the cancel. */
export const PERSISTENT: readonly string[] = [
  ...["a Redis that is away", "a full Redis", "a refusal", "no reply, and no arrival of its cancel"],
  ...WRONG_REPLIES.map((result) => `the reply ${JSON.stringify(result)}`),
];

/** The faults of which one uses up the time of a call that waits for one attempt. */
export const HANGS: readonly string[] = ["a reply that stalls", "a request that hangs"];
