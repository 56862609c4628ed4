// The snapshots of a lock manager. From the Web Locks specification.
import { describe, expect, it } from "vitest";
import type { LockInfo, LockManager } from "../../../../src/edge/web-locks/index.ts";
import { hold, managersOf, pending } from "../../../support/lock-managers.ts";
import type { Endpoint } from "../../../support/rest.ts";

const shared = { mode: "shared" } as const;

function idOf(infos: readonly LockInfo[], name: string): string | undefined {
  return infos.find((info) => info.name === name)?.clientId;
}

export function queryContract(redis: Endpoint): void {
  const manager = (): LockManager => managersOf(redis)();

  describe("query()", () => {
    it("tells of nothing when no lock is used", async () => {
      expect(await manager().query()).toEqual({ held: [], pending: [] });
    });

    it("tells who holds and who waits, with plain objects that are new each time", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const waiting = locks.request("n", shared, () => {});
      const [one, other] = await Promise.all([locks.query(), locks.query()]);
      const clientId = expect.any(String);
      expect(one).toEqual({
        held: [{ name: "n", mode: "exclusive", clientId }],
        pending: [{ name: "n", mode: "shared", clientId }],
      });
      expect(one).toEqual(other);
      expect(one.held[0]).not.toBe(other.held[0]);
      expect(Object.getPrototypeOf(one.held[0])).toBe(Object.prototype);
      await first.release();
      await waiting;
    });

    it("tells the pending requests of a name in their order", async () => {
      const locks = manager();
      const first = await hold(locks, "n");
      const modes = ["shared", "exclusive", "exclusive", "shared", "shared"] as const;
      const waiting = modes.map((mode) => locks.request("n", { mode }, () => {}));
      const snapshot = await locks.query();
      expect(snapshot.pending.map(({ mode }) => mode)).toEqual(modes);
      await first.release();
      await Promise.all(waiting);
    });

    it("tells of each holder of a shared lock", async () => {
      const locks = manager();
      const all = await Promise.all([1, 2, 3].map(() => hold(locks, "n", shared)));
      expect((await locks.query()).held.map(({ mode }) => mode)).toEqual(["shared", "shared", "shared"]);
      await Promise.all(all.map(({ release }) => release()));
    });

    it("comes after all that was asked before it, and before all that was asked later", async () => {
      const locks = manager();
      const requests = [locks.request("n", () => {})];
      const early = locks.query();
      requests.push(locks.request("m", () => {}));
      const late = locks.query();
      expect((await early).held.map(({ name }) => name)).toEqual(["n"]);
      expect((await late).held.map(({ name }) => name)).toEqual(expect.arrayContaining(["m"]));
      await Promise.all(requests);
    });

    it("does not tell of a lock that was released before", async () => {
      const locks = manager();
      await locks.request("n", async () => {
        expect((await locks.query()).held).toHaveLength(1);
      });
      expect((await locks.query()).held).toEqual([]);
    });

    it("tells of all managers, each with one id, so that a deadlock can be seen", async () => {
      const make = managersOf(redis);
      const [one, other] = [make(), make()];
      const held = [await hold(one, "a"), await hold(other, "b")];
      const controller = new AbortController();
      const { signal } = controller;
      const waiting = [one.request("b", { signal }, () => {}), other.request("a", { signal }, () => {})];
      for (const request of waiting) request.catch(() => {});
      await pending(one, "b", 1);
      await pending(one, "a", 1);
      const snapshot = await one.query();
      expect(idOf(snapshot.held, "a")).toBe(idOf(snapshot.pending, "b"));
      expect(idOf(snapshot.held, "b")).toBe(idOf(snapshot.pending, "a"));
      expect(idOf(snapshot.held, "a")).not.toBe(idOf(snapshot.held, "b"));
      expect(await other.query()).toEqual(snapshot);
      controller.abort();
      await Promise.allSettled(waiting);
      for (const each of held) await each.release();
    });

    it("does not tell of the locks of another prefix", async () => {
      const first = await hold(manager(), "n");
      expect((await manager().query()).held).toEqual([]);
      await first.release();
    });

    it("tells of 250 names in their pages", async () => {
      const locks = manager();
      const names = Array.from({ length: 250 }, (_, nth) => `n${nth}`);
      const all = await Promise.all(names.map((name) => hold(locks, name)));
      const { held } = await locks.query();
      expect(held.map(({ name }) => name).sort()).toEqual([...names].sort());
      // The same while others use these names, which are asked for between two pages.
      let isOver = false;
      const used = (async (): Promise<void> => {
        const other = manager();
        for (let from = 0; !isOver; from = (from + 7) % 250)
          await Promise.all(
            names.slice(from, from + 7).map((name) => other.request(name, { ifAvailable: true }, () => {})),
          );
      })();
      for (let time = 0; time < 5; time += 1) expect((await locks.query()).held).toHaveLength(250);
      isOver = true;
      await used;
      await Promise.all(all.map(({ release }) => release()));
      expect((await locks.query()).held).toEqual([]);
    });
  });
}
