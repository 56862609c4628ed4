// The maximum that callers of the lock API may have at once, and the reply beyond that.
import type { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLocks, type Entrusted, type Locks, type Watchdog } from "../../../src/index.ts";
import { namespaceWatchdog } from "../../../src/lock/watchdog/durable-object-watchdog.ts";
import { withinWaitLimit } from "../../../src/service/access/rates.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, agreeableWatchdog, application, call } from "../../support/lock-api.ts";
import { uniqueName } from "../../support/unique-name.ts";

const DAY_MS = 86_400_000;

let gateway: Gateway;
let asked: Entrusted[];
let locks: Locks;
let app: Hono;
let name: string;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  asked = [];
  locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog(asked) });
  app = application({ locks });
  name = uniqueName();
});
afterEach(() => {
  vi.useRealTimers();
});

const asks = (text: string): number =>
  gateway.witness().filter(({ command }) => command.some((word) => String(word).includes(text))).length;
const isKnown = (text: string): boolean => asks(text) > 0;

describe("an acquire", () => {
  it.each([
    ["leaseMs", 999, "from 1000 to 600000"],
    ["leaseMs", 600_001, "from 1000 to 600000"],
    ["leaseMs", "30000", "from 1000 to 600000"],
    ["leaseMs", 1_000.5, "from 1000 to 600000"],
    ["waitMs", -1, "from 0 to 60000"],
    ["waitMs", 60_001, "from 0 to 60000"],
    ["waitMs", null, "from 0 to 60000"],
  ])("names the bounds of %s: %j", async (option, value, bounds) => {
    const { status, body } = await call(app, name, "acquire", { [option]: value });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`\\"${option}\\" must be a whole number of milliseconds ${bounds}`);
    expect(isKnown(name)).toBe(false);
  });
});

describe("a hand-off", () => {
  it.each([
    ["of a hold", {}, 54],
    ["of an owner that was passed", { owner: "o:1" }, 36],
    ["of a reader", { kind: "readLock" }, 36],
    ["of a reader that was passed", { kind: "readLock", owner: "o:1" }, 3],
  ])("%s has a maximal number of leases: %j, %i", async (_, fields, leases) => {
    const { hold } = (await call(app, name, "acquire", fields)).body;
    const handOff = (more: object): Promise<Answer> => call(app, name, "hand-off", { hold, ...more });
    for (const leaseMs of [30_000, 1_600_000]) {
      const longest = leases * leaseMs;
      expect((await handOff({ leaseMs, maxHoldMs: longest })).body).toMatchObject({ leaseMs, maxHoldMs: longest });
      // A day is the limit of every hold.
      const status = longest < DAY_MS ? 422 : 400;
      const refused = { status, body: { code: "INVALID_OPTION", option: "maxHoldMs" } };
      expect(await handOff({ leaseMs, maxHoldMs: longest + 1 })).toMatchObject(refused);
    }
    // The lease follows from the hold when the caller gives none.
    const longest = leases * 1_600_000;
    expect((await handOff({ maxHoldMs: longest })).body).toMatchObject({ leaseMs: 1_600_000 });
    expect((await handOff({ maxHoldMs: 5_000 })).body).toMatchObject({ leaseMs: 120_000 });
    expect(longest).toBeLessThanOrEqual(DAY_MS);
    expect(asked).toHaveLength(4);
  });

  it.each([
    ["leaseMs", { maxHoldMs: 60_000, leaseMs: 29_999 }],
    ["leaseMs", { maxHoldMs: 60_000, leaseMs: 1_600_001 }],
    ["leaseMs", { maxHoldMs: 60_000, leaseMs: "30000" }],
    ["leaseMs", { maxHoldMs: 60_000, leaseMs: 30_000.5 }],
    ["maxHoldMs", {}],
    ["maxHoldMs", { maxHoldMs: 999 }],
    ["maxHoldMs", { maxHoldMs: DAY_MS + 1 }],
    ["maxHoldMs", { maxHoldMs: null }],
    ["requestId", { maxHoldMs: 60_000, requestId: "a b" }],
  ])("with a wrong %s is refused with that name: %j", async (option, fields) => {
    const { hold } = (await call(app, name, "acquire")).body;
    expect(await call(app, name, "hand-off", { hold, ...fields })).toMatchObject({ status: 400, body: { option } });
    expect(asked).toEqual([]);
  });

  it("whose requestId has ended is answered with 409, and no Retry-After", async () => {
    const over: Watchdog = {
      ...agreeable(),
      entrust: async () => ({ kind: "unconfirmed", problem: "this request has ended", isOver: true }),
    };
    const ended = application({ locks: createLocks({ redis: gateway, watchdog: over }) });
    const { hold } = (await call(ended, name, "acquire")).body;
    const refused = await call(ended, name, "hand-off", { hold, maxHoldMs: 60_000, requestId: "request-1" });
    expect(refused).toMatchObject({ status: 409, body: { code: "REQUEST_ENDED" } });
    expect(refused.headers.get("retry-after")).toBeNull();
  });

  it("beyond the caller's share is answered with 429", async () => {
    const full: Watchdog = { ...agreeable(), entrust: async () => ({ kind: "full" }) };
    const crowded = application({ locks: createLocks({ redis: gateway, watchdog: full }), maxKeptHolds: 7 });
    const { hold } = (await call(crowded, name, "acquire")).body;
    const refused = await call(crowded, name, "hand-off", { hold, maxHoldMs: 60_000 });
    expect(refused).toMatchObject({ status: 429, body: { code: "HTTP_429" } });
    expect(refused.headers.get("retry-after")).toBe("60");
  });

  it("is counted by one object for all of them, so that their sum is within the bound", async () => {
    const counted = new Map<string, number>();
    let isConfirmed = true;
    const object = (of: string): Watchdog => ({
      ...agreeable(),
      entrust: async (entrusted) =>
        isConfirmed ? agreeable().entrust(entrusted) : { kind: "unconfirmed", problem: "Redis is away" },
      count: async ({ quota }) => {
        if ((counted.get(of) ?? 0) >= Number(quota?.most)) return "full";
        counted.set(of, (counted.get(of) ?? 0) + 1);
        return "new";
      },
      uncount: async () => void counted.set(of, (counted.get(of) ?? 0) - 1),
    });
    const watchdog = namespaceWatchdog({ getByName: object }, { shards: 4, location: undefined });
    const crowded = application({ locks: createLocks({ redis: gateway, watchdog }), maxKeptHolds: 1 });
    const handOff = async (): Promise<number> => {
      const lock = uniqueName();
      const { hold } = (await call(crowded, lock, "acquire")).body;
      return (await call(crowded, lock, "hand-off", { hold, maxHoldMs: 60_000 })).status;
    };
    isConfirmed = false;
    expect(await handOff()).toBe(503);
    isConfirmed = true;
    const statuses = await Promise.all(Array.from({ length: 12 }, handOff));
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    expect(statuses.filter((status) => status === 429)).toHaveLength(11);
    expect(counted.size).toBe(1);
    expect(asked.at(-1)?.quota).toBeUndefined();
  });

  function agreeable(): Watchdog {
    return agreeableWatchdog(asked);
  }
});

describe("an owner", () => {
  it.each(["lock", "fairLock", "readLock", "writeLock"])("has 64 holds of a %s at most", async (kind) => {
    const owner = "o:1";
    for (let holds = 1; holds <= 64; holds += 1) {
      expect((await call(app, name, "acquire", { kind, owner })).body).toMatchObject({ holdCount: holds });
    }
    const refused = await call(app, name, "acquire", { kind, owner });
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_HOLDS" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    const lock = { lock: locks.lock(name), fairLock: locks.fairLock(name) }[kind];
    if (lock !== undefined) expect(await lock.holdCount(owner)).toBe(64);
  });
});

describe("waits", () => {
  it("are limited to 16 of one caller: the next is answered with 429, and Redis is not asked", async () => {
    const holder = await locks.lock(name).acquire();
    const leaving = new AbortController();
    const { signal } = leaving;
    const before = asks(name);
    const waiting = Array.from({ length: 16 }, () => {
      return call(app, name, "acquire", { waitMs: 30_000 }, { signal, ...bodyOf({ waitMs: 30_000 }) });
    });
    // By then, each of them counts as waiting.
    await eventually(() => asks(name) >= before + waiting.length);
    const next = uniqueName();
    const refused = await call(app, next, "acquire", { waitMs: 30_000 });
    expect(refused).toMatchObject({ status: 429, body: { code: "HTTP_429" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(isKnown(next)).toBe(false);
    // Callers that do not wait, and those with a hold, are served.
    expect((await call(app, next, "acquire")).status).toBe(200);
    leaving.abort();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 499));
    expect((await call(app, uniqueName(), "acquire", { waitMs: 10 })).status).toBe(200);
    await holder.release();
  });

  it("are limited to 256 of all callers of an isolate", async () => {
    let over = (): void => {};
    const end = new Promise<void>((resolve) => {
      over = resolve;
    });
    const waits = Array.from({ length: 256 }, (_, at) => withinWaitLimit({ id: `p${at % 16}` }, 1_000, () => end));
    await expect(withinWaitLimit({ id: "another" }, 1_000, () => end)).rejects.toMatchObject({ status: 429 });
    await withinWaitLimit({ id: "another" }, 0, async () => {});
    over();
    await Promise.all(waits);
    await withinWaitLimit({ id: "another" }, 1_000, async () => {});
  });

  it("of a cut invocation stop counting after their time", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const never = new Promise<void>(() => {});
    for (let waits = 0; waits < 16; waits += 1) void withinWaitLimit({ id: "cut" }, 60_000, () => never);
    vi.advanceTimersByTime(69_999);
    await expect(withinWaitLimit({ id: "cut" }, 1, async () => {})).rejects.toMatchObject({ status: 429 });
    vi.advanceTimersByTime(2);
    await withinWaitLimit({ id: "cut" }, 1, async () => {});
  });

  it("that fail, or are refused, stop counting", async () => {
    await using _ = await locks.lock(name).acquire();
    for (let waits = 0; waits < 40; waits += 1) {
      expect((await call(app, name, "acquire", { waitMs: 1 })).status).toBe(423);
      expect((await call(app, name, "acquire", { waitMs: 1, owner: "a b" })).status).toBe(400);
    }
  });
});

function bodyOf(fields: object): { body: string } {
  return { body: JSON.stringify(fields) };
}
