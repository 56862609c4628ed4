// The conclusions of the page about the renewals of a lease, and its words for them.
import { expect, it } from "vitest";
import { renewalAnswer } from "../../../src/service/dashboard/browser/renewal-answer.ts";
import { WatchedHolds } from "../../../src/service/dashboard/browser/watched-holds.ts";
import { WatchedLease } from "../../../src/service/dashboard/browser/watched-lease.ts";
import type { LeaseHolder } from "../../../src/service/dashboard/leases.ts";

const FROM = Date.UTC(2026, 10, 26, 3);
const LEASE_MS = 30_000;

/** A question to Redis at so many ms, and its answer after so many more. */
function asked(atMs: number, tripMs = 0) {
  return { at: FROM + atMs, answeredAt: FROM + atMs + tripMs };
}

/** Watches a lease that is set at 0 and then every so many ms, once a second, until so many ms. */
function watched(fromMs: number, untilMs: number, everyMs: number): WatchedLease {
  const left = (atMs: number): number => LEASE_MS - (atMs % everyMs);
  const lease = new WatchedLease(asked(fromMs), left(fromMs));
  for (let atMs = fromMs + 1_000; atMs <= untilMs; atMs += 1_000) lease.see(asked(atMs), left(atMs));
  return lease;
}

it("a slow answer is no renewal, whenever Redis read the lease", () => {
  // The lease ends at 30,000 ms. Redis reads it at any instant of each request.
  for (const readAfterMs of [0, 1_000, 2_000]) {
    const lease = new WatchedLease(asked(0, 2_000), LEASE_MS - 2_000);
    for (let atMs = 1_000; atMs < 20_000; atMs += 1_000) {
      lease.see(asked(atMs, 2_000), LEASE_MS - atMs - readAfterMs);
      expect(lease.wasRenewed).toBe(false);
    }
  }
});

it("a renewal that a slow answer hid is seen by the next quick one", () => {
  const lease = new WatchedLease(asked(0), 3_000);
  lease.see(asked(1_000, 900), 2_100);
  expect(lease.wasRenewed).toBe(false);
  lease.see(asked(2_000), 2_000);
  expect([lease.wasRenewed, lease.since]).toEqual([true, FROM + 2_000]);
});

it.each([0, 3_000, 9_000])("a holder that renews is never late, seen first %i ms after a renewal", (fromMs) => {
  for (let untilMs = fromMs; untilMs < 60_000; untilMs += 1_000) {
    expect(watched(fromMs, untilMs, LEASE_MS / 3).renewal).not.toBe("late");
  }
});

it("a holder that stopped to renew is late after half of its lease, since its last renewal", () => {
  const lease = watched(0, 20_000, LEASE_MS / 3);
  expect([lease.renewal, lease.since]).toEqual(["renewed", FROM + 20_000]);
  lease.see(asked(35_000), 15_000);
  expect(lease.renewal).toBe("renewed");
  lease.see(asked(36_000), 14_000);
  expect([lease.renewal, lease.since]).toEqual(["late", FROM + 20_000]);
});

it("a lease without a renewal is late only when one must have been seen", () => {
  const lease = watched(6_000, 18_000, LEASE_MS);
  expect([lease.renewal, lease.since, lease.lateAt]).toEqual(["unseen", FROM + 6_000, FROM + 18_000]);
  lease.see(asked(19_000), 11_000);
  expect(lease.renewal).toBe("late");
});

function holder(label: string, remainingMs: number, since = FROM): LeaseHolder {
  return { owner: `${label}:1`, mode: "read", label, since, remainingMs };
}

/** Returns what the page knows after it saw these holders, one list a second. */
function seen(...lists: readonly (readonly LeaseHolder[])[]): WatchedHolds {
  const holds = new WatchedHolds();
  for (const [second, holders] of lists.entries()) holds.see({ ...asked(second * 1_000), holders });
  return holds;
}

/** The page's answers about these holders, at each of these seconds. Each function returns its remaining lease. */
function answersAt(seconds: readonly number[], leases: Readonly<Record<string, (atMs: number) => number>>): string[] {
  return seconds.map((last) => {
    const lists = Array.from({ length: last + 1 }, (_, second) =>
      Object.entries(leases).map(([label, left]) => holder(label, left(second * 1_000))),
    );
    return (renewalAnswer(seen(...lists)) ?? []).join(" ");
  });
}

const renews = (atMs: number): number => LEASE_MS - (atMs % 10_000);
const ends = (atMs: number): number => LEASE_MS - atMs;

it("the answer about one holder is yes, no, or not known yet", () => {
  expect(answersAt([0, 14], { ann: renews })).toEqual([
    "Not known yet. This page has watched since 03:00:00 UTC, 0 s ago, and has seen no renewal. A holder that renews does so by 03:00:15 UTC. Wait for the answer above.",
    "Yes. Its lease was renewed at 03:00:10 UTC, 4 s ago. It renews, so do not free the lock.",
  ]);
  expect(answersAt([16], { ann: ends })).toEqual([
    "No. This page has watched since 03:00:00 UTC, 16 s ago, and has seen no renewal. The holder is dead, or works without renewals. It does not renew: make sure that it is dead.",
  ]);
  const stopped = (atMs: number): number => LEASE_MS - Math.max(0, atMs - 10_000);
  expect(answersAt([26], { ann: stopped })[0]).toMatch(/^No\. Its last renewal was at 03:00:10 UTC, 16 s ago\. The/);
});

it("the answer about several holders names those that do not renew", () => {
  const since = "since 03:00:00 UTC";
  expect(answersAt([0, 14, 16], { ann: renews, bob: ends, cid: ends })).toEqual([
    "Not known yet. The page has seen no renewal. Wait for the answer above.",
    "1 of 3 holders do. Not known yet of 2. Freeing takes the lock from all of them.",
    `1 of 3 holders do. These have not renewed: bob (bob:1) ${since}, cid (cid:1) ${since}. They are dead, or work without renewals. Freeing takes the lock from all of them.`,
  ]);
  expect(answersAt([14], { ann: renews, bob: renews })).toEqual([
    "Yes. All 2 holders renewed their leases. They renew, so do not free the lock.",
  ]);
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, nth) => [`h${nth}`, ends]));
  expect(answersAt([16], many)[0]).toContain(`h4 (h4:1) ${since}, 3 more.`);
});

it("a repeated answer of the server changes nothing", () => {
  const holds = seen([holder("ann", LEASE_MS)], [holder("ann", LEASE_MS - 1_000)]);
  holds.see({ ...asked(1_000), holders: [] });
  expect([holds.all.length, holds.seenAt]).toEqual([1, FROM + 1_000]);
});

it("an owner that acquires the lock again has another hold", () => {
  const [again] = seen([holder("ann", LEASE_MS)], [holder("ann", LEASE_MS, FROM + 500)]).all;
  expect([again?.lease.renewal, again?.lease.since]).toEqual(["unseen", FROM + 1_000]);
});

it("a reader whose lease has ended is no holder, although others hold the lock", () => {
  const holds = seen([holder("ann", 900), holder("bob", LEASE_MS)], [holder("ann", 0), holder("bob", LEASE_MS)]);
  expect(holds.all.map((one) => one.holder.label)).toEqual(["bob"]);
  expect(renewalAnswer(holds)?.[0]).toBe("Yes.");
});

it("there is no answer without a holder", () => {
  expect(renewalAnswer(seen([holder("ann", LEASE_MS)], []))).toBeUndefined();
});
