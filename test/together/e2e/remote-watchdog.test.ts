// handOff from a platform without Durable Objects: to a deployed Worker, over its lock API.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { createLocks, type Locks } from "../../../src/index.ts";
import { parseHold } from "../../../src/lock/parts/hold-text.ts";
import { signHold, signingKey } from "../../../src/service/access/signed-hold.ts";
import { remoteWatchdog } from "../../../src/service/remote/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { runsOf } from "../../support/runs.ts";
import { uniqueName } from "../../support/unique-name.ts";

const API_TOKEN = "canary-api-token-of-enough-characters";
const OTHER_TOKEN = "canary-api-token-that-is-another-one";
// The shortest lease that the API keeps.
const LEASE_MS = 30_000;

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
  it("finds the lock API under the mount path of its url", async () => {
    const mounted = remoteWatchdog({ url: new URL("/v1/locks/", url).href, token: API_TOKEN });
    const lock = createLocks({ redis: gateway, watchdog: mounted }).lock(uniqueName());
    await using held = await lock.acquire();
    await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
    expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
    await held.release();
  });

  it("tells inspect() until when it keeps a hold, whatever the prefix; one with another secret does not", async () => {
    for (const prefix of ["", "Ладья {1} %/:"]) {
      const watchdog = remoteWatchdog({ url, token: API_TOKEN });
      const lock = createLocks({ redis: gateway, watchdog, prefix, leaseMs: 5_000 }).lock(uniqueName());
      const held = await lock.acquire();
      expect((await lock.inspect()).holders).toMatchObject([{ handedOffUntil: undefined }]);
      const before = Date.now();
      await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
      const [holder] = (await lock.inspect()).holders;
      expect(holder?.handedOffUntil).toBeGreaterThanOrEqual(before + 60_000 - 2);
      expect(holder?.handedOffUntil).toBeLessThanOrEqual(Date.now() + 60_000);
      for (const wrong of [{ token: OTHER_TOKEN }, { token: API_TOKEN, secret: OTHER_TOKEN }]) {
        const others = createLocks({ redis: gateway, watchdog: remoteWatchdog({ url, ...wrong }), prefix });
        expect((await others.lock(lock.name).inspect()).holders).toMatchObject([{ handedOffUntil: "unknown" }]);
      }
      await held.release();
    }
  });

  it("keeps a hold past its lease, and the hold is released from anywhere", async () => {
    // All prefixes and kinds at the same time, because the first renewal comes after a third of 30 s.
    const kinds = [
      ["lock:", "lock"],
      ["", "lock"],
      ["shop:", "fairLock"],
      ["Ладья {1} %/:", "lock"],
    ] as const;
    const watchdog = remoteWatchdog({ url, token: API_TOKEN });
    await Promise.all(
      kinds.map(async ([prefix, kind]) => {
        const name = uniqueName();
        const lock = createLocks({ redis: gateway, watchdog, prefix, leaseMs: 5_000 })[kind](name);
        const held = await lock.acquire();
        await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
        const text = held.serialize();
        await held[Symbol.asyncDispose]();
        const renewals = (): number =>
          runsOf(gateway.witness(), prefix + name).filter(({ script }) => /renew/.test(script)).length;
        const before = renewals();
        await eventually(() => renewals() > before, 20_000);
        expect(await lock.isLocked()).toBe(true);
        expect(await lock.handOffStatus(text)).toMatchObject({ state: "kept", deadline: expect.any(Number) });
        const waiting = lock.acquire();
        expect(await lock.release(text)).toEqual({ outcome: "released", holdCount: 0 });
        await (await waiting).release();
        expect((await lock.handOffStatus(text)).state).toBe("released");
      }),
    );
  });

  it("keeps a write hold whose owner is as long as possible", async () => {
    const lock = locks.readWriteLock(uniqueName()).writeLock();
    const held = await lock.acquire({ owner: "o".repeat(128) });
    await held.handOff({ maxHoldMs: 60_000, leaseMs: LEASE_MS });
    expect(await lock.handOffStatus(held.serialize())).toMatchObject({ state: "kept" });
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it.each([
    ["maxHoldMs", { maxHoldMs: 86_400_001 }, /from 1000 to 86400000/],
    ["maxHoldMs", { maxHoldMs: 86_400_000 }, /54 leases of 120000 ms.*leaseMs of at least 1600000/],
    ["leaseMs", { maxHoldMs: 60_000, leaseMs: 29_999 }, /from 30000 to 1600000/],
  ])("is refused at once beyond the Worker's limits, with the name: %s of %j", async (option, limits, problem) => {
    const held = await locks.lock(uniqueName()).acquire();
    const refused = held.handOff(limits);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_OPTION", option });
    await expect(refused).rejects.toThrow(problem);
    expect(await held.check()).toBe(true);
    await held.release();
  });

  it("accepts names that a URL cannot carry, but none of more than 2,000 bytes", async () => {
    for (const name of [".", "..", `${uniqueName()}/ é?#%`, "n".repeat(2_000)]) {
      const held = await locks.lock(name).acquire();
      await held.handOff({ maxHoldMs: 5_000 });
      await held.release();
    }
    const held = await locks.lock("n".repeat(3_000)).acquire();
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
    ["whose token is wrong", () => remoteWatchdog({ url, token: OTHER_TOKEN })],
    ["whose secret is wrong", () => remoteWatchdog({ url, token: API_TOKEN, secret: OTHER_TOKEN })],
    ["that is no lock API", () => remoteWatchdog({ url: gateway.url, token: OTHER_TOKEN })],
    ["that is away", () => remoteWatchdog({ url: "http://127.0.0.1:9", token: OTHER_TOKEN })],
  ])("leaves the hold with its holder, at a Worker %s", async (_, watchdog) => {
    const lock = createLocks({ redis: gateway, watchdog: watchdog() }).lock(uniqueName());
    const held = await lock.acquire();
    const refused = held.handOff({ maxHoldMs: 10_000 });
    await expect(refused).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
    await expect(refused).rejects.not.toThrow(/canary/);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it.each([
    ["watchdog.url", { url: "example.com", token: API_TOKEN }],
    ["watchdog.url", { url: "http://example.com", token: API_TOKEN }],
    ["watchdog.url", { url: "http://worker:8787", token: API_TOKEN }],
    ["watchdog.token", { url: "http://worker:8787", token: "", allowHttp: true }],
    ["watchdog.token", { url: "https://example.com", token: "" }],
    ["watchdog.token", { url: "https://example.com", token: "canary" }],
    ["watchdog.secret", { url: "https://example.com", token: API_TOKEN, secret: "canary" }],
  ])("refuses a wrong %s: %j", (option, endpoint) => {
    expect(() => remoteWatchdog(endpoint)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });
});

describe("the API of handing off", () => {
  async function taken(name: string, fields: object = {}): Promise<string> {
    return String((await post(`${name}/acquire`, fields)).body["hold"]);
  }

  it("keeps holds, reports on them, takes them back, and names errors", async () => {
    const name = uniqueName();
    const hold = await taken(name);
    const kept = await post(`${name}/hand-off`, { hold, maxHoldMs: 30_000, requestId: "r1" });
    expect(kept).toMatchObject({
      status: 200,
      body: { name, leaseMs: expect.any(Number), deadline: expect.any(Number) },
    });
    expect(await post(`${name}/hand-off/status`, { hold })).toMatchObject({ status: 200, body: { state: "kept" } });
    expect((await post(`${name}/hand-off/withdraw`, { hold, requestId: "r1" })).status).toBe(200);
    expect((await post(`${name}/hand-off/status`, { hold })).body["state"]).not.toBe("kept");
    expect((await post(`${name}/release`, { hold })).body).toMatchObject({ outcome: "released" });
    const late = await post(`${name}/hand-off`, { hold, maxHoldMs: 30_000 });
    expect(late).toMatchObject({ status: 409, body: { code: "LOCK_LOST" } });
  });

  it("releases a fair hold that it keeps", async () => {
    const name = uniqueName();
    const fair = await taken(name, { kind: "fairLock" });
    expect((await post(`${name}/hand-off`, { hold: fair, maxHoldMs: 5_000 })).status).toBe(200);
    expect((await post(`${name}/renew`, { hold: fair })).status).toBe(200);
    expect(await post(`${name}/release`, { hold: fair })).toMatchObject({ status: 200, body: { outcome: "released" } });
  });

  it("accepts no hold of the library, except as remoteWatchdog signed it", async () => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire();
    for (const path of [`${name}/hand-off`, "-/watchdog/entrust"]) {
      const refused = await post(path, { hold: held.serialize(), maxHoldMs: 60_000 });
      expect(refused).toMatchObject({ status: 400, body: { option: "hold" } });
    }
    // A text of the API is for the paths of its own lock.
    const elsewhere = await post("-/watchdog/entrust", { hold: await taken(uniqueName()), maxHoldMs: 60_000 });
    expect(elsewhere).toMatchObject({ status: 409, body: { option: "hold" } });
    const key = await signingKey(API_TOKEN);
    const hold = parseHold(held.serialize());
    const stated = (lifeMs: number, lock = hold.key): Promise<string> =>
      signHold(key, { principal: "root", use: "watchdog", lifeMs }, { ...hold, key: lock });
    const status = async (text: string): Promise<number> => (await post("-/watchdog/status", { hold: text })).status;
    expect(await status(await stated(-1))).toBe(409);
    expect(await status(await stated(60_000, "redisson_lock_queue:x"))).toBe(400);
    expect(await status(await stated(60_000))).toBe(200);
    await held.release();
  });

  it.each<[string, number, object]>([
    ["maxHoldMs", 400, {}],
    ["maxHoldMs", 400, { maxHoldMs: 86_400_001 }],
    ["maxHoldMs", 400, { maxHoldMs: 5 }],
    ["maxHoldMs", 422, { maxHoldMs: 1_800_001, leaseMs: 30_000 }],
    ["leaseMs", 400, { maxHoldMs: 5_000, leaseMs: 1_500 }],
    ["leaseMs", 400, { maxHoldMs: 5_000, leaseMs: 1_600_001 }],
    ["requestId", 400, { maxHoldMs: 5_000, requestId: "a b" }],
    ["hold", 400, { maxHoldMs: 5_000, hold: "lh1.x" }],
    ["unheard", 400, { maxHoldMs: 5_000, unheard: 1 }],
  ])("refuses a wrong %s: %i for %j", async (option, status, fields) => {
    const name = uniqueName();
    const hold = await taken(name);
    const refused = await post(`${name}/hand-off`, { hold, ...fields });
    expect(refused).toMatchObject({ status, body: { code: "INVALID_OPTION", option } });
    const elsewhere = await post("another/hand-off", { hold, maxHoldMs: 5_000 });
    expect(elsewhere).toMatchObject({ status: 409, body: { option: "hold" } });
    await post(`${name}/release`, { hold });
  });
});
