// A node of a cluster does not count the subscribers of the others: waiters there are only called.
import { afterAll, expect, it } from "vitest";
import { fairAcquireCall } from "../../src/lock/lua/fair/calls.ts";
import { acquireCall, releaseCall } from "../../src/lock/lua/lock/calls.ts";
import type { ScriptCall } from "../../src/lock/protocol.ts";
import { scriptPort } from "../../src/lock/redis/script-port.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { connect } from "../model/real.ts";
import { newOwners } from "../replay/table.ts";
import { eventually } from "../support/eventually.ts";
import { channelOf, FAIR_PATIENCE_MS, stand, standFair } from "../support/standing.ts";

const server = await startRedisServer({ cluster: true });
const connection = await connect(server.url);
const subscriber = await connect(server.url);
afterAll(async () => {
  subscriber.destroy();
  connection.destroy();
  await server.stop();
});
const port = scriptPort({
  send: (words) =>
    connection.sendCommand([...words]).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.message, httpStatus: 0 }),
    ),
  ...{ secrets: [], database: server.url },
  follow: () => Promise.reject(new Error("this test follows no channel")),
});
const run = <Reply>(call: ScriptCall<Reply>): Promise<Reply> => port.run(call, { timeoutMs: 5_000 });
await connection.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
await eventually(async () => String(await connection.sendCommand(["CLUSTER", "INFO"])).includes("cluster_state:ok"));

it("a waiter of a plain lock is called, although this node counts its subscriber", async () => {
  const [holder, waiter] = [newOwners("clustered", "a:1"), newOwners("clustered", "b:1")];
  const heard: string[] = [];
  await subscriber.subscribe(channelOf(waiter), (message) => heard.push(message));
  await run(acquireCall(holder, false));
  expect(Object(await run(stand(waiter, { counts: true }))).stands.request).toMatch(/^~/);
  expect(await run(releaseCall(holder, true, "object"))).not.toHaveProperty("granted");
  await eventually(() => heard.length > 0);
  expect(heard).toEqual([`try ${waiter.owner} 0`]);
  expect(await run(stand(waiter, { first: false }))).toMatchObject({ kind: "held" });
});

it("a waiter of a fair lock is called, too", async () => {
  const [holder, waiter] = [newOwners("fair clustered", "a:1"), newOwners("fair clustered", "b:1")];
  await run(fairAcquireCall(holder, false, false, FAIR_PATIENCE_MS));
  await subscriber.subscribe(channelOf(waiter), () => {});
  expect(Object(await run(standFair(waiter, { counts: true }))).stands.request).toMatch(/^~/);
});
