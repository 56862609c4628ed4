// Redisson's "TimeoutDrift" cases (RedissonFairLockTest): the scores of the queue do not drift, however waiters come,
// give up, acquire or die. These tests call the scripts, with the short patiences of Redisson's tests and a simulated
// Redis time. Redisson replies to a queued waiter with the time at which the one before it is presumed dead. Here this
// is the score less the own patience.
import { beforeEach, expect, it } from "vitest";
import { lastTriesKey } from "../../../src/lock/keys.ts";
import { fairAcquireCall, fairReleaseCall } from "../../../src/lock/lua/fair.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { expectScores, FairQueue, PATIENCE_MS, SLACK_MS } from "../../support/fair-queue.ts";
import { command } from "../../support/rest.ts";

const KEY = "drift";
const LEASE_MS = 30_000;

const { gateway } = await emptyGateway();
let queue: FairQueue;
beforeEach(async () => {
  queue = await FairQueue.of(gateway, KEY);
});

/**
 * Expects that every waiter is dropped, at the latest, a lease and a patience for itself and for each before it from
 * now.
 */
async function expectNoDrift(patienceMs: number, leaseMs = LEASE_MS): Promise<void> {
  const scores = await (await FairQueue.of(gateway, KEY)).scores();
  const order = await queue.order();
  expect(Object.keys(scores).sort()).toEqual([...order].sort());
  for (const [nth, owner] of order.entries()) {
    expect(scores[owner], owner).toBeLessThanOrEqual(leaseMs + (nth + 1) * patienceMs);
  }
}

/** Makes the waiters look like those of a Java service, whose last attempts are unknown. */
async function asJava(...owners: string[]): Promise<void> {
  await command(gateway, "ZREM", lastTriesKey(KEY), ...owners);
}

function remainingOf(reply: { kind: string; remainingMs?: number }): number {
  return reply.kind === "busy" ? (reply.remainingMs ?? Number.NaN) : Number.NaN;
}

// testWaitTimeoutDrift: fifty short waits by three, the last one killed.
it.each([500, PATIENCE_MS])(
  "waits that time out move no score further away, with a patience of %i ms",
  async (patienceMs) => {
    await queue.waits("holder");
    for (let round = 0; round < 17; round += 1) {
      for (const waiter of ["a", "b", "c"]) await queue.waits(`${waiter}:${round}`, { patienceMs });
      await expectNoDrift(patienceMs);
      for (const waiter of ["b", "a", "c"]) await queue.givesUp(`${waiter}:${round}`, patienceMs);
      expect(await queue.order()).toEqual([]);
    }
    await queue.waits("killed", { patienceMs });
    await expectNoDrift(patienceMs);
  },
);

// testLockAcquiredTimeoutDrift: the same, but each gets the lock and releases it.
it("waits that end with the lock move no score away", async () => {
  let holder = "holder";
  await queue.waits(holder);
  for (let round = 0; round < 15; round += 1) {
    const waiters = ["a", "b", "c"].map((waiter) => `${waiter}:${round}`);
    for (const waiter of waiters) await queue.waits(waiter);
    await expectNoDrift(PATIENCE_MS);
    for (const waiter of waiters) {
      await queue.releases(holder);
      expect(await queue.waits(waiter)).toMatchObject({ kind: "held" });
      await expectNoDrift(PATIENCE_MS);
      holder = waiter;
    }
    expect(await queue.order()).toEqual([]);
  }
  await queue.waits("killed");
  await expectNoDrift(PATIENCE_MS);
});

// testAcquireFailedTimeoutDrift_Descrete
it("a waiter that gives up in the middle brings those behind it nearer, and no others", async () => {
  const patienceMs = 5_000;
  await queue.waits("holder");
  for (const owner of ["1", "2", "3", "4"]) await queue.waits(owner, { patienceMs });
  // Redisson's replies: 30, 35, 40 and 45 s.
  await expectScores(queue, { 1: 35_000, 2: 40_000, 3: 45_000, 4: 50_000 });
  expect(await queue.givesUp("2", patienceMs)).toMatchObject({ kind: "ended" });
  await expectScores(queue, { 1: 35_000, 3: 40_000, 4: 45_000 });
  for (const owner of ["1", "3", "4"]) {
    const left = remainingOf(await queue.waits(owner, { patienceMs }));
    expect(left).toBeGreaterThan(LEASE_MS - SLACK_MS);
    expect(left).toBeLessThanOrEqual(LEASE_MS);
  }
  await expectScores(queue, { 1: 35_000, 3: 40_000, 4: 45_000 });
  expect(await queue.releases("holder")).toEqual({ kind: "ended", end: "released" });
  expect(await queue.waits("1", { patienceMs })).toMatchObject({ kind: "held" });
  await expectScores(queue, { 3: 35_000, 4: 40_000 });
  for (const owner of ["3", "4"]) {
    expect(remainingOf(await queue.waits(owner, { patienceMs }))).toBeGreaterThan(LEASE_MS - SLACK_MS);
  }
});

// testLockAcquiredBooleanTimeoutDrift_Descrete
it("single attempts queue no client: a free lock, or one whose lease has ended, goes to any of them", async () => {
  const once = (owner: string) => queue.run(fairAcquireCall(queue.hold(owner, 500), true, false, 100));
  expect(await once("1")).toMatchObject({ kind: "held" });
  for (const owner of ["2", "3"]) expect(await once(owner)).toMatchObject({ kind: "busy" });
  expect(await queue.order()).toEqual([]);
  expect(await queue.scores()).toEqual({});
  expect(await queue.run(fairReleaseCall(queue.hold("1", 500), true, 100))).toEqual({ kind: "ended", end: "released" });
  expect(await once("4")).toMatchObject({ kind: "held" });
  expect(await once("5")).toMatchObject({ kind: "busy" });
  await queue.pass(500);
  expect(await once("6")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
});

// testLockAcquiredTimeoutDrift_Descrete
it("a waiter that acquires the lock brings those behind it nearer by its patience; the next one to come is one patience behind", async () => {
  const [patienceMs, leaseMs] = [5_000, 300_000];
  const waits = (owner: string) => queue.waits(owner, { patienceMs, leaseMs });
  await waits("holder");
  for (const owner of ["1", "2"]) await waits(owner);
  await expectScores(queue, { 1: 305_000, 2: 310_000 });
  await queue.releases("holder");
  expect(await waits("1")).toMatchObject({ kind: "held" });
  await expectScores(queue, { 2: 305_000 });
  const second = remainingOf(await waits("2"));
  const third = await waits("3");
  expect(third).toMatchObject({ kind: "busy", queued: { position: 2 } });
  await expectScores(queue, { 2: 305_000, 3: 310_000 });
  expect(remainingOf(await waits("3"))).toBeLessThanOrEqual(second);
  await expectScores(queue, { 2: 305_000, 3: 310_000 });
});

// testAbandonedTimeoutDrift_Descrete
it("the third waiter, behind abandoned ones of a Java service, gets in a patience after its promised time", async () => {
  const patienceMs = 60_000;
  const waits = (owner: string) => queue.waits(owner, { patienceMs, leaseMs: 500 });
  await waits("holder");
  for (const owner of ["1", "2", "3"]) await waits(owner);
  const scores = await queue.scores();
  const [first = 0, second = 0, third = 0] = ["1", "2", "3"].map((owner) => scores[owner]);
  expect([second - first, third - first]).toEqual([patienceMs, 2 * patienceMs]);
  await asJava("1", "2");
  // It was promised the time at which the second is presumed dead.
  await queue.pass(third - patienceMs + 100);
  expect(await waits("3")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
});

it("the third waiter, behind abandoned ones of ours, gets in once these were silent for 15 s, however short their patience", async () => {
  const waits = (owner: string) => queue.waits(owner, { patienceMs: 100, leaseMs: 500 });
  await waits("holder");
  for (const owner of ["1", "2", "3"]) await waits(owner);
  await queue.pass(14_000);
  expect(await waits("3")).toMatchObject({ kind: "busy", remainingMs: -2, queued: { position: 3 } });
  await queue.pass(1_001);
  expect(await waits("3")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
});

// testFirstThreadDeathTimeoutDrift
it("dead first waiters cost those behind them a patience each at most", async () => {
  await queue.waits("holder");
  const owners = Array.from({ length: 10 }, (_, nth) => `w:${nth}`);
  for (const owner of owners) await queue.waits(owner);
  await expectNoDrift(PATIENCE_MS);
  await asJava(...owners.slice(0, 3));
  // The live waiters repeat their attempts until the first of them gets in.
  let passed = 0;
  for (let isIn = false; !isIn; passed += 14_000) {
    await queue.pass(14_000);
    for (const owner of owners.slice(4)) await queue.waits(owner);
    // One patience more, because each live waiter counted one before it that was dropped soon after.
    await expectNoDrift(PATIENCE_MS, LEASE_MS + PATIENCE_MS);
    isIn = (await queue.waits("w:3")).kind === "held";
  }
  expect(passed).toBeGreaterThan(LEASE_MS + 3 * PATIENCE_MS - 14_000);
  expect(passed).toBeLessThanOrEqual(LEASE_MS + 3 * PATIENCE_MS + 14_000);
  expect(await queue.order()).toEqual(owners.slice(4));
  await expectNoDrift(PATIENCE_MS, LEASE_MS + PATIENCE_MS);
});

// Later steps of the golden trace. There, C's own attempt drops C. Here, an attempt shows that its waiter lives.
it("a waiter that was dropped when its score had passed comes back at the end", async () => {
  for (const owner of ["A", "B"]) await queue.waits(owner);
  await queue.waits("C", { patienceMs: 5_000 });
  await queue.waits("D");
  await asJava("B", "C", "D");
  await queue.pass(400_000);
  expect(await queue.triesOnce("newcomer")).toMatchObject({ kind: "busy", remainingMs: -2 });
  expect(await queue.order()).toEqual(["D"]);
  const again = await queue.waits("C", { patienceMs: 5_000 });
  expect(await queue.order()).toEqual(["D", "C"]);
  await expectScores(queue, { D: 635_000, C: 640_000 });
  expect(again).toMatchObject({ kind: "busy", remainingMs: -2, queued: { position: 2 } });
  // Redisson replies 235 s: the time at which D is presumed dead.
  expect(again.kind === "busy" && again.queued?.againMs).toBeGreaterThan(235_000 - SLACK_MS);
  expect(again.kind === "busy" && again.queued?.againMs).toBeLessThan(235_000 + SLACK_MS);
  expect(await queue.waits("D")).toMatchObject({ kind: "held" });
  await expectScores(queue, { C: 340_000 });
});

it("a late waiter of ours that was not dropped meanwhile keeps its place", async () => {
  for (const owner of ["A", "B"]) await queue.waits(owner);
  await queue.waits("C", { patienceMs: 5_000 });
  await queue.waits("D");
  await queue.pass(400_000);
  expect(await queue.waits("C", { patienceMs: 5_000 })).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
});

it("a waiter that gives up subtracts the patience it came with, after others moved up", async () => {
  for (const owner of ["A", "B", "C", "D"]) await queue.waits(owner);
  await queue.releases("A");
  expect(await queue.waits("B")).toMatchObject({ kind: "held" });
  await expectScores(queue, { C: 330_000, D: 630_000 });
  await queue.givesUp("C", 5_000);
  await expectScores(queue, { D: 625_000 });
});
