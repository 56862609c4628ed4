// Warnings of createLocks: of a hold that nobody uses, and of a stream that outlives its lock.
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { createTestLocks, testWatchdog } from "../../../src/engine/testing/index.ts";
import type { Locks } from "../../../src/lock/create-locks.ts";
import type { LockEvent } from "../../../src/lock/events.ts";
import type { Held } from "../../../src/lock/hold/held.ts";
import type { Lock } from "../../../src/lock/kinds/lock.ts";
import { acquireWithin } from "../../../src/lock/kinds/lock-base.ts";
import { kinds } from "../contract/kinds.ts";

let warn: MockInstance<typeof console.warn>;

beforeEach(() => {
  vi.useFakeTimers();
  warn = vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const events: LockEvent[] = [];
  const onEvent = (event: LockEvent): unknown => events.push(event);
  const locks = createTestLocks({ onEvent });
  const watched = (): Locks => locks.redis.locks({ onEvent, watchdog: testWatchdog(locks.redis) });
  return { locks, watched, events, types: () => events.map(({ type }) => type) };
}

/** More than the default lease. */
const pastTheLease = (): Promise<unknown> => vi.advanceTimersByTimeAsync(31_000);

describe("a hold that nobody used before its lease ended", () => {
  it("emits one event before its end, and warns once for all holds of a client", async () => {
    const { locks, events, types } = listening();
    if (await locks.lock("orders:42").tryAcquire()) await pastTheLease();
    expect(types()).toEqual(["acquiring", "acquired", "unused", "lost"]);
    const [, { id, owner } = { id: "", owner: "" }] = events;
    expect(events[2]).toEqual({ type: "unused", id, owner, lockName: "orders:42", kind: "lock", label: "" });
    await locks.fairLock("orders:43").acquire();
    await pastTheLease();
    expect(types().filter((type) => type === "unused")).toHaveLength(2);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(
      'leasehound: lock "orders:42": its lease ended before anything of the hold was used; keep the result of acquire or tryAcquire, and release it. Work that takes longer than the lease needs its keepAlive, or withLock',
    );
  });

  it("warns without a listener", async () => {
    await createTestLocks().lock("c").acquire();
    await pastTheLease();
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]?.[0]).toContain('lock "c"');
  });

  it.each(Object.values(kinds).map((kind) => [kind.name, kind] as const))("is of each kind: %s", async (_, kind) => {
    const { locks, types } = listening();
    await kind.lock(locks, "a").acquire();
    await pastTheLease();
    expect(types()).toEqual(["acquiring", "acquired", "unused", "lost"]);
  });

  it("is one hold of several locks", async () => {
    const { locks, types } = listening();
    await locks.multiLock(locks.lock("a"), locks.lock("b")).acquire();
    await pastTheLease();
    expect(types()).toEqual(["acquiring", "acquired", "unused", "lost"]);
  });
});

describe("no event and no warning", () => {
  const uses: Record<string, (held: Held, lock: Lock) => unknown> = {
    owner: (held) => held.owner,
    fencingToken: (held) => held.fencingToken,
    signal: (held) => held.signal,
    validUntil: (held) => held.validUntil,
    "its print": (held) => JSON.stringify(held),
    keepAlive: (held) => held.keepAlive().stop(),
    renew: (held) => held.renew(),
    check: (held) => held.check(),
    release: (held) => held.release(),
    serialize: (held) => held.serialize(),
    handOff: (held) => held.handOff({ maxHoldMs: 60_000 }),
    "the end of its scope": (held) => held[Symbol.asyncDispose](),
  };

  it.each(Object.entries(uses))("comes of a hold of which something was used: %s", async (_, use) => {
    const { watched, types } = listening();
    const lock = watched().lock("a");
    await use(await lock.acquire(), lock);
    await pastTheLease();
    expect(types()).not.toContain("unused");
    expect(warn).not.toHaveBeenCalled();
  });

  it("comes of a hold whose caller chose its owner or a lease of its own, or resumed it, or is a route", async () => {
    const { locks, types } = listening();
    await locks.lock("a").acquire({ owner: "worker-7" });
    await locks.lock("b").acquire({ leaseMs: 5_000 });
    await acquireWithin(locks.lock("d"), undefined, {});
    const text = (await locks.lock("c").acquire()).serialize();
    await locks.resume(text);
    await pastTheLease();
    expect(types().filter((type) => type === "lost")).toHaveLength(5);
    expect(types()).not.toContain("unused");
    expect(warn).not.toHaveBeenCalled();
  });

  it("comes of withLock, singleFlight, a permit, or a hold that is lost before its lease ends", async () => {
    const { locks, types } = listening();
    const longer = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 31_000));
    const work = [
      locks.withLock("a", longer),
      locks.withLock("b", longer, { leaseMs: 5_000 }).catch(() => {}),
      locks.singleFlight("c", longer, { ttlMs: 1_000 }),
      locks.permitExpirableSemaphore("d", { permits: 1 }).acquire(),
    ];
    await locks.lock("e").acquire();
    await locks.lock("e").forceRelease();
    await pastTheLease();
    await Promise.all(work);
    expect(types()).not.toContain("unused");
    expect(warn).not.toHaveBeenCalled();
  });
});

describe("a stream that the function of withLock returned", () => {
  async function* rows(): AsyncGenerator<string> {
    yield "a";
  }
  const streams: Record<string, () => unknown> = {
    "a ReadableStream": () => new ReadableStream(),
    "a Readable of Node": () => Readable.from(["a"]),
    "an async iterator": rows,
  };

  it.each(Object.entries(streams))("warns once that its lock is released: %s", async (_, make) => {
    const locks = createTestLocks();
    const given = make();
    expect(await locks.withLock("orders:42", () => given)).toBe(given);
    await locks.fairLock("b").withLock(make);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(
      'leasehound: lock "orders:42": withLock released it before the stream that its function returned was read; use lockRoute for the stream of a response, or keep the lock with held.keepAlive(context, { until })',
    );
  });

  it("does not warn for a Response, a stream that was read, or any other result", async () => {
    const locks = createTestLocks();
    const read = Readable.from(["a"]);
    for await (const _ of read);
    const asked = (name: unknown): unknown => {
      if (typeof name === "symbol") throw new Error("asked for a symbol");
      return name === "then" ? undefined : () => {};
    };
    const stub = new Proxy({}, { get: (_, name) => asked(name) });
    const results = [new Response(new ReadableStream()), read, [rows()], "text", new Map(), null, undefined, stub];
    for (const result of results) expect((await locks.withLock("a", () => result)) === result).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  it("does not warn while the hold is kept, or another object has it", async () => {
    const locks = createTestLocks();
    await locks.withLock("a", (held) => {
      held.keepAlive(undefined, { until: new Promise(() => {}) });
      return new ReadableStream();
    });
    await locks.withLock("b", (held) => {
      held.serialize({ move: true });
      return new ReadableStream();
    });
    expect(await locks.lock("a").isLocked()).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });
});
