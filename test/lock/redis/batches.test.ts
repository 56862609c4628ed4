import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limiter } from "../../../src/lock/keeper/limiter.ts";
import { batchesOf } from "../../../src/lock/watchdog/renewal-batches.ts";

describe("batches", () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 500_000 })), {
    maxLength: 2_000,
  });
  const together = (): undefined => undefined;

  it("hold every item once, in order, each within the limits", () => {
    fc.assert(
      fc.property(sizes, (entries) => {
        const batches = batchesOf(entries, together, (size) => size);
        expect(batches.flat()).toEqual(entries);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(100);
          // One that exceeds the limits alone is sent alone: Redis may accept it, or report the error.
          if (batch.length > 1) expect(batch.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000);
        }
      }),
    );
  });

  it("are as few as that order allows: none could contain the first item of the next", () => {
    fc.assert(
      fc.property(sizes, (entries) => {
        const batches = batchesOf(entries, together, (size) => size);
        for (const [at, next] of batches.slice(1).entries()) {
          const batch = batches[at] ?? [];
          const withNext = batch.reduce((sum, size) => sum + size, 0) + (next[0] ?? 0);
          expect(batch.length === 100 || withNext > 400_000).toBe(true);
        }
      }),
    );
  });

  it("hold one group each, in the order of their first items, and each group as if it were alone", () => {
    const grouped = fc.array(fc.record({ size: fc.integer({ min: 1, max: 200_000 }), group: fc.nat(3) }));
    fc.assert(
      fc.property(grouped, (entries) => {
        const batches = batchesOf(
          entries,
          ({ group }) => group,
          ({ size }) => size,
        );
        for (const group of [0, 1, 2, 3]) {
          const own = entries.filter((entry) => entry.group === group);
          const alone = batchesOf(own, together, ({ size }) => size);
          expect(batches.filter(([first]) => first?.group === group)).toEqual(alone);
        }
        const firsts = batches.map(([first]) => entries.findIndex((entry) => Object.is(entry, first)));
        expect(firsts).toEqual([...firsts].sort((one, other) => one - other));
      }),
    );
  });

  it("of 10,000 leases are 80, and of no leases none", () => {
    expect(batchesOf(Array.from({ length: 10_000 }), together, () => 40)).toHaveLength(80);
    expect(batchesOf([], together, () => 1)).toEqual([]);
  });
});

describe("lanes", () => {
  it("start work in order, run each item once within their limit, and return its result", async () => {
    const plan = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), plan, async (count, turns) => {
        const lanes = new Limiter(count);
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const results = turns.map((length, item) =>
          lanes.run(async () => {
            begun.push(item);
            running += 1;
            most = Math.max(most, running);
            for (let turn = 0; turn < length; turn += 1) await undefined;
            running -= 1;
            if (length === 20) throw new Error(`${item}`);
            return item;
          }),
        );
        const settled = await Promise.allSettled(results);
        expect(begun).toEqual([...turns.keys()]);
        expect(most).toBe(Math.min(count, turns.length));
        for (const [item, one] of settled.entries()) {
          expect(one.status === "fulfilled" ? one.value : Number(one.reason.message)).toBe(item);
        }
      }),
    );
  });

  it("are not delayed by slow work in one of them", async () => {
    const lanes = new Limiter(5);
    let release = (): void => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = lanes.run(() => slow);
    let done = 0;
    // Resolves only because all of these end before the first one.
    await Promise.all(Array.from({ length: 99 }, () => lanes.run(async () => (done += 1))));
    expect(done).toBe(99);
    release();
    await first;
  });
});
