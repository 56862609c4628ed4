// A node of a cluster does not count the subscribers of the others: waiters there are only called.
import { expect, it } from "vitest";
import { fairAcquireCall } from "../../../src/lock/lua/fair.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import { emptyRedis } from "../../support/empty-redis.ts";
import { eventually } from "../../support/eventually.ts";
import { channelOf, FAIR_PATIENCE_MS, stand, standFair } from "../../support/standing.ts";
import { newOwners } from "../lua/replay/table.ts";

const { run, command, hear } = await emptyRedis({ cluster: true });
await command("CLUSTER", "ADDSLOTSRANGE", 0, 16_383);
await eventually(async () => (await command<string>("CLUSTER", "INFO")).includes("cluster_state:ok"));

it("a waiter of a plain lock is called, although this node counts its subscriber", async () => {
  const [holder, waiter] = [newOwners("clustered", "a:1"), newOwners("clustered", "b:1")];
  const heard = await hear(channelOf(waiter));
  await run(acquireCall(holder, false));
  expect(Object(await run(stand(waiter, { counts: true }))).stands.request).toMatch(/^~/);
  expect(await run(releaseCall(holder, true, "object"))).not.toHaveProperty("granted");
  expect(await heard()).toEqual([`try ${waiter.owner} 0`]);
  expect(await run(stand(waiter, { first: false }))).toMatchObject({ kind: "held" });
});

it("a waiter of a fair lock is called, too", async () => {
  const [holder, waiter] = [newOwners("fair clustered", "a:1"), newOwners("fair clustered", "b:1")];
  await run(fairAcquireCall(holder, false, false, FAIR_PATIENCE_MS));
  await hear(channelOf(waiter));
  expect(Object(await run(standFair(waiter, { counts: true }))).stands.request).toMatch(/^~/);
});
