// LOCK_BUSY for a lock that the caller's own client holds, for the runtime that calls it.
import { expect, it } from "vitest";
import { type CompositeLock, createLocks, isLockError, type Lock, type LockBusyError } from "../../../../src/index.ts";
import { reached } from "../../../support/bare-locks.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { everyKind } from "../kinds.ts";

const RE_ENTER = "; to re-enter, pass { owner: held.owner }";

async function busyOf(lock: Lock | CompositeLock): Promise<LockBusyError> {
  const error: unknown = await lock.acquire({ waitMs: 0 }).catch((reason: unknown) => reason);
  if (!isLockError(error) || error.code !== "LOCK_BUSY") throw new Error("no LOCK_BUSY", { cause: error });
  return error;
}

export function heldHereContract(redis: Endpoint): void {
  const make = () => createLocks({ redis: reached(redis) });

  it.each(everyKind)(
    "$name: LOCK_BUSY says that the client itself holds the lock, until that hold ends",
    async (kind) => {
      const [locks, others] = [make(), make()];
      const name = uniqueName();
      const lock = kind.lock(locks, name);
      const held = await lock.acquire();
      const busy = await busyOf(lock);
      expect(busy.heldByThisClient).toBe(true);
      expect(busy.message).toContain(
        `lock ${JSON.stringify(name)} is held by another acquisition of this client, after`,
      );
      expect(busy.message).toContain(kind.reentrant ? RE_ENTER : "; it is not reentrant: release that hold first");
      const elsewhere = await busyOf(kind.lock(others, name));
      expect(elsewhere.heldByThisClient).toBe(false);
      expect(elsewhere.message).toMatch(/is held by another owner, after .* unless it is renewed$/);
      await held.release();
      await using _ = await kind.lock(others, name).acquire();
      expect((await busyOf(lock)).heldByThisClient).toBe(false);
    },
  );

  it("LOCK_BUSY says so for both sides of a read/write lock", async () => {
    const { readLock, writeLock } = make().readWriteLock(uniqueName());
    const reading = await readLock().acquire();
    const busy = await busyOf(writeLock());
    expect(busy.heldByThisClient).toBe(true);
    expect(busy.message).toContain(`${RE_ENTER} of a hold that writes; release one that reads first`);
    await reading.release();
    await using _ = await writeLock().acquire();
    expect(await busyOf(readLock())).toMatchObject({ heldByThisClient: true });
  });

  it("LOCK_BUSY says so for the locks of a multi lock, whether that holds or waits", async () => {
    const [locks, others] = [make(), make()];
    const [one, two] = [uniqueName(), uniqueName()];
    const multi = locks.multiLock(locks.lock(one), locks.lock(two));
    {
      await using _ = await multi.acquire();
      expect(await busyOf(locks.lock(two))).toMatchObject({ heldByThisClient: true });
      expect(await busyOf(multi)).toMatchObject({ heldByThisClient: true });
    }
    await using own = await locks.lock(one).acquire();
    expect(await busyOf(multi)).toMatchObject({ heldByThisClient: true });
    await own.release();
    await using _ = await others.lock(one).acquire();
    expect(await busyOf(multi)).toMatchObject({ heldByThisClient: false });
  });

  it("LOCK_BUSY does not say so for a lost hold", async () => {
    const locks = make();
    const lock = locks.lock(uniqueName());
    const held = await lock.acquire();
    await lock.forceRelease();
    expect(await held.check()).toBe(false);
    await using _ = await make().lock(lock.name).acquire();
    expect(await busyOf(lock)).toMatchObject({ heldByThisClient: false });
  });

  it("LOCK_BUSY never says so for semaphores", async () => {
    const semaphore = make().semaphore(uniqueName(), { permits: 1 });
    await semaphore.acquire();
    await expect(semaphore.acquire({ waitMs: 0 })).rejects.toMatchObject({ heldByThisClient: false });
  });
}
