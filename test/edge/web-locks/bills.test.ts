// The costs that docs/kinds/web-locks.md states: requests, and commands as Redis counts them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { hold, managersOf, pending } from "../../support/lock-managers.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const shared = { mode: "shared" } as const;

async function costOf(run: () => Promise<unknown>): Promise<readonly [requests: number, billed: number | null]> {
  await gateway.resetCounters();
  await run();
  const { requests, billed } = await gateway.counters();
  return [requests, billed];
}

it("costs as much as the page says", async () => {
  const locks = managersOf(gateway, { leaseMs: 30_000 })();
  await locks.request("n", () => {});
  await locks.request("n", shared, () => {});
  expect(await costOf(() => locks.request("n", () => {}))).toEqual([2, 17]);
  expect(await costOf(() => locks.request("n", shared, () => {}))).toEqual([2, 15]);
  expect(await costOf(() => locks.request("new", () => {}))).toEqual([2, 18]);
  const { release } = await hold(locks, "n");
  expect(await costOf(() => locks.request("n", { ifAvailable: true }, () => {}))).toEqual([1, 10]);
  expect(await costOf(() => locks.query())).toEqual([1, 8]);
  const second = hold(locks, "n");
  const third = hold(locks, "n");
  await pending(locks, "n", 2);
  expect(await costOf(() => release().then(() => second))).toEqual([1, 21]);
  expect(await costOf(async () => (await second).release().then(() => third))).toEqual([1, 21]);
  expect(await costOf(async () => (await third).release())).toEqual([1, 7]);
});
