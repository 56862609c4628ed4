// Objects and errors of a user's own tests in place of ours. They work wherever a lock is only used, and are refused
// where a real one is needed.
import {
  AbortedError,
  AlreadyHeldError,
  type AnyLockError,
  ClosedError,
  createLocks,
  FlightFailedError,
  InvalidOptionError,
  isLockError,
  LeaseFixedError,
  LockBusyError,
  LockLostError,
  LockStolenError,
  NoAlarmError,
  NotALockError,
  NotHeldError,
  NoWaitUntilError,
  NoWatchdogError,
  OtherRequestError,
  OutcomeUnknownError,
  PermitsUnsetError,
  RedisRefusedError,
  RedisUnreachableError,
  ResponseTimeoutError,
  SpendUnknownError,
  TooManyHoldsError,
  UnexpectedReplyError,
  UpgradeRefusedError,
  WatchdogUnreachableError,
} from "leasehound";
import { createLockApi } from "leasehound/api";
import { lockRoute } from "leasehound/vercel";
import { describe, expect, it } from "vitest";
import { fakeHeld, fakeLock, fakeLocks } from "../../support/fakes.ts";

const locks = createLocks({ redis: { url: "https://example.com", token: "t" } });
const request = new Request("https://example.com/");

describe("a fake", () => {
  it("of the locks, and of a hold, works for a route that runs alone", async () => {
    const route = lockRoute({ locks: fakeLocks, name: "x" }, (_, held) => new Response(held.owner));
    expect(await (await route(request)).text()).toBe("fake:1");
  });

  it("of a busy lock causes the response of a busy lock", async () => {
    const busy = async (): Promise<never> => {
      throw new LockBusyError({ lockName: "x", remainingMs: 2_500 });
    };
    const route = lockRoute(
      { locks: { lock: (name) => ({ ...fakeLock(name), acquire: busy }) }, name: "x" },
      () => new Response(),
    );
    const response = await route(request);
    expect(response.status).toBe(423);
    expect(await response.json()).toMatchObject({ code: "LOCK_BUSY", remainingMs: 2_500 });
  });

  it("of a lock is refused by multiLock and redLock", () => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "locks" });
    expect(() => locks.multiLock(locks.lock("a"), fakeLock("b"))).toThrow(refused);
    expect(() => locks.redLock(fakeLock("b"))).toThrow(refused);
    // Looks like a lock in everything but its private members.
    expect(() => locks.multiLock(Object.create(Object.getPrototypeOf(locks.lock("a"))))).toThrow(refused);
  });

  it("of the locks is refused by the lock API, at once", () => {
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "locks" });
    expect(() => createLockApi({ locks: fakeLocks, token: "t".repeat(32) })).toThrow(refused);
  });
});

describe("an error made by hand", () => {
  const made: AnyLockError[] = [
    new AbortedError("enough"),
    new AlreadyHeldError("x", "owner"),
    new ClosedError(),
    new FlightFailedError("x", new TypeError("no")),
    new SpendUnknownError("x", "7", 1_000),
    new InvalidOptionError("waitMs", "must be a number"),
    new LeaseFixedError("x"),
    new LockBusyError({ lockName: "x" }),
    new LockLostError({ lockName: "x", owner: fakeHeld("x").owner }),
    new LockStolenError({ lockName: "x", owner: "o:1", thief: { owner: "o:2", label: "", reason: "" } }),
    new NoAlarmError(),
    new NotALockError("x"),
    new NotHeldError("x"),
    new NoWaitUntilError(),
    new NoWatchdogError(),
    new OtherRequestError("x"),
    new OutcomeUnknownError("no answer"),
    new PermitsUnsetError("x"),
    new RedisRefusedError("no", { httpStatus: 400, redisCode: "WRONGTYPE" }),
    new RedisUnreachableError("no route", { retryAfterMs: 1_000 }),
    new ResponseTimeoutError("x", 60_000),
    new TooManyHoldsError("x"),
    new UnexpectedReplyError("nil"),
    new UpgradeRefusedError("x"),
    new WatchdogUnreachableError("no answer"),
  ];

  it.each(made.map((error) => [error.code, error] as const))("%s is recognised as ours", (code, error) => {
    expect(isLockError(error)).toBe(true);
    expect(error.name).toBe(error.constructor.name);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code, message: error.message });
  });

  it("has the given facts, and defaults for the others", () => {
    expect(new LockBusyError({ lockName: "x" })).toMatchObject({ remainingMs: -1, attempts: 1, waitedMs: 0 });
    const facts = { lockName: "x", remainingMs: 20, attempts: 3, position: 2, waitedMs: 100 };
    expect(new LockBusyError(facts)).toMatchObject(facts);
    expect(new LockBusyError(facts).message).toBe(
      'lock "x" is held by another owner, after 100 ms (tries: 3), number 2 in the queue; its lease ends in 20 ms unless it is renewed',
    );
    expect(new LockLostError({ lockName: "x", owner: "o:1", end: "taken" })).toMatchObject({
      owner: "o:1",
      end: "taken",
    });
  });
});
