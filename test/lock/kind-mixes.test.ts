// Locks of different kinds under one name exclude each other. The release of one kind lets in a waiter of another kind
// with its poll.

import { describe, expect, it } from "vitest";
import type { Held, Lock, Locks } from "../../src/index.ts";
import { createLocks } from "../support/bare-locks.ts";
import { FairQueue } from "../support/fair-queue.ts";
import { sharedGateway } from "../support/gateways.ts";
import { command } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";
import { asleep } from "../support/waiting.ts";
import { kinds } from "./contract/kinds.ts";

const redis = await sharedGateway();
const client = (): Locks => createLocks({ redis, leaseMs: 30_000, waitMs: 15_000, pollMs: 300 });
// Well before any lease ends.
const BY_POLL_MS = 6_000;

/**
 * Starts a waiter. Resolves when it was refused a second time, with its stream open if it has one; `got` is the hold.
 */
async function waiter(lock: Lock): Promise<{ got: Promise<Held> }> {
  let refusals = 0;
  const got = lock.acquire({ onWait: () => (refusals += 1) });
  got.catch(() => {});
  await asleep(() => refusals, 10_000);
  return { got };
}

describe.concurrent("under one name,", () => {
  it.each(Object.values(kinds))("a $name excludes every other kind until it is released", async (holder) => {
    const comers = Object.values(kinds).filter((comer) => !(holder.shared && comer.shared));
    await Promise.all(
      comers.map(async (comer) => {
        const name = uniqueName();
        const held = await holder.lock(client(), name).acquire();
        expect(await comer.lock(client(), name).tryAcquire()).toBeNull();
        const { got } = await waiter(comer.lock(client(), name));
        const start = performance.now();
        expect(await held.release()).toMatchObject({ outcome: "released" });
        const next = await got;
        expect(performance.now() - start).toBeLessThan(BY_POLL_MS);
        expect(await held.check()).toBe(false);
        expect(await next.release()).toMatchObject({ outcome: "released" });
      }),
    );
  });

  it.each(Object.values(kinds).filter(({ fair }) => !fair))(
    "a $name passes a fair queue, which continues afterwards",
    async (kind) => {
      const name = uniqueName();
      const queue = await FairQueue.of(redis, name);
      for (const owner of ["holder", "first"]) await queue.waits(owner);
      await queue.releases("holder");
      expect(await client().fairLock(name).tryAcquire()).toBeNull();
      const held = await kind.lock(client(), name).acquire({ waitMs: 0 });
      expect(await queue.waits("first")).toMatchObject({ kind: "busy" });
      await held.release();
      expect(await queue.waits("first")).toMatchObject({ kind: "held" });
      await queue.releases("first");
    },
  );

  it("a plain forceRelease does not free a lock that is read or written", async () => {
    const name = uniqueName();
    for (const side of ["readLock", "writeLock"] as const) {
      const held = await client().readWriteLock(name)[side]().acquire();
      await expect(client().lock(name).forceRelease()).rejects.toMatchObject({ code: "NOT_A_LOCK", key: name });
      expect(await held.check()).toBe(true);
      expect(await held.release()).toMatchObject({ outcome: "released" });
    }
    expect(await command(redis, "EXISTS", name)).toBe(0);
  });
});
