// The first mistakes of newcomers: each message says the cure.
import { createClient as createTcpClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient, createLocks } from "../../src/index.ts";
import { ioredisClusterPort, ioredisPort } from "../../src/lock/tcp/ioredis.ts";
import { nodeRedisClusterPort, nodeRedisPort } from "../../src/lock/tcp/node-redis.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import { TOKEN } from "../support/lock-api.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

it("url and token beside the other options belong in redis", () => {
  const { url, token } = gateway;
  const error = { code: "INVALID_OPTION", option: "url", message: expect.stringContaining("but a member of redis") };
  // @ts-expect-error: they are no options.
  expect(() => createLocks({ url, token })).toThrow(expect.objectContaining(error));
  // @ts-expect-error
  expect(() => createClient({ url, token })).toThrow(expect.objectContaining(error));
});

it("a client of TCP is named as one", () => {
  const redis = createTcpClient();
  const error = {
    code: "INVALID_OPTION",
    option: "redis",
    message: expect.stringContaining("TCP client: pass its port, of leasehound/ioredis"),
  };
  // @ts-expect-error: it speaks no HTTP.
  expect(() => createLocks({ redis })).toThrow(expect.objectContaining(error));
  // @ts-expect-error
  expect(() => createClient({ redis })).toThrow(expect.objectContaining(error));
});

describe("a mock is refused, and createTestLocks named", () => {
  const forTests = expect.objectContaining({
    code: "INVALID_OPTION",
    option: "redis",
    message: expect.stringContaining("leasehound/testing"),
  });
  // As ioredis-mock 8: it has the commands of Redis as methods, and cannot send a command by its name.
  const mock = { duplicate: () => mock, on: () => mock, options: {}, status: "ready", eval: async () => null };

  it.each([
    ["createLocks", () => createLocks({ redis: Object(mock) })],
    ["ioredisPort", () => ioredisPort(Object(mock))],
    ["ioredisClusterPort", () => ioredisClusterPort(Object(mock))],
    ["nodeRedisPort", () => nodeRedisPort(Object(mock))],
    ["nodeRedisClusterPort", () => nodeRedisClusterPort(Object(mock))],
  ])("by %s", (_, make) => {
    expect(make).toThrow(forTests);
  });

  it("by a call, if it sends commands by their name and answers nothing", async () => {
    const redis = Object({ client: { request: async () => undefined } });
    await expect(createLocks({ redis }).lock("orders:42").tryAcquire()).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
      message: expect.stringContaining("leasehound/testing"),
    });
  });
});

describe("faked timers of a test, over a connection of TCP", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client whose Redis knows no scripts. */
  function refusingClient(): { readonly [member: string]: unknown } {
    const callBuffer = async (word: string): Promise<string> => {
      if (word !== "PING") throw new ReplyError(`ERR unknown command '${word}'`);
      return "PONG";
    };
    const client = { options: {}, status: "ready", on: () => client, duplicate: () => client, callBuffer };
    return Object.assign(client, { connect: async () => {}, disconnect: () => {} });
  }
  class ReplyError extends Error {}

  const refused = { code: "REDIS_REFUSED" };

  it("are said once for each port, at a call", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const locks = createLocks({ redis: ioredisPort(Object(refusingClient())) });
    await expect(locks.lock("orders:42").tryAcquire()).rejects.toMatchObject(refused);
    expect(warn).not.toHaveBeenCalled();
    vi.useFakeTimers();
    for (const name of ["orders:42", "orders:43"]) {
      await expect(locks.lock(name).tryAcquire()).rejects.toMatchObject(refused);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(
      "leasehound: the timers are faked, and a call over a connection to Redis may wait for them without end; use createTestLocks of leasehound/testing, or real timers",
    );
  });
});

it("a read-only token is said to need another one", async () => {
  const locks = createLocks({ redis: { url: gateway.url, token: gateway.readOnlyToken } });
  const error = {
    code: "REDIS_REFUSED",
    redisCode: "NOPERM",
    message: expect.stringContaining("a token or password of this database that may write"),
  };
  await expect(locks.lock("orders:42").acquire()).rejects.toMatchObject(error);
});

describe("a loss is said with its cure", () => {
  const locks = () => createLocks({ redis: gateway });
  const lossOf = (held: { readonly signal: AbortSignal }) =>
    new Promise<unknown>((resolve) => held.signal.addEventListener("abort", () => resolve(held.signal.reason)));
  const fixed = {
    code: "LOCK_LOST",
    leaseFixed: true,
    message: expect.stringMatching(/: its lease ran out; its lease was fixed at the call: pass renew: true there; /),
  };

  it("by withLock, withPermit and acquire, when leaseMs at the call switched renewal off", async () => {
    const options = { leaseMs: 1_000 };
    const slots = locks().permitExpirableSemaphore("fixed-slots", { permits: 1 });
    const losses = [
      locks().withLock("fixed", lossOf, options),
      locks().multiLock(locks().lock("fixed:1"), locks().lock("fixed:2")).withLock(lossOf, options),
      slots.withPermit(lossOf, options),
    ];
    await Promise.all(losses.map((loss) => expect(loss).rejects.toMatchObject(fixed)));
    expect(await lossOf(await locks().lock("fixed:3").acquire(options))).toMatchObject(fixed);
  });

  it("not by a renewable lease", async () => {
    const renewable = createLocks({ redis: gateway, leaseMs: 1_000 });
    const loss = await lossOf(await renewable.lock("renewable").acquire());
    expect(loss).toMatchObject({ leaseFixed: false, message: expect.stringMatching(/: its lease ran out; stop/) });
  });

  it("after a release by force or by its text", async () => {
    const name = "forced";
    const held = await locks().lock(name).acquire();
    await locks().lock(name).forceRelease();
    expect(await held.check()).toBe(false);
    expect(held.signal.reason.message).toContain("is lost: it was freed by force, or its lease ran out; stop");
    const given = await locks().lock(name).acquire();
    await locks().lock(name).release(given.serialize());
    expect(await given.check()).toBe(false);
    expect(given.signal.reason.message).toContain("it ended in Redis (released)");
  });
});

it("a wrong token, and an address where nobody answers, are said to be the cause", async () => {
  const wrong = createLocks({ redis: { url: gateway.url, token: "wrong" } });
  const refused = {
    redisCode: "WRONGPASS",
    message: expect.stringContaining("; use a token or password of this database that may write"),
  };
  await expect(wrong.lock("orders:42").acquire()).rejects.toMatchObject(refused);
  const closed = await startGateway();
  await closed.close();
  const away = createLocks({ redis: { url: closed.url, token: "canary" } });
  const unreachable = { code: "REDIS_UNREACHABLE", message: expect.stringContaining("(ECONNREFUSED); check its url") };
  await expect(away.lock("orders:42").acquire()).rejects.toMatchObject(unreachable);
});

it("an unencoded / in a name of the lock API is said to be %2F", async () => {
  const api = createLockApi({ locks: createLocks({ redis: gateway }), token: TOKEN });
  const init = { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } };
  const answer = await api.request("/orders/42/acquire", init);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: "HTTP_404", title: expect.stringContaining("%2F") });
  expect((await api.request("/orders%2F42/acquire", init)).status).toBe(200);
});
