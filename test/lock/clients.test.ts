// Clients of createClient: what they contain, what they refuse, and that they do not affect each other.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { locksFromEnv } from "../../src/edge/web/index.ts";
import {
  createClient,
  createLocks,
  fairLock,
  fencedLock,
  holdText,
  lock,
  multiLock,
  type RedisPort,
  type Streams,
  streams,
  type Watchdog,
  watchdogClient,
} from "../../src/index.ts";
import { portOf } from "../../src/lock/redis/upstash.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { fieldsOf, textWith } from "../support/hold-texts.ts";
import { agreeableWatchdog } from "../support/lock-api.ts";
import { inProcessEnvironment } from "../support/process-environment.ts";
import { uniqueName } from "../support/unique-name.ts";

let gateway: Gateway;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  name = uniqueName();
});

const refusal = (option: string): object => ({ code: "INVALID_OPTION", option });

describe("createClient", () => {
  const redis = { url: "https://nowhere.invalid", token: "canary" };
  const everything = new Proxy({}, { get: () => () => undefined });
  it.each<[option: string, given: unknown]>([
    ["options", undefined],
    ["options", null],
    ["options", []],
    ["options", "x"],
    ["redis", {}],
    ["redis", { redis: { run() {} } }],
    ["wait", { redis, wait: "subscribe" }],
    ["wait", { redis, wait: { start() {} } }],
    ["text", { redis, text: { parse() {} } }],
    ["text", { redis, text: null }],
    ["renewals", { redis, renewals: true }],
    ["watchdog", { redis, watchdog: { getByName() {} } }],
    ["watchdog", { redis, watchdog: { handOff: { entrust() {} } } }],
    ["watchdog", { redis, watchdog: everything }],
    ["watchdogShards", { redis, watchdogShards: 2 }],
  ])("names a wrong %s, case %#", (option, given) => {
    expect(() => Reflect.apply(createClient, undefined, [given])).toThrowError(
      expect.objectContaining(refusal(option)),
    );
  });

  it("makes the only client that the function of a kind accepts", () => {
    for (const client of [undefined, null, {}, { prefix: "lock:", close() {} }, "client"]) {
      const make = (): unknown => Reflect.apply(lock, undefined, [client, "x"]);
      expect(make).toThrowError(expect.objectContaining(refusal("client")));
    }
    expect(lock(createLocks({ redis }), "x")).toMatchObject({ name: "x" });
  });

  it("shows no token", () => {
    const shown = createClient({ redis });
    expect(JSON.stringify(shown)).toBe('{"prefix":"lock:"}');
    expect(shown).toMatchObject({ prefix: "lock:" });
  });
});

describe("a client without an optional part", () => {
  it("polls, and opens no stream", async () => {
    await using own = await startGateway();
    const subscriptions = async (wait: Streams | undefined): Promise<number> => {
      await own.resetCounters();
      const holder = await lock(createClient({ redis: own }), name).acquire();
      const waiting = lock(createClient({ redis: own, wait }), name).acquire({ wait: "subscribe", waitMs: 1_500 });
      await expect(waiting).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await holder.release();
      const { byCommand } = await own.counters();
      return Object.entries(byCommand).reduce((sum, [command, n]) => sum + (/^subscribe$/i.test(command) ? n : 0), 0);
    };
    expect([await subscriptions(undefined), await subscriptions(streams())]).toEqual([0, 1]);
  });

  it("names what serialize needs, and leaves the hold as it is", async () => {
    const held = await lock(createClient({ redis: gateway }), name).acquire();
    expect(() => held.serialize({ move: true })).toThrowError(expect.objectContaining(refusal("text")));
    expect(await held.renew()).toBeGreaterThan(Date.now());
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("has no watchdog, but hands off a multi lock whose members have one", async () => {
    const plain = createClient({ redis: gateway });
    const asked: Parameters<Watchdog["entrust"]>[0][] = [];
    const kept = createClient({ redis: gateway, watchdog: watchdogClient(agreeableWatchdog(asked)) });
    const held = await lock(plain, name).acquire();
    await expect(held.handOff({ maxHoldMs: 60_000 })).rejects.toMatchObject({ code: "NO_WATCHDOG" });
    await held.release();
    const both = await multiLock(plain, lock(kept, name), lock(kept, `${name}-2`)).acquire();
    await both.handOff({ maxHoldMs: 60_000 });
    expect(asked.map(({ key }) => key).sort()).toEqual([`lock:${name}`, `lock:${name}-2`]);
    await both.release();
  });
});

it("a member without streams does not affect other clients of its database", async () => {
  await using own = await startGateway();
  const plain = createClient({ redis: own });
  const full = createClient({ redis: own, wait: streams() });
  const holders = await Promise.all([lock(plain, "y").acquire(), lock(plain, "z").acquire()]);
  const both = multiLock(full, fairLock(plain, "y"), lock(full, "z"));
  await expect(both.acquire({ waitMs: 1_500 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
  const before = own.witness().length;
  await expect(lock(full, "z").acquire({ waitMs: 2_000 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
  // Before and after the subscription, and the last one: polling would make more attempts.
  expect(own.witness().length - before).toBeLessThanOrEqual(4);
  for (const holder of holders) await holder.release();
});

it("a port whose follow fails leaves its waiters to poll", async () => {
  const port = portOf(gateway);
  const failing: RedisPort = {
    ...port,
    follow() {
      throw new Error("no streams here");
    },
  };
  const client = createClient({ redis: failing, wait: streams() });
  const holder = await lock(client, name).acquire();
  const waiting = lock(client, name).acquire({ wait: "subscribe", waitMs: 20_000 });
  setTimeout(() => void holder.release(), 300);
  expect(await (await waiting).release()).toMatchObject({ outcome: "released" });
});

describe("the text of a hold", () => {
  it("of a reentrant lock is not one of the fenced lock, and leaves nothing behind", async () => {
    const client = createClient({ redis: gateway, text: holdText() });
    const held = await lock(createClient({ redis: gateway, text: holdText() }), name).acquire();
    await expect(fencedLock(client, name).resume(held.serialize())).rejects.toMatchObject(refusal("serialized"));
    const busy = await lock(client, name)
      .acquire({ waitMs: 0 })
      .catch((error: unknown) => error);
    expect(busy).toMatchObject({ code: "LOCK_BUSY", heldByThisClient: false });
    await held.release();
  });

  it("of one lock has no parts", async () => {
    const client = createClient({ redis: gateway, text: holdText() });
    const held = await lock(client, name).acquire();
    const fields = fieldsOf(held.serialize());
    for (const parts of [[], [fields]]) {
      await expect(lock(client, name).resume(textWith(fields.with(9, parts)))).rejects.toMatchObject(
        refusal("serialized"),
      );
    }
    await held.release();
  });
});

describe("createLocks without redis", () => {
  it.each([
    ["Upstash's variables", "UPSTASH_REDIS_REST", undefined, 30_000],
    ["Vercel's variables, beside other options", "KV_REST_API", { leaseMs: 10_000 }, 10_000],
  ])("reads %s", async (_, prefix, options, leaseMs) => {
    const variables = { [`${prefix}_URL`]: gateway.url, [`${prefix}_TOKEN`]: gateway.token };
    const locks = await inProcessEnvironment(variables, async () => createLocks(options));
    expect(await locks.withLock(name, (held) => held.leaseMs)).toBe(leaseMs);
  });

  it("names the variables that are missing, and what to pass instead", async () => {
    const message =
      "is not set: set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, or KV_REST_API_URL and KV_REST_API_TOKEN, " +
      "or pass redis: { url, token }; a Worker has both in env";
    const lacks = (name: string): object => ({ ...refusal(name), message: `"${name}" ${message}` });
    const refused = expect.objectContaining(lacks("UPSTASH_REDIS_REST_URL"));
    expect(() => createLocks()).toThrowError(refused);
    const half = inProcessEnvironment({ KV_REST_API_TOKEN: "x" }, async () => createLocks({}));
    await expect(half).rejects.toMatchObject(lacks("KV_REST_API_URL"));
    vi.stubGlobal("process", undefined);
    try {
      expect(() => createLocks()).toThrowError(refused);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each([
    ["REDIS_URL", { REDIS_URL: "redis://:canary-5ecret@127.0.0.1:6379" }],
    ["KV_URL", { KV_URL: "rediss://default:canary-5ecret@host.example:6379" }],
    ["REDIS_URL", { REDIS_URL: '"redis://:canary-5ecret@127.0.0.1:6379"' }],
    ["UPSTASH_REDIS_REST_URL", { UPSTASH_REDIS_REST_URL: "redis://:canary-5ecret@127.0.0.1:6379" }],
  ])("names the ports if %s is the address of a Redis over TCP, case %#", async (variable, variables) => {
    const missing = variable === "UPSTASH_REDIS_REST_URL" ? "UPSTASH_REDIS_REST_TOKEN" : "UPSTASH_REDIS_REST_URL";
    await expect(inProcessEnvironment(variables, async () => createLocks())).rejects.toMatchObject({
      ...refusal(missing),
      message:
        `"${missing}" is not set, and ${variable} is the address of a Redis over TCP: pass the port of ` +
        "leasehound/ioredis or leasehound/node-redis to createLocks. For HTTP, set UPSTASH_REDIS_REST_URL and " +
        "UPSTASH_REDIS_REST_TOKEN, or KV_REST_API_URL and KV_REST_API_TOKEN, or pass redis: { url, token }; a Worker " +
        "has both in env",
    });
  });

  it("names no port if REDIS_URL is the address of a REST API", async () => {
    const variables = { REDIS_URL: "https://nowhere.invalid" };
    await expect(inProcessEnvironment(variables, async () => createLocks())).rejects.toMatchObject({
      message: expect.stringContaining('"UPSTASH_REDIS_REST_URL" is not set: set UPSTASH_REDIS_REST_URL and'),
    });
  });

  it.each([
    ["UPSTASH_REDIS_REST_URL", { UPSTASH_REDIS_REST_URL: '"https://nowhere.invalid"' }, "is in quotes: remove them"],
    ["UPSTASH_REDIS_REST_TOKEN", { UPSTASH_REDIS_REST_TOKEN: "'canary'" }, "is in quotes: remove them"],
    ["UPSTASH_REDIS_REST_URL", { UPSTASH_REDIS_REST_URL: "nowhere.invalid" }, "is not a URL"],
  ])("names the variable that is wrong: %s, case %#", async (variable, wrong, problem) => {
    const variables = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token, ...wrong };
    await expect(inProcessEnvironment(variables, async () => createLocks())).rejects.toMatchObject({
      ...refusal(variable),
      message: `"${variable}" ${problem}`,
    });
  });

  it("does not stand for a value that was forgotten", async () => {
    const variables = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
    const forgotten = inProcessEnvironment(variables, async () =>
      Reflect.apply(createLocks, undefined, [{ redis: undefined }]),
    );
    await expect(forgotten).rejects.toMatchObject(refusal("redis"));
  });
});

describe("locksFromEnv", () => {
  it("names a wrong option at the call", () => {
    const make = (options: object): unknown => Reflect.apply(locksFromEnv, undefined, [options]);
    expect(() => make({ waitMs: -1 })).toThrowError(expect.objectContaining(refusal("waitMs")));
    expect(() => make({ wait: "poll" })).toThrowError(expect.objectContaining(refusal("wait")));
  });
});
