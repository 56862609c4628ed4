// By which kind a lock is freed that inspect() described, and whether its holders changed meanwhile.
import { expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { kindToFree, ownersIn } from "../../../src/lock/kinds/freeing.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { sleeper } from "../../support/waiting.ts";

const locks = createLocks({ redis: await sharedGateway(), leaseMs: 20_000 });

it("a lock is freed as the kind whose waiters are then woken", async () => {
  const plain = locks.lock(uniqueName());
  const held = await plain.acquire();
  expect(kindToFree(await plain.inspect())).toBe("lock");
  const fair = locks.fairLock(plain.name);
  const waiting = await sleeper((options) => fair.acquire(options));
  expect(kindToFree(await plain.inspect())).toBe("fairLock");
  await held.release();
  await (await waiting.got).release();
  const both = locks.readWriteLock(uniqueName());
  const writes = await both.writeLock().acquire({ owner: "both" });
  expect(kindToFree(await both.inspect())).toBe("writeLock");
  const reads = await both.readLock().acquire({ owner: "both" });
  // Freeing it as a read lock too could free the next readers.
  expect(kindToFree(await both.inspect())).toBe("writeLock");
  await writes.release();
  expect(kindToFree(await both.inspect())).toBe("readLock");
  await reads.release();
});

it.each(["fairReadLock", "fairWriteLock"] as const)("a fair lock with waiters is freed as %s", async (kind) => {
  const fair = locks.fairReadWriteLock(uniqueName());
  const side = kind === "fairReadLock" ? fair.readLock() : fair.writeLock();
  const held = await side.acquire();
  const waiting = await sleeper((options) => fair.writeLock().acquire(options));
  expect(kindToFree(await fair.inspect())).toBe(kind);
  await held.release();
  await (await waiting.got).release();
});

it("the text of more readers than are told stays, and differs when their number does", async () => {
  const lock = locks.readWriteLock(uniqueName());
  const readers = lock.readLock();
  for (let nth = 0; nth < 150; nth += 1) await readers.acquire({ owner: `reader-${nth}` });
  const before = ownersIn(await lock.inspect());
  expect(ownersIn(await lock.inspect())).toBe(before);
  await readers.acquire({ owner: "another" });
  expect(ownersIn(await lock.inspect())).not.toBe(before);
  await readers.forceRelease();
});

it("the text of the owners differs when the holders do, and stays when they renew", async () => {
  const lock = locks.lock(uniqueName());
  const first = await lock.acquire({ owner: "worker" });
  const before = ownersIn(await lock.inspect());
  await first.renew();
  expect(ownersIn(await lock.inspect())).toBe(before);
  await first.release();
  const second = await lock.acquire({ owner: "another" });
  expect(ownersIn(await lock.inspect())).not.toBe(before);
  await second.release();
});
