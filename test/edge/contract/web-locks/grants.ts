// The queue of a lock manager: who gets a lock, in which order, and how long it is held. From the Web Locks
// specification.
import { describe, expect, it } from "vitest";
import type { LockManager } from "../../../../src/edge/web-locks/index.ts";
import { gate } from "../../../support/gate.ts";
import { hold, managersOf, rejection } from "../../../support/lock-managers.ts";
import type { Endpoint } from "../../../support/rest.ts";

export function grantsContract(redis: Endpoint): void {
  const manager = (): LockManager => managersOf(redis)();

  describe("a callback", () => {
    it("gets the lock, and its result is the result of the request", async () => {
      const result = await manager().request("n", (lock) => {
        expect(lock).toMatchObject({ name: "n", mode: "exclusive" });
        return "result";
      });
      expect(result).toBe("result");
    });

    it("is never called inside request(), and is called as a function with a new Lock", async () => {
      const locks = manager();
      let isInside = true;
      const seen: unknown[] = [];
      const requested = [1, 2].map(() =>
        locks.request("n", { mode: "shared" }, function (this: unknown, lock, ...rest) {
          expect(isInside).toBe(false);
          expect(this).toBeUndefined();
          expect(rest).toHaveLength(1);
          seen.push(lock);
        }),
      );
      isInside = false;
      await Promise.all(requested);
      expect(seen[0]).not.toBe(seen[1]);
    });

    it("that throws releases the lock, and rejects the request with what it threw, also with a thenable", async () => {
      const locks = manager();
      // biome-ignore lint/suspicious/noThenProperty: it must not be followed
      const thenable = { then: (): never => expect.fail("it was followed") };
      for (const thrown of [new Error("own"), undefined, thenable]) {
        const request = locks.request("n", () => {
          throw thrown;
        });
        // In a list, because a thenable would be followed here.
        expect(await request.catch((error) => [error])).toEqual([thrown]);
        await locks.request("n", { ifAvailable: true }, (lock) => expect(lock).not.toBeNull());
      }
    });

    it("may return any thenable, which is followed", async () => {
      // biome-ignore lint/suspicious/noThenProperty: it is to be followed
      const thenable = { then: (resolve: (value: string) => void) => resolve("followed") };
      expect(await manager().request("n", () => thenable)).toBe("followed");
      // biome-ignore lint/suspicious/noThenProperty: its getter is to be called
      const throwing = Object.defineProperty({}, "then", {
        get() {
          throw new Error("own");
        },
      });
      expect(await rejection(manager().request("n", () => throwing))).toMatchObject({ message: "own" });
    });

    it("holds the lock until its promise settles, also when that rejects", async () => {
      const locks = manager();
      const { opened, open } = gate();
      let isHeld = false;
      const first = locks.request("n", async () => {
        isHeld = true;
        await opened;
        isHeld = false;
        throw new Error("own");
      });
      const second = locks.request("n", () => expect(isHeld).toBe(false));
      await locks.request("other", () => expect(isHeld).toBe(true));
      open();
      expect(await rejection(first)).toMatchObject({ message: "own" });
      await second;
    });
  });

  describe("requests of one name", () => {
    it("are granted in their order, one after the other", async () => {
      const locks = manager();
      const order: number[] = [];
      let held = 0;
      const request = async (nth: number): Promise<void> => {
        await locks.request("n", async () => {
          held += 1;
          expect(held).toBe(1);
          order.push(nth);
          await Promise.resolve();
          held -= 1;
        });
      };
      await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(request));
      expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    });

    it("that share are granted together, and none passes a waiting exclusive one", async () => {
      const locks = manager();
      const log: string[] = [];
      const { opened, open } = gate();
      const shared = { mode: "shared" } as const;
      const requests = [
        locks.request("n", shared, () => log.push("r1") && opened),
        locks.request("n", shared, () => log.push("r2") && opened),
        locks.request("n", () => void log.push("w1")),
        locks.request("n", shared, () => void log.push("r3")),
        locks.request("n", shared, () => void log.push("r4")),
        locks.request("n", () => void log.push("w2")),
      ];
      await locks.query();
      expect(log).toEqual(["r1", "r2"]);
      open();
      await Promise.all(requests);
      expect(log).toEqual(["r1", "r2", "w1", "r3", "r4", "w2"]);
    });

    it("after which others are granted: their callbacks run before the request that released is settled", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const log: string[] = [];
      const { opened, open } = gate();
      const next = [1, 2].map((nth) =>
        locks.request("n", { mode: "shared" }, () => {
          log.push(`next ${nth}`);
          return opened;
        }),
      );
      await first.release();
      log.push("settled");
      const { held } = await locks.query();
      expect(held).toHaveLength(2);
      expect(log).toEqual(["next 1", "next 2", "settled"]);
      open();
      await Promise.all(next);
    });
  });

  describe("requests of several names", () => {
    it("do not wait for each other", async () => {
      const locks = manager();
      const first = await hold(locks, "a");
      await locks.request("b", () => {});
      await first.release();
    });

    it("that are granted together call back in the order of the calls", async () => {
      const locks = manager();
      const order: string[] = [];
      const names = ["c", "a", "b", "a", "c", "b"];
      await Promise.all(
        names.map((name, nth) => locks.request(name, { mode: "shared" }, () => void order.push(`${name}${nth}`))),
      );
      expect(order).toEqual(names.map((name, nth) => `${name}${nth}`));
    });
  });

  describe("the name", () => {
    const names = ["", "\0", "a\0b", "\uFFFF", "\uFFFD", "\uD800", "\uDC00\uD800", "%u", "%uD800", " -", "été ☃😀"];

    it.each(names)("%j is the name of one lock", async (name) => {
      const make = managersOf(redis);
      const [one, other] = [make(), make()];
      const first = await hold(one, name);
      expect(first.lock.name).toBe(name);
      await other.request(name, { ifAvailable: true }, (lock) => expect(lock).toBeNull());
      expect((await other.query()).held.map((info) => info.name)).toEqual([name]);
      await first.release();
    });

    it("of each is that of no other lock", async () => {
      const locks = manager();
      const all = await Promise.all(names.map((name) => hold(locks, name)));
      expect(new Set((await locks.query()).held.map((info) => info.name))).toEqual(new Set(names));
      await Promise.all(all.map(({ release }) => release()));
    });
  });

  describe("two managers", () => {
    it("exclude each other, and serve their requests in the order of arrival", async () => {
      const make = managersOf(redis);
      const all = [make(), make(), make()];
      const first = await hold(make(), "n");
      const log: number[] = [];
      const requests: Promise<unknown>[] = [];
      for (let nth = 0; nth < 9; nth += 1) {
        const locks = all[nth % 3] ?? make();
        requests.push(locks.request("n", () => void log.push(nth)));
        // Its own snapshot comes after it.
        await locks.query();
      }
      await first.release();
      await Promise.all(requests);
      expect(log).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it("let all that share acquire together, each by a message", async () => {
      const make = managersOf(redis);
      const first = await hold(make(), "n");
      const { opened, open } = gate();
      let entered = 0;
      const requests = Array.from({ length: 6 }, () => {
        const locks = make();
        return locks.request("n", { mode: "shared" }, () => {
          entered += 1;
          if (entered === 6) open();
          return opened;
        });
      });
      await first.release();
      await Promise.all(requests);
    });
  });
}
