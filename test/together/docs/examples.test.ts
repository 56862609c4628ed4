// The examples of the docs, as a user would copy them: compiled against the built package, and run on their platform.
import { writeFileSync } from "node:fs";
import type { Miniflare } from "miniflare";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { queueKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import {
  type CodeBlock,
  codeBlocks,
  compileStrictly,
  startWorker,
  writeCodeBlocks,
} from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { command, hash } from "../../support/rest.ts";
import { Service } from "../../support/service.ts";

const folder = ".cache/examples";
const workers = codeBlocks(["checkout", "cron", "room", "hono", "workers"], folder);

// The examples have fixed names, and one keeps its lock: they need a Redis of their own.
let gateway: Gateway;
let locks: Locks;
beforeAll(async () => {
  writeCodeBlocks(folder, workers);
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
});
afterAll(() => gateway?.close());

function example(marker: string): CodeBlock {
  const [block, ...more] = workers.filter((one) => one.marker === marker);
  if (block === undefined || more.length > 0) throw new Error(`the pages need one block of: ${marker}`);
  return block;
}

/** The same example with a short lease, which notices a loss sooner. */
function hasty(block: CodeBlock, make: string, hastily: string): CodeBlock {
  const code = block.code.replace(make, hastily);
  expect(code).not.toBe(block.code);
  const path = block.path.replace(".ts", "-hasty.ts");
  writeFileSync(path, code);
  return { ...block, code, path };
}

const isLocked = (name: string): Promise<boolean> => locks.lock(name).isLocked();

let service: Service;
let running: Miniflare | undefined;
afterEach(async () => {
  await running?.dispose();
  running = undefined;
  service?.stop();
});

/** Runs an example in workerd, where one service answers all of its fetches. Returns how to ask it. */
async function start(
  block: CodeBlock,
  objects?: Record<string, string>,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  service = new Service();
  await service.start();
  const urls = ["PAYMENTS_URL", "JOBS_URL", "DOCUMENTS_URL", "TICKETS_URL", "ROWS_URL"].map((name) => [
    name,
    service.url,
  ]);
  const redis = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const miniflare = await startWorker(block, { ...redis, ...Object.fromEntries(urls) }, objects);
  running = miniflare;
  const base = await miniflare.ready;
  return (path, init) => fetch(new URL(path, base), { method: "POST", ...init });
}

describe("the examples", () => {
  it("compile strictly", () => {
    compileStrictly(folder, "workers", "worker", workers);
  });

  it("checkout pays an order by one request at a time, under one key", async () => {
    const ask = await start(example("checkout"));
    const answerAll = service.hold();
    const first = ask("/orders/42/pay");
    await eventually(() => service.calls.length === 1);
    expect((await ask("/orders/42/pay")).status).toBe(409);
    expect(await isLocked("orders:42")).toBe(true);
    // A request for another order does not wait for it.
    const other = ask("/orders/43/pay");
    await eventually(() => service.calls.length === 2);
    answerAll();
    expect((await first).status).toBe(200);
    expect((await other).status).toBe(200);
    await eventually(async () => !(await isLocked("orders:42")));
    service.answer = { status: 402, body: "declined" };
    expect((await ask("/orders/42/pay")).status).toBe(502);
    await eventually(async () => !(await isLocked("orders:42")));
    expect(service.calls.map(({ key }) => key)).toEqual(["pay-order-42", "pay-order-43", "pay-order-42"]);
    expect((await ask("/orders/42")).status).toBe(404);
  });

  it.each([
    ["checkout", "createLocks({ ", "createLocks({ leaseMs: 1_000, "],
    ["hono", "locksFromEnv()", "locksFromEnv({ leaseMs: 1_000 })"],
  ])("%s gives up a payment when the lock is lost", async (marker, make, hastily) => {
    const ask = await start(hasty(example(marker), make, hastily));
    const answerAll = service.hold();
    const paying = ask("/orders/50/pay");
    await eventually(() => service.calls.length === 1);
    await locks.lock("orders:50").forceRelease();
    const response = await paying;
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    answerAll();
  });

  it("cron does the work once for two runs at once and one after them", async () => {
    await start(example("cron"));
    const worker = await running?.getWorker();
    const night = { scheduledTime: new Date("2027-05-01T03:00:00Z"), cron: "0 3 * * *" };
    const run = async (): Promise<unknown> => (await worker?.scheduled(night))?.outcome;
    const lock = locks.lock("cron:invoices");
    expect(await Promise.all([run(), run()])).toEqual(["ok", "ok"]);
    expect(await run()).toBe("ok");
    expect(service.calls.map(({ key }) => key)).toEqual(["invoices-2027-05-01"]);
    // The next night, more than an hour later.
    expect(await lock.remainingMs()).toBeGreaterThan(3_500_000);
    await lock.forceRelease();
    service.answer = { status: 500, body: "" };
    expect(await run()).not.toBe("ok");
    expect(service.calls).toHaveLength(2);
    expect(await lock.isLocked()).toBe(true);
  });

  it("room holds its lock from the first join until the last leave", async () => {
    const ask = await start(example("room"), { ROOM: "Room" });
    const statuses = async (...paths: string[]): Promise<number[]> =>
      (await Promise.all(paths.map((path) => ask(path)))).map(({ status }) => status);
    const write = async (): Promise<number> =>
      (await ask("/plan", { method: "PUT", headers: { "if-match": "7" }, body: "text" })).status;
    const name = "documents:plan";

    const exporter = await locks.lock(name).acquire();
    expect(await statuses("/plan/join/ann")).toEqual([423]);
    expect(await write()).toBe(423);
    await exporter.release();

    expect(await statuses("/plan/join/ann", "/plan/join/bob")).toEqual([204, 204]);
    const [owner] = Object.keys(await hash(gateway, `lock:${name}`));
    await running?.unsafeEvictDurableObject("room", "Room", { name: "plan" });
    expect(await write()).toBe(204);
    expect(await statuses("/plan/leave/ann", "/plan/join/cid", "/plan/leave/bob")).toEqual([204, 204, 204]);
    expect(await locks.lock(name).tryAcquire()).toBeNull();
    expect(Object.keys(await hash(gateway, `lock:${name}`))).toEqual([owner]);
    expect(service.calls).toMatchObject([{ method: "PUT", key: "7", body: "text" }]);

    expect(await statuses("/plan/leave/cid")).toEqual([204]);
    expect(await isLocked(name)).toBe(false);
    expect(await write()).toBe(423);
  });

  it("workers streams the rows of a month to one reader at a time", async () => {
    const ask = await start(example("workers"));
    const get = { method: "GET" };
    const answerAll = service.hold();
    const first = ask("/rows/2027-05", get);
    await eventually(() => service.calls.length === 1);
    expect((await ask("/rows/2027-05", get)).status).toBe(423);
    answerAll();
    expect(await (await first).text()).toBe("done");
    await eventually(async () => !(await isLocked("/rows/2027-05")));
    expect(await (await ask("/rows/2027-05", get)).text()).toBe("done");
  });

  it("hono refuses in one route, and serves in order in the other", async () => {
    const ask = await start(example("hono"));
    const answerPayment = service.hold();
    const first = ask("/orders/7/pay");
    await eventually(() => service.calls.length === 1);
    const busy = await ask("/orders/7/pay");
    expect([busy.status, await busy.json()]).toEqual([409, { error: "this order is being paid" }]);
    answerPayment();
    expect(await (await first).json()).toEqual({ paid: true });
    await eventually(async () => !(await isLocked("orders:7")));

    service.mostAtOnce = 0;
    const keys = ["a", "b", "c"];
    const office = await locks.fairLock("shows:9").acquire();
    const sales: Promise<Response>[] = [];
    for (const [nth, key] of keys.entries()) {
      sales.push(ask(`/shows/9/purchases/${key}`, { method: "PUT" }));
      await eventually(async () => (await command(gateway, "LLEN", queueKey("lock:shows:9"))) === nth + 1);
    }
    await office.release();
    for (const sale of sales) expect(await (await sale).json()).toEqual({ ticket: "done" });
    expect(service.calls.slice(1).map(({ key }) => key)).toEqual(keys);
    expect(service.mostAtOnce).toBe(1);

    service.answer = { status: 500, body: "" };
    const failed = await ask("/orders/7/pay");
    expect([failed.status, await failed.json()]).toEqual([502, { error: "the payment failed" }]);
    await eventually(async () => !(await isLocked("orders:7")));
    await eventually(async () => !(await isLocked("shows:9")));
  });
});
