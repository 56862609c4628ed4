// Lost and late requests and replies leave nothing in the queue of a fair lock. Runs on a gateway of its own, one test
// at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { AcquireOptions, Held } from "../../../../src/index.ts";
import { queueKey, queueScoresKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { clearFaults, command, type Endpoint, setFaults } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;

export function fairFaultsContract(redis: Endpoint): void {
  const lockOf = (name: string) => createLocks({ redis, leaseMs: LEASE_MS }).fairLock(name);
  const queued = (name: string): Promise<string[]> => command(redis, "LRANGE", queueKey(name), 0, -1);

  afterEach(() => endFaults(redis));

  /** Waits by polling, so that no stream is among the requests. */
  function wait(name: string, options: AcquireOptions = {}): Promise<Held> {
    const waiting = lockOf(name).acquire({ wait: "poll", ...options });
    waiting.catch(() => {});
    return waiting;
  }

  async function expectNobodyWaits(name: string): Promise<void> {
    const keys = [queueKey(name), queueScoresKey(name)];
    expect(await Promise.all(keys.map((key) => command(redis, "EXISTS", key)))).toEqual([0, 0]);
  }

  describe("a waiter of a fair lock", () => {
    it("wakes no second waiter when its lost grant is repeated", async () => {
      const name = uniqueName();
      const held = await lockOf(name).acquire();
      const first = wait(name, { owner: "w:1" });
      await eventually(async () => (await queued(name)).length === 1);
      const second = wait(name, { owner: "w:2", waitMs: 15_000 });
      await eventually(async () => (await queued(name)).length === 2);
      const before = Number(await command(redis, "ZSCORE", queueScoresKey(name), "w:2"));
      // Loses the replies of the release and of the next acquire.
      await setFaults(redis, 1, [{ fault: "drop-reply", command: "EVALSHA", times: 3 }]);
      await held.release();
      const got = await first;
      await clearFaults(redis);
      const after = Number(await command(redis, "ZSCORE", queueScoresKey(name), "w:2"));
      expect(before - after).toBe(300_000);
      expect(await got.release()).toMatchObject({ outcome: "released" });
      await (await second).release();
      await expectNobodyWaits(name);
    });
  });
}
