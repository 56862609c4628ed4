// Messages contain foreign texts in escaped form.
import { expect, it } from "vitest";
import { printable } from "../../src/base/errors.ts";
import {
  AlreadyHeldError,
  createLocks,
  FlightFailedError,
  InvalidOptionError,
  LockBusyError,
  NoWaitUntilError,
  NoWatchdogError,
  SpendUnknownError,
  WatchdogUnreachableError,
} from "../../src/index.ts";

const HOSTILE = "a\u0000\u001b[31m\r\n\u007f\u0085\u061c\u200b\u200e\u202e\u2028\u2066\ufeff\u{e0041}z";
const RAW = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

it("no message contains a name, an option or a foreign text without escapes", () => {
  const cause = Object.assign(new Error(HOSTILE), { name: HOSTILE });
  const facts = { remainingMs: -1, attempts: 1, position: undefined, waitedMs: 0 };
  const errors = [
    new LockBusyError({ ...facts, lockName: HOSTILE }),
    new AlreadyHeldError(HOSTILE, "owner"),
    new InvalidOptionError(HOSTILE, "is wrong"),
    new WatchdogUnreachableError(HOSTILE),
    new FlightFailedError(HOSTILE, cause),
    new SpendUnknownError(HOSTILE, HOSTILE, 1),
  ];
  for (const error of errors) {
    expect(error.message).not.toMatch(RAW);
    expect(error.message).toContain("\\u202e");
  }
});

it("JSON with escapes is JSON of the same value", () => {
  const value = { [HOSTILE]: [HOSTILE, '"\\u202e', 1] };
  const text = printable(JSON.stringify(value));
  expect(text).not.toMatch(RAW);
  expect(JSON.parse(text)).toEqual(value);
});

it("an unknown option is named in escaped form", () => {
  const options = { redis: { url: "https://nowhere.invalid", token: "x" }, [HOSTILE]: 1 };
  expect(() => Reflect.apply(createLocks, undefined, [options])).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", message: expect.not.stringMatching(RAW) }),
  );
});

it("letters, emoji and marks of every script stay unchanged", () => {
  expect(new AlreadyHeldError("Straße 東京 ☃😀 é", "owner").message).toContain('"Straße 東京 ☃😀 é"');
});

it("an option in the place of the function is told its place", async () => {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "x" } });
  const call = Reflect.apply(locks.withLock, locks, ["a", 5_000, () => 1]);
  await expect(call).rejects.toThrow('"fn" must be a function, before the options');
});

it("a refused option of a call is reported with the call and its lock", async () => {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "x" } });
  const refused = { code: "INVALID_OPTION", option: "ttlMs" };
  const message = 'cannot acquire lock "orders:42": "ttlMs" is not an option; known are waitMs';
  for (const method of ["acquire", "tryAcquire"] as const) {
    const lock = locks.fairLock("orders:42");
    const call = Reflect.apply(lock[method], lock, [{ ttlMs: 1 }]);
    await expect(call).rejects.toMatchObject({ ...refused, message: expect.stringContaining(message) });
    await expect(call).rejects.toMatchObject({ stack: expect.stringContaining(message) });
  }
});

it("a name that is no string is reported with its type", () => {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "x" } });
  for (const [got, name] of [
    ["undefined", undefined],
    ["null", null],
    ["object", {}],
    ['""', ""],
  ]) {
    expect(() => Reflect.apply(locks.lock, locks, [name])).toThrow(`"name" must be a non-empty string (got: ${got})`);
  }
});

it("a list of names is said to need multiLock", async () => {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "x" } });
  const cure = "(got: a list: use multiLock)";
  expect(() => Reflect.apply(locks.lock, locks, [["a:1"]])).toThrow(cure);
  await expect(Reflect.apply(locks.withLock, locks, [["a:1", "a:2"], () => 1])).rejects.toThrow(cure);
});

it.each(["undefined", "null", "NaN", "[object Object]"])("a name whose last segment is %s is refused", (missing) => {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "x" } });
  const told = `"name" ends with "${missing}": a variable in it is missing, or is not a text`;
  for (const name of [missing, `orders:${missing}`, `GET /orders/${missing}`]) {
    expect(() => locks.lock(name)).toThrow(told);
    expect(() => locks.semaphore(name)).toThrow(told);
  }
  for (const name of [`${missing}:orders`, `not${missing}`, `a-${missing}`, `${missing}s`]) {
    expect(locks.lock(name).name).toBe(name);
  }
});

it("a hand-off without a watchdog and a renewal without a context are reported with their lock", () => {
  expect(new NoWatchdogError(undefined, "orders:42").message).toMatch(
    /^no watchdog can keep lock "orders:42": there is no/,
  );
  expect(new NoWaitUntilError(undefined, "orders:42").message).toMatch(
    /^cannot renew lock "orders:42": keepAlive needs/,
  );
});
