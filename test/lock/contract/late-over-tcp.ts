// Late requests over TCP: their connection ends, and the server executes them later. Runs on a gateway of its own, one
// test at a time.
import { afterEach, describe, expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { endFaults } from "../../support/end-faults.ts";
import { letGo } from "../../support/held-back.ts";
import { type Endpoint, setFaults, type WitnessedCommand, witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { kinds, locksOf } from "./kinds.ts";

const LEASE_MS = 20_000;

const KINDS = [
  ...[kinds.plain, kinds.fair, kinds.fenced, kinds.spin, kinds.nonReentrant, kinds.nonReentrantFair],
  ...[kinds.read, kinds.write, kinds.fairRead, kinds.fairWrite],
];

export function lateOverTcpContract(redis: Endpoint): void {
  afterEach(() => endFaults(redis));

  /** Lets the late request run. Returns it. */
  async function late(name: string): Promise<WitnessedCommand | undefined> {
    await letGo(redis, name);
    return (await witnessed(redis, name)).find(({ faulted }) => faulted === "late-order");
  }

  /** The first request is late, and the three that repeat it are lost. */
  const unanswered = () =>
    setFaults(redis, 1, [
      { fault: "late-order", request: 1 },
      { fault: "drop-before", request: [2, 3, 4] },
    ]);

  describe.each(KINDS)("a late request of a $name", (kind) => {
    const make = () => locksOf(kind, { redis, leaseMs: LEASE_MS });

    it("takes nothing after its caller gave up", async () => {
      const lock = make().lock(uniqueName());
      // The script is known.
      await (await make().lock(uniqueName()).acquire()).release();
      await unanswered();
      await expect(lock.acquire({ waitMs: 0 })).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect((await late(lock.name))?.reply).toEqual(["ended", expect.any(String), "free"]);
      expect(await lock.isLocked()).toBe(false);
    });

    it("renews nothing after the release, and is repeated at once", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "late-order", command: "EVALSHA", times: 1 }]);
      await held.renew();
      expect(await held.release()).toMatchObject({ outcome: "released" });
      await using next = await lock.acquire({ waitMs: 0 });
      await late(lock.name);
      expect(await next.check()).toBe(true);
      expect(await lock.holdCount(held.owner)).toBe(0);
    });

    it("frees no later holder, and is repeated at once", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "late-order", command: "EVALSHA", times: 1 }]);
      expect(await held.release()).toMatchObject({ outcome: "released" });
      await using next = await lock.acquire({ waitMs: 0 });
      expect((await late(lock.name))?.reply).toEqual(["ended", expect.any(String), "released"]);
      expect(await next.check()).toBe(true);
    });
  });

  it("a late request takes no permit after its caller gave up", async () => {
    const locks = createLocks({ redis, leaseMs: LEASE_MS });
    for (const method of ["semaphore", "permitExpirableSemaphore"] as const) {
      const [known, semaphore] = [locks[method](uniqueName()), locks[method](uniqueName())];
      for (const each of [known, semaphore]) await each.trySetPermits(2);
      await known.acquire();
      await unanswered();
      await expect(semaphore.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      expect((await late(semaphore.name))?.reply).toEqual(["ended", expect.any(String), expect.any(String)]);
      expect(await semaphore.availablePermits()).toBe(2);
    }
  });
}
