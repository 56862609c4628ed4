// The contract of keepAlive, for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import type { LockEvent, LocksOptions } from "../../../../src/index.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { eventually } from "../../../support/eventually.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import { command, type Endpoint, hash } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);
const IN_WORKER = "WebSocketPair" in globalThis;

export function keepAliveContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  describe.concurrent("keepAlive", () => {
    itWaits("holds the lock past its lease, and ends with the release", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await new Promise((resolve) => setTimeout(resolve, 2.5 * LEASE_MS));
      expect(held.signal.aborted).toBe(false);
      expect(await lock.isHeldBy(held.owner)).toBe(true);
      expect(await held.release()).toMatchObject({ outcome: "released" });
      const { reason, renewals } = await kept.ended;
      expect(reason).toBe("released");
      expect(renewals).toBeGreaterThanOrEqual(4);
    });

    it("gives waitUntil only short promises, never the loop", async () => {
      const background = new BackgroundWork();
      const held = await make().lock(uniqueName()).acquire();
      held.keepAlive(background);
      expect(background.promises).toHaveLength(0);
      await held.release();
      expect(background.promises).toHaveLength(1);
      expect(await background.settled()).toMatchObject([{ status: "fulfilled" }]);
    });

    itWaits("stops renewing on stop, and the lock ends with its lease", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      kept.stop();
      expect(await kept.ended).toEqual({ reason: "stopped", renewals: 0 });
      await eventually(async () => !(await lock.isLocked()), 3 * LEASE_MS);
      expect(held.signal.aborted).toBe(true);
    });

    itWaits("stops renewing at maxHoldMs", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const { reason, renewals } = await held.keepAlive(new BackgroundWork(), { maxHoldMs: leaseTime(2_000) }).ended;
      expect(reason).toBe("max-hold");
      expect(renewals).toBeGreaterThanOrEqual(2);
      expect(await held.check()).toBe(true);
      await eventually(async () => !(await lock.isLocked()), 3 * LEASE_MS);
    });

    itWaits("blames maxHoldMs for a loss, unless the renewals began again", async () => {
      const lock = make().lock(uniqueName());
      const held = await lock.acquire();
      const aborted = new Promise((resolve) => held.signal.addEventListener("abort", resolve, { once: true }));
      await held.keepAlive(new BackgroundWork(), { maxHoldMs: leaseTime(1_000) }).ended;
      const again = held.keepAlive(new BackgroundWork(), { maxHoldMs: leaseTime(1_200) });
      const other = await make().lock(uniqueName()).acquire();
      const otherAborted = new Promise((resolve) => other.signal.addEventListener("abort", resolve, { once: true }));
      await other.keepAlive(new BackgroundWork(), { maxHoldMs: leaseTime(1_000) }).ended;
      other.keepAlive(new BackgroundWork()).stop();
      expect((await again.ended).reason).toBe("max-hold");
      await Promise.all([aborted, otherAborted]);
      expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST", maxHoldMs: leaseTime(1_200) });
      expect(other.signal.reason).toMatchObject({ code: "LOCK_LOST", maxHoldMs: undefined });
    });

    itWaits("finds a loss at the next renewal, and emits it once", async () => {
      const events: LockEvent[] = [];
      const lock = make({ onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await make().lock(lock.name).forceRelease();
      expect((await kept.ended).reason).toBe("lost");
      expect(held.signal.aborted).toBe(true);
      expect(events.filter(({ type }) => type === "lost")).toMatchObject([{ reason: "gone", owner: held.owner }]);
    });

    itWaits("takes nothing from an owner that took the lock away, whatever its kind", async () => {
      const lock = make({ leaseMs: leaseTime(3_000) }).lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await make().lock(lock.name).forceRelease();
      const thief = await createLocks({ redis, leaseMs: 60_000 }).readWriteLock(lock.name).writeLock().acquire();
      const before = await hash(redis, lock.name);
      expect(await kept.ended).toMatchObject({ reason: "lost" });
      expect(held.signal.reason).toMatchObject({ code: "LOCK_LOST" });
      // The loss is known, so that no reply about the lock is needed.
      expect(await held.release()).toMatchObject({ outcome: "expired" });
      expect(await hash(redis, lock.name)).toEqual(before);
      expect(await command<number>(redis, "PTTL", lock.name)).toBeGreaterThan(50_000);
      expect(await thief.release()).toMatchObject({ outcome: "released" });
    });

    itWaits("finds that its key was deleted, and does not restore it", async () => {
      const events: LockEvent[] = [];
      const lock = make({ leaseMs: leaseTime(3_000), onEvent: (event) => events.push(event) }).lock(uniqueName());
      const held = await lock.acquire();
      const kept = held.keepAlive(new BackgroundWork());
      await command(redis, "DEL", lock.name);
      expect(await kept.ended).toMatchObject({ reason: "lost" });
      expect(events.filter(({ type }) => type === "lost")).toMatchObject([{ reason: "gone" }]);
      expect(await command(redis, "EXISTS", lock.name)).toBe(0);
    });

    it("renews only this hold, not a later hold of the same owner", async () => {
      const name = uniqueName();
      const lock = make({ leaseMs: leaseTime(3_000) }).lock(name);
      const owner = `again:${crypto.randomUUID()}`;
      const first = await lock.acquire({ owner });
      await make().lock(lock.name).forceRelease();
      const second = await lock.acquire({ owner, leaseMs: 20_000 });
      await expect(first.renew()).rejects.toMatchObject({ code: "LOCK_LOST" });
      expect(await first.release()).toMatchObject({ outcome: "expired" });
      expect(await second.check()).toBe(true);
      await second.release();
    });

    it("is refused for a lease fixed at acquire, and for a context without waitUntil", async () => {
      const lock = make().lock(uniqueName());
      const fixed = await lock.acquire({ leaseMs: leaseTime(5_000) });
      expect(() => fixed.keepAlive(new BackgroundWork())).toThrowError(
        expect.objectContaining({ code: "LEASE_FIXED" }),
      );
      await fixed.release();
      await using held = await lock.acquire();
      for (const context of [{}, null, true]) {
        const call = (): unknown => Reflect.apply(held.keepAlive, held, [context]);
        expect(call).toThrowError(expect.objectContaining({ code: "NO_WAIT_UNTIL" }));
      }
    });

    it("says where the options belong if they are passed as the context", async () => {
      const name = uniqueName();
      await using held = await make().lock(name).acquire();
      for (const options of [{ maxHoldMs: 1_000 }, { until: Promise.resolve() }]) {
        const call = (): unknown => Reflect.apply(held.keepAlive, held, [options]);
        const message = expect.stringMatching(/the first argument is the context; .*keepAlive\(undefined, \{ … \}\)/);
        expect(call).toThrowError(expect.objectContaining({ code: "NO_WAIT_UNTIL", message }));
        expect(call).toThrowError(name);
      }
    });

    itWaits("needs no context, except in a Worker, where the error names what to pass", async () => {
      const lock = make().lock(uniqueName());
      await using held = await lock.acquire();
      if (IN_WORKER) {
        const message = expect.stringContaining("in a Worker pass ctx");
        expect(() => held.keepAlive()).toThrowError(expect.objectContaining({ code: "NO_WAIT_UNTIL", message }));
        return;
      }
      held.keepAlive();
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(true);
    });

    itWaits("renews while background work runs, and releases at its end, not with the scope", async () => {
      const lock = make().lock(uniqueName());
      const background = new BackgroundWork();
      let finish = (): void => {};
      const work = new Promise<void>((resolve) => {
        finish = resolve;
      });
      {
        await using held = await lock.acquire();
        held.keepAlive(background, { until: work });
      }
      await new Promise((resolve) => setTimeout(resolve, 1.5 * LEASE_MS));
      expect(await lock.isLocked()).toBe(true);
      finish();
      await background.settled();
      expect(await lock.isLocked()).toBe(false);
    });

    itWaits("renews until the last of several background promises has settled", async () => {
      const lock = make().lock(uniqueName());
      const background = new BackgroundWork();
      const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      const long = sleep(1.5 * LEASE_MS);
      {
        await using held = await lock.acquire();
        const first = held.keepAlive(background, { until: sleep(100) });
        held.keepAlive(background, { until: long });
        expect((await first.ended).reason).toBe("stopped");
      }
      await sleep(300);
      expect(await lock.isLocked()).toBe(true);
      await background.settled();
      expect(await lock.isLocked()).toBe(false);
    });

    it("leaves a moved hold to its receiver when background work ends", async () => {
      const locks = make({ leaseMs: 20_000 });
      const background = new BackgroundWork();
      const held = await locks.lock(uniqueName()).acquire();
      held.keepAlive(background, { until: new Promise<void>((resolve) => setTimeout(resolve, 50)) });
      const receiver = await locks.resume(held.serialize({ move: true }));
      await background.settled();
      expect(await receiver.check()).toBe(true);
      expect(await receiver.release()).toMatchObject({ outcome: "released" });
    });

    it("leaves the release to the scope when the context takes no work", async () => {
      const lock = make().lock(uniqueName());
      const over = {
        waitUntil(): void {
          throw new TypeError("this invocation is over");
        },
      };
      const body = async (): Promise<void> => {
        await using held = await lock.acquire();
        held.keepAlive(over, { until: Promise.reject(new Error("the work's own")) });
      };
      await expect(body()).rejects.toThrow("this invocation is over");
      expect(await lock.isLocked()).toBe(false);
    });

    it.skipIf(IN_WORKER)("leaves the errors of work on Node to the work's own promise", async () => {
      const held = await make().lock(uniqueName()).acquire();
      const work = Promise.reject(new Error("handled by its owner"));
      const kept = held.keepAlive(undefined, { until: work });
      await expect(work).rejects.toThrow("handled by its owner");
      expect((await kept.ended).reason).toBe("released");
    });

    it("releases when background work fails, and leaves the error to the platform", async () => {
      const lock = make().lock(uniqueName());
      const background = new BackgroundWork();
      const held = await lock.acquire();
      held.keepAlive(background, { until: Promise.reject(new Error("the work's own")) });
      const [work] = await background.settled();
      expect(work).toMatchObject({ status: "rejected", reason: { message: "the work's own" } });
      expect(await lock.isLocked()).toBe(false);
    });

    it("sets the lease again after the TTL of every key was removed", async () => {
      for (const owner of [undefined, `${crypto.randomUUID()}:1`]) {
        const name = uniqueName();
        const lock = make({ leaseMs: 30_000 }).lock(name);
        const held = await lock.acquire(owner === undefined ? {} : { owner });
        // A token has no TTL.
        const keys = async (): Promise<string[]> =>
          (await command<string[]>(redis, "KEYS", `*${name}*`)).filter((key) => !key.startsWith("redisson_lock_token"));
        const isLease = (key: string): boolean => key === name || key.includes("rwlock_timeout");
        for (const key of await keys()) await command(redis, "PERSIST", key);
        expect(await held.check()).toBe(true);
        await held.renew();
        // A renewal does not always keep what Redis remembers of a new owner.
        for (const key of (await keys()).filter((each) => owner !== undefined || isLease(each))) {
          const ttl = await command<number>(redis, "PTTL", key);
          expect(`${key} ${ttl > 0 && (!isLease(key) || ttl <= 30_000)}`).toBe(`${key} true`);
        }
        expect(await held.check()).toBe(true);
        expect(await held.release()).toMatchObject({ outcome: "released" });
        expect(await command(redis, "EXISTS", name)).toBe(0);
        for (const key of await keys()) expect(await command<number>(redis, "PTTL", key)).toBeGreaterThan(0);
      }
    });

    it("never replaces a longer lease", async () => {
      const name = uniqueName();
      const lock = make().lock(name);
      const held = await lock.acquire();
      await command(redis, "PEXPIRE", name, 60_000);
      await held.renew();
      expect(await lock.remainingMs()).toBeGreaterThan(60_000 - leaseTime(2_000));
      await held.release();
    });
  });
}
