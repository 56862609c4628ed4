import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pollBackoff } from "../../../src/lock/wait/polling.ts";
import {
  alarmAfter,
  evenInstant,
  oddInstant,
  renewalAt,
  renewalTimeoutMs,
  validUntil,
} from "../../../src/lock/watchdog/renewal-plan.ts";

describe("a lease", () => {
  it("is valid from before the request, less the margin", () => {
    expect(validUntil(1_000, 30_000, 30_000)).toBe(1_000 + 30_000 - 300);
    expect(validUntil(1_000, 1_000, 1_000)).toBe(1_000 + 1_000 - 50);
    expect(validUntil(1_000, 400, 30_000)).toBe(1_000 + 400 - 300);
    expect(validUntil(1_000, -1, 30_000)).toBe(1_000 + 30_000 - 300);
    // For a longer lease that another hold of its owner set, or the watchdog.
    expect(validUntil(1_000, 600_000, 1_000)).toBe(1_000 + 600_000 - 6_000);
  });

  it("is renewed a third of its length after the last reply", () => {
    const valid = validUntil(0, 30_000, 30_000);
    expect(renewalAt(valid, 30_000, 0, 5)).toBe(9_700);
  });

  it("leaves time for three timed-out renewals between the first one and the end of its validity", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 2_147_483_647 }), (leaseMs) => {
        const valid = validUntil(0, leaseMs, leaseMs);
        let now = renewalAt(valid, leaseMs, 0, 0);
        let tries = 0;
        for (let failures = 1; now < valid; failures += 1) {
          tries += 1;
          now = renewalAt(valid, leaseMs, failures, now + renewalTimeoutMs(leaseMs));
        }
        expect(tries).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

describe("the alarms of a lease", () => {
  const lease = fc.integer({ min: 1_000, max: 2_147_483_647 });
  // From 1970 on, because joins are today's epoch ms.
  const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
  const later = fc.integer({ min: 0, max: 10_000_000_000 });

  it("come a third of the lease apart, each strictly after the previous one", () => {
    fc.assert(
      fc.property(lease, instant, later, (leaseMs, joinedAt, passed) => {
        const after = joinedAt + passed;
        const first = alarmAfter(joinedAt, leaseMs, after);
        const second = alarmAfter(joinedAt, leaseMs, first);
        const period = 8 * evenInstant(leaseMs / 24);
        expect(first).toBeGreaterThan(after);
        expect(first - after).toBeLessThanOrEqual(period);
        expect(second - first).toBe(period);
        expect(period).toBeLessThanOrEqual(leaseMs / 3);
        // Any time in between has the same next alarm, independent of earlier queries.
        expect(alarmAfter(joinedAt, leaseMs, second - 1)).toBe(second);
      }),
    );
  });

  it("start a third of the lease after the join, or up to a twenty-fourth earlier", () => {
    fc.assert(
      fc.property(lease, instant, (leaseMs, joinedAt) => {
        const wait = alarmAfter(joinedAt, leaseMs, joinedAt) - joinedAt;
        expect(wait).toBeLessThanOrEqual(leaseMs / 3);
        // Rounding subtracts less than two milliseconds from each of eight grains.
        expect(wait).toBeGreaterThan(leaseMs / 3 - leaseMs / 24 - 16);
      }),
    );
  });

  it("are even, and never at the odd times of retries, which are not earlier than requested", () => {
    fc.assert(
      fc.property(lease, instant, later, (leaseMs, joinedAt, passed) => {
        expect(alarmAfter(joinedAt, leaseMs, joinedAt + passed) % 2).toBe(0);
        const wanted = joinedAt + passed / 7;
        expect(Math.abs(oddInstant(wanted) % 2)).toBe(1);
        expect(oddInstant(wanted) - wanted).toBeGreaterThan(-1);
        expect(oddInstant(wanted) - wanted).toBeLessThanOrEqual(1);
        expect(evenInstant(wanted)).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  it("never come before the first, even for a time before the join", () => {
    fc.assert(
      fc.property(lease, instant, later, (leaseMs, joinedAt, before) => {
        const first = alarmAfter(joinedAt, leaseMs, joinedAt);
        expect(alarmAfter(joinedAt, leaseMs, joinedAt - 1 - before)).toBe(first);
      }),
    );
  });

  it("are shared by the joins of one twenty-fourth of a lease, and so are at most eight in a third of it", () => {
    fc.assert(
      fc.property(
        lease,
        instant,
        later,
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (...given) => {
          const [leaseMs, start, passed, places] = given;
          const grain = evenInstant(leaseMs / 24);
          const period = 8 * grain;
          const grainStart = start - (start % grain);
          const inOneGrain = places.map((place) => grainStart + Math.floor(place * grain));
          const after = grainStart + grain + passed;
          expect(new Set(inOneGrain.map((joinedAt) => alarmAfter(joinedAt, leaseMs, after))).size).toBeLessThanOrEqual(
            1,
          );
          const anywhere = places.map((place) => start - Math.floor(place * 100 * leaseMs));
          const next = anywhere.map((joinedAt) => alarmAfter(joinedAt, leaseMs, after));
          expect(new Set(next).size).toBeLessThanOrEqual(8);
          for (const at of next) expect(at - after).toBeLessThanOrEqual(period);
        },
      ),
    );
  });
});

describe("the pauses of a waiter", () => {
  const longest = () => 1;

  it("double from the seed to the cap", () => {
    const next = pollBackoff(5_000, longest);
    expect([0, 0, 0, 0, 0, 0].map(() => next(20_000))).toEqual([200, 400, 800, 1_000, 1_000, 1_000]);
    const short = pollBackoff(60, longest);
    expect([next, short].map((pauses) => pauses(-1))).toEqual([1_000, 60]);
  });

  it("never end later than the jitter after the holder's lease, nor exceed the cap or five attempts a second after a burst", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 60_000 }),
        fc.array(fc.integer({ min: -1, max: 100_000 }), { minLength: 1 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (pollMs, refusals, random) => {
          const next = pollBackoff(pollMs, () => random);
          // The option allows more than five polls a second.
          const cap = Math.min(pollMs, 1_000);
          const attemptedAt = [0];
          for (const remainingMs of refusals) {
            const pauseMs = next(remainingMs);
            expect(pauseMs).toBeGreaterThanOrEqual(Math.min(50 - 0.001, cap));
            expect(pauseMs).toBeLessThanOrEqual(cap);
            if (remainingMs >= 0) expect(pauseMs).toBeLessThanOrEqual(Math.max(remainingMs + 21, 200 + 0.001));
            attemptedAt.push((attemptedAt.at(-1) ?? 0) + pauseMs);
          }
          const after = (many: number): number => (cap < 200 ? 0 : (many - 5) * 200 - 0.001);
          for (const [nth, at] of attemptedAt.entries()) {
            const last = attemptedAt.at(-1) ?? 0;
            expect(last - at).toBeGreaterThanOrEqual(after(attemptedAt.length - nth));
          }
        },
      ),
    );
  });
});
