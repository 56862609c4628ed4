// Lock managers beside other locks: with bareNames they share those of the fair read/write lock, and of Redisson;
// without, none.
import { describe, expect, it } from "vitest";
import { createLockManager } from "../../../src/edge/web-locks/index.ts";
import { createLocks } from "../../../src/index.ts";
import { endsChannel } from "../../../src/lock/keys.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { hold, LEASE_MS, pending, rejection } from "../../support/lock-managers.ts";
import { command } from "../../support/rest.ts";
import { uniquePrefix } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const shared = { mode: "shared" } as const;
// A Redisson client, by what it writes.
const JAVA = "8b7f0a3c-1111-4222-8333-944445555666:1";

function both() {
  const prefix = uniquePrefix();
  const client = createLocks({ redis, prefix, leaseMs: LEASE_MS });
  return { prefix, client, locks: createLockManager(client, { bareNames: true }) };
}

describe("with bareNames, a lock manager", () => {
  it("and a fair read/write lock exclude each other, and wait in one queue", async () => {
    const { client, locks } = both();
    const lock = client.fairReadWriteLock("n");
    const first = await hold(locks, "n");
    expect(await lock.readLock().tryAcquire()).toBeNull();
    const order: string[] = [];
    const writer = lock.writeLock().acquire({ waitMs: 20_000 });
    await pending(locks, "n", 1);
    const reader = locks.request("n", shared, () => void order.push("shared"));
    await pending(locks, "n", 2);
    await first.release();
    const held = await writer;
    order.push("writer");
    expect(await locks.query()).toMatchObject({
      held: [{ name: "n", mode: "exclusive", clientId: held.owner.replace(/:[^:]*$/, "") }],
      pending: [{ name: "n", mode: "shared" }],
    });
    await held.release();
    await reader;
    expect(order).toEqual(["writer", "shared"]);
  });

  it("shares with readers of a read/write lock, and steals from them", async () => {
    const { client, locks } = both();
    const reader = await client.readWriteLock("n").readLock().acquire();
    await locks.request("n", { ...shared, ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
    await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
    await locks.request("n", { steal: true }, () => {});
    // A hold of the same client is told at once.
    expect(reader.signal.reason).toMatchObject({ code: "LOCK_STOLEN" });
  });

  it.each(["exclusive", "shared"] as const)(
    "learns at once of a release by force by another client: %s",
    async (mode) => {
      const prefix = uniquePrefix();
      // Its next renewal comes in 20 s.
      const make = () => createLocks({ redis, prefix, leaseMs: 60_000 });
      const client = make();
      const { done, held } = await hold(createLockManager(client, { bareNames: true }), "n", { mode });
      const ended = rejection(done);
      await eventually(async () => Number(await command(redis, "PUBLISH", endsChannel(`${prefix}n`), "-")) > 0);
      // Anybody may send this message: it makes the holder ask Redis.
      await command(redis, "PUBLISH", endsChannel(`${prefix}n`), "* lost");
      const { readLock, writeLock } = make().fairReadWriteLock("n");
      expect(held.signal.aborted).toBe(false);
      expect(await (mode === "shared" ? readLock() : writeLock()).forceRelease()).toBe(true);
      expect(await ended).toMatchObject({ name: "AbortError", cause: { code: "LOCK_LOST" } });
      client.close();
    },
  );

  it("is excluded by Java, whose holders it tells of, and whose release it finds by looking", async () => {
    const { prefix, locks } = both();
    await command(redis, "HSET", `${prefix}n`, "mode", "write", `${JAVA}:write`, "1");
    await command(redis, "PEXPIRE", `${prefix}n`, "60000");
    await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
    const waiting = locks.request("n", () => {});
    await pending(locks, "n", 1);
    const clientId = JAVA.replace(/:1$/, "");
    expect((await locks.query()).held).toEqual([{ name: "n", mode: "exclusive", clientId }]);
    await command(redis, "DEL", `${prefix}n`);
    await waiting;
  });

  it("rejects a plain lock's key with NOT_A_LOCK", async () => {
    const { client, locks } = both();
    const held = await client.lock("n").acquire();
    expect(await rejection(locks.request("n", { steal: true }, () => {}))).toMatchObject({ code: "NOT_A_LOCK" });
    await held.release();
  });

  it("refuses names that plain locks cannot have, after all other checks", async () => {
    const { locks } = both();
    for (const name of ["", "\uD800"]) expect(await rejection(locks.request(name, () => {}))).toBeInstanceOf(TypeError);
    const reason = new Error("own");
    expect(await rejection(locks.request("", { signal: AbortSignal.abort(reason) }, () => {}))).toBe(reason);
  });
});

describe("without bareNames, a lock manager", () => {
  it("meets no other lock of its names, and is in no list of locks", async () => {
    const prefix = uniquePrefix();
    const client = createLocks({ redis, prefix, leaseMs: LEASE_MS });
    const locks = createLockManager(client);
    const held = await client.lock("n").acquire();
    const first = await hold(locks, "n");
    expect((await client.list()).locks.map(({ name }) => name)).toEqual(["n"]);
    expect((await locks.query()).held).toHaveLength(1);
    expect((await createLockManager(client, { bareNames: true }).query()).held).toEqual([]);
    await first.release();
    await held.release();
  });
});
