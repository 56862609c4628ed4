// A lock manager with bare names beside the read/write lock of the real Redisson: one lock for both.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLockManager, type LockManager } from "../../../../src/edge/web-locks/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import type { JavaThread } from "../java-thread.ts";
import type { Access } from "../kinds.ts";
import { Both } from "./both.ts";
import { newest } from "./versions.ts";

// A manager looks every 5 s after a Java service, which does not tell it of a release.
const LOOK_MS = 7_000;
const SOON_MS = 3_000;

describe(`a lock manager with bare names beside Redisson ${newest}`, () => {
  const both = new Both(newest);
  let managers: readonly [LockManager, LockManager];
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await java("read")).owner();
    managers = [
      createLockManager(both.locks(), { bareNames: true }),
      createLockManager(both.locks(), { bareNames: true }),
    ];
  });
  afterAll(() => both.stop());

  const java = (kind: Access): Promise<JavaThread> => both.java({ kind });

  /** Requests the lock. Resolves when it is held, with the function that releases it. */
  function held(manager: LockManager, name: string, mode: "shared" | "exclusive"): Promise<() => Promise<unknown>> {
    return new Promise((resolve, reject) => {
      let free = (): void => {};
      const over = manager.request(name, { mode }, () => {
        const work = new Promise<void>((done) => {
          free = done;
        });
        resolve(() => {
          free();
          return over;
        });
        return work;
      });
      over.catch(reject);
    });
  }

  it("excludes Java's readers and writers while it holds the lock, and lets its readers in beside its own", async () => {
    const name = uniqueName();
    const [reader, writer] = [await java("read"), await java("write")];
    const writes = await held(managers[0], name, "exclusive");
    expect([await reader.tryLock(name), await writer.tryLock(name)]).toEqual([false, false]);
    await writes();
    const reads = await held(managers[0], name, "shared");
    expect([await reader.tryLock(name), await writer.tryLock(name)]).toEqual([true, false]);
    expect(await reader.unlock(name)).toBe(true);
    await reads();
    expect(await writer.tryLock(name)).toBe(true);
    expect(await writer.unlock(name)).toBe(true);
    await both.nothingLeft(name);
  });

  it("is excluded by Java's, shows its holders, and acquires the lock after its release", async () => {
    const name = uniqueName();
    const writer = await java("write");
    await writer.lock(name);
    for (const mode of ["shared", "exclusive"] as const) {
      expect(await managers[0].request(name, { mode, ifAvailable: true }, (lock) => lock)).toBeNull();
    }
    const waiting = [held(managers[0], name, "shared"), held(managers[1], name, "shared")];
    await eventually(async () => {
      const { pending = [] } = await managers[0].query();
      return pending.filter((info) => info.name === name).length === 2;
    });
    const { held: holders = [] } = await managers[1].query();
    const clientId = (await writer.owner()).split(":")[0];
    expect(holders.filter((info) => info.name === name)).toEqual([{ name, mode: "exclusive", clientId }]);
    const start = performance.now();
    expect(await writer.unlock(name)).toBe(true);
    for (const free of await Promise.all(waiting)) await free();
    expect(performance.now() - start).toBeLessThan(LOOK_MS);
    await both.nothingLeft(name);
  });

  it("wakes Java's waiters by its release", async () => {
    const name = uniqueName();
    const writer = await java("write");
    const free = await held(managers[0], name, "exclusive");
    const waiting = writer.lock(name);
    await both.listeningShared(name);
    const start = performance.now();
    await free();
    await waiting;
    expect(performance.now() - start).toBeLessThan(SOON_MS);
    expect(await writer.unlock(name)).toBe(true);
  });

  it("steals the lock of a Java thread, whose unlock says so", async () => {
    const [name, writer] = [uniqueName(), await java("write")];
    await writer.lock(name);
    const isOver = await managers[0].request(name, { steal: true }, async () => !(await writer.unlock(name)));
    expect(isOver).toBe(true);
    await both.nothingLeft(name);
  });
});
