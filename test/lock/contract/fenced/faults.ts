// Lost and late requests and replies change nothing in the tokens of a fenced lock. Runs on a gateway of its own, one
// test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError } from "../../../../src/index.ts";
import { tokenKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { leaseTime } from "../../../support/place.ts";
import {
  clearFaults,
  command,
  type Endpoint,
  setFaultMix,
  setFaults,
  type WitnessedCommand,
  witnessed,
} from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LEASE_MS = 20_000;

export function fencedFaultsContract(redis: Endpoint): void {
  const make = (leaseMs = LEASE_MS) => createLocks({ redis, leaseMs });
  const latest = (name: string): Promise<string | null> => command(redis, "GET", tokenKey(name));

  // Its script is loaded: the first request of a test is the first run.
  beforeEach(() =>
    make()
      .fencedLock(uniqueName())
      .withLock(() => {}),
  );
  afterEach(() => endFaults(redis));

  async function runsThat(kind: string, name: string): Promise<WitnessedCommand[]> {
    return (await witnessed(redis, name)).filter(({ reply }) => Array.isArray(reply) && reply[0] === kind);
  }

  /** Returns the tokens in the replies to all runs of the acquire, delivered or not. */
  async function tokensTold(name: string): Promise<unknown[]> {
    return (await runsThat("held", name)).map(({ reply }) => Object(reply)[5]);
  }

  describe("tokens", () => {
    it("whose grant was never received are given once, and the next one is higher", async () => {
      const lock = make().fencedLock(uniqueName());
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      await expect(lock.acquire()).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      const told = await tokensTold(lock.name);
      expect(new Set(told)).toEqual(new Set([await latest(lock.name)]));
      await using next = await lock.acquire();
      expect(BigInt(next.fencingToken)).toBeGreaterThan(BigInt(String(told[0])));
    });

    it("rise from one valid hold to the next in a mix of all faults", async () => {
      const name = uniqueName();
      const [leaseMs, cycles] = [leaseTime(1_000), 40];
      const locks = make(leaseMs);
      await setFaultMix(redis, 11, leaseMs);
      const believed: bigint[] = [];
      const cycle = async (): Promise<void> => {
        await using held = await locks.fencedLock(name).acquire({ waitMs: leaseTime(10_000) });
        if (!held.signal.aborted) believed.push(BigInt(held.fencingToken));
      };
      const ends = await Promise.allSettled(Array.from({ length: cycles }, cycle));
      for (const end of ends) {
        if (end.status === "rejected") expect(isLockError(end.reason)).toBe(true);
      }
      expect(believed.length).toBeGreaterThan(0.75 * cycles);
      expect(believed).toEqual([...new Set(believed)].sort((one, other) => (one < other ? -1 : 1)));
      await clearFaults(redis);
      // A hold has one token in all of its runs, and no two holds share one.
      const byHold = new Map<string, unknown>();
      for (const { command: words, reply } of await runsThat("held", name)) {
        const [, , , , , token] = Object(reply);
        // After the nonce and the owner.
        const hold = words[3 + Number(words[2]) + 2] ?? "";
        expect(byHold.get(hold) ?? token).toBe(token);
        byHold.set(hold, token);
      }
      expect(new Set(byHold.values()).size).toBe(byHold.size);
      await eventually(async () => !(await locks.fencedLock(name).isLocked()), 4 * leaseMs);
    });
  });
}
