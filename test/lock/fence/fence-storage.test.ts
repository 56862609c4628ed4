// Fenced writes to a Durable Object's storage, in workerd, in both of its kinds.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fencedStorage } from "../../../src/index.ts";
import { markKey } from "../../../src/lock/keys.ts";
import { type FenceRuntimes, startFenceRuntimes } from "../../support/fence-runtimes.ts";
import type { FenceStep } from "../../support/fence-worker.ts";
import { uniqueName } from "../../support/unique-name.ts";

const BIG = ["9007199254740991", "9007199254740992", "9007199254740993", "99999999999999999999"] as const;
const A_DAY_MS = 86_400_000;
// No token is further ahead of a clock.
const ANY_AHEAD_MS = 1e17;
let runtimes: FenceRuntimes;
beforeAll(async () => {
  runtimes = await startFenceRuntimes();
});
afterAll(() => runtimes[Symbol.asyncDispose]());

describe.each(["sql", "kv"] as const)("the storage of an object, %s,", (where) => {
  const take = (...steps: FenceStep[]): Promise<unknown[]> => runtimes.take(where, ...steps);
  const put = (resource: string, key: string, token: string, value: unknown = token) =>
    ({ do: "put", resource, key, value, token }) as const;
  const check = (resource: string, token: string) => ({ do: "check", resource, token }) as const;
  const anyAhead = (step: ReturnType<typeof put | typeof check>): FenceStep => ({ ...step, maxAheadMs: ANY_AHEAD_MS });
  const get = (key: string): FenceStep => ({ do: "get", key });

  it("refuses an older token, accepts an equal one, and changes neither key nor mark when it refuses", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    expect(await take(put(r, key, "99"), put(r, key, "100"), put(r, key, "99"), put(r, key, "100", "again"))).toEqual([
      ...[true, true, false, true],
    ]);
    expect(await take(get(key), get(markKey(r)))).toEqual(["again", "100"]);
    expect(await take(check(r, "101"), put(r, key, "100"), check(r, "100"), get(key))).toEqual([
      ...[true, false, false, "again"],
    ]);
    expect(await take(put(uniqueName(), key, "1"))).toEqual([true]);
  });

  it("compares numbers, whatever their size", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    for (const [at, token] of BIG.entries()) {
      expect(await take(...[check(r, token), put(r, key, token)].map(anyAhead))).toEqual([true, true]);
      for (const older of BIG.slice(0, at))
        expect(await take(...[check(r, older), put(r, key, older)].map(anyAhead))).toEqual([false, false]);
    }
  });

  it("refuses a token more than a day ahead of the local clock before it reads or writes", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    const near = String((Date.now() + A_DAY_MS - 60_000) * 1_000);
    const far = String((Date.now() + A_DAY_MS + 60_000) * 1_000);
    const invalid = { error: "INVALID_OPTION" };
    expect(await take(check(r, far), put(r, key, far), get(key), get(markKey(r)))).toEqual([
      ...[invalid, invalid, null, null],
    ]);
    expect(await take(check(r, near), put(r, key, near), get(key))).toEqual([true, true, near]);
    expect(await take(...[check(r, far), put(r, key, far)].map(anyAhead), get(key))).toEqual([true, true, far]);
  });

  it("accepts one of two at once in the right order, whichever comes first", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    const steps = Array.from({ length: 20 }, (_, at) => put(r, key, String(100 + ((at * 7) % 20))));
    await take({ do: "race", steps });
    expect(await take(get(key), get(markKey(r)))).toEqual(["119", "119"]);
  });

  it("keeps any value that the storage accepts, and writes nothing with one that it refuses", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    const value = { list: [1, null, "é🐕"], nested: { "{": "}" } };
    expect(await take(put(r, key, "1", value), get(key))).toEqual([true, value]);
    const [failed, ...after] = await take(
      { do: "put function", resource: r, key, token: "2" },
      ...[get(key), get(markKey(r))],
    );
    expect(failed).toEqual({ error: expect.stringContaining("DataCloneError") });
    expect(after).toEqual([value, "1"]);
  });

  it("accepts hostile names and keys, except those of its mark", async () => {
    const r = `{a}b"'\u0000🐕${uniqueName()}`;
    const key = `key {}|\n${uniqueName()}`;
    expect(await take(put(r, key, "5"), get(key))).toEqual([true, "5"]);
    const invalid = { error: "INVALID_OPTION" };
    expect(
      await take(
        put(r, markKey(r), "6"),
        put(r, "", "6"),
        put(r, "k".repeat(2_049), "6"),
        put(r, key, "06"),
        put("r".repeat(2_100), key, "6"),
      ),
    ).toEqual([invalid, invalid, invalid, invalid, invalid]);
    expect(await take(put(r, "k".repeat(2_048), "5"), get(markKey(r)))).toEqual([true, "5"]);
  });

  it("refuses a mark that is not a token, and writes nothing", async () => {
    const [r, key] = [uniqueName(), uniqueName()];
    for (const broken of [7, "abc", "", null, ["5"]]) {
      const unexpected = { error: "UNEXPECTED_REPLY" };
      const results = await take(
        { do: "plain put", key: markKey(r), value: broken },
        ...[put(r, key, "9"), check(r, "9"), get(key), get(markKey(r))],
      );
      expect(results).toEqual([null, unexpected, unexpected, null, broken]);
    }
  });
});

it("is required to have transactions", () => {
  for (const storage of [undefined, null, {}, { transaction: 5 }, { storage: {} }]) {
    const make = (): unknown => Reflect.apply(fencedStorage, undefined, [storage, "x"]);
    expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "storage" }));
  }
});

it("refuses undefined as a value", async () => {
  const storage = fencedStorage({ transaction: () => Promise.reject(new Error("nothing should be asked for")) }, "x");
  const refused = { code: "INVALID_OPTION", option: "value" };
  await expect(storage.put("key", undefined, "1")).rejects.toMatchObject(refused);
});

it.each([-1, 0.5, "1", Number.POSITIVE_INFINITY, null])("refuses %j as maxAheadMs", (maxAheadMs) => {
  const storage = { transaction: () => Promise.reject(new Error("nothing should be asked for")) };
  const make = (): unknown => Reflect.apply(fencedStorage, undefined, [storage, "x", { maxAheadMs }]);
  expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "maxAheadMs" }));
});

it("fencedStorage refuses an unknown option", () => {
  const storage = { transaction: () => Promise.reject(new Error("nothing should be asked for")) };
  const make = (): unknown => Reflect.apply(fencedStorage, undefined, [storage, "x", { maxAhead: 1 }]);
  expect(make).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "maxAhead" }));
});
