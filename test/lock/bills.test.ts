// The bills of bills.ts: what Redis counts, and what the pages say.
import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RedisPort } from "../../src/index.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { ioredisPort } from "../../src/lock/tcp/ioredis.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { createLocks } from "../support/bare-locks.ts";
import { isVirtual } from "../support/place.ts";
import { command, type Endpoint } from "../support/rest.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { type Ask, BILLS, isPriced, type Step, type Story, TOLD, type World } from "./bills.ts";
import type { Run } from "./lua/replay/table.ts";

/** How clients reach a gateway, and with it the scripts. */
interface Way {
  readonly gateway: TestGateway;
  readonly client: Endpoint | RedisPort;
  readonly port: RedisPort;
}

/** Returns how many commands Redis has run. The gateway would leave out those of scripts that it also sends itself. */
async function executed(gateway: TestGateway): Promise<number> {
  const stats = await command<string>(gateway, "INFO", "commandstats");
  const calls = [...stats.matchAll(/^cmdstat_(?!p?(?:un)?subscribe)[^:]+:calls=(\d+)/gm)];
  return calls.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Plays a story in an empty Redis. Returns the commands and the requests of each call that has a price. */
async function billOf({ gateway, client, port }: Way, steps: readonly Step[]): Promise<unknown[]> {
  await command(gateway, "FLUSHALL");
  await using opened = new AsyncDisposableStack();
  const locks = opened.adopt(createLocks({ redis: client }), async (made) => made.close());
  const run: Run = (call) => port.run(call, { timeoutMs: 5_000 });
  const world: World = { redis: gateway, locks, run, opened };
  const bill: unknown[] = [];
  const asked = (ask: Ask): Promise<unknown> => (typeof ask === "function" ? ask(world) : run(ask));
  for (const step of steps) {
    if (!isPriced(step)) {
      await asked(step);
      continue;
    }
    const before = await executed(gateway);
    await gateway.resetCounters();
    await asked(step[2]);
    const { requests } = await gateway.counters();
    // Without the three INFO between the two readings.
    bill.push([step[0], (await executed(gateway)) - before - 3, requests]);
  }
  return bill;
}

async function expectBill(way: Way, { steps }: Story): Promise<void> {
  // The first time loads the scripts.
  await billOf(way, steps);
  const priced = steps.filter(isPriced);
  expect(await billOf(way, steps)).toEqual(
    priced.map(([call, commands, , requests = 1]) => [call, expect.toBeOneOf([commands].flat()), requests]),
  );
}

describe("over HTTP", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway?.close());

  it.each(BILLS)("$title", (story) => expectBill({ gateway, client: gateway, port: upstashPort(gateway) }, story));
});

describe.skipIf(isVirtual)("over TCP", () => {
  let gateway: Gateway;
  let redis: Redis;
  beforeAll(async () => {
    gateway = await startGateway();
    redis = new Redis(gateway.respUrl);
  });
  afterAll(async () => {
    redis?.disconnect();
    await gateway?.close();
  });

  // Without those that prepare much: they cost the same.
  it.each(BILLS.filter(({ steps }) => steps.length < 20))("$title", (story) => {
    const port = ioredisPort(redis);
    return expectBill({ gateway, client: port, port }, story);
  });
});

it("the pages say what the table says", () => {
  const pages = ["audit/cost", "kinds/fair-read-write", "kinds/web-locks"]
    .map((page) => readFileSync(`docs/${page}.md`, "utf8"))
    .join("");
  for (const text of TOLD) {
    let story: Story | undefined;
    const told = text.replaceAll(/\{(?:([^:}]+): )?(.+?)\}/g, (_, title: string | undefined, calls: string) => {
      story = title === undefined ? story : BILLS.find((each) => each.title === title);
      const priced = story?.steps.filter(isPriced) ?? [];
      const bills = calls.split(" + ").map((name) => Number(priced.find(([call]) => call === name)?.[1]));
      return String(bills.reduce((sum, bill) => sum + bill));
    });
    expect.soft(pages.includes(told), told).toBe(true);
  }
});
