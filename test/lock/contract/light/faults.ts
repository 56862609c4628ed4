// Lost, doubled and late requests and replies of light locks. Runs on a gateway of its own, one test at a time.
import { afterEach, describe, expect, it } from "vitest";
import type { LockEvent } from "../../../../src/index.ts";
import { createLightLocks, type LightLocksOptions } from "../../../../src/lock/light/index.ts";
import { reached } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo, met } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, setFaultMix, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const LONG = { leaseMs: 20_000 };

export function lightFaultsContract(redis: Endpoint): void {
  const makeLock = (options: Partial<LightLocksOptions> = {}, name = uniqueName()) =>
    createLightLocks({ redis: reached(redis), prefix: "", ...LONG, ...options }).lock(name);
  const storedAt = (name: string): Promise<string | null> => command(redis, "GET", name);

  afterEach(() => endFaults(redis));

  describe("with lost requests and replies,", () => {
    it("the validity of an acquire counts from its first request", async () => {
      const lock = makeLock();
      await setFaults(redis, 1, [
        { fault: "drop-reply", request: 1 },
        { fault: "delay", delayMs: 700, request: 2 },
      ]);
      const startedAt = Date.now();
      const held = await lock.acquire();
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(700);
      expect(held.validUntil).toBeLessThanOrEqual(startedAt + LONG.leaseMs);
      await held.release();
    });

    it("a NOSCRIPT for a request that brings its script, or needs none, answers nothing", async () => {
      const lock = makeLock();
      const error = "NOSCRIPT No matching script. Please use EVAL.";
      await setFaults(redis, 1, [{ fault: "reply", error, executes: true, command: "SET", times: 1 }]);
      const held = await lock.acquire({ waitMs: 0 });
      await setFaults(redis, 1, [
        { fault: "reply", error, executes: true, command: "DELEX", times: 1 },
        { fault: "reply", error, executes: true, command: "EVAL", times: 1 },
        { fault: "reply", error, executes: true, command: "EVALSHA", times: 1 },
      ]);
      expect(await held.release()).toEqual({ outcome: "released" });
      expect(await storedAt(lock.name)).toBeNull();
    });

    it("a release whose reply is lost says unknown after the lease", async () => {
      const events: LockEvent[] = [];
      const lock = makeLock({ leaseMs: leaseTime(1_000), onEvent: (event) => events.push(event) });
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "drop-reply" }]);
      await expect(held.release()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(held.signal.aborted).toBe(true);
      const again = held.renew();
      await expect(again).rejects.toMatchObject({ code: "NOT_HELD", message: expect.stringMatching(/^release\(\)/) });
      await eventually(() => Date.now() > held.validUntil);
      await clearFaults(redis);
      expect(await held.release()).toEqual({ outcome: "unknown" });
      expect(await held.release()).toEqual({ outcome: "unknown" });
      const types = events.map((event) => (event.type === "lost" ? event.reason : event.type));
      expect(types).toEqual(["acquiring", "acquired", "release-failing", "lease-ended"]);
    });

    it("withLock returns the result when its release is not answered in time", async () => {
      const lock = makeLock({ leaseMs: leaseTime(1_000) });
      const work = async (): Promise<string> => {
        await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
        return "done";
      };
      expect(await lock.withLock(work)).toBe("done");
    });
  });

  describe("with late and doubled requests,", () => {
    it("a release that arrives late does not free the next holder", async () => {
      const lock = makeLock({ leaseMs: leaseTime(1_000), pollMs: 50 });
      const held = await lock.acquire();
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      const release = held.release().catch((error: unknown) => error);
      await met(redis);
      await eventually(async () => (await storedAt(lock.name)) === null);
      await using next = await makeLock(LONG, lock.name).acquire();
      await letGo(redis, lock.name);
      await release;
      expect(await next.check()).toBe(true);
    });

    it("an acquire that arrives twice late keeps a free lock for one lease, and no longer", async () => {
      const lock = makeLock({ leaseMs: leaseTime(1_000) });
      const held = await lock.acquire();
      const sent = (await witnessed(redis, lock.name)).find(({ command: [name] }) => name === "SET");
      await held.release();
      await command(redis, ...(sent?.command ?? []));
      expect(await lock.isLocked()).toBe(true);
      await eventually(async () => !(await lock.isLocked()), leaseTime(3_000));
    });
  });

  describe("with wrong answers,", () => {
    const answers: [what: string, body: unknown][] = [
      ["a list of results", [{ result: "OK" }]],
      ["no results", []],
      ["another text", { result: "QUEUED" }],
      ["a number", { result: 2 }],
      ["neither result nor error", {}],
      ["no JSON", "<html>"],
    ];
    it.each(answers)("an acquire never takes %s for a grant", async (_, body) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      await setFaults(redis, 1, [{ fault: "answer", status: 200, body: text, command: "SET" }]);
      const lock = makeLock({ leaseMs: leaseTime(1_000) });
      await expect(lock.tryAcquire()).rejects.toMatchObject({
        code: expect.stringMatching(/^(UNEXPECTED_REPLY|OUTCOME_UNKNOWN)$/),
      });
      expect(await storedAt(lock.name)).toBeNull();
    });

    it.each([401, 403, 404, 307])("HTTP %i is REDIS_REFUSED, and not repeated", async (status) => {
      await setFaults(redis, 1, [{ fault: "answer", status, body: "no", contentType: "text/plain" }]);
      await expect(makeLock().tryAcquire()).rejects.toMatchObject({ code: "REDIS_REFUSED", httpStatus: status });
    });

    it("an error that Redis is not ready is REDIS_UNREACHABLE", async () => {
      const body = JSON.stringify({ error: "READONLY You can't write against a read only replica." });
      await setFaults(redis, 1, [{ fault: "answer", status: 200, body }]);
      await expect(makeLock({ leaseMs: leaseTime(1_000) }).tryAcquire()).rejects.toMatchObject({
        code: "REDIS_UNREACHABLE",
      });
    });

    it("no error shows the token", async () => {
      const body = JSON.stringify({ error: `ERR what is ${redis.token}?` });
      await setFaults(redis, 1, [{ fault: "answer", status: 200, body }]);
      const error = await makeLock()
        .tryAcquire()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "REDIS_REFUSED", message: expect.stringContaining("[secret]") });
      expect(JSON.stringify(error)).not.toContain(redis.token);
    });
  });

  it("a mix of faults never gives two holders at once", async () => {
    await setFaultMix(redis, 7, leaseTime(1_000));
    const name = uniqueName();
    let holders = 0;
    let most = 0;
    let grants = 0;
    const until = Date.now() + leaseTime(6_000);
    const client = async (): Promise<void> => {
      const lock = makeLock({ leaseMs: leaseTime(1_000), pollMs: 50 }, name);
      while (Date.now() < until) {
        const held = await lock.acquire({ waitMs: leaseTime(1_000) }).catch(() => undefined);
        if (held === undefined) continue;
        grants += 1;
        holders += 1;
        most = Math.max(most, holders);
        await new Promise((resolve) => setTimeout(resolve, 5));
        // Not longer than it is valid.
        holders -= 1;
        await held.release().catch(() => {});
      }
    };
    await Promise.all([client(), client(), client(), client()]);
    expect(most).toBe(1);
    expect(grants).toBeGreaterThan(3);
  });
}
