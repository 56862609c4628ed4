// A holder that is killed: its lock is kept until then, and is free after at most one lease.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import { ReadWriteState } from "../../support/read-write-state.ts";
import { countsOf, resetCounts, setFaults } from "../../support/rest.ts";
import { startHolder } from "../../support/start-holder.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const LEASE_MS = 1_500;

describe.concurrent.each(["plain", "fair", "read", "write"] as const)("the %s lock", (kind) => {
  it("is freed within one lease when its holder is killed while renewing", async () => {
    const redis = await sharedGateway();
    const name = uniqueName();
    // Only the holder's lease is short.
    const locks = createLocks({ redis });
    const shared = locks.readWriteLock(name);
    const byKind = {
      plain: locks.lock(name),
      fair: locks.fairLock(name),
      read: shared.readLock(),
      write: shared.writeLock(),
    };
    const lock = byKind[kind];
    // Excludes every other client until then. For the read lock the other is a writer: readers would get in.
    const others = kind === "read" ? byKind.write : lock;
    await using holder = startHolder(redis, name, { leaseMs: LEASE_MS, kind });
    const owner = await holder.line();
    // Longer than the lease, so that only renewals keep it.
    await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
    expect(await lock.isHeldBy(owner)).toBe(true);
    await holder.kill();
    const start = performance.now();
    await using next = await others.acquire({ waitMs: 3 * LEASE_MS });
    // An allowance after the end of the lease: one pause of the waiter, and the runs themselves.
    expect(performance.now() - start).toBeLessThan(LEASE_MS + 1_000);
    expect(await next.check()).toBe(true);
  });
});

it.concurrent("a reader that is killed while renewing is not kept by another reader's renewals", async () => {
  const redis = await sharedGateway();
  const name = uniqueName();
  const lock = createLocks({ redis }).readWriteLock(name);
  await using holder = startHolder(redis, name, { leaseMs: LEASE_MS, kind: "read" });
  const owner = await holder.line();
  expect(await lock.readLock().isHeldBy(owner)).toBe(true);
  const living = await createLocks({ redis, leaseMs: 2 * LEASE_MS })
    .readWriteLock(name)
    .readLock()
    .acquire();
  living.keepAlive(new BackgroundWork());
  const leases = async () => Object.keys(await new ReadWriteState(redis, name).timeouts());
  expect(await leases()).toHaveLength(2);
  await holder.kill();
  await eventually(async () => (await leases()).length === 1, LEASE_MS + 1_000);
  expect(await lock.writeLock().tryAcquire()).toBeNull();
  // The remains of the dead reader end with it.
  expect(await living.release()).toEqual({ outcome: "released", holdCount: 0 });
  await (await lock.writeLock().acquire({ waitMs: 0 })).release();
});

it("a process without further work exits although it holds and renews: the lock ends with its lease", async () => {
  const redis = await sharedGateway();
  const name = uniqueName();
  const lock = createLocks({ redis }).lock(name);
  // A lease so long that waiting for it would fail the test.
  await using holder = startHolder(redis, name, { leaseMs: 60_000, afterwards: "leave" });
  expect(await holder.ended).toMatchObject({ code: 0 });
  expect(await lock.forceRelease()).toBe(true);
});

it("a process whose release Redis does not answer sends it again, and exits by itself", async () => {
  const redis = await separateGateway();
  const name = uniqueName();
  await using holder = startHolder(redis, name, { leaseMs: 2 * LEASE_MS, afterwards: "release" });
  await holder.line();
  await resetCounts(redis);
  await setFaults(redis, 1, [{ fault: "hold-back", reply: false }]);
  holder.write("release\n");
  expect(await holder.ended).toMatchObject({ code: 0 });
  expect((await countsOf(redis)).requests).toBeGreaterThan(1);
});
