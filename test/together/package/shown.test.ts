// Public objects in every print, copy or comparison of Node and its tools: they show facts, and no secret.
import { deepStrictEqual } from "node:assert";
import { format, inspect } from "node:util";
import { createLocks, type Held, isLockError, type Permit } from "leasehound";
import { createRemoteLocks, remoteWatchdog } from "leasehound/remote";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { API_TOKEN, type PublicObjects, publicObjects, REDIS_TOKEN } from "../../support/public-objects.ts";
import { uniqueName } from "../../support/unique-name.ts";

const ALL = { depth: Number.POSITIVE_INFINITY, showHidden: true, maxArrayLength: null, maxStringLength: null };

const WAYS: Record<string, (shown: unknown) => string> = {
  "JSON.stringify": (shown) => JSON.stringify(shown) ?? "",
  inspect: (shown) => inspect(shown, ALL),
  "inspect with getters": (shown) => inspect(shown, { ...ALL, getters: true }),
  "inspect without forms": (shown) => inspect(shown, { ...ALL, getters: true, customInspect: false }),
  "inspect of its class": (shown) => inspect(Object(shown).constructor, ALL),
  format: (shown) => format("%s %o %O %j", shown, shown, shown, shown),
  spread: (shown) => inspect({ ...Object(shown) }, { ...ALL, customInspect: false }),
  "a walk over its entries": (shown) => walk(shown, new Set()).join("\n"),
  structuredClone: (shown) => messageOr(() => inspect(structuredClone(shown), ALL)),
  String: (shown) => String(shown),
  template: (shown) => `${shown}`,
  "node:assert": (shown) => messageOr(() => deepStrictEqual(shown, {})),
  expect: (shown) => messageOr(() => expect(shown).toEqual({ another: 1 })),
};

let gateway: Gateway;
let all: PublicObjects;

beforeAll(async () => {
  gateway = await startGateway({ token: REDIS_TOKEN });
  all = await publicObjects(gateway, uniqueName());
});
afterAll(async () => {
  await all?.release();
  await gateway?.close();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function messageOr(show: () => unknown): string {
  try {
    return String(show());
  } catch (error) {
    return inspect(error, ALL);
  }
}

/** Returns all reachable own members as text, enumerable or not. */
function walk(value: unknown, seen: Set<unknown>): string[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [String(value)];
  if (seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => {
    // `caller` and `arguments` of functions throw.
    const told: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    return [String(key), ...walk(told, seen)];
  });
}

async function thrown(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function hits(shown: unknown, secrets: readonly string[]): string[] {
  return Object.entries(WAYS).flatMap(([way, show]) => {
    const text = show(shown);
    return secrets.filter((secret) => text.includes(secret)).map((secret) => `${way}: ${secret}`);
  });
}

describe("a public object", () => {
  it("shows no token, no text of a hold and no id of one, however it is shown", () => {
    expect(all.objects.size).toBeGreaterThan(35);
    expect(all.secrets.length).toBeGreaterThan(15);
    const found = [...all.objects].flatMap(([what, shown]) => hits(shown, all.secrets).map((hit) => `${what}, ${hit}`));
    expect(found).toEqual([]);
  });

  it("fails this test when it has a secret", () => {
    for (const [way, show] of Object.entries(WAYS)) {
      const told = show({ own: { token: REDIS_TOKEN }, toString: () => REDIS_TOKEN });
      expect
        .soft(told.includes(REDIS_TOKEN) || way === "inspect of its class" || way === "structuredClone", way)
        .toBe(true);
    }
  });

  it("shows its facts, in Node and as JSON", () => {
    const locks = createLocks({ redis: gateway, prefix: "p:" });
    expect(inspect(locks)).toBe("Locks { prefix: 'p:' }");
    expect(inspect({ lock: locks.lock("orders:42") })).toBe("{ lock: Lock { name: 'orders:42', kind: 'lock' } }");
    expect(inspect(locks.nonReentrantFairLock("x"))).toBe("Lock { name: 'x', kind: 'nonReentrantFairLock' }");
    expect(inspect(locks.readWriteLock("x").writeLock())).toBe("Lock { name: 'x', kind: 'writeLock' }");
    expect(inspect(locks.multiLock(locks.lock("a"), locks.lock("b")))).toBe("Lock { name: 'a, b', kind: 'multiLock' }");
    expect(inspect(locks.readWriteLock("x"))).toBe("ReadWriteLock { name: 'x' }");
    expect(inspect(locks.semaphore("x"))).toBe("Semaphore { name: 'x' }");
    expect(inspect(locks.fence("x"))).toBe("Fence { resource: 'x' }");
    expect(inspect([locks.lock("x")], { depth: 0 })).toBe("[ [Lock] ]");
    expect(JSON.stringify({ lock: locks.lock("orders:42") })).toBe('{"lock":{"name":"orders:42","kind":"lock"}}');
    expect(String(locks.lock("x"))).toBe("[object Lock]");
    const watchdog = remoteWatchdog({ url: "https://locks.example.com", token: API_TOKEN });
    expect(inspect(watchdog)).toBe("RemoteWatchdog { url: 'https://locks.example.com/v1/locks' }");
    const remote = createRemoteLocks({ url: "https://locks.example.com", token: API_TOKEN });
    expect(inspect(remote)).toBe("RemoteLocks { url: 'https://locks.example.com/v1/locks' }");
    expect(inspect(remote.fairLock("x"))).toBe("Lock { name: 'x', kind: 'fairLock' }");
  });

  it("that is a hold shows its facts", () => {
    const held = all.objects.get("Held of fencedLock") as Held;
    const { name, owner, label, leaseMs, holdCount, fencingToken, waited, waitedMs } = held;
    expect(JSON.parse(JSON.stringify(held))).toEqual({
      ...{ name, owner, label, kind: "fencedLock", leaseMs, holdCount, fencingToken, waited, waitedMs },
      validUntil: expect.any(Number),
    });
    expect(inspect(all.objects.get("KeepAlive"))).toMatch(/^KeepAlive \{ lockName: '/);
    // With its id, any client may release it.
    const permit = all.objects.get("Permit") as Permit;
    expect(Object.keys(JSON.parse(JSON.stringify(permit)))).toEqual(["name", "leaseMs", "validUntil"]);
    expect(inspect({ ...permit })).toBe("{}");
  });
});

describe("an error", () => {
  it("is JSON with its message, code and facts", () => {
    expect(JSON.parse(JSON.stringify(all.objects.get("LOCK_BUSY of another client")))).toMatchObject({
      name: "LockBusyError",
      code: "LOCK_BUSY",
      message: expect.stringContaining("is held by another owner"),
      attempts: 1,
    });
  });

  /** Makes fetch fail as a tracer or a mock does: with the request and its headers on the error and in its message. */
  function failingFetch(): void {
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const inner = Object.assign(new Error(`refused ${JSON.stringify(init.headers)}`), { code: "ECONNREFUSED", init });
      throw Object.assign(new TypeError(`fetch of ${url} failed: ${JSON.stringify(init)}`, { cause: inner }), { init });
    });
  }

  it("of a fetch that failed has no token in its causes", async () => {
    failingFetch();
    const error = await thrown(createLocks({ redis: gateway }).lock("x").acquire({ waitMs: 0 }));
    expect(error).toMatchObject({
      code: "REDIS_UNREACHABLE",
      cause: { name: "TypeError", cause: { code: "ECONNREFUSED" } },
    });
    expect(hits(error, [REDIS_TOKEN])).toEqual([]);
  });

  it("of a hand-off whose fetch failed has neither the API's token nor the text of the hold in its causes", async () => {
    const watchdog = remoteWatchdog({ url: "https://locks.example.com", token: API_TOKEN });
    const held = await createLocks({ redis: gateway, watchdog }).lock(uniqueName()).acquire();
    failingFetch();
    const error = await thrown(held.handOff({ maxHoldMs: 1_000 }));
    expect(isLockError(error) && error.code).toBe("WATCHDOG_UNREACHABLE");
    expect(hits(error, [API_TOKEN, held.serialize()])).toEqual([]);
    vi.unstubAllGlobals();
    await held.release();
  });

  it("of a remote lock whose fetch failed has neither the API's token nor the text of the hold in its causes", async () => {
    const held = all.objects.get("Held of a remote lock") as Held;
    const remote = createRemoteLocks({ url: "https://locks.example.com", token: API_TOKEN });
    failingFetch();
    const refused = await thrown(remote.lock("x").acquire({ waitMs: 0 }));
    expect(refused).toMatchObject({ code: "REDIS_UNREACHABLE", cause: { cause: { code: "ECONNREFUSED" } } });
    const resumed = await thrown(remote.resume(held.serialize()));
    expect(resumed).toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect(hits([refused, resumed], all.secrets)).toEqual([]);
  });

  it("of a Redis that is away has no token in its causes", async () => {
    const gone = await startGateway({ token: REDIS_TOKEN });
    await gone.close();
    const error = await thrown(createLocks({ redis: gone }).lock("x").tryAcquire());
    expect(error).toMatchObject({ code: "REDIS_UNREACHABLE" });
    expect(hits(error, [REDIS_TOKEN])).toEqual([]);
  });
});
