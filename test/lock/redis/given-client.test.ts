// A given @upstash/redis client is used: its headers, middleware, agent and telemetry count for every lock of
// createLocks. createClient, which must stay small, asks for throughClient.
import { Redis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createClient, createLocks, lock, throughClient } from "../../../src/index.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { ownGateway } from "../../tools/gateway/support.ts";
import { everyKind, kinds } from "../contract/kinds.ts";
import { lockContract } from "../contract/lock/lock.ts";

const gateway = await ownGateway();
afterEach(() => {
  vi.restoreAllMocks();
});

describe("createLocks with an @upstash/redis client", () => {
  it("sends every script through it: its function of use, its headers, its agent and its telemetry count", async () => {
    const agent = { keepAlive: true };
    const redis = new Redis({ url: gateway.url, token: gateway.token, agent });
    let sent = 0;
    redis.use((request, next) => {
      sent += 1;
      return next({ ...request, headers: { ...request.headers, "x-tenant": "blue" } });
    });
    const fetching = vi.spyOn(globalThis, "fetch");
    const locks = createLocks({ redis });
    const name = uniqueName();
    await locks.withLock(name, async (held) => void (await held.renew()));
    await locks.semaphore(uniqueName(), { permits: 1 }).withPermit(() => {});
    await locks.fence(uniqueName()).check("1");
    expect(sent).toBeGreaterThanOrEqual(6);
    // Locks of other tests in this process may have work in the background.
    const ours = fetching.mock.calls.filter(([url]) => String(url).startsWith(gateway.url));
    expect(sent).toBe(ours.length);
    for (const [, init] of ours) {
      expect(init).toMatchObject({ agent });
      expect(init?.headers).toMatchObject({
        "x-tenant": "blue",
        "Upstash-Telemetry-Sdk": expect.stringContaining("@upstash/redis"),
      });
    }
  });

  it("sends each attempt once, whatever the client's retries are, and pipelines nothing", async () => {
    const fetching = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
    const retry = { retries: 50, backoff: () => 0 };
    // Locks of other tests in this process may have work in the background, at other addresses.
    const url = "https://retries.test";
    const locks = createLocks({ redis: new WorkersRedis({ url, token: "token", retry, enableAutoPipelining: true }) });
    const error = await locks
      .lock(uniqueName())
      .acquire()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    // The attempts of the package itself, and its cancels.
    const sent = fetching.mock.calls.map(([to]) => String(to)).filter((to) => to.startsWith(url));
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.length).toBeLessThan(20);
    expect(sent).not.toContain(`${url}/pipeline`);
  });

  it.each([
    ["as it is", {}],
    ["that guesses no JSON", { automaticDeserialization: false, responseEncoding: false, enableAutoPipelining: false }],
  ] as const)("reads replies as Redis wrote them: a client %s", async (_, options) => {
    const locks = createLocks({ redis: new Redis({ ...gateway, ...options }) });
    for (const label of ["42", "null", '{"a":1}', "b2s=", "☃"]) {
      const name = uniqueName();
      await using held = await locks.fencedLock(name).acquire({ label });
      expect(held.fencingToken).toMatch(/^\d{16,}$/);
      const busy = await locks
        .fencedLock(name)
        .acquire({ waitMs: 0 })
        .catch((error: unknown) => error);
      expect(busy).toMatchObject({ code: "LOCK_BUSY", holder: { label } });
      expect(await witnessed(gateway, `lock:${name}`)).not.toHaveLength(0);
    }
  });

  it("names what it refuses: a client without an endpoint, and other objects", () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const refusal = (option: string): object => expect.objectContaining({ code: "INVALID_OPTION", option });
    expect(() => createLocks({ redis: new Redis({ url: "", token: "" }) })).toThrowError(refusal("redis.url"));
    for (const redis of [undefined, null, "redis", {}, { client: {} }, { client: { request: 1 } }, { evalsha() {} }]) {
      expect(() => Reflect.apply(createLocks, undefined, [{ redis }])).toThrowError(refusal("redis"));
    }
  });
});

describe("createClient with an @upstash/redis client", () => {
  it("asks for throughClient, or url and token, and sends nothing", async () => {
    const redis = new Redis(gateway);
    const message = expect.stringMatching(/throughClient\(redis\).*\{ url, token \}/);
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option: "redis", message });
    // @ts-expect-error: a client must be wrapped
    expect(() => createClient({ redis })).toThrowError(refused);
    const held = await lock(createClient({ redis: throughClient(redis) }), uniqueName()).acquire();
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });
});

afterAll(
  everyClientIsMadeBy(({ redis, ...options }) =>
    createLocks({ ...options, ...(redis && { redis: "url" in redis ? new Redis(redis) : redis }) }),
  ),
);
// Without the contract of errors: the status of an answer is not known here.
describe.concurrent.each(shortOrFull([kinds.plain], everyKind))(
  "the contract of the $name, with an @upstash/redis client",
  (kind) => lockContract(gateway, kind),
);
