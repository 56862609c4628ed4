// Redis killed and restarted, the gateway away: errors report it, nothing crashes, nothing stays stuck.
import { afterEach, beforeEach, expect, it } from "vitest";
import { isLockError, type LockEvent } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { hasRedis } from "../../support/only-redis.ts";
import { command } from "../../support/rest.ts";
import { type ServedGateway, startServedGateway } from "../../support/server.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { kinds } from "../contract/kinds.ts";

const LEASE_MS = 3_000;
const TOKEN = "canary-5ecret";
let gateway: ServedGateway;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeEach(async () => {
  gateway = await startServedGateway({ token: TOKEN });
  process.on("unhandledRejection", onUnhandled);
});
afterEach(async () => {
  await gateway.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "resolved",
    (caught: unknown) => caught,
  );
  if (!isLockError(error)) throw error;
  expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain(TOKEN);
  return error.code;
}

it("a client reports Redis as unreachable while it is away, and continues when it is back", async () => {
  const events: LockEvent[] = [];
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, onEvent: (event) => events.push(event) });
  const lock = locks.lock("away");
  const held = await lock.acquire();
  const kept = held.keepAlive(new BackgroundWork());

  await gateway.redis.kill("SIGKILL");
  expect(await codeOf(locks.lock("other").acquire())).toBe("REDIS_UNREACHABLE");
  expect(await codeOf(locks.lock("other").tryAcquire())).toBe("REDIS_UNREACHABLE");
  expect(await codeOf(lock.isLocked())).toBe("REDIS_UNREACHABLE");
  expect(await codeOf(lock.forceRelease())).toBe("REDIS_UNREACHABLE");
  expect(await codeOf(held.check())).toBe("REDIS_UNREACHABLE");

  // The hold ends at the end of its lease, not before, because a renewal may still succeed.
  expect(await kept.ended).toMatchObject({ reason: "lost" });
  expect(held.signal.aborted).toBe(true);
  expect(events.map(({ type }) => type)).toContain("renewal-failing");
  await eventually(() => events.at(-1)?.type === "lost");
  expect(events.at(-1)).toMatchObject({ type: "lost", reason: "lease-ended" });
  expect(await codeOf(held.release())).toBe("REDIS_UNREACHABLE");
  await held[Symbol.asyncDispose]();

  await gateway.redis.restart();
  const again = await eventually(() => lock.tryAcquire().catch(() => null));
  expect(await held.release()).toMatchObject({ outcome: "taken" });
  expect(await again.release()).toMatchObject({ outcome: "released" });
});

it("a hold survives a Redis that is away for less than its lease, when Redis keeps its data", async () => {
  const events: LockEvent[] = [];
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, onEvent: (event) => events.push(event) });
  const held = await locks.lock("stopped").acquire();
  held.keepAlive(new BackgroundWork());
  await gateway.redis.kill("SIGSTOP");
  await eventually(() => events.some(({ type }) => type === "renewal-failing"));
  await gateway.redis.kill("SIGCONT");
  await eventually(() => events.some(({ type }) => type === "renewed"));
  expect(await held.check()).toBe(true);
  expect(await held.release()).toMatchObject({ outcome: "released" });
});

it("an acquire that hung in a stopped Redis takes nothing when it runs after its caller gave up", async () => {
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  await gateway.redis.kill("SIGSTOP");
  const given = codeOf(locks.lock("ghost").tryAcquire());
  expect(await given).toBe("OUTCOME_UNKNOWN");
  await gateway.redis.kill("SIGCONT");
  await eventually(() => gateway.witness().filter(({ command }) => command.includes("ghost")).length >= 2);
  await eventually(async () => !(await locks.lock("ghost").isLocked()));
});

it("a client reports a key of any other type, and leaves it unchanged", async () => {
  const lock = createLocks({ redis: gateway, leaseMs: LEASE_MS }).lock("foreign");
  const others: (string | number)[][] = [
    ["SET", "foreign", "x"],
    ["RPUSH", "foreign", "x"],
    ["SADD", "foreign", "x"],
    ["ZADD", "foreign", 1, "x"],
    // The engine has no streams.
    ...(hasRedis ? [["XADD", "foreign", "*", "a", "b"]] : []),
  ];
  for (const other of others) {
    await command(gateway, ...other);
    expect(await codeOf(lock.acquire())).toBe("NOT_A_LOCK");
    expect(await command(gateway, "DEL", "foreign")).toBe(1);
  }
});

it("a Redis that restarted empty causes a loss, found at the next renewal, for every kind", async () => {
  const lost: string[] = [];
  const onEvent = ({ type, owner }: LockEvent): unknown => type === "lost" && lost.push(owner);
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS, onEvent });
  const holds = await Promise.all(
    Object.values(kinds).map(async (kind) => {
      const lock = kind.lock(locks, `emptied ${kind.name}`);
      const held = await lock.acquire();
      return { lock, held, kept: held.keepAlive(new BackgroundWork()) };
    }),
  );
  await gateway.redis.restart();
  for (const { lock, held, kept } of holds) {
    expect(await kept.ended).toMatchObject({ reason: "lost" });
    expect(held.signal.aborted).toBe(true);
    await (await lock.acquire({ waitMs: 0 })).release();
  }
  expect(lost.sort()).toEqual(holds.map(({ held }) => held.owner).sort());
});

it("waiters of a fair lock queue again in a Redis that restarted empty, and all get in, one after the other", async () => {
  const fair = () => createLocks({ redis: gateway, leaseMs: 20_000, waitMs: 15_000, pollMs: 300 }).fairLock("queue");
  const holder = await fair().acquire();
  let waits = 0;
  let inside = 0;
  const waiting = [1, 2, 3].map(async () => {
    await using held = await fair().acquire({ onWait: () => (waits += 1) });
    inside += 1;
    expect(inside).toBe(1);
    expect(await held.check()).toBe(true);
    inside -= 1;
  });
  await eventually(() => waits >= 6);
  await gateway.redis.restart();
  await Promise.all(waiting);
  expect(await holder.check()).toBe(false);
});

it("readers, and a writer that reads, are lost with a Redis that restarted empty, and take nothing from later holders", async () => {
  const locks = createLocks({ redis: gateway, leaseMs: LEASE_MS });
  const [books, notes] = [locks.readWriteLock("books"), locks.readWriteLock("notes")];
  const writer = await notes.writeLock().acquire();
  const holds = [
    await books.readLock().acquire(),
    await books.readLock().acquire({ owner: "p:1" }),
    writer,
    await notes.readLock().acquire({ owner: writer.owner }),
  ];
  const kept = holds.map((held) => held.keepAlive(new BackgroundWork()));
  await gateway.redis.restart();
  for (const { ended } of kept) expect(await ended).toMatchObject({ reason: "lost" });
  const next = [await books.writeLock().acquire(), await notes.readLock().acquire({ owner: writer.owner })];
  for (const held of holds)
    expect(await held.release()).toMatchObject({ outcome: expect.stringMatching(/taken|expired/) });
  for (const held of next) expect(await held.release()).toMatchObject({ outcome: "released" });
});

it("a client reports Redis as unreachable when no server listens at the address", async () => {
  const lock = createLocks({ redis: gateway, leaseMs: LEASE_MS }).lock("gone");
  const held = await lock.acquire();
  await gateway.close();
  expect(await codeOf(lock.acquire())).toBe("REDIS_UNREACHABLE");
  expect(await codeOf(held.release())).toBe("REDIS_UNREACHABLE");
});
