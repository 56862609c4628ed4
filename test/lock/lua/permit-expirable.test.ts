// The permit-expirable semaphore: clocks, ids of every kind of bytes, late copies and crowds. The transcripts
// of test/together/interop compare counter, leases and messages with Redisson's, and test/lock/model/permits the records.
import { expect, it, vi } from "vitest";
import { permitLeasesKey, requestKey } from "../../../src/lock/keys.ts";
import {
  acquirePermitsCall,
  checkPermitsCall,
  type PermitIds,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  renewPermitsCall,
  setPermitsCall,
} from "../../../src/lock/lua/permit-expirable.ts";
import type { PermitChange } from "../../../src/lock/protocol.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { javaAcquires, javaReleases, lookAtPermits } from "../../support/permits.ts";
import { command } from "../../support/rest.ts";

const LEASE_MS = 30_000;
const NEVER = 922_337_203_685_477;

const { gateway, run } = await emptyGateway();

let requests = 0;
const set = (key: string, change: PermitChange, permits: number): Promise<boolean> => {
  requests += 1;
  return run(setPermitsCall(key, change, permits, `set:${requests}`));
};
const idOf = (nth: number): string => nth.toString(16).padStart(32, "0");

function permits(key: string, ...ids: [string, ...string[]]): PermitIds & { leaseMs: number } {
  return { key, ids, leaseMs: LEASE_MS };
}

/** Reads the counter and the leased ids. */
async function state(key: string): Promise<[string | null, string[]]> {
  const { available, leases } = await lookAtPermits(gateway, key);
  return [available, Object.keys(leases).sort()];
}

it("a refusal reports the end of the first lease, or that there is none", async () => {
  expect(await set("first", "set", 1)).toBe(true);
  await run(acquirePermitsCall(permits("first", idOf(1)), false));
  const { leases, now } = await lookAtPermits(gateway, "first");
  const busy = await run(acquirePermitsCall(permits("first", idOf(2)), false));
  const { now: later } = await lookAtPermits(gateway, "first");
  const end = Number(leases[idOf(1)]);
  expect(Object(busy).remainingMs).toBeLessThanOrEqual(end - now);
  expect(Object(busy).remainingMs).toBeGreaterThanOrEqual(end - later);
  await set("first", "add", 1);
  await command(gateway, "ZREMRANGEBYRANK", permitLeasesKey("first"), 0, -1);
  expect(await javaAcquires(gateway, "first", idOf(3), NEVER, Date.now())).toBe("OK");
  expect(await run(acquirePermitsCall(permits("first", idOf(2)), true))).toMatchObject({ remainingMs: -1 });
});

it.each([-3_600_000, 3_600_000])(
  "leases follow the Redis clock, with a client clock that is %i ms off",
  async (off) => {
    const locks = createLocks({ redis: gateway });
    const semaphore = locks.permitExpirableSemaphore("skewed");
    const now = Date.now();
    vi.setSystemTime(now + off);
    try {
      await semaphore.setPermits(2);
      const { now: earlier } = await lookAtPermits(gateway, "skewed");
      const permit = await semaphore.acquire();
      const { leases, now: later } = await lookAtPermits(gateway, "skewed");
      const start = Number(leases[permit.id]) - LEASE_MS;
      expect(start).toBeGreaterThanOrEqual(earlier);
      expect(start).toBeLessThanOrEqual(later);
      await permit.renew();
      expect(await permit.check()).toBe(true);
      expect(await semaphore.acquiredPermits()).toBe(1);
      expect(await permit.release()).toMatchObject({ outcome: "released" });
    } finally {
      vi.useRealTimers();
      locks.close();
    }
  },
);

// Hex of the bytes 0x00 and from 0x80, digits alone, and text that a JSON parser may read as a number.
it.each([
  "00000000000000000000000000000000",
  "00ff00ff00ff00ff00ff00ff00ff00ff",
  "80818283848586878889fafbfcfdfeff",
  "c3a9e29883f09f90950d0a0022275c7b",
  "12345678901234567890123456789012",
  "99999999999999999999999999999999",
  "1e100000000000000000000000000000",
  "0e123456789012345678901234567890",
  "000000000000000000000000000000e1",
  "5c6e5c305c225c5c0a0d09201f7f2525",
])("the id %s is stored as the same bytes by us and by Java", async (id) => {
  await set("bytes", "set", 4);
  const [other, next] = [idOf(0xabc), idOf(0xdef)];
  expect(await run(acquirePermitsCall(permits("bytes", id, other), false))).toMatchObject({ kind: "held" });
  expect(await state("bytes")).toEqual(["2", [id, other].sort()]);
  expect(await run(renewPermitsCall(permits("bytes", id), 60_000))).toMatchObject({ kind: "renewed" });
  const checked = await run(checkPermitsCall(permits("bytes", id)));
  expect(Object(checked).remainingMs).toBeGreaterThan(50_000);
  expect(await javaReleases(gateway, "bytes", other, Date.now())).toBe(1);
  expect(await run(releaseListCall("bytes", [id], "list"))).toBe(true);
  expect(await state("bytes")).toEqual(["4", []]);
  // Conversely, a lease of Java ends here.
  expect(await javaAcquires(gateway, "bytes", next, Date.now() + 60_000, Date.now())).toBe("OK");
  expect(await run(checkPermitsCall(permits("bytes", next)))).toMatchObject({ kind: "counted" });
  expect(await run(releasePermitsCall({ key: "bytes", ids: [next] }))).toEqual({ kind: "ended", end: "released" });
  expect(await state("bytes")).toEqual(["4", []]);
});

it("a late copy of an acquire of many does not change what happened to each permit since", async () => {
  await set("late", "set", 3);
  const [one, two, three] = [idOf(1), idOf(2), idOf(3)];
  const call = acquirePermitsCall(permits("late", one, two, three), false);
  await run(call);
  expect(await run(call)).toMatchObject({ kind: "held", available: 0 });
  await run(releasePermitsCall(permits("late", two)));
  expect(await run(call)).toEqual({ kind: "ended", end: "lost" });
  expect(await run(renewPermitsCall(permits("late", one, two, three), LEASE_MS))).toMatchObject({ kind: "ended" });
  expect(await state("late")).toEqual(["1", [one, three]]);
  expect(await run(checkPermitsCall(permits("late", one)))).toMatchObject({ kind: "counted" });
  expect(await run(releasePermitsCall(permits("late", one)))).toEqual({ kind: "ended", end: "released" });
  expect(await run(call)).toEqual({ kind: "ended", end: "released" });
  expect(await state("late")).toEqual(["2", [three]]);
  // Also when the semaphore was deleted meanwhile: it stays deleted.
  const other = acquirePermitsCall(permits("late", idOf(4)), false);
  await run(other);
  await command(gateway, "DEL", "late");
  expect(await run(other)).toMatchObject({ kind: "held", available: 0 });
  expect(await state("late")).toEqual([null, [three, idOf(4)]]);
});

it("a copy that comes after its record expired leases nothing twice", async () => {
  await set("later", "set", 5);
  const call = acquirePermitsCall(permits("later", idOf(1), idOf(2)), false);
  await run(call);
  for (const released of [[], [idOf(2)]]) {
    for (const id of released) await run(releasePermitsCall(permits("later", id)));
    await command(gateway, "DEL", requestKey("later", idOf(1)));
    expect(await run(call)).toMatchObject({ kind: "held", available: 3 });
    expect(await state("later")).toEqual(["3", [idOf(1), idOf(2)]]);
  }
});

it("of 2,500 permits that expired at once, scripts take back 1,000 each, and the others are available meanwhile", async () => {
  await command(gateway, "SET", "crowd", "0");
  const leaseAll = `for nth = 1, 2500 do redis.call('ZADD', KEYS[1], 1, string.format('%016d', nth)) end`;
  await command(gateway, "EVAL", leaseAll, 1, permitLeasesKey("crowd"));
  const counts = async (): Promise<[number, number]> => [
    Number(await command(gateway, "GET", "crowd")),
    await command<number>(gateway, "ZCARD", permitLeasesKey("crowd")),
  ];
  const many = (from: number): [string, ...string[]] => {
    const ids = Array.from({ length: 999 }, (_, nth) => idOf(from + nth + 1));
    return [idOf(from), ...ids];
  };
  const acquires = (from: number) => run(acquirePermitsCall(permits("crowd", ...many(from)), false));
  expect(await run(permitStatusCall("crowd"))).toEqual({ isSet: true, available: 2_500, leased: 0 });
  expect(await counts()).toEqual([1_000, 1_500]);
  expect(await acquires(10_000)).toMatchObject({ kind: "held", available: 1_500 });
  expect(await counts()).toEqual([1_000, 1_500]);
  expect(await acquires(20_000)).toMatchObject({ kind: "held", available: 500 });
  expect(await acquires(30_000)).toMatchObject({
    kind: "busy",
    available: 500,
    remainingMs: expect.toSatisfy((ms) => ms > 0),
  });
  expect(await counts()).toEqual([500, 2_000]);
});

it("replies that the scripts do not give are refused", () => {
  const { decode } = acquirePermitsCall(permits("read", idOf(1)), false);
  expect(decode(["held", idOf(1), 5, 0])).toMatchObject({ kind: "held", available: 0 });
  const odd = [null, "OK", [], ["held"], ["held", idOf(1), "5", 0], ["held", idOf(1), 5]];
  for (const reply of [...odd, ["free", idOf(1), 5, 0], ["ended", idOf(1), "gone"]]) {
    expect(() => decode(reply)).toThrowError(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
  }
  const list = releaseListCall("read", [idOf(1)], "r1");
  for (const reply of [["done", "r1", 2], ["over", "r1", 1], 1]) {
    expect(() => list.decode(reply)).toThrowError(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
  }
  const status = permitStatusCall("read");
  expect(() => status.decode(["done", "r1", 1, 1, 1])).toThrow(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
});
