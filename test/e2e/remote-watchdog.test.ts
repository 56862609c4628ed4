// handOff from where there are no Durable Objects: to a deployed Worker, over its lock API.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { type Gateway, startGateway } from "../../scripts/gateway/index.ts";
import type { Locks } from "../../src/index.ts";
import { remoteWatchdog } from "../../src/vercel/index.ts";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { runsOf } from "../support/runs.ts";
import { uniqueName } from "../support/unique-name.ts";

const API_TOKEN = "canary-api-token";
const LEASE_MS = 1_500;

let gateway: Gateway;
let server: TestHarness;
let url: string;
let locks: Locks;

beforeAll(async () => {
  gateway = await startGateway({ token: "canary-redis-token" });
  server = createTestHarness({
    workers: [
      {
        configPath: "./wrangler.toml",
        secrets: {
          UPSTASH_REDIS_REST_URL: gateway.url,
          UPSTASH_REDIS_REST_TOKEN: gateway.token,
          LOCK_API_TOKEN: API_TOKEN,
        },
      },
    ],
  });
  url = String((await server.listen()).url);
  locks = createLocks({ redis: gateway, watchdog: remoteWatchdog({ url, token: API_TOKEN }) });
});
afterAll(async () => {
  await server?.close();
  await gateway?.close();
});

async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url.replace(/\/$/, "")}/v1/locks/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe("handOff to a remote watchdog", () => {
  it("finds the lock API where its url says that it is mounted", async () => {
    const mounted = remoteWatchdog({ url: new URL("/v1/locks/", url).href, token: API_TOKEN });
    const lock = createLocks({ redis: gateway, watchdog: mounted }).lock(uniqueName());
    await using held = await lock.acquire();
    await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
    expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
    await held.release();
  });

  it.each(["lock", "fairLock"] as const)("is kept past its lease, and released from anywhere: %s", async (kind) => {
    const name = uniqueName();
    const lock = locks[kind](name);
    const held = await lock.acquire();
    await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
    const text = held.serialize();
    await held[Symbol.asyncDispose]();
    const renewals = (): number => runsOf(gateway.witness(), name).filter(({ script }) => /renew/.test(script)).length;
    const before = renewals();
    await eventually(() => renewals() >= before + 3, 10_000);
    expect(await lock.isLocked()).toBe(true);
    expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept", deadline: expect.any(Number) });
    const waiting = lock.acquire();
    expect(await lock.release(text)).toEqual({ outcome: "released", holdCount: 0 });
    await (await waiting).release();
    await eventually(async () => (await lock.handOffStatus(text)).state === "released", 10_000);
  });

  it("is kept of a writer whose owner is as long as may be", async () => {
    const lock = locks.readWriteLock(uniqueName()).writeLock();
    const held = await lock.acquire({ owner: "o".repeat(128) });
    await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
    expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it("is refused for longer than the Worker keeps, by name and at once", async () => {
    const held = await locks.lock(uniqueName()).acquire();
    const tooLong = held.handOff({ maxHoldMs: 86_400_001 });
    await expect(tooLong).rejects.toMatchObject({ code: "INVALID_OPTION", option: "maxHoldMs" });
    expect(await held.check()).toBe(true);
    await held.release();
  });

  it.each([".", ".."])("is refused for the name %j, which a URL cannot carry", async (name) => {
    const held = await locks.lock(name).acquire();
    await expect(held.handOff({ maxHoldMs: 5_000 })).rejects.toMatchObject({ code: "INVALID_OPTION", option: "name" });
    await held.release();
  });

  it("is refused when the hold is lost", async () => {
    const lock = locks.lock(uniqueName());
    const held = await lock.acquire();
    await lock.forceRelease();
    await expect(held.handOff({ maxHoldMs: 10_000 })).rejects.toMatchObject({ code: "LOCK_LOST", end: "lost" });
    expect(held.signal.aborted).toBe(true);
  });

  it.each([
    ["whose token is wrong", () => remoteWatchdog({ url, token: "wrong" })],
    ["that is no lock API", () => remoteWatchdog({ url: gateway.url, token: "wrong" })],
    ["that is away", () => remoteWatchdog({ url: "http://127.0.0.1:9", token: "t" })],
  ])("leaves the hold with its holder, at a Worker %s", async (_, watchdog) => {
    const lock = createLocks({ redis: gateway, watchdog: watchdog() }).lock(uniqueName());
    const held = await lock.acquire();
    const refused = held.handOff({ maxHoldMs: 10_000 });
    await expect(refused).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
    await expect(refused).rejects.not.toThrow(/wrong|canary/);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it.each([
    ["watchdog.url", { url: "example.com", token: "t" }],
    ["watchdog.url", { url: "http://example.com", token: "t" }],
    ["watchdog.token", { url: "https://example.com", token: "" }],
  ])("refuses a wrong %s: %j", (option, endpoint) => {
    expect(() => remoteWatchdog(endpoint)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });
});

describe("the API of handing off", () => {
  it("keeps, tells, takes back, and says what is wrong", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire();
    const hold = held.serialize();
    const kept = await post(`${name}/hand-off`, { hold, maxHoldMs: 30_000, requestId: "r1" });
    expect(kept).toMatchObject({
      status: 200,
      body: { name, leaseMs: expect.any(Number), deadline: expect.any(Number) },
    });
    expect(await post(`${name}/hand-off/status`, { hold })).toMatchObject({ status: 200, body: { state: "kept" } });
    expect((await post(`${name}/hand-off/withdraw`, { hold, requestId: "r1" })).status).toBe(200);
    expect((await post(`${name}/hand-off/status`, { hold })).body["state"]).not.toBe("kept");
    await held.release();
    const late = await post(`${name}/hand-off`, { hold, maxHoldMs: 30_000 });
    expect(late).toMatchObject({ status: 409, body: { code: "LOCK_LOST" } });
  });

  it("releases a fair hold, and keeps nothing under names that are taken", async () => {
    const name = uniqueName();
    const fair = (await locks.fairLock(name).acquire()).serialize({ move: true });
    expect((await post(`${name}/hand-off`, { hold: fair, maxHoldMs: 5_000 })).status).toBe(200);
    expect((await post(`${name}/renew`, { hold: fair })).status).toBe(200);
    expect(await post(`${name}/release`, { hold: fair })).toMatchObject({ status: 200, body: { outcome: "released" } });
    const taken = await post("redisson_lock_queue:x/hand-off", { hold: fair, maxHoldMs: 5_000 });
    expect(taken).toMatchObject({ status: 400, body: { code: "INVALID_OPTION", option: "name" } });
  });

  it.each<[string, object]>([
    ["maxHoldMs", {}],
    ["maxHoldMs", { maxHoldMs: 86_400_001 }],
    ["maxHoldMs", { maxHoldMs: 5 }],
    ["leaseMs", { maxHoldMs: 5_000, leaseMs: 600_001 }],
    ["requestId", { maxHoldMs: 5_000, requestId: "a b" }],
    ["hold", { maxHoldMs: 5_000, hold: "lh1.x" }],
    ["unheard", { maxHoldMs: 5_000, unheard: 1 }],
  ])("refuses a wrong %s: %j", async (option, fields) => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire();
    const refused = await post(`${name}/hand-off`, { hold: held.serialize(), ...fields });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_OPTION", option } });
    const elsewhere = await post("another/hand-off", { hold: held.serialize(), maxHoldMs: 5_000 });
    expect(elsewhere).toMatchObject({ status: 400, body: { option: "hold" } });
    await held.release();
  });
});
