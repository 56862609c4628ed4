// The bills of bills.ts: what Redis counts, and what the pages say.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { createLocks } from "../support/bare-locks.ts";
import { command } from "../support/rest.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { BILLS, type Step, type Story, TOLD, type World } from "./bills.ts";
import type { Run } from "./lua/replay/table.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.close());

/** Returns how many commands Redis has run. The gateway would leave out those of scripts that it also sends itself. */
async function executed(): Promise<number> {
  const stats = await command<string>(gateway, "INFO", "commandstats");
  const calls = [...stats.matchAll(/^cmdstat_(?!p?(?:un)?subscribe)[^:]+:calls=(\d+)/gm)];
  return calls.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Plays a story in an empty Redis. Returns the commands and the requests of each call that has a price. */
async function billOf(steps: readonly Step[]): Promise<unknown[]> {
  await command(gateway, "FLUSHALL");
  await using opened = new AsyncDisposableStack();
  const locks = opened.adopt(createLocks({ redis: gateway }), async (client) => client.close());
  const run: Run = (call) => upstashPort(gateway).run(call, { timeoutMs: 5_000 });
  const world: World = { redis: gateway, locks, run, opened };
  const bill: unknown[] = [];
  for (const step of steps) {
    const ask = Array.isArray(step) ? step[2] : step;
    const before = await executed();
    await gateway.resetCounters();
    await (typeof ask === "function" ? ask(world) : run(ask));
    const { requests } = await gateway.counters();
    // Without the three INFO between the two readings.
    if (Array.isArray(step)) bill.push([step[0], (await executed()) - before - 3, requests]);
  }
  return bill;
}

it.each(BILLS)("$title", async ({ steps }) => {
  // The first time loads the scripts.
  await billOf(steps);
  const priced = steps.filter((step) => Array.isArray(step));
  expect(await billOf(steps)).toEqual(
    priced.map(([call, commands, , requests = 1]) => [call, expect.toBeOneOf([commands].flat()), requests]),
  );
});

it("the pages say what the table says", () => {
  const pages = ["audit/cost", "kinds/fair-read-write", "kinds/web-locks"]
    .map((page) => readFileSync(`docs/${page}.md`, "utf8"))
    .join("");
  for (const text of TOLD) {
    let story: Story | undefined;
    const told = text.replaceAll(/\{(?:([^:}]+): )?(.+?)\}/g, (_, title: string | undefined, calls: string) => {
      story = title === undefined ? story : BILLS.find((each) => each.title === title);
      const priced = story?.steps.filter((step) => Array.isArray(step)) ?? [];
      const bills = calls.split(" + ").map((name) => priced.find(([call]) => call === name)?.[1] ?? Number.NaN);
      return String(bills.reduce((sum, bill) => sum + bill));
    });
    expect.soft(pages.includes(told), told).toBe(true);
  }
});
