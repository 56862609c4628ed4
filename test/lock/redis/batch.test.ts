// Locks of one client on a real Redis: which scripts share a request, and what its faults do.

import { Redis } from "@upstash/redis";
import { afterEach, describe, expect, it } from "vitest";
import { type Client, createClient, keyLocking, lock, throughClient } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { ownGateway } from "../../tools/gateway/support.ts";

const [gateway, strict] = await Promise.all([ownGateway(), ownGateway({ keyLocking: true })]);
const LEASE_MS = 20_000;
const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
const names = (count: number): string[] => Array.from({ length: count }, () => uniqueName());

afterEach(() => gateway.faults.clear());

async function requestsOf(run: () => Promise<unknown>): Promise<number> {
  await gateway.resetCounters();
  await run();
  return (await gateway.counters()).requests;
}

/** How often a script that acquires ran for each name, by the hold that it names. */
function holdsWitnessed(name: string): Set<unknown> {
  const entries = gateway.witness().filter(({ command: [, , , key] }) => key === name);
  return new Set(entries.map(({ command }) => command[3 + Number(command[2]) + 2]));
}

describe("one request", () => {
  it("is shared by all kinds whose scripts start in one tick", async () => {
    const run = async (): Promise<void> => {
      const [a = "", b = "", c = "", d = "", e = "", f = ""] = names(6);
      const held = await Promise.all([
        locks.lock(a).acquire(),
        locks.fairLock(b).acquire(),
        locks.fencedLock(c).acquire(),
        locks.readWriteLock(d).readLock().acquire(),
        locks.multiLock(locks.lock(e), locks.lock(f)).acquire(),
      ]);
      await Promise.all(held.map((hold) => hold.release()));
    };
    await run();
    expect(await requestsOf(run)).toBe(2);
  });

  it("is shared by calls that continue after the answers of one request", async () => {
    const all = names(20);
    const mixed = async (): Promise<void> => {
      const first = await Promise.all(all.slice(0, 10).map((name) => locks.lock(name).acquire()));
      // Half of them acquire while the others release, in two steps of one tick each.
      await Promise.all([
        ...first.map(async (hold) => {
          await hold.release();
          await locks.lock(hold.name).isLocked();
        }),
        ...all.slice(10).map(async (name) => {
          const hold = await locks.lock(name).acquire();
          await hold.release();
        }),
      ]);
    };
    await mixed();
    expect(await requestsOf(mixed)).toBe(3);
  });

  it("is never shared by two clients", async () => {
    const other = createLocks({ redis: gateway, leaseMs: LEASE_MS });
    const [a = "", b = ""] = names(2);
    const run = () => Promise.all([locks.lock(a).isLocked(), other.lock(b).isLocked()]);
    await run();
    expect(await requestsOf(run)).toBe(2);
  });
});

describe("of fifty locks that share requests,", () => {
  const all = (): Promise<void>[] =>
    names(50).map(async (name) => {
      const held = await locks.lock(name).acquire();
      expect(held.holdCount).toBe(1);
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      expect(holdsWitnessed(name).size).toBe(1);
      expect(await locks.lock(name).isLocked()).toBe(false);
    });

  it.each([
    ["whose request is lost", [{ fault: "drop-before", request: [1, 2] }]],
    ["whose reply is lost", [{ fault: "drop-reply", request: [1, 2] }]],
    ["whose reply is cut", [{ fault: "cut-body", request: 1, atByte: 100 }]],
    ["whose request is doubled", [{ fault: "duplicate" }]],
    ["whose request is doubled late", [{ fault: "duplicate", delayMs: 50 }]],
    ["whose replies are those of earlier requests", [{ fault: "replay-reply", probability: 0.3 }]],
    ["whose replies are swapped", [{ fault: "swap-replies", delayMs: 100, times: 20 }]],
    ["whose server fails", [{ fault: "answer", request: [1, 2], status: 500, executes: true }]],
  ] as const)("each one %s is held once, and released once", async (_, rules) => {
    await Promise.all(all());
    gateway.faults.set({ seed: 1, rules });
    await Promise.all(all());
  });

  it("each is renewed and released by its own hold", async () => {
    const holds = await Promise.all(names(50).map((name) => locks.lock(name).acquire()));
    gateway.faults.set({ seed: 1, rules: [{ fault: "drop-reply", request: 1 }] });
    await Promise.all(holds.map((hold) => hold.renew()));
    gateway.faults.clear();
    const [first, ...others] = holds;
    await locks.lock(first?.name ?? "").forceRelease();
    expect(await Promise.all(holds.map((hold) => hold.check()))).toEqual([false, ...others.map(() => true)]);
    const ends = await Promise.all(others.map((hold) => hold.release()));
    expect(ends).toEqual(others.map(() => ({ outcome: "released", holdCount: 0 })));
  });
});

it("fifty callers of one lock exclude each other, whatever happens to their requests", async () => {
  const name = uniqueName();
  gateway.faults.set({
    seed: 3,
    rules: [
      { fault: "drop-reply", probability: 0.1 },
      { fault: "duplicate", probability: 0.1, delayMs: 20 },
      { fault: "drop-before", probability: 0.1 },
    ],
  });
  let inside = 0;
  const background = new BackgroundWork();
  const run = locks.lock(name);
  await Promise.all(
    Array.from({ length: 50 }, () =>
      run.withLock(
        async (held) => {
          inside += 1;
          expect(inside).toBe(1);
          await held.check().catch(() => false);
          inside -= 1;
        },
        { waitMs: 60_000, onUnreachable: "wait", context: background },
      ),
    ),
  );
  await eventually(async () => !(await run.isLocked()));
});

describe("a request of its own", () => {
  const acquireAll = (client: Client, all: readonly string[]): Promise<unknown> =>
    Promise.all(all.map(async (name) => (await lock(client, name).acquire()).release()));

  it("has each script with locked keys: those of one request would run one after the other", async () => {
    const client = createClient({ redis: strict, leaseMs: LEASE_MS, keyLocking: keyLocking() });
    const all = names(3);
    await acquireAll(client, all);
    await strict.resetCounters();
    await acquireAll(client, all);
    expect((await strict.counters()).requests).toBe(6);
    client.close();
  });

  it("has each acquire of permits without a lease, and none of their releases", async () => {
    const semaphores = names(3).map((name) => locks.semaphore(name));
    await Promise.all(semaphores.map((semaphore) => semaphore.trySetPermits(2)));
    const acquires = (): Promise<unknown> => Promise.all(semaphores.map((semaphore) => semaphore.acquire()));
    await acquires();
    expect(await requestsOf(acquires)).toBe(3);
    const releases = (): Promise<unknown> => Promise.all(semaphores.map((semaphore) => semaphore.release()));
    await releases();
    expect(await requestsOf(releases)).toBe(1);
  });

  it("has each script of a client through @upstash/redis", async () => {
    const client = createClient({ redis: throughClient(new Redis(gateway)), leaseMs: LEASE_MS });
    const all = names(3);
    await acquireAll(client, all);
    expect(await requestsOf(() => acquireAll(client, all))).toBe(6);
    client.close();
  });
});
