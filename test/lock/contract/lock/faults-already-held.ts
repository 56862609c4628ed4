// An owner asks again for a lock that is not reentrant, with lost and late requests and replies: nothing changes. Runs
// on a gateway of its own, one test at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { Held, LocksOptions } from "../../../../src/index.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { clearFaults, command, type Endpoint, hash, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const REENTERED = ["ended", expect.any(String), "reentered"];

export function alreadyHeldFaultsContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: 20_000, ...options });

  afterEach(() => endFaults(redis));

  async function expectUntouched(held: Held): Promise<void> {
    expect(await hash(redis, held.name)).toEqual({ [held.owner]: "1" });
    expect(await held.check()).toBe(true);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await make().lock(held.name).isLocked()).toBe(false);
  }

  describe("asking again for a held lock", () => {
    it.each([1, 2, 3])("gets the same reply at the next attempt when %i replies are lost", async (lost) => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply", command: "EVALSHA", times: lost }]);
      await expect(lock.acquire({ owner: held.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      await clearFaults(redis);
      const runs = await witnessed(redis, lock.name);
      const answers = runs.map(({ reply }) => reply).filter((reply) => Array.isArray(reply) && reply[0] === "ended");
      expect(answers).toEqual(Array.from({ length: lost + 1 }, () => REENTERED));
      await expectUntouched(held);
    });

    it("without any reply takes nothing, and its cancel leaves the hold", async () => {
      const lock = make().lock(uniqueName());
      const owner = `one:${crypto.randomUUID()}`;
      const held = await lock.acquire({ owner });
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(lock.acquire({ owner })).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await clearFaults(redis);
      await expectUntouched(held);
    });

    it("takes nothing when its requests reach Redis too late", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const stop = new AbortController();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const asked = lock.acquire({ owner: held.owner, signal: stop.signal });
      await met(redis);
      stop.abort("gave up");
      await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
      expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
      await letGo(redis, lock.name);
      expect(await lock.isLocked()).toBe(false);
    });

    it("always gets the same reply: a late copy takes neither the lock that is free by then nor another owner's", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 300 }]);
      await expect(lock.acquire({ owner: held.owner })).rejects.toMatchObject({ code: "ALREADY_HELD" });
      await held.release();
      const runs = await eventually(async () => {
        const seen = await witnessed(redis, lock.name);
        return seen.some(({ faulted }) => faulted === "duplicate") ? seen : undefined;
      });
      expect(await lock.isLocked()).toBe(false);
      const asked = runs.find(({ reply }) => Array.isArray(reply) && reply[2] === "reentered")?.command ?? [];
      expect(await command(redis, ...asked)).toEqual(REENTERED);
      const next = await lock.acquire({ waitMs: 0 });
      expect(await command(redis, ...asked)).toEqual(REENTERED);
      await expectUntouched(next);
    });
  });
}
