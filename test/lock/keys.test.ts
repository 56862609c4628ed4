import fc from "fast-check";
import { expect, it } from "vitest";
import { newOwner } from "../../src/lock/client.ts";
import {
  checkDataKey,
  checkPrefix,
  endsChannel,
  forcedReleaseKey,
  hasTimeoutsAlone,
  keyOfEnds,
  lockName,
  markKey,
  ownerStateKey,
  readTimeouts,
  recordKey,
  releaseChannel,
  requestKey,
  standingKey,
  webLockPrefix,
  writeKey,
} from "../../src/lock/keys.ts";

const LONGEST_ID = "x".repeat(128);
const LONGEST_OWNER = `${LONGEST_ID}:write`;

it("a channel follows Redisson's rule", () => {
  expect(releaseChannel("orders")).toBe("redisson_lock__channel:{orders}");
  expect(releaseChannel("{orders}:42")).toBe("redisson_lock__channel:{orders}:42");
  expect(releaseChannel("a{b")).toBe("redisson_lock__channel:a{b");
});

it("a key of ours never stands for two different things", () => {
  const name = fc
    .oneof(fc.constantFrom("x", "{x}:", "|x", "a|{x}", ":", "o|x", "owner:o|{x}", "x:x"), fc.string({ minLength: 1 }))
    // Refused: it would share the keys of the name without them.
    .filter((text) => !/^\{[^{]+\}$/.test(text));
  const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,8}$/);
  type Thing = [
    kind: "owner" | "record" | "forced" | "request" | "mark" | "write",
    owner: string,
    hold: string,
    key: string,
  ];
  const kind = fc.constantFrom<Thing[0][]>("owner", "record", "forced", "request", "mark", "write");
  const thing: fc.Arbitrary<Thing> = fc.tuple(kind, id, id, name);
  const spell = ([what, owner, hold, key]: Thing): string => {
    if (what === "record") return recordKey(key, owner, hold);
    if (what === "mark") return markKey(key);
    return { owner: ownerStateKey, forced: forcedReleaseKey, request: requestKey, write: writeKey }[what](key, owner);
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

it("a timeout key never belongs to two readers, except of `x` and `{x}`", () => {
  const name = fc
    .tuple(fc.constantFrom("x", "{x}", "a{x", "x}", "{x}}", "{}"), fc.stringMatching(/^[ab7:}-]{0,5}$/))
    .map((parts) => parts.join(""));
  const owner = fc.stringMatching(/^[ab7:-]{1,6}$/);
  const reader = fc.tuple(name, owner).filter(([key, whose]) => hasTimeoutsAlone(key, whose));
  const tagged = (key: string): string => (key.includes("{") ? key : `{${key}}`);
  fc.assert(
    fc.property(reader, reader, ([one, its], [other, theirs]) => {
      if (readTimeouts(one) + its !== readTimeouts(other) + theirs) return;
      expect([tagged(one), its]).toEqual([tagged(other), theirs]);
    }),
    { numRuns: 50_000 },
  );
});

it("a reader of Redisson's, or ours, has timeout keys on any name", () => {
  const uuid = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11";
  for (const key of ["books", "{books}", "{app}:books", "a{b"])
    for (const thread of ["1", "42", "-9223372036854775808"])
      expect(hasTimeoutsAlone(key, `${uuid}:${thread}`)).toBe(true);
  for (const owner of ["alice", "user:alice", "7", "eu:west:job"]) {
    expect(hasTimeoutsAlone("books", owner)).toBe(true);
    expect(hasTimeoutsAlone("{app}:books", owner)).toBe(false);
  }
});

it("a lock name never equals a timeout key of readers", () => {
  for (const name of ["{books}:alice:rwlock_timeout:1", "x:rwlock_timeout:10"])
    expect(() => lockName("", name)).toThrowError(expect.objectContaining({ option: "name" }));
  expect(() => lockName("{books}:alice:rwlock_", "timeout:1")).toThrowError(
    expect.objectContaining({ option: "name" }),
  );
  for (const name of ["books:rwlock_timeout:", "books:rwlock_timeout:1:x", "rwlock_timeout:1"])
    expect(lockName("", name).key).toBe(name);
});

it("a lock name never equals a key of ours, whatever the prefix", () => {
  for (const [prefix, name] of [
    ["", "leasehound::owner:o|{x}"],
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

it("a name may have the longest key that Upstash allows, counted in bytes", () => {
  const longest = 32_768 - new TextEncoder().encode(recordKey("", LONGEST_OWNER, LONGEST_ID)).length;
  expect(lockName("", "n".repeat(longest)).name).toHaveLength(longest);
  expect(() => lockName("", "n".repeat(longest + 1))).toThrowError(expect.objectContaining({ option: "name" }));
  expect(() => lockName("", "é".repeat(longest / 2 + 1))).toThrowError(expect.objectContaining({ option: "name" }));
});

it("a name may have the longest key, also if most of it is the encoded head", () => {
  const bytes = (of: string): number => new TextEncoder().encode(recordKey(of, LONGEST_OWNER, LONGEST_ID)).length;
  for (const text of ["a", "é", "☃", "🐕", "*"]) {
    const [one, two] = [bytes(`${text}:x`), bytes(`${text.repeat(2)}:x`)];
    const length = 1 + Math.floor((32_768 - one) / (two - one));
    expect(lockName("", `${text.repeat(length)}:x`).name).toHaveLength(text.length * length + 2);
    expect(() => lockName("", `${text.repeat(length + 1)}:x`)).toThrowError(
      expect.objectContaining({ code: "INVALID_OPTION", option: "name" }),
    );
  }
});

it.each([
  ["orders", "leasehound::standing:{orders}"],
  ["lock:orders:42", "leasehound:lock:standing:{lock:orders:42}"],
  ["{shop}:orders", "leasehound:%7Bshop%7D:standing:{shop}:orders"],
  ["a*é!:{x}", "leasehound:a%2A%C3%A9%21:standing:a*é!:{x}"],
  [`${webLockPrefix("shop:")}n`, "leasehound:shop:standing:{leasehound:shop:web:shop:n}"],
])("a key of ours for the lock %j begins with the encoded prefix: %j", (key, own) => {
  expect(standingKey(key)).toBe(own);
});

it("clients that spell one key by different prefixes have the same keys and channels of ours", () => {
  const keys = [lockName("", "shop:a").key, lockName("shop:", "a").key];
  expect(keys.map(endsChannel)).toEqual(["leasehound-ends:shop:shop:a", "leasehound-ends:shop:shop:a"]);
  expect(keys.map(standingKey)).toEqual(["leasehound:shop:standing:{shop:a}", "leasehound:shop:standing:{shop:a}"]);
});

it("the channel of an end names its lock", () => {
  for (const key of ["a", "a:b", "{a}:b", "a*é:b:c", `${webLockPrefix("shop:")}a:b`])
    expect(keyOfEnds(endsChannel(key))).toBe(key);
});

it.each(["{", "}", "{}", "}{", "{a", "a}", "{a}{b}", "{a}}", "{{a}"])(
  "a prefix with the braces %s is refused: Redisson's keys for it could be those of another prefix",
  (braces) => {
    expect(() => checkPrefix(`${braces}:`)).toThrowError(
      expect.objectContaining({ code: "INVALID_OPTION", option: "prefix", message: expect.stringContaining("braces") }),
    );
  },
);

it("a prefix may have one hash tag", () => {
  for (const prefix of ["", "shop:", "{shop}:", "a{shop}b:", "é * ?:"]) expect(checkPrefix(prefix)).toBe(prefix);
});

it("a new owner ends with a number that Java reads as a positive long, and whose 62 bits all vary", () => {
  const numbers = Array.from({ length: 1_000 }, () => BigInt(newOwner("client").replace("client:", "")));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (let bit = 0n; bit < 62n; bit += 1n) {
    expect(new Set(numbers.map((number) => ((number - 1n) >> bit) & 1n)).size, `bit ${bit}`).toBe(2);
  }
  expect(numbers.every((number) => number > 0n && number <= 2n ** 62n)).toBe(true);
});
