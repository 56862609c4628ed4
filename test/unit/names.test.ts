import fc from "fast-check";
import { expect, it } from "vitest";
import {
  checkDataKey,
  latchKey,
  lockName,
  markKey,
  pageKey,
  recordKey,
  releaseChannel,
  writeKey,
} from "../../src/names.ts";

it("builds Redisson's channel by its rule", () => {
  expect(releaseChannel("orders")).toBe("redisson_lock__channel:{orders}");
  expect(releaseChannel("{orders}:42")).toBe("redisson_lock__channel:{orders}:42");
  expect(releaseChannel("a{b")).toBe("redisson_lock__channel:a{b");
});

it("never builds one key of ours for two different things", () => {
  const name = fc.oneof(
    fc.constantFrom("x", "{x}", "|x", "a|{x}", ":", "o|x", "page:o|{x}"),
    fc.string({ minLength: 1 }),
  );
  const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,8}$/);
  type Thing = [kind: "page" | "record" | "latch" | "mark" | "write", owner: string, hold: string, key: string];
  const kind = fc.constantFrom<Thing[0][]>("page", "record", "latch", "mark", "write");
  const thing: fc.Arbitrary<Thing> = fc.tuple(kind, id, id, name);
  const spell = ([what, owner, hold, key]: Thing): string => {
    if (what === "record") return recordKey(key, owner, hold);
    if (what === "mark") return markKey(key);
    return { page: pageKey, latch: latchKey, write: writeKey }[what](key, owner);
  };
  const identity = ([what, owner, hold, key]: Thing): string =>
    JSON.stringify([what, what === "mark" ? "" : owner, what === "record" ? hold : "", key]);
  fc.assert(
    fc.property(thing, thing, (one, other) => {
      expect(spell(one) === spell(other)).toBe(identity(one) === identity(other));
    }),
    { numRuns: 5_000 },
  );
});

it("keeps our keys out of reach of lock names, whatever the prefix", () => {
  for (const [prefix, name] of [
    ["", "leasehound:page:o|{x}"],
    ["lease", "hound:x"],
    ["redisson", "_lock_token:{x}"],
  ] as const) {
    expect(() => lockName(prefix, name)).toThrowError(expect.objectContaining({ option: "name" }));
  }
  for (const key of [markKey("x"), markKey("{x}"), writeKey("x", "r"), recordKey("x", "o", "h")]) {
    expect(() => checkDataKey("key", key)).toThrowError(expect.objectContaining({ option: "key" }));
  }
  expect(lockName("p:", "leasehound").key).toBe("p:leasehound");
});

it("takes names up to the longest key Upstash allows, counted in bytes", () => {
  const longest = 32_768 - new TextEncoder().encode(recordKey("", `${"x".repeat(128)}:write`, "x".repeat(128))).length;
  expect(lockName("", "n".repeat(longest)).name).toHaveLength(longest);
  expect(() => lockName("", "n".repeat(longest + 1))).toThrowError(expect.objectContaining({ option: "name" }));
  expect(() => lockName("", "é".repeat(longest / 2 + 1))).toThrowError(expect.objectContaining({ option: "name" }));
});
