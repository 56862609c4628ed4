// The options of a request: ifAvailable, steal and signal. From the Web Locks specification.
import { describe, expect, it } from "vitest";
import type { LockManager } from "../../../../src/edge/web-locks/index.ts";
import { gate } from "../../../support/gate.ts";
import { hold, managersOf, pending, rejection } from "../../../support/lock-managers.ts";
import type { Endpoint } from "../../../support/rest.ts";

const shared = { mode: "shared" } as const;

function isAbortError(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError" && error.constructor === DOMException;
}

export function optionsContract(redis: Endpoint): void {
  const manager = (): LockManager => managersOf(redis)();

  describe("ifAvailable", () => {
    it("gets a lock that is free", async () => {
      const result = await manager().request("n", { ifAvailable: true }, (lock) => lock?.name);
      expect(result).toBe("n");
    });

    it("calls back with null if the lock is held, with the result of the request, and leaves no request", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      let isInside = true;
      const request = locks.request("n", { ifAvailable: true }, (...given) => {
        expect(isInside).toBe(false);
        expect(given).toEqual([null, undefined]);
        return "result";
      });
      isInside = false;
      expect(await request).toBe("result");
      expect((await locks.query()).pending).toEqual([]);
      const thrown = new Error("own");
      const throwing = locks.request("n", { ifAvailable: true }, () => {
        throw thrown;
      });
      expect(await rejection(throwing)).toBe(thrown);
      await first.release();
    });

    it("shares a lock with others that do, unless an exclusive request waits", async () => {
      const locks = manager();
      const first = await hold(locks, "n", shared);
      await locks.request("n", { ...shared, ifAvailable: true }, (lock) => expect(lock?.mode).toBe("shared"));
      await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
      const waiting = locks.request("n", () => {});
      await locks.request("n", { ...shared, ifAvailable: true }, (lock) => expect(lock).toBeNull());
      await first.release();
      await waiting;
    });

    it("finds a lock free whose release was asked for before", async () => {
      const locks = manager();
      const { release } = await hold(locks, "n");
      const released = release();
      await Promise.resolve();
      await released;
      await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
    });

    it("finds a lock that is held inside its own callback", async () => {
      const locks = manager();
      const result = await locks.request("n", () => locks.request("n", { ifAvailable: true }, (lock) => lock));
      expect(result).toBeNull();
    });
  });

  describe("steal", () => {
    it("takes the lock: the request that held it rejects, and its callback runs on for nothing", async () => {
      const locks = manager();
      const { opened, open } = gate();
      const log: string[] = [];
      const victim = locks.request("n", async () => {
        await opened;
        log.push("the victim's callback ends");
        throw new Error("dropped");
      });
      await locks.query();
      const stolen = await hold(locks, "n", { steal: true });
      const error = await rejection(victim);
      expect(isAbortError(error)).toBe(true);
      expect(error).toMatchObject({ cause: { code: "LOCK_STOLEN" } });
      open();
      await opened;
      // What settles now changes nothing.
      await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
      expect(log).toEqual(["the victim's callback ends"]);
      await stolen.release();
      await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
    });

    it("takes a lock that is free, and one that is shared from all", async () => {
      const locks = manager();
      await locks.request("n", { steal: true }, (lock) => expect(lock).toMatchObject({ mode: "exclusive" }));
      const victims = await Promise.all([hold(locks, "n", shared), hold(locks, "n", shared)]);
      await locks.request("n", { steal: true }, () => {});
      for (const { done } of victims) expect(isAbortError(await rejection(done))).toBe(true);
    });

    it("passes the queue, which stays as it is", async () => {
      const locks = manager();
      const log: string[] = [];
      const victim = await hold(locks, "n");
      const waiting = ["w1", "w2"].map((each) => locks.request("n", () => void log.push(each)));
      const thief = await hold(locks, "n", { steal: true });
      expect(isAbortError(await rejection(victim.done))).toBe(true);
      expect((await locks.query()).pending).toHaveLength(2);
      log.push("the thief releases");
      await thief.release();
      await Promise.all(waiting);
      expect(log).toEqual(["the thief releases", "w1", "w2"]);
    });

    it("of two thieves at once gives the lock to the later one, and calls back both", async () => {
      const locks = manager();
      const called: string[] = [];
      const { opened, open } = gate();
      const [first, second] = ["first", "second"].map((each) =>
        locks.request("n", { steal: true }, () => called.push(each) && opened),
      );
      expect(isAbortError(await rejection(Promise.resolve(first)))).toBe(true);
      const { held } = await locks.query();
      expect(held).toHaveLength(1);
      expect(called).toEqual(["first", "second"]);
      open();
      await second;
    });

    it("takes the lock from another manager, whose holder is told by message or its next renewal", async () => {
      const make = managersOf(redis);
      const victim = await hold(make(), "n");
      const thief = await hold(make(), "n", { steal: true });
      expect(await rejection(victim.done)).toMatchObject({
        name: "AbortError",
        cause: { code: "LOCK_STOLEN", thief: { owner: thief.held.owner } },
      });
      expect(victim.held.signal.reason).toMatchObject({ code: "LOCK_STOLEN" });
      await thief.release();
    });

    it("is found at the latest by the release of the victim, whose request then rejects", async () => {
      const make = managersOf(redis, { leaseMs: 60_000 });
      const victim = await hold(make(), "n");
      await make().request("n", { steal: true }, () => {});
      expect(await rejection(victim.release())).toMatchObject({ name: "AbortError", cause: { code: "LOCK_STOLEN" } });
    });
  });

  describe("a signal", () => {
    it("ends the wait: the request rejects in abort(), with the very reason, and its callback never runs", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const reasons = [new Error("own"), "a string", { an: "object" }, null];
      for (const reason of reasons) {
        const controller = new AbortController();
        const request = locks.request("n", { signal: controller.signal }, () => expect.fail("called back"));
        await pending(locks, "n", 1);
        controller.abort(reason);
        expect(await rejection(request)).toBe(reason);
        expect((await locks.query()).pending).toEqual([]);
      }
      await first.release();
      await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
    });

    it("without a reason is an AbortError", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const controller = new AbortController();
      const request = locks.request("n", { signal: controller.signal }, () => {});
      controller.abort();
      const error = await rejection(request);
      expect(error).toBe(controller.signal.reason);
      expect(error).toMatchObject({ name: "AbortError" });
      await first.release();
    });

    it("that aborts in the turn of the request leaves nothing", async () => {
      const locks = manager();
      const controller = new AbortController();
      const request = locks.request("n", { signal: controller.signal }, () => expect.fail("called back"));
      controller.abort("own");
      expect(await rejection(request)).toBe("own");
      expect(await locks.query()).toEqual({ held: [], pending: [] });
    });

    it("that aborts while the grant is on its way gives the lock back, and no callback runs", async () => {
      const locks = manager();
      // The request is sent before the signal aborts, and is answered later.
      for (let hops = 0; hops < 40; hops += 4) {
        const controller = new AbortController();
        const request = locks.request("n", { signal: controller.signal }, () => expect.fail("called back"));
        for (let hop = 0; hop < hops; hop += 1) await undefined;
        controller.abort(hops);
        expect(await rejection(request)).toBe(hops);
        await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
      }
    });

    it("that aborts a waiting exclusive request lets those that share acquire behind it", async () => {
      const locks = manager();
      const first = await hold(locks, "n", shared);
      const controller = new AbortController();
      const aborted = locks.request("n", { signal: controller.signal }, () => expect.fail("called back"));
      const next = [1, 2].map(() => locks.request("n", shared, () => {}));
      await pending(locks, "n", 3);
      controller.abort("own");
      expect(await rejection(aborted)).toBe("own");
      await Promise.all(next);
      await first.release();
    });

    it("means nothing once the callback is called", async () => {
      const locks = manager();
      const controller = new AbortController();
      const result = await locks.request("n", { signal: controller.signal }, async () => {
        controller.abort("own");
        await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).toBeNull());
        return "result";
      });
      expect(result).toBe("result");
    });

    it("may be that of several requests", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const controller = new AbortController();
      const all = ["n", "n", "n"].map((name) => locks.request(name, { signal: controller.signal }, () => {}));
      await pending(locks, "n", 3);
      controller.abort("own");
      expect(await Promise.all(all.map(rejection))).toEqual(["own", "own", "own"]);
      await first.release();
      expect(await locks.query()).toEqual({ held: [], pending: [] });
    });
  });
}
