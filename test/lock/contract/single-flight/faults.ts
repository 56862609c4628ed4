// Lost, doubled and late requests do nothing to a single flight. Runs on a gateway of its own, one test at a time.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLockError } from "../../../../src/index.ts";
import { resultKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { gate } from "../../../support/gate.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { atMost, leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const TTL_MS = 60_000;

export function singleFlightFaultsContract(redis: Endpoint): void {
  const make = (leaseMs = 20_000) => createLocks({ redis, leaseMs });
  const isLocked = (name: string): Promise<boolean> => make().lock(name).isLocked();
  const fly = (name: string, fn: () => unknown, waitMs = 5_000): Promise<unknown> =>
    make().singleFlight(name, fn, { ttlMs: TTL_MS, waitMs });
  const never = (): never => {
    throw new Error("this one must not run");
  };

  async function answers(name: string, kind: string): Promise<unknown[]> {
    const runs = await witnessed(redis, name);
    return runs.filter(({ reply }) => Array.isArray(reply) && reply[0] === kind).map(({ command }) => command);
  }

  async function repeat(sent: unknown): Promise<unknown> {
    if (!Array.isArray(sent)) throw new Error("nothing was sent");
    const [what, ...more] = await command<unknown[]>(redis, ...sent);
    return [what, more[1]];
  }

  // Its scripts are loaded: the first request of a test is the first run.
  beforeEach(() => fly(uniqueName(), () => 1));
  afterEach(() => endFaults(redis));

  describe("single flight: requests to begin", () => {
    it("that were refused, and are repeated when no flight runs, run in the end, or hold nothing", async () => {
      const name = uniqueName();
      const landing = gate();
      const off = gate();
      const first = make().singleFlight(
        name,
        async () => {
          off.open();
          await landing.opened;
          throw new Error("no luck");
        },
        { ttlMs: TTL_MS },
      );
      first.catch(() => {});
      await off.opened;
      const refused = gate();
      const second = make().singleFlight(name, () => "second", {
        ...{ ttlMs: TTL_MS, waitMs: 10_000, wait: "poll" },
        onWait: refused.open,
      });
      second.catch(() => {});
      await refused.opened;
      // Its next attempt is sent when the first ends, so that the copy comes before it.
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      await met(redis);
      landing.open();
      await expect(first).rejects.toThrow("no luck");
      const [early] = await answers(name, "busy");
      expect(await repeat(early)).toEqual(["held", 1]);
      await letGo(redis, name);
      expect(await second).toBe("second");
      expect(await isLocked(name)).toBe(false);
    });

    it("start again when the result that they found has expired before the reply arrives", async () => {
      const name = uniqueName();
      await fly(name, () => "old");
      await command(redis, "PEXPIRE", resultKey(name), 100);
      // The second copy comes when the first has timed out.
      await setFaults(redis, 1, [{ fault: "delay", request: 1, replyDelayMs: 30_000 }]);
      const start = performance.now();
      const value = await make(leaseTime(1_200)).singleFlight(name, () => "new", {
        ttlMs: TTL_MS,
        waitMs: leaseTime(10_000),
      });
      expect(value).toBe("new");
      expect(performance.now() - start).toBeLessThan(atMost(15_000));
    });

    it("accept no result that has expired when it arrives", async () => {
      const name = uniqueName();
      await fly(name, () => "old");
      await command(redis, "PEXPIRE", resultKey(name), 200);
      await setFaults(redis, 1, [{ fault: "delay", request: 1, replyDelayMs: 300 }]);
      expect(await fly(name, () => "new")).toBe("new");
    });

    it("wait no longer than waitMs, when all that they find has expired on arrival", async () => {
      const name = uniqueName();
      const late = (): Promise<unknown> => command(redis, "SET", resultKey(name), '=["late"]', "PX", leaseTime(500));
      await late();
      const writing = setInterval(() => late().catch(() => {}), 10);
      try {
        await setFaults(redis, 1, [{ fault: "delay", command: "EVALSHA", replyDelayMs: leaseTime(600) }]);
        await expect(fly(name, never, leaseTime(1_250))).rejects.toMatchObject({ code: "LOCK_BUSY", remainingMs: -1 });
      } finally {
        clearInterval(writing);
      }
    });
  });

  describe("single flight: requests to end", () => {
    it("that do not arrive are repeated later, for the others; the caller has its value or error", async () => {
      const [valued, failed] = [uniqueName(), uniqueName()];
      const leaseMs = leaseTime(1_000);
      for (const [name, fn] of [
        [valued, () => "x"],
        [failed, never],
      ] as const) {
        // Set by the flight itself, which has begun then: a repeated request of the flight before takes no number.
        const cutOff = async (): Promise<unknown> => {
          await setFaults(redis, 1, [{ fault: "drop-before" }]);
          return fn();
        };
        const own = make(leaseMs).singleFlight(name, cutOff, { ttlMs: TTL_MS });
        if (fn === never) await expect(own).rejects.toThrow("must not run");
        else expect(await own).toBe("x");
        await clearFaults(redis);
      }
      const start = performance.now();
      expect(await fly(valued, never, leaseTime(5_000))).toBe("x");
      expect(performance.now() - start).toBeLessThan(leaseMs + atMost(1_000));
    });
  });

  it("single flight in a mix of all faults has one valid runner, and serves no result past its TTL", async () => {
    const name = uniqueName();
    const [leaseMs, ttlMs, callers] = [leaseTime(1_000), leaseTime(300), 60];
    const locks = make(leaseMs);
    await setFaultMix(redis, 7, leaseMs);
    let believing = 0;
    let most = 0;
    let value = 0;
    const madeAt = new Map<number, number>();
    const call = async (nth: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, nth * 50));
      let ran: number | undefined;
      const got = await locks.singleFlight(
        name,
        async (held) => {
          believing += 1;
          const over = (): void => {
            believing -= 1;
          };
          held.signal.addEventListener("abort", over);
          most = Math.max(most, believing);
          await new Promise((resolve) => setTimeout(resolve, (nth % 7) * 30));
          held.signal.removeEventListener("abort", over);
          if (!held.signal.aborted) over();
          if (nth % 5 === 0) throw new Error("no luck");
          value += 1;
          ran = value;
          madeAt.set(value, performance.now());
          return value;
        },
        { ttlMs, waitMs: leaseTime(8_000) },
      );
      // Its finish may have been repeated for as long as its lease.
      const age = performance.now() - (madeAt.get(got) ?? 0);
      if (got !== ran) expect(age).toBeLessThan(ttlMs + leaseMs + atMost(500));
    };
    const ends = await Promise.allSettled(Array.from({ length: callers }, (_, nth) => call(nth)));
    const failed = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    for (const reason of failed) expect(isLockError(reason) || reason.message === "no luck").toBe(true);
    expect(failed.length).toBeLessThan(0.5 * callers);
    expect(most).toBe(1);
    await clearFaults(redis);
    await eventually(async () => !(await isLocked(name)), 4 * leaseMs);
  });
}
