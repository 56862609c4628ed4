// Replies that the scripts of inspections cannot give: each is UNEXPECTED_REPLY, never an answer of another form.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  inspectLatchCall,
  inspectLockCall,
  inspectPermitsCall,
  inspectSemaphoreCall,
  scanCall,
  summariesCall,
} from "../../../src/lock/lua/inspect.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";

const LOCK = ["lock", "n", "read", 5, 1, 1, 1, 1, 2, "a:1", 3, 4, "h|\n7 label", "b:2", 6];
const SCANNED = ["scanned", "n", "12", "lock:a", "lock:b"];
const SUMMARY = ["summaries", "n", "plain", 9, 1, "a:1", 1, "", 3];
const NO_LOCK = ["", -2, 0, "", 0, "", 0];
const counted = (waiters: number) => ({ waiters, waitersUnknownBecause: undefined });
const unknown = (why: string) => ({ waiters: "unknown", waitersUnknownBecause: why });

/** Each call, a reply that it accepts, and what it reads from that. */
const CALLS: readonly (readonly [ScriptCall<unknown>, readonly unknown[], unknown])[] = [
  [
    inspectLockCall("k"),
    LOCK,
    {
      ...{ mode: "read", remainingMs: 5, holderCount: 1, queueLength: 1, counted: counted(2) },
      holders: [{ field: "a:1", holds: 3, remainingMs: 4, origin: "leasehound", label: "label", since: 7 }],
      queue: [{ owner: "b:2", silentMs: 6 }],
    },
  ],
  [
    inspectSemaphoreCall("k"),
    ["counter", "n", 1, -4, -1, -1],
    { isSet: true, number: -4, remainingMs: -1, counted: unknown("refused") },
  ],
  [
    inspectLatchCall("k"),
    ["counter", "n", 0, 0, -2, 0],
    { isSet: false, number: 0, remainingMs: -2, counted: counted(0) },
  ],
  [
    inspectPermitsCall("k"),
    ["permits", "n", 1, 2, 1, 0, -1, 1, "00ff", 12],
    {
      ...{ isSet: true, number: 2, leased: 1, counted: counted(0), remainingMs: -1 },
      leases: [{ id: "00ff", remainingMs: 12 }],
    },
  ],
  [
    scanCall("lock:*", "0", { passed: 1_000, wanted: 100, light: true }),
    SCANNED,
    { cursor: "12", keys: ["lock:a", "lock:b"] },
  ],
  [
    summariesCall(["lock:a"]),
    SUMMARY,
    [
      {
        ...{ mode: "plain", remainingMs: 9, holderCount: 1, counted: counted(3) },
        holder: { field: "a:1", holds: 1, remainingMs: 9, origin: "leasehound", label: "", since: undefined },
      },
    ],
  ],
];

const codeOf = (read: () => unknown): unknown => {
  try {
    read();
    return "an answer";
  } catch (error) {
    return Object(error).code;
  }
};

it.each(CALLS)("%o reads its own reply", ({ decode }, reply, expected) => {
  expect(decode(reply)).toEqual(expected);
});

it.each(CALLS)("%o refuses a reply with a wrong, missing or strange slot", ({ decode }, reply) => {
  const strange = fc.oneof(fc.constant(null), fc.constant(undefined), fc.constant(1.5), fc.object(), fc.constant([]));
  fc.assert(
    fc.property(fc.nat(reply.length - 1), strange, (at, slot) => {
      // No script reads the nonce: the port has verified it.
      if (at === 1) return;
      expect(codeOf(() => decode(reply.with(at, slot)))).toBe("UNEXPECTED_REPLY");
      expect(codeOf(() => decode(reply.slice(0, at)))).toBe(
        reply === SCANNED && at > 2 ? "an answer" : "UNEXPECTED_REPLY",
      );
    }),
  );
  for (const other of [null, undefined, "text", 1, {}, [], ["held", "n"]]) {
    expect(codeOf(() => decode(other))).toBe("UNEXPECTED_REPLY");
  }
});

it("counts and words that no script tells are refused", () => {
  const lock = inspectLockCall("k");
  for (const [at, slot] of [
    [2, "dark"],
    [5, -1],
    [5, 101],
    [7, 1_000_000_000],
    [8, -3],
  ] as const) {
    expect(codeOf(() => lock.decode(LOCK.with(at, slot)))).toBe("UNEXPECTED_REPLY");
  }
  const list = summariesCall(["lock:a"]);
  // For two keys, but one was asked about.
  expect(codeOf(() => list.decode([...SUMMARY, ...NO_LOCK]))).toBe("UNEXPECTED_REPLY");
  expect(codeOf(() => list.decode(SUMMARY.with(2, "free")))).toBe("UNEXPECTED_REPLY");
  const scan = scanCall("lock:*", "0", { passed: 1_000, wanted: 100, light: true });
  for (const cursor of ["", "-1", "1.5", "x", "99999999999999999999"]) {
    expect(codeOf(() => scan.decode(SCANNED.with(2, cursor)))).toBe("UNEXPECTED_REPLY");
  }
});

it("tells why nobody knows how many wait", () => {
  const lock = inspectLockCall("k");
  expect(lock.decode(LOCK.with(8, -1))).toMatchObject({ counted: unknown("refused") });
  expect(lock.decode(LOCK.with(8, -2))).toMatchObject({ counted: unknown("miscounted") });
  expect(lock.decode(LOCK.with(2, "light"))).toMatchObject({ counted: unknown("polling") });
  const list = summariesCall(["lock:a"]);
  expect(list.decode(SUMMARY.with(8, -1))).toMatchObject([{ counted: unknown("refused") }]);
  expect(list.decode(SUMMARY.with(2, "light"))).toMatchObject([{ counted: unknown("polling") }]);
});

it("what is no lock has no summary, and the last keys may have none yet", () => {
  const list = summariesCall(["lock:a", "lock:b", "lock:c"]);
  expect(list.decode([...SUMMARY.slice(0, 2), ...NO_LOCK])).toEqual([undefined]);
  expect(list.decode([...SUMMARY, ...NO_LOCK])).toEqual([expect.objectContaining({ mode: "plain" }), undefined]);
});

it("a refused SCAN is REDIS_REFUSED, with the beginning of Redis' own words", () => {
  const scan = scanCall("lock:*", "0", { passed: 1_000, wanted: 100, light: true });
  const refused = (text: string) => () => scan.decode(["refused", "n", text]);
  expect(refused("NOPERM this user has no permissions")).toThrow(
    expect.objectContaining({ code: "REDIS_REFUSED", redisCode: "NOPERM" }),
  );
  expect(refused(`ERR ${"x".repeat(10_000)}\u0007`)).toThrow(
    expect.objectContaining({ message: expect.toSatisfy((text: string) => text.length < 500), redisCode: "ERR" }),
  );
});
