import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pollPauses } from "../../src/wait/backoff.ts";
import { renewalAt, renewalDue, renewalTimeoutMs, validUntil } from "../../src/watchdog/plan.ts";

describe("the renewal plan", () => {
  it("believes from before the request, less the margin", () => {
    expect(validUntil(1_000, 30_000, 30_000)).toBe(1_000 + 30_000 - 300);
    expect(validUntil(1_000, 1_000, 1_000)).toBe(1_000 + 1_000 - 50);
    expect(validUntil(1_000, 400, 30_000)).toBe(1_000 + 400 - 300);
    expect(validUntil(1_000, -1, 30_000)).toBe(1_000 + 30_000 - 300);
  });

  it("renews a third of the lease after the last answer", () => {
    const valid = validUntil(0, 30_000, 30_000);
    expect(renewalAt(valid, 30_000, 0, 5)).toBe(9_700);
    expect(renewalDue(valid, 30_000, 9_699)).toBe(false);
    expect(renewalDue(valid, 30_000, 9_700)).toBe(true);
  });

  it("fits at least three timed-out renewals between the first and the end of belief", () => {
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

describe("the pauses of a waiter", () => {
  const longest = () => 1;

  it("double from the seed to the cap", () => {
    const next = pollPauses(5_000, longest);
    expect([0, 0, 0, 0, 0, 0].map(() => next(20_000))).toEqual([200, 400, 800, 1_000, 1_000, 1_000]);
    const short = pollPauses(60, longest);
    expect([next, short].map((pauses) => pauses(-1))).toEqual([1_000, 60]);
  });

  it("never sleep past the end of the holder's lease by more than the jitter, nor beyond the cap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 60_000 }),
        fc.array(fc.integer({ min: -1, max: 100_000 }), { minLength: 1 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (pollMs, refusals, random) => {
          const next = pollPauses(pollMs, () => random);
          for (const remainingMs of refusals) {
            const pauseMs = next(remainingMs);
            expect(pauseMs).toBeGreaterThanOrEqual(0);
            expect(pauseMs).toBeLessThanOrEqual(Math.min(pollMs, 1_000));
            if (remainingMs >= 0) expect(pauseMs).toBeLessThanOrEqual(remainingMs + 21);
          }
        },
      ),
    );
  });
});
