// Wrong use fails at the call, with the option's name, before anything is sent: these clients have no server.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../../src/index.ts";

const nowhere = { url: "https://nowhere.invalid", token: "canary-token" };

// Wrong use does not compile: it is built at run time, as from JavaScript.
const untyped = createLocks as (options: unknown) => ReturnType<typeof createLocks>;

export function optionsContract(): void {
  describe("createLocks", () => {
    const wrong: [option: string, options: unknown][] = [
      ["options", null],
      ["options", []],
      ["redis", { redis: null }],
      ["redis", { redis: "https://x" }],
      ["redis", { redis: { token: "t" } }],
      ["redis.url", { redis: { url: undefined, token: "t" } }],
      ["redis.url", { redis: { url: "", token: "t" } }],
      ["redis.url", { redis: { url: "undefined", token: "t" } }],
      ["redis.url", { redis: { url: "not a url", token: "t" } }],
      ["redis.url", { redis: { url: "http://example.com", token: "t" } }],
      ["redis.url", { redis: { url: "http://redis:8079", token: "t" } }],
      ["redis.url", { redis: { url: "http://localhost.example.com", token: "t" } }],
      ["redis.url", { redis: { url: "http://127.0.0.1.example.com", token: "t", allowHttp: false } }],
      ["redis.url", { redis: { url: "http://[::2]", token: "t" } }],
      ["redis.url", { redis: { url: "redis://localhost:6379", token: "t" } }],
      ["redis.url", { redis: { url: "redis://localhost:6379", token: "t", allowHttp: true } }],
      ["redis.allowHttp", { redis: { url: "http://redis:8079", token: "t", allowHttp: "yes" } }],
      ["redis.allowHttp", { redis: { url: "https://x", token: "t", allowHttp: 1 } }],
      ["redis.url", { redis: { url: "https://user:pw@example.com", token: "t" } }],
      ["redis.url", { redis: { url: "https://example.com/?_token=x", token: "t" } }],
      ["redis.token", { redis: { url: "https://x", token: "" } }],
      ["redis.token", { redis: { url: "https://x" } }],
      ["redis.token", { redis: { url: "https://x", token: "a\r\nb: c" } }],
      ["redis.token", { redis: { url: "https://x", token: "undefined" } }],
      ["leaseMs", { redis: nowhere, leaseMs: 999 }],
      ["leaseMs", { redis: nowhere, leaseMs: 1000.5 }],
      ["leaseMs", { redis: nowhere, leaseMs: Number.NaN }],
      ["leaseMs", { redis: nowhere, leaseMs: "30000" }],
      ["leaseMs", { redis: nowhere, leaseMs: 2 ** 31 }],
      ["leaseMs", { redis: nowhere, leaseMs: null }],
      ["waitMs", { redis: nowhere, waitMs: -1 }],
      ["waitMs", { redis: nowhere, waitMs: Number.POSITIVE_INFINITY }],
      ["pollMs", { redis: nowhere, pollMs: 49 }],
      ["prefix", { redis: nowhere, prefix: 7 }],
      ["prefix", { redis: nowhere, prefix: "redisson_lock:" }],
      ["prefix", { redis: nowhere, prefix: "t1" }],
      ["prefix", { redis: nowhere, prefix: "t1:0:" }],
      ["prefix", { redis: nowhere, prefix: "\ud800" }],
      ["onEvent", { redis: nowhere, onEvent: "log" }],
      ["leaseMS", { redis: nowhere, leaseMS: 5_000 }],
      ["watchdog", { redis: nowhere, watchdog: null }],
      ["watchdog", { redis: nowhere, watchdog: {} }],
      ["watchdog", { redis: nowhere, watchdog: "LEASE_WATCHDOG" }],
      ["watchdog", { redis: nowhere, watchdog: () => {} }],
      ["watchdog", { redis: nowhere, watchdog: { getByName: "x" } }],
      ["watchdog", { redis: nowhere, watchdog: { entrust: () => {} } }],
      ["watchdogShards", { redis: nowhere, watchdogShards: 0 }],
      ["watchdogShards", { redis: nowhere, watchdogShards: 1.5 }],
      ["watchdogShards", { redis: nowhere, watchdogShards: "4" }],
      ["watchdogShards", { redis: nowhere, watchdogShards: 1_001 }],
      ["watchdogLocation", { redis: nowhere, watchdogLocation: 5 }],
      ["watchdogLocation", { redis: nowhere, watchdogLocation: null }],
      ["watchdogLocations", { redis: nowhere, watchdogLocations: "weur" }],
    ];
    it("accepts http:// for this machine, and for any other host on request", () => {
      const endpoints = [
        ...["http://localhost:8079", "http://127.0.0.1:8079", "http://127.1", "http://[::1]:8079"].map((url) => ({
          url,
        })),
        ...["http://redis:8079", "http://10.0.0.7"].map((url) => ({ url, allowHttp: true })),
      ];
      for (const endpoint of endpoints) createLocks({ redis: { token: "t", ...endpoint } });
    });

    // No value in the title: the reporter of a Worker cannot carry a lone surrogate.
    it.each(wrong)("names %s, case %#", (option, options) => {
      expect(() => untyped(options)).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option }));
    });

    // `docker run --env-file` and the settings of some hosts keep the quotes of a file.
    it.each([
      ["redis.url", { url: '"https://canary.example"', token: "t" }],
      ["redis.url", { url: " 'https://canary.example'\n", token: "t" }],
      ["redis.token", { url: "https://x", token: '"canary"' }],
      ["redis.token", { url: "https://x", token: "'canary' " }],
    ])("says that %s is in quotes, case %#", (option, redis) => {
      expect(() => createLocks({ redis })).toThrowError(
        expect.objectContaining({ option, message: `"${option}" is in quotes: remove them` }),
      );
    });

    it("ignores white space around a url, and says that a token has some", () => {
      createLocks({ redis: { url: " https://x\n", token: "t" } });
      for (const token of [" t", "t\n"]) {
        expect(() => createLocks({ redis: { url: "https://x", token } })).toThrowError(
          expect.objectContaining({ message: expect.stringContaining('"redis.token" has a character') }),
        );
      }
    });

    it("never quotes a value", () => {
      for (const redis of [
        { url: "https://user:canary@x", token: "t" },
        { url: "canary", token: "t" },
        { url: "https://x", token: "canary token" },
      ]) {
        expect(() => createLocks({ redis })).toThrowError(
          expect.objectContaining({ message: expect.not.stringContaining("canary") }),
        );
      }
    });
  });

  describe("a name", () => {
    it.each([
      ["", "x".repeat(33_000), "é".repeat(16_300), "\ud800", "a\udc00b", "redisson_lock__channel:{a}", "leasehound:x"],
      [undefined, null, 7, {}, [], Symbol("x")],
    ])("that is not valid is refused", (...names: unknown[]) => {
      const locks = createLocks({ redis: nowhere, prefix: "" });
      for (const name of names) {
        const call = (): unknown => Reflect.apply(locks.lock, locks, [name]);
        expect(call).toThrowError(expect.objectContaining({ code: "INVALID_OPTION", option: "name" }));
      }
    });
  });

  describe("options of acquire, keepAlive and serialize", () => {
    const wrong: [option: string, options: Record<string, unknown>][] = [
      ["waitMs", { waitMs: -1 }],
      ["waitMs", { waitMs: "1" }],
      ["leaseMs", { leaseMs: 0 }],
      ["leaseMs", { leaseMs: -1 }],
      ["owner", { owner: "" }],
      ["owner", { owner: "a|b" }],
      ["owner", { owner: "{a}" }],
      ["owner", { owner: "x".repeat(129) }],
      ["owner", { owner: 5 }],
      ["signal", { signal: {} }],
      ["signal", { signal: new EventTarget() }],
      ["signal", { signal: { aborted: false, addEventListener() {} } }],
      ["signal", { signal: null }],
      ["onWait", { onWait: 1 }],
      ["timeout", { timeout: 5 }],
      ["__proto__", JSON.parse('{"__proto__": 1}')],
    ];
    it.each(wrong)("acquire, tryAcquire and withLock name %s, case %#", async (option, options) => {
      const lock = createLocks({ redis: nowhere }).lock("x");
      const refused = expect.objectContaining({ code: "INVALID_OPTION", option });
      await expect(lock.acquire(options)).rejects.toEqual(refused);
      await expect(lock.tryAcquire(options)).rejects.toEqual(refused);
      await expect(lock.withLock(() => 1, options)).rejects.toEqual(refused);
    });

    it("check the function of withLock and the owner that a query names", async () => {
      const lock = createLocks({ redis: nowhere }).lock("x");
      const call = Reflect.apply(lock.withLock, lock, [undefined]);
      await expect(call).rejects.toMatchObject({ code: "INVALID_OPTION", option: "fn" });
      await expect(lock.holdCount("a b")).rejects.toMatchObject({ code: "INVALID_OPTION", option: "owner" });
      await expect(lock.isHeldBy("")).rejects.toMatchObject({ code: "INVALID_OPTION", option: "owner" });
    });
  });
}
