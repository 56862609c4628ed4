// Lost and late requests and replies do nothing to several locks held as one: all or none are held, and nothing is
// left. Runs on a gateway of its own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CompositeLock, type Held, isLockError } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { executed } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { rejection } from "../../../support/rejection.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;
type Mode = "in one script" | "one by one";
const modes: Mode[] = ["in one script", "one by one"];

export function multiLockFaultsContract(redis: Endpoint): void {
  function several(mode: Mode, leaseMs = LEASE_MS): { readonly names: string[]; readonly multi: CompositeLock } {
    const locks = createLocks({ redis, leaseMs, pollMs: 500 });
    const names = [uniqueName(), uniqueName(), uniqueName()].sort();
    const [a = "", b = "", c = ""] = names;
    const middle = mode === "one by one" ? locks.fairLock(b) : locks.lock(b);
    return { names, multi: locks.multiLock(locks.lock(a), middle, locks.lock(c)) };
  }
  const exists = (names: readonly string[]): Promise<number> => command(redis, "EXISTS", ...names);

  // Scripts are loaded, so that each run is one request.
  beforeEach(async () => {
    for (const mode of modes) {
      const { multi } = several(mode);
      await using held = await multi.acquire();
      await held.renew();
    }
  });
  afterEach(() => endFaults(redis));

  describe.each(modes)("several locks, %s", (mode) => {
    it("are given back when one of them becomes busy while another was not answered", async () => {
      const { names, multi } = several(mode);
      const [first = "", last = ""] = [names[0], names.at(-1)];
      const request = mode === "in one script" ? 1 : 3;
      await setFaults(redis, 1, [{ fault: "answer", status: 500, retryAfter: 1, executes: true, request }]);
      const given = multi.acquire({ waitMs: 0 });
      await eventually(async () => (await witnessed(redis, last)).length > 0);
      await command(redis, "DEL", first);
      const ended = await given.then(
        (held) => held.release(),
        (error: unknown) => error,
      );
      expect(ended).toMatchObject({ code: "LOCK_LOST" });
      await clearFaults(redis);
      expect(await exists(names)).toBe(0);
    });

    it("are given back when one of them is lost before the grant arrives", async () => {
      const leaseMs = leaseTime(2_000);
      const { names, multi } = several(mode, leaseMs);
      const [first = "", last = ""] = [names[0], names.at(-1)];
      const request = mode === "in one script" ? 1 : 3;
      await setFaults(redis, 1, [{ fault: "hold-back", reply: true, request }]);
      const given = multi.acquire();
      const lost = rejection(given);
      await executed(redis, last);
      await command(redis, "DEL", first);
      // So late that it is renewed before the grant arrives.
      await new Promise((resolve) => setTimeout(resolve, leaseMs / 3));
      await clearFaults(redis);
      expect(await lost).toMatchObject({ code: "LOCK_LOST" });
      expect(await exists(names)).toBe(0);
    });

    it("end with their lease when no release arrives", async () => {
      const { names, multi } = several(mode, leaseTime(1_000));
      const held = await multi.acquire();
      await setFaults(redis, 1, [{ fault: "drop-before", command: "EVALSHA" }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(held.signal.aborted).toBe(true);
      await clearFaults(redis);
      await eventually(async () => (await exists(names)) === 0, leaseTime(3_000));
    });

    it("never have two holders in a mix of all faults, and leave nothing", async () => {
      const leaseMs = leaseTime(1_000);
      const { names, multi } = several(mode, leaseMs);
      await setFaultMix(redis, 5, leaseMs);
      const inside = new Set<Held>();
      let most = 0;
      let got = 0;
      const ends = await Promise.allSettled(
        Array.from({ length: 15 }, async () => {
          await using held = await multi.acquire({ waitMs: leaseTime(10_000) });
          if (held.signal.aborted) return;
          got += 1;
          inside.add(held);
          // Only valid holds count: this caller may continue late, after its lease.
          most = Math.max(most, [...inside].filter(({ signal }) => !signal.aborted).length);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside.delete(held);
        }),
      );
      for (const end of ends) {
        if (end.status === "rejected") expect(isLockError(end.reason)).toBe(true);
      }
      expect(most).toBe(1);
      expect(got).toBeGreaterThan(7);
      await clearFaults(redis);
      await eventually(async () => (await exists(names)) === 0, 4 * leaseMs);
    });
  });
}
