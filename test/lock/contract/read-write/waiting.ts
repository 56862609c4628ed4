// How readers and writers wait for each other. Runs on a gateway of its own, one test at a time: it inspects streams
// and counts requests.

import { afterEach, describe, expect, it } from "vitest";
import type { Held, Lock, LocksOptions } from "../../../../src/index.ts";
import type { Counts } from "../../../../src/tools/gateway/counters.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { handOver } from "../../../support/hand-over.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, countsOf, type Endpoint, setFaults } from "../../../support/rest.ts";
import { ODD_NAMES, uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import type { ReadWriteMethod } from "../kinds.ts";

// Only a message wakes a waiter this soon: a poll takes a minute, a lease 30 s.
const SOON_MS = atMost(3_000);
const READERS = 20;

export function waitingReadWriteContract(redis: Endpoint, method: ReadWriteMethod): void {
  function sides(name: string = uniqueName(), options: Partial<LocksOptions> = {}) {
    const lock = createLocks({ redis, waitMs: 18_000, pollMs: 60_000, ...options })[method](name);
    return { read: lock.readLock(), write: lock.writeLock() };
  }
  const counts = (): Promise<Counts> => countsOf(redis);
  const openStreams = async (): Promise<number> => (await counts()).openStreams;

  /** Starts a wait. Resolves when it sleeps: it was refused again after its stream was open. */
  async function sleeper(lock: Lock): Promise<{ got: Promise<Held> }> {
    let refusals = 0;
    const got = lock.acquire({ onWait: () => (refusals += 1) });
    got.catch(() => {});
    await asleep(() => refusals);
    return { got };
  }

  afterEach(async () => {
    await clearFaults(redis);
    await eventually(async () => (await openStreams()) === 0);
  });

  describe("waiting readers and writers:", () => {
    it("a writer gets in with the last of several readers, not before", async () => {
      const { read, write } = sides();
      const readers = [await read.acquire(), await read.acquire()] as const;
      const { got } = await sleeper(write);
      await readers[0].release();
      expect(await write.isLocked()).toBe(false);
      expect(await handOver(got, () => readers[1].release())).toBeLessThan(SOON_MS);
    });

    it("a reader gets in with the writer's release, and with a release by force", async () => {
      const { read, write } = sides();
      for (const free of [(held: Held) => held.release(), () => write.forceRelease()]) {
        const held = await write.acquire();
        const { got } = await sleeper(read);
        expect(await handOver(got, () => free(held))).toBeLessThan(SOON_MS);
      }
    });

    it.each(["read", "write"] as const)(
      "all are woken whatever the name of the lock, all these names at once: %s",
      async (side) => {
        const other = side === "read" ? "write" : "read";
        const waiting = ODD_NAMES.map(async (odd) => {
          const lock = sides(odd + uniqueName());
          const held = await lock[other].acquire();
          const { got } = await sleeper(lock[side]);
          return handOver(got, () => held.release());
        });
        for (const ms of await Promise.all(waiting)) expect(ms).toBeLessThan(SOON_MS);
      },
    );

    it("a writer gets in when the readers are forced out", async () => {
      const { read, write } = sides();
      await read.acquire();
      const { got } = await sleeper(write);
      expect(await handOver(got, () => read.forceRelease())).toBeLessThan(SOON_MS);
    });

    it("a reader gets in when the writer continues reading, and a writer after both", async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const nested = await read.acquire({ owner: writer.owner });
      const [reader, next] = [await sleeper(read), await sleeper(sides(read.name).write)];
      const start = performance.now();
      await writer.release();
      const got = await reader.got;
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      await nested.release();
      expect(await handOver(next.got, () => got.release())).toBeLessThan(SOON_MS);
    });

    it("a reader gets in at the end of the lease of a writer that died", async () => {
      const { read, write } = sides();
      const start = performance.now();
      await write.acquire({ leaseMs: leaseTime(1_200) });
      const held = await read.acquire();
      expect(performance.now() - start).toBeLessThan(leaseTime(1_200) + SOON_MS / 2);
      await held.release();
    });

    it(`${READERS} readers of one isolate all get in after one release, over one stream, with an attempt each`, async () => {
      const { read, write } = sides();
      const writer = await write.acquire();
      const waiting = await Promise.all(Array.from({ length: READERS }, () => sleeper(sides(read.name).read)));
      expect(await openStreams()).toBe(1);
      const before = (await counts()).requests;
      const start = performance.now();
      await writer.release();
      const readers = await Promise.all(waiting.map(({ got }) => got));
      expect(performance.now() - start).toBeLessThan(SOON_MS);
      // The release, and an attempt of each. When the stream's reader gets in, the stream moves: one request and an
      // attempt more.
      const spent = (await counts()).requests - before;
      expect(spent).toBeGreaterThanOrEqual(1 + READERS);
      expect(spent).toBeLessThanOrEqual(1 + 2 * READERS);
      for (const held of readers) expect(await held.release()).toMatchObject({ outcome: "released" });
    });

    it("several writers and readers all get in, none beside a writer, and no stream is left", async () => {
      const name = uniqueName();
      let [reading, writing] = [0, 0];
      const tasks = Array.from({ length: 24 }, async (_, nth) => {
        const { read, write } = sides(name);
        const writes = nth % 3 === 0;
        await using held = await (writes ? write : read).acquire();
        if (writes) writing += 1;
        else reading += 1;
        expect(writing).toBeLessThanOrEqual(writes ? 1 : 0);
        if (writes) expect(reading).toBe(0);
        await held.check();
        if (writes) writing -= 1;
        else reading -= 1;
      });
      await Promise.all(tasks);
    });

    it.each(["read", "write"] as const)("a waiter that missed the message gets in with the poll: %s", async (side) => {
      const locks = sides(uniqueName(), { pollMs: 2_000 });
      const holder = await (side === "read" ? locks.write : locks.read).acquire();
      await setFaults(redis, 1, [{ fault: "freeze-stream" }]);
      const { got } = await sleeper(locks[side]);
      const ms = await handOver(got, () => holder.release());
      expect(ms).toBeLessThan(2_000 + SOON_MS / 2);
    });
  });
}
