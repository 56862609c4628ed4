// Wrong use of a light lock fails at the call, with the option's name, before anything is sent: these have no server.
import { expect, it } from "vitest";
import { createLightLocks } from "../../../../src/lock/light/index.ts";

const redis = { url: "https://nowhere.invalid", token: "canary-token" };

// Wrong use does not compile: it is built at run time, as from JavaScript.
const untyped = createLightLocks as (options: unknown) => ReturnType<typeof createLightLocks>;

export function lightOptionsContract(): void {
  const wrong: [option: string, options: unknown][] = [
    ["options", null],
    ["redis", {}],
    ["redis", { redis: null }],
    ["redis", { redis: { run() {}, follow() {}, database: "x" } }],
    ["redis", { redis: { sendCommand() {} } }],
    ["redis.url", { redis: { ...redis, url: "http://example.com" } }],
    ["redis.token", { redis: { ...redis, token: "a\r\nb: c" } }],
    ["redis.url", { redis: { ...redis, url: '"https://nowhere.invalid"' } }],
    ["redis.token", { redis: { ...redis, token: "'canary-token'" } }],
    ["leaseMs", { redis, leaseMs: 999 }],
    ["waitMs", { redis, waitMs: -1 }],
    ["pollMs", { redis, pollMs: 49 }],
    ["prefix", { redis, prefix: "t1" }],
    ["onEvent", { redis, onEvent: "log" }],
    ["watchdog", { redis, watchdog: {} }],
    ["url", redis],
  ];
  it.each(wrong)("createLightLocks names %s, case %#", (option, options) => {
    expect(() => untyped(options)).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
  });

  it.each(["", "x:undefined", "redisson_x", "leasehound:x", "{x}", 5, null])("a name is refused: %j", (name) => {
    const locks = createLightLocks({ redis, prefix: "" });
    // @ts-expect-error as from JavaScript
    expect(() => locks.lock(name)).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
  });

  it.each([
    ["waitMs", { waitMs: 0.5 }],
    ["leaseMs", { leaseMs: 10 }],
    ["label", { label: "x".repeat(257) }],
    ["signal", { signal: {} }],
    ["owner", { owner: "me" }],
    ["steal", { steal: true }],
    ["wait", { wait: "subscribe" }],
  ])("acquire, tryAcquire and withLock name %s", async (option, options) => {
    const lock = createLightLocks({ redis }).lock("x");
    const refused = expect.objectContaining({ code: "INVALID_OPTION", option });
    const given: object = options;
    await expect(lock.acquire(given)).rejects.toEqual(refused);
    await expect(lock.tryAcquire(given)).rejects.toEqual(refused);
    await expect(lock.withLock(() => {}, given)).rejects.toEqual(refused);
  });

  it("withLock names a wrong function, context or maxHoldMs", async () => {
    const lock = createLightLocks({ redis }).lock("x");
    // @ts-expect-error as from JavaScript
    await expect(lock.withLock("work")).rejects.toMatchObject({ option: "fn" });
    // @ts-expect-error as from JavaScript
    await expect(lock.withLock(() => {}, { context: {} })).rejects.toMatchObject({ option: "context" });
    await expect(lock.withLock(() => {}, { maxHoldMs: 5 })).rejects.toMatchObject({ option: "maxHoldMs" });
    // @ts-expect-error a light lock is not listened for
    await expect(lock.withLock(() => {}, { listen: true })).rejects.toMatchObject({ option: "listen" });
  });
}
