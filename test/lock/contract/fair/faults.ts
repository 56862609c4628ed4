// Lost and late requests and replies leave nothing in the queue of a fair lock. Runs on a gateway of its own, one test
// at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { AcquireOptions, Held } from "../../../../src/index.ts";
import { queueKey, queueScoresKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaults, witnessed } from "../../../support/rest.ts";
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
    it("leaves the queue although the reply to its last attempt is lost", async () => {
      const name = uniqueName();
      const held = await lockOf(name).acquire();
      const waiting = wait(name, { waitMs: leaseTime(700), owner: "w:1" });
      await eventually(async () => (await queued(name)).includes("w:1"));
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3] }]);
      await expect(waiting).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await expectNobodyWaits(name);
      await held.release();
    });

    it("leaves the queue when it gives up because no attempt is answered", async () => {
      const name = uniqueName();
      const held = await lockOf(name).acquire();
      const waiting = wait(name, { waitMs: 10_000, owner: "w:1" });
      await eventually(async () => (await queued(name)).includes("w:1"));
      // The four attempts of one request, not the cancel.
      await setFaults(redis, 1, [{ fault: "drop-reply", command: "EVALSHA", times: 4 }]);
      await expect(waiting).rejects.toMatchObject({ code: expect.stringMatching(/OUTCOME_UNKNOWN|REDIS_UNREACHABLE/) });
      await eventually(async () => (await queued(name)).length === 0);
      await expectNobodyWaits(name);
      // A late copy of its requests does not queue it again.
      const tries = (await witnessed(redis, name)).filter(({ reply }) => Array.isArray(reply) && reply[0] === "busy");
      for (const { command: sent } of tries.slice(-2)) {
        expect(await command(redis, ...sent)).toEqual(["ended", expect.any(String), "taken"]);
      }
      await expectNobodyWaits(name);
      await held.release();
      await (await lockOf(name).acquire({ waitMs: 0 })).release();
    });

    it("is queued once, however often its attempt arrives", async () => {
      const name = uniqueName();
      const held = await lockOf(name).acquire();
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: [1, 2] },
        { fault: "duplicate", request: 3, delayMs: 200 },
      ]);
      const waiting = wait(name, { owner: "w:1" });
      await eventually(async () => (await witnessed(redis, name)).some(({ faulted }) => faulted === "duplicate"));
      expect(await queued(name)).toEqual(["w:1"]);
      await clearFaults(redis);
      await held.release();
      await (await waiting).release();
      await expectNobodyWaits(name);
    });

    it("that left is not queued again by a late attempt", async () => {
      const name = uniqueName();
      const held = await lockOf(name).acquire();
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const waiting = wait(name, { signal: stop.signal });
      await met(redis);
      stop.abort("gave up");
      await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
      await letGo(redis, name);
      await expectNobodyWaits(name);
      await held.release();
    });

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
