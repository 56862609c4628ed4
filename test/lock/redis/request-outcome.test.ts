// Errors of a request say whether it was carried out.
import { expect, it } from "vitest";
import { named, wasRefused } from "../../../src/base/errors.ts";
import {
  AbortedError,
  type AnyLockError,
  ClosedError,
  InvalidOptionError,
  LockBusyError,
  LockLostError,
  NotALockError,
  OutcomeUnknownError,
  RedisRefusedError,
  RedisUnreachableError,
  type RequestOutcome,
  UnexpectedReplyError,
} from "../../../src/index.ts";
import { errorOf } from "../../../src/service/remote/problems.ts";

const refused = new RedisRefusedError("no", { httpStatus: 401, redisCode: "" });

const OUTCOMES: readonly (readonly [AnyLockError, RequestOutcome | undefined, isRefusal: boolean])[] = [
  [refused, "not-done", true],
  [new NotALockError("k"), "not-done", true],
  [new InvalidOptionError("waitMs", "is wrong"), "not-done", true],
  [new RedisUnreachableError("away"), "not-done", false],
  [new OutcomeUnknownError("late"), "unknown", false],
  [new UnexpectedReplyError("strange"), "unknown", false],
  [new AbortedError("enough"), undefined, false],
  [new ClosedError(), undefined, false],
  [new LockBusyError({ lockName: "x" }), undefined, false],
  [new LockLostError({ lockName: "x", owner: "o" }), undefined, false],
];

it.each(OUTCOMES.map(([error, ...facts]) => [error.code, error, ...facts] as const))(
  "%s says whether its request was carried out, also as JSON and with the name of its lock",
  (_, error, outcome, isRefusal) => {
    expect(error.outcome).toBe(outcome);
    expect(JSON.parse(JSON.stringify(error)).outcome).toBe(outcome);
    expect(named(error, ["acquire lock", "orders:42"])).toMatchObject(outcome === undefined ? {} : { outcome });
    expect(wasRefused(error)).toBe(isRefusal);
  },
);

it.each([
  ["NOT_A_LOCK", 409, "not-done"],
  ["REDIS_UNREACHABLE", 503, "not-done"],
  ["REDIS_REFUSED", 502, "not-done"],
  ["INVALID_OPTION", 400, "not-done"],
  ["OUTCOME_UNKNOWN", 503, "unknown"],
  ["UNEXPECTED_REPLY", 502, "unknown"],
])("a lock API's problem %s says whether its request was carried out", (code, status, outcome) => {
  const answer = { status, body: { code, title: "a title", option: "waitMs" }, retryAfterMs: 0 };
  expect(errorOf(answer, "orders:42")).toMatchObject({ code, outcome });
});
