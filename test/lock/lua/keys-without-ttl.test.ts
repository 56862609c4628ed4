// Every key expires by itself, except for those that docs/audit/replay-safety.md lists, each with a reason and a
// remedy.
import { expect, it } from "vitest";
import { createLockManager } from "../../../src/edge/web-locks/index.ts";
import { createLocks, refreshOnce } from "../../../src/index.ts";
import { fairAcquireCall } from "../../../src/lock/lua/fair.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { keysWithoutTtl } from "../../support/keys-without-ttl.ts";
import { command } from "../../support/rest.ts";
import { kinds } from "../contract/kinds.ts";
import { newOwners } from "./replay/table.ts";

const { gateway, run } = await emptyGateway();

const LOOK = `local all = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  if redis.call('PTTL', key) == -1 then table.insert(all, key) end
end
return all`;

it("keys without a TTL after a run of all kinds are those that docs/audit/replay-safety.md lists", async () => {
  const locks = createLocks({ redis: gateway, leaseMs: 20_000 });
  for (const kind of Object.values(kinds)) {
    for (const end of ["released", "left"]) {
      const lock = kind.lock(locks, `${kind.name} ${end}`);
      const held = await lock.acquire();
      const passed = await kind.lock(locks, `${kind.name} passed ${end}`).acquire({ owner: held.owner });
      const other = await lock.tryAcquire();
      await other?.release();
      if (end === "released") for (const each of [held, passed]) await each.release();
    }
    await kind.lock(locks, `${kind.name} left`).forceRelease();
  }
  const fair = "lock:whose waiters died";
  for (const owner of ["a:1", "b:2"]) {
    await run(fairAcquireCall({ ...newOwners(fair, owner), leaseMs: 1_000 }, false, false, 5_000));
  }
  await locks.semaphore("permits").trySetPermits(3);
  await locks.semaphore("permits").acquire();
  await locks.permitExpirableSemaphore("leased", { permits: 3 }).acquireMany(2);
  await locks.countDownLatch("latch").trySetCount(2);
  await locks.countDownLatch("latch").countDown();
  await locks.singleFlight("flight", async () => "text", { ttlMs: 5_000 });
  await refreshOnce(locks, "refreshed", {
    read: async () => ({ version: 1 }),
    isFresh: () => false,
    refresh: () => Promise.reject(new Error("refused")),
    write: async () => {},
  }).catch(() => {});
  const { fencingToken } = await locks.fencedLock("fence").acquire();
  await locks.fence("fence").check(fencingToken);
  const manager = createLockManager(locks);
  await manager.request("web", async () => {});
  const found = await command<string[]>(gateway, "EVAL", LOOK, 0);
  const patterns = keysWithoutTtl();
  expect(found.filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
  expect(patterns.filter((pattern) => !found.some((key) => pattern.test(key)))).toEqual([]);
  locks.close();
});
