import fc from "fast-check";
import { expect, it } from "vitest";
import { latchKey, lockName, pageKey, recordKey, releaseChannel } from "../../src/names.ts";

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
  const thing = fc.tuple(fc.constantFrom("page", "record", "latch"), id, id, name);
  const spell = ([kind, owner, hold, key]: [string, string, string, string]): string =>
    kind === "page" ? pageKey(key, owner) : kind === "latch" ? latchKey(key, owner) : recordKey(key, owner, hold);
  const identity = ([kind, owner, hold, key]: [string, string, string, string]): string =>
    JSON.stringify([kind, owner, kind === "record" ? hold : "", key]);
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
  expect(lockName("p:", "leasehound").key).toBe("p:leasehound");
});

it("takes names up to the longest key Upstash allows, counted in bytes", () => {
  const longest = 32_768 - new TextEncoder().encode(recordKey("", "x".repeat(128), "x".repeat(128))).length;
  expect(lockName("", "n".repeat(longest)).name).toHaveLength(longest);
  expect(() => lockName("", "n".repeat(longest + 1))).toThrowError(expect.objectContaining({ option: "name" }));
  expect(() => lockName("", "é".repeat(longest / 2 + 1))).toThrowError(expect.objectContaining({ option: "name" }));
});
