// The names of a lock manager's locks: each has a key of its own, which is well-formed, and which gives the name back.
import fc from "fast-check";
import { expect, it } from "vitest";
import { bareNames, escapeName, namesOfTheirOwn, unescapeName } from "../../../src/edge/web-locks/lock-names.ts";
import { isWellFormed, lockName, ownerStateKey, readTimeouts, readWriteQueueKeys } from "../../../src/lock/keys.ts";

const AWKWARD = ["%", "2", "5", "u", "D800", "\uD800", "\uDC00", "\uFFFD", "{", "}", ":", "0", "rwlock_timeout", "a"];
const name = fc.array(fc.constantFrom(...AWKWARD), { maxLength: 7 }).map((parts) => parts.join(""));
const names = namesOfTheirOwn("lock:");

function allUpTo(length: number): string[] {
  const all = [""];
  for (let from = 0, round = 0; round < length; round += 1) {
    const end = all.length;
    for (const one of all.slice(from, end)) for (const part of AWKWARD) all.push(one + part);
    from = end;
  }
  return all;
}

it("each of all names of up to four awkward parts has a text of its own, which gives it back", () => {
  const all = allUpTo(4);
  const texts = new Map<string, string>();
  for (const one of new Set(all)) {
    const text = escapeName(one);
    expect(texts.get(text), JSON.stringify(one)).toBeUndefined();
    texts.set(text, one);
    if (!isWellFormed(text) || text === "" || unescapeName(text) !== one) expect.fail(JSON.stringify(one));
  }
  expect(texts.size).toBeGreaterThan(30_000);
});

it("any string comes back from its text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (one) => {
      expect(unescapeName(escapeName(one))).toBe(one);
    }),
  );
});

it("a plain name stays as it is, so that a key can be read", () => {
  for (const plain of ["orders:42", "été ☃😀", "100%", "a b", "%d", "{jobs}:1"]) expect(escapeName(plain)).toBe(plain);
  expect(names.keyOf("orders:42")).toBe("leasehound:lock:web:lock:orders:42");
});

it("no two locks of a manager share a key, whatever their names", () => {
  const owner = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:1";
  const keysOf = (of: string): string[] => {
    const key = names.keyOf(of);
    return [
      ...[key, ownerStateKey(key, owner), ...readWriteQueueKeys(key)],
      ...[`${readTimeouts(key)}${owner}:rwlock_timeout:1`],
    ];
  };
  const parts = [...AWKWARD, `:${owner}:rwlock_timeout:1`, `:${owner}`, "leasehound:lock:web:lock:"];
  const nested = fc.array(fc.constantFrom(...parts), { maxLength: 5 }).map((chosen) => chosen.join(""));
  fc.assert(
    fc.property(nested, nested, (one, other) => {
      if (one === other) return;
      const mine = new Set(keysOf(one));
      expect(keysOf(other).filter((key) => mine.has(key))).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

it("no plain lock has such a key, whatever its prefix", () => {
  fc.assert(
    fc.property(name, (one) => {
      expect(() => lockName("", names.keyOf(one))).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    }),
  );
});

it("a name whose keys would be too long for Redis is a TypeError", () => {
  expect(() => names.keyOf("x".repeat(32_000))).not.toThrow();
  expect(() => names.keyOf("x".repeat(32_700))).toThrow(TypeError);
});

it("bare names are those of plain locks, and the others are TypeErrors", () => {
  const bare = bareNames("");
  expect(bare.keyOf("orders:42")).toBe("orders:42");
  for (const refused of ["", "\uD800", "redisson_lock", "{jobs}"]) expect(() => bare.keyOf(refused)).toThrow(TypeError);
});
