// Many waits of pages over HTTP/1.1: a browser has six connections to a server, for all its tabs. The holders among
// them must be able to renew.
import { type HttpBindings, serve } from "@hono/node-server";
import { build } from "esbuild";
import { Hono } from "hono";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createLocks, type Held, type Locks } from "../../../src/index.ts";
import { createLockApi } from "../../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { launchChromium } from "./chromium.ts";

const LEASE_MS = 3_000;

let gateway: Gateway;
let browser: Browser;
let server: ReturnType<typeof serve>;
let origin = "";
let locks: Locks;
/** How many requests with a wait are open, and the most that were. */
let open = 0;
let mostOpen = 0;
let longestWaitMs = 0;
beforeAll(async () => {
  [gateway, browser] = await Promise.all([startGateway(), launchChromium()]);
  locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  const { outputFiles } = await build({
    ...{ entryPoints: ["src/service/remote/index.ts"], bundle: true, format: "esm", target: "es2022", write: false },
  });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", (c) => c.html("<!doctype html><title>waits</title>"));
  app.get("/remote.js", (c) => c.body(outputFiles[0]?.text ?? "", 200, { "content-type": "text/javascript" }));
  app.use("/v1/locks/:name/acquire", async (c, next) => {
    const { waitMs }: { waitMs: number } = await c.req.raw.clone().json();
    if (waitMs > 0) {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      longestWaitMs = Math.max(longestWaitMs, waitMs);
      c.env.outgoing.on("close", () => {
        open -= 1;
      });
    }
    await next();
  });
  app.route("/v1/locks", createLockApi({ locks, token: TOKEN }));
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`;
      resolve();
    });
  });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await gateway?.close();
});

let context: BrowserContext;
let name: string;
beforeEach(async () => {
  context = await browser.newContext();
  name = uniqueName();
  [mostOpen, longestWaitMs] = [0, 0];
});
afterEach(() => context.close());

/** Opens a tab. It has a client of the API, keeps a lock of its own, and notes which locks it got. */
async function openTab(own: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(`(async () => {
    const { createRemoteLocks } = await import("/remote.js");
    globalThis.locks = createRemoteLocks({ url: location.origin, token: ${JSON.stringify(TOKEN)} });
    globalThis.got = [];
    globalThis.own = await locks.lock(${JSON.stringify(own)}).acquire();
    own.keepAlive();
  })()`);
  return page;
}

/** Waits in this tab for each of these locks. */
async function waitFor(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate(`void ${JSON.stringify(names)}.map(async (name) => {
    const held = await locks.lock(name).acquire({ waitMs: 120_000 });
    got.push(name);
    await held.release();
  })`);
}

const gotBy = (page: Page): Promise<string[]> => page.evaluate("got");
const holdsOwn = (page: Page): Promise<boolean> => page.evaluate("!own.signal.aborted && own.check()");
const namesOf = (tab: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${name}:${tab}:${n}`);
const passes = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function takenByOthers(names: readonly string[]): Promise<Held[]> {
  return Promise.all(names.map((taken) => locks.lock(taken).acquire({ leaseMs: 120_000 })));
}

it("20 waiters of one page have one wait open, for 5 s at most, and its holder keeps its lock", async () => {
  const names = namesOf(0, 20);
  const holders = await takenByOthers(names);
  const page = await openTab(`${name}:own`);
  await waitFor(page, names);
  await passes(4 * LEASE_MS);
  expect(await holdsOwn(page)).toBe(true);
  expect([mostOpen, longestWaitMs <= 5_000]).toEqual([1, true]);
  await Promise.all(holders.map((held) => held.release()));
  await eventually(async () => (await gotBy(page)).length === names.length, 30_000);
  expect(await holdsOwn(page)).toBe(true);
  expect(mostOpen).toBe(1);
});

it("20 waiters of one page for one lock get it one after the other", async () => {
  const [hot = ""] = namesOf(0, 1);
  const [holder] = await takenByOthers([hot]);
  const page = await openTab(`${name}:own`);
  await waitFor(
    page,
    Array.from({ length: 20 }, () => hot),
  );
  await passes(LEASE_MS);
  await holder?.release();
  await eventually(async () => (await gotBy(page)).length === 20, 30_000);
  expect(await holdsOwn(page)).toBe(true);
  expect(mostOpen).toBe(1);
});

it("three tabs have two waits open, and each holder keeps its lock", async () => {
  const all = [0, 1, 2].map((tab) => namesOf(tab, 5));
  const holders = await takenByOthers(all.flat());
  const tabs = await Promise.all(all.map((_, tab) => openTab(`${name}:own:${tab}`)));
  await Promise.all(tabs.map((page, tab) => waitFor(page, all[tab] ?? [])));
  await passes(4 * LEASE_MS);
  for (const page of tabs) expect(await holdsOwn(page)).toBe(true);
  expect(mostOpen).toBe(2);
  await Promise.all(holders.map((held) => held.release()));
  for (const page of tabs) await eventually(async () => (await gotBy(page)).length === 5, 30_000);
  expect(mostOpen).toBe(2);
});
