// The fair lock's queue in Redis where no transcript of Redisson shows it (test/together/interop): dead and late waiters,
// clocks, and waiters of Java services. All times are of the Redis clock.

import { beforeEach, expect, it } from "vitest";
import { lastTriesKey, waiterChannels } from "../../../src/lock/keys.ts";
import { fairAcquireCall, fairForceReleaseCall } from "../../../src/lock/lua/fair.ts";
import { acquireCall, renewCall } from "../../../src/lock/lua/lock.ts";
import { listenAll } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { expectScores, FairQueue, PATIENCE_MS, SLACK_MS } from "../../support/fair-queue.ts";
import { command, hash } from "../../support/rest.ts";

const KEY = "orders";

const { gateway } = await emptyGateway();
let queue: FairQueue;
beforeEach(async () => {
  queue = await FairQueue.of(gateway, KEY);
});

it("the first waiter is woken, and no other gets in before it", async () => {
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  for (const owner of ["A", "B", "C"]) await queue.waits(owner);
  expect(await queue.releases("B")).toEqual({ kind: "ended", end: "taken" });
  expect(heard.messages).toEqual([]);
  expect(await queue.releases("A")).toEqual({ kind: "ended", end: "released" });
  await eventually(() => heard.messages.length === 1);
  expect(heard.messages).toEqual(["B,0"]);
  // Free, but not for them: Redisson replies 0, and its waiters repeat at once.
  for (const owner of ["C", "newcomer"]) {
    const refused = await queue.waits(owner);
    expect(refused).toMatchObject({ kind: "busy", remainingMs: -2 });
    expect(refused.kind === "busy" && refused.queued?.againMs).toBeGreaterThan(5_000);
  }
  expect(await queue.order()).toEqual(["B", "C", "newcomer"]);
});

it("a last attempt leaves the queue, once", async () => {
  for (const owner of ["A", "B", "C"]) await queue.waits(owner);
  expect(await queue.triesOnce("B")).toMatchObject({ kind: "busy", queued: { position: 1 } });
  expect(await queue.triesOnce("B")).toEqual({ kind: "ended", end: "refused" });
  expect(await queue.order()).toEqual(["C"]);
  await expectScores(queue, { C: 330_000 });
});

it("a first waiter that gives up a free lock wakes the next", async () => {
  for (const owner of ["A", "B", "C"]) await queue.waits(owner);
  await queue.releases("A");
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  expect(await queue.givesUp("B")).toEqual({ kind: "ended", end: "free" });
  await eventually(() => heard.messages.length === 1);
  expect(heard.messages).toEqual(["C,0"]);
  expect(await queue.waits("C")).toMatchObject({ kind: "held" });
});

it("any number of our dead waiters are dropped together after 15 s, and the new first one is woken", async () => {
  await queue.waits("A");
  for (let nth = 1; nth <= 20; nth += 1) await queue.waits(`dead:${nth}`);
  for (const owner of ["B", "C"]) await queue.waits(owner);
  await queue.releases("A");
  await queue.pass(10_000);
  const refused = await queue.waits("B");
  expect(refused).toMatchObject({ kind: "busy", queued: { position: 21 } });
  expect(refused.kind === "busy" && refused.queued?.againMs).toBeLessThanOrEqual(5_001);
  await queue.waits("C");
  await queue.pass(5_001);
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  expect(await queue.waits("C")).toMatchObject({ kind: "busy", queued: { position: 2 } });
  await eventually(() => heard.messages.length === 1);
  expect(heard.messages).toEqual(["B,0"]);
  expect(await queue.order()).toEqual(["B", "C"]);
  await expectScores(queue, { B: 330_000, C: 630_000 });
  expect(await queue.waits("B")).toMatchObject({ kind: "held" });
});

it("a live waiter keeps its place, however long it waits, and its score stays ahead", async () => {
  await queue.waits("A", { leaseMs: 10_000_000 });
  for (const owner of ["B", "C"]) await queue.waits(owner, { leaseMs: 10_000_000 });
  for (let minutes = 0; minutes < 400; minutes += 5) {
    await queue.pass(10_000);
    for (const owner of ["B", "C"]) await queue.waits(owner);
    const scores = await queue.scores();
    expect(await queue.order()).toEqual(["B", "C"]);
    const passed = 10_000 * (minutes / 5 + 1);
    expect(scores["B"]).toBeGreaterThan(passed + 29_000);
    expect(scores["C"]).toBeGreaterThan(passed + 329_000);
    expect(scores["C"]).toBeLessThan(10_000_000 + 600_000 + SLACK_MS);
  }
});

it("dead waiters of ours stay known as ours while they are queued, even without attempts of others", async () => {
  await queue.waits("A");
  for (const owner of ["dead:1", "dead:2", "dead:3"]) await queue.waits(owner);
  await queue.pass(64_000);
  expect(await queue.waits("B")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
  for (let nth = 1; nth <= 5; nth += 1) await queue.waits(`late:${nth}`);
  await queue.pass(1_700_000);
  expect(await queue.waits("C")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
  expect(await command(gateway, "PTTL", lastTriesKey(KEY))).not.toBe(-1);
});

it("a release drops our dead waiters, and wakes the first live one", async () => {
  await queue.waits("A", { leaseMs: 60_000 });
  for (const owner of ["dead:1", "dead:2"]) await queue.waits(owner);
  await queue.joinAsJava(900_000, "java");
  await queue.pass(16_000);
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  await queue.releases("A");
  await eventually(() => heard.messages.length > 0);
  expect(heard.messages).toEqual(["java,0"]);
  expect(await queue.order()).toEqual(["java"]);
});

it("a waiter of a Java service right behind a long-waiting one keeps its distance", async () => {
  await queue.waits("A");
  await queue.waits("B");
  const before = (await queue.scores())["B"] ?? 0;
  await queue.joinAsJava(before + 300_000, "java");
  await queue.waits("C");
  await queue.run(renewCall(queue.hold("A", 1_000_000), true));
  await queue.pass(before - 20_000);
  await queue.waits("B");
  const after = await queue.scores();
  expect(after["B"]).toBeGreaterThan(before + 200_000);
  expect((after["java"] ?? 0) - (after["B"] ?? 0)).toBe(300_000);
});

it("a Redis clock that was set back delays a waiter behind dead ones by 15 s at most", async () => {
  await queue.waits("A");
  for (const owner of ["dead:1", "dead:2"]) await queue.waits(owner);
  await queue.releases("A");
  // All stored times are now in the future.
  await queue.pass(-3_600_000);
  const refused = await queue.waits("B");
  expect(refused.kind === "busy" && refused.queued?.againMs).toBeLessThanOrEqual(15_001);
  await queue.pass(15_001);
  expect(await queue.waits("B")).toMatchObject({ kind: "held" });
});

it("ten thousand dead waiters are dropped at once", async () => {
  await queue.waits("A");
  await queue.releases("A");
  const dead = Array.from({ length: 10_000 }, (_, nth) => `dead:${nth}`);
  await queue.joinAsJava(400_000, ...dead);
  await command(gateway, "ZADD", lastTriesKey(KEY), ...dead.flatMap((owner) => [1_000, owner]));
  expect(await queue.waits("B")).toMatchObject({ kind: "held" });
  expect(await queue.order()).toEqual([]);
  expect(await command(gateway, "ZRANGE", lastTriesKey(KEY), 0, -1)).toEqual([]);
});

it("a key of another type in place of the queue does not prevent a release", async () => {
  await queue.waits("A");
  await command(gateway, "SET", "redisson_lock_queue:{orders}", "something else");
  expect(await queue.releases("A")).toEqual({ kind: "ended", end: "released" });
  expect(await command(gateway, "EXISTS", KEY)).toBe(0);
});

it("a live waiter that was dropped queues again, and learns its place", async () => {
  await queue.waits("A", { leaseMs: 60_000 });
  for (const owner of ["B", "C"]) await queue.waits(owner);
  // It could not reach Redis for so long.
  await queue.pass(15_500);
  expect(await queue.waits("C")).toMatchObject({ queued: { position: 1 } });
  expect(await queue.order()).toEqual(["C"]);
  expect(await queue.waits("B")).toMatchObject({ queued: { position: 2 } });
  // Without a waiter before it, it has its old place.
  await queue.givesUp("C");
  expect(await queue.waits("B")).toMatchObject({ queued: { position: 1 } });
});

it("a waiter of a Java service is dropped when its score has passed, and one of ours behind it is woken", async () => {
  await queue.waits("A");
  await queue.joinAsJava(31_000, "java");
  await queue.waits("B");
  await expectScores(queue, { java: 31_000, B: 331_000 });
  await queue.pass(29_000);
  await queue.waits("B");
  expect(await queue.order()).toEqual(["java", "B"]);
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  await queue.pass(2_500);
  expect(await command(gateway, "EXISTS", KEY)).toBe(0);
  // A new waiter finds it.
  expect(await queue.waits("C")).toMatchObject({ queued: { position: 2 } });
  await eventually(() => heard.messages.length === 1);
  expect(heard.messages).toEqual(["B,0"]);
});

it("a release passes a waiter whose score has passed, as Redisson's does", async () => {
  await queue.waits("A", { leaseMs: 60_000 });
  await queue.joinAsJava(1_000, "java1");
  await queue.joinAsJava(301_000, "java2");
  await queue.pass(2_000);
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  await queue.releases("A");
  await eventually(() => heard.messages.length === 1);
  expect(heard.messages).toEqual(["java2,0"]);
  expect(await queue.order()).toEqual(["java2"]);
});

it("a waiter without a score, which stops Redisson's queue permanently, is dropped", async () => {
  await queue.waits("A");
  await command(gateway, "RPUSH", "redisson_lock_queue:{orders}", "broken");
  await queue.waits("B");
  await queue.releases("A");
  expect(await queue.order()).toEqual(["B"]);
});

it("a forced release wakes the first once per request, and the queue stays", async () => {
  for (const owner of ["A", "B"]) await queue.waits(owner);
  await using heard = await listenAll(gateway, waiterChannels(KEY));
  expect(await queue.run(fairForceReleaseCall(KEY, "r1", PATIENCE_MS))).toBe(true);
  expect(await queue.run(fairForceReleaseCall(KEY, "r1", PATIENCE_MS))).toBe(true);
  expect(await queue.run(fairForceReleaseCall(KEY, "r2", PATIENCE_MS))).toBe(false);
  await eventually(() => heard.messages.length > 0);
  expect(heard.messages).toEqual(["B,0"]);
  expect(await queue.order()).toEqual(["B"]);
});

it("an owner that holds the lock gets one more hold without queueing, or a final refusal", async () => {
  const outer = { ...queue.hold("p:1"), holdId: "one", ownerIsNew: false };
  const inner = { ...outer, holdId: "two" };
  await queue.run(fairAcquireCall(outer, false, false, PATIENCE_MS));
  await queue.waits("B");
  expect(await queue.run(fairAcquireCall(inner, false, false, PATIENCE_MS))).toMatchObject({
    kind: "held",
    holdCount: 2,
  });
  const third = { ...outer, holdId: "three" };
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const refused = await queue.run(fairAcquireCall(third, false, true, PATIENCE_MS));
    expect(refused).toEqual({ kind: "ended", end: "reentered" });
  }
  expect(await hash(gateway, KEY)).toEqual({ "p:1": "2" });
  expect(await queue.order()).toEqual(["B"]);
});

it("a fair lock is renewed, and excludes, as the plain lock does", async () => {
  await queue.waits("A");
  expect(await queue.run(renewCall(queue.hold("A"), true))).toMatchObject({ kind: "renewed" });
  expect(await queue.run(acquireCall(queue.hold("plain"), false))).toMatchObject({ kind: "busy" });
});
