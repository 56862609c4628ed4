// A changed `Object.prototype` changes no option: only own members are read from options, from bodies of the lock API,
// and from its answers.
import { Hono } from "hono";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockRoute } from "../../src/edge/web/index.ts";
import { createLockManager } from "../../src/edge/web-locks/index.ts";
import { createClient, createLocks, type Held, type Locks, lock, type Watchdog } from "../../src/index.ts";
import { createLockApi } from "../../src/service/api/index.ts";
import { createRemoteLocks, remoteWatchdog } from "../../src/service/remote/index.ts";
import { sharedGateway } from "../support/gateways.ts";
import { uniqueName, uniquePrefix } from "../support/unique-name.ts";
import { BackgroundWork } from "../support/wait-until.ts";

const TOKEN = "a-token-of-32-or-more-characters";
const redis = await sharedGateway();

/** The values that a reader of inherited members would take for options. */
const FOREIGN = {
  ...{ owner: "everybody", label: "foreign", leaseMs: 1_234, waitMs: 1, pollMs: 123, prefix: "foreign:", steal: true },
  ...{ reason: "foreign", maxHoldMs: 1_500, onUnreachable: "wait", wait: "poll", permits: 7, ttlMs: 1, limit: 1 },
  ...{ match: "foreign*", move: true, listen: true, bareNames: true, maxResponseMs: 1_000, kind: "fairLock" },
  ...{ keepAlive: false, maxLeaseMs: 1_000, names: ["*"], verbs: ["acquire"], idempotent: true },
  ...{ allowHttp: true, forceRelease: true, audience: "foreign", text: 1, inspection: 1 },
  ...{ keyLocking: 1, renewals: 1, watchdog: 1, secret: "foreign", send: 1 },
};

const unreachable = () => Promise.reject(new Error("no options, no request"));

let locks: Locks;
beforeAll(async () => {
  // The first requests of a process load modules, of other programs, too.
  await (await createLocks({ redis }).lock(uniqueName()).acquire()).release();
});
beforeEach(() => {
  for (const [name, value] of Object.entries(FOREIGN)) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  }
  locks = createLocks({ redis });
});
afterEach(() => {
  for (const name of Object.keys(FOREIGN)) Reflect.deleteProperty(Object.prototype, name);
  locks.close();
});

/** The options of an acquire that was not given any. */
function expectDefaults(held: Held): void {
  expect(held).toMatchObject({ leaseMs: 30_000, label: "" });
  expect(held.owner).not.toBe(FOREIGN.owner);
}

describe("a changed Object.prototype changes nothing of", () => {
  it("the addresses that may have a token in clear text", () => {
    const address = { url: "http://example.com", token: TOKEN };
    expect(() => createLocks({ redis: address })).toThrow("must begin with https://");
    expect(() => remoteWatchdog(address)).toThrow("must begin with https://");
    expect(() => createRemoteLocks(address)).toThrow("must begin with https://");
  });

  it("a client, which has none of the parts", async () => {
    const client = createClient({ redis });
    const held = await lock(client, uniqueName()).acquire();
    await held.release();
    client.close();
  });

  it("a lock API, which lets nobody release by force", async () => {
    const api = new Hono().route("/", createLockApi({ locks, token: TOKEN }));
    const response = await api.request(`/${uniqueName()}/force-release`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(403);
  });

  it.each([{ how: "none" }, { how: "empty", options: {} }])("an acquire with options: $how", async ({ options }) => {
    const name = uniqueName();
    const held = await locks.lock(name).acquire(options);
    expectDefaults(held);
    expect(held.name).toBe(name);
    // Another owner, who waits no longer than it says.
    expect(await locks.lock(name).tryAcquire(options)).toBeNull();
    await held.release();
  });

  it("withLock, which neither steals nor fixes the lease", async () => {
    const name = uniqueName();
    await locks.withLock(
      name,
      async (held) => {
        expectDefaults(held);
        const busy = locks.withLock(name, () => "never", { waitMs: 0 });
        await expect(busy).rejects.toMatchObject({ code: "LOCK_BUSY" });
        await expect(locks.lock(name).withLock(() => "never", { waitMs: 0 })).rejects.toMatchObject({
          code: "LOCK_BUSY",
        });
      },
      {},
    );
  });

  it("keepAlive, and a text", async () => {
    const held = await locks.lock(uniqueName()).acquire();
    const kept = held.keepAlive(new BackgroundWork(), {});
    await new Promise((resolve) => setTimeout(resolve, 1.2 * FOREIGN.maxHoldMs));
    kept.stop();
    expect((await kept.ended).reason).toBe("stopped");
    expect(await locks.lock(held.name).renew(held.serialize({}))).toBeGreaterThan(Date.now() + 20_000);
    // It was not moved.
    await held.renew();
    await held.release();
  });

  it("a hand-off, and a flight, which need a time", async () => {
    const watchdog: Watchdog = { entrust: unreachable, withdraw: unreachable, status: unreachable };
    const held = await createLocks({ redis, watchdog }).lock(uniqueName()).acquire();
    const handOff: (options: object) => Promise<unknown> = (options) => Reflect.apply(held.handOff, held, [options]);
    await expect(handOff({})).rejects.toMatchObject({ code: "INVALID_OPTION", option: "maxHoldMs" });
    await held.release();
    const flight = Reflect.apply(locks.singleFlight, locks, [uniqueName(), () => 1, {}]);
    await expect(flight).rejects.toMatchObject({ code: "INVALID_OPTION", option: "ttlMs" });
  });

  it("a semaphore, and a list", async () => {
    const semaphore = locks.semaphore(uniqueName(), {});
    await expect(semaphore.tryAcquire()).rejects.toMatchObject({ code: "PERMITS_UNSET" });
    await semaphore.trySetPermits(1, {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await semaphore.availablePermits()).toBe(1);
    const prefixed = createLocks({ redis, prefix: uniquePrefix() });
    await Promise.all(["a", "b", "c"].map((name) => prefixed.lock(name).acquire()));
    const { locks: found } = await prefixed.list({});
    expect(found.map(({ name }) => name).sort()).toEqual(["a", "b", "c"]);
  });

  it("a locked route, and a web lock", async () => {
    const name = uniqueName();
    const seen: Held[] = [];
    const route = lockRoute({ locks, name }, (_: Request, held: Held) => {
      seen.push(held);
      return new Response("alone");
    });
    expect(await (await route(new Request("http://localhost/"))).text()).toBe("alone");
    for (const held of seen) expectDefaults(held);
    const web = createLockManager(locks, {});
    // Without bare names, the plain lock of that name is another one.
    await using _ = await locks.lock(name).acquire();
    expect(await web.request(name, () => "granted")).toBe("granted");
  });

  it("a request to the lock API, and its answer", async () => {
    const app = new Hono().route("/v1/locks", createLockApi({ locks: () => locks, token: TOKEN }));
    const fetch = async (url: string, init: RequestInit): Promise<Response> => app.fetch(new Request(url, init));
    const remote = createRemoteLocks({ url: "https://locks.example.com", token: TOKEN, fetch });
    const name = uniqueName();
    const held = await remote.lock(name).acquire();
    expectDefaults(held);
    expect(await locks.lock(name).tryAcquire()).toBeNull();
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });
});
