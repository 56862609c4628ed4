// The contract of `withLock`, by a lock and by a name, for the runtime and kind that are passed.
import { describe, expect, it } from "vitest";
import {
  createClient,
  createLocks,
  type Held,
  type KeepAliveOptions,
  LockLostError,
  type LocksOptions,
  lock as lockOf,
  permitExpirableSemaphore,
} from "../../../../src/index.ts";
import { reached } from "../../../support/bare-locks.ts";
import { itWaits, leaseTime } from "../../../support/place.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { BackgroundWork } from "../../../support/wait-until.ts";
import { type ExclusiveKind, locksOf } from "../kinds.ts";

const LEASE_MS = leaseTime(1_500);
const LONG = { leaseMs: 30_000 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const aborted = (held: Held): Promise<void> =>
  new Promise((resolve) => held.signal.addEventListener("abort", () => resolve(), { once: true }));

/** Returns the LOCK_LOST error in which a call ended. */
async function lossOf(call: Promise<unknown>): Promise<LockLostError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof LockLostError)) throw new Error(`no LOCK_LOST: ${String(error)}`, { cause: error });
  return error;
}

export function withLockContract(redis: Endpoint, kind: ExclusiveKind): void {
  const make = (options: Partial<LocksOptions> = {}) => locksOf(kind, { redis, leaseMs: LEASE_MS, ...options });

  describe.concurrent("withLock", () => {
    itWaits("renews the lock while the function runs, past its lease, and releases it", async () => {
      const lock = make().lock(uniqueName());
      const kept = await lock.withLock(async (held) => {
        await sleep(2 * LEASE_MS);
        return !held.signal.aborted && (await held.check());
      });
      expect(kept).toBe(true);
      expect(await lock.isLocked()).toBe(false);
    });

    itWaits("ends in LOCK_LOST with the result when the signal reported the loss", async () => {
      const lock = make().lock(uniqueName());
      const lost = await lossOf(
        lock.withLock(async (held) => {
          await make().lock(lock.name).forceRelease();
          await aborted(held);
          return { receipt: 42 };
        }),
      );
      expect(lost).toMatchObject({ code: "LOCK_LOST", lockName: lock.name, end: "lost" });
      expect("cause" in lost).toBe(false);
      expect(lost.result).toEqual({ receipt: 42 });
      // The result is the caller's data: an error is printed and logged without it.
      expect(JSON.stringify(lost)).not.toContain("receipt");
      expect(Object.keys(lost)).not.toContain("result");
    });

    it.each([
      ["free", false],
      ["taken", true],
    ])("ends in LOCK_LOST when the release finds the lock %s", async (end, isTaken) => {
      const lock = make(LONG).lock(uniqueName());
      const work = async (): Promise<string> => {
        await make().lock(lock.name).forceRelease();
        if (isTaken) await make(LONG).lock(lock.name).acquire();
        return "done";
      };
      const lost = await lossOf(lock.withLock(work));
      expect(lost).toMatchObject({ end, result: "done" });
      expect(await lock.isLocked()).toBe(isTaken);
    });

    itWaits(
      "ends in LOCK_LOST with the function's own error as cause, when it threw and the lock was lost",
      async () => {
        const lock = make().lock(uniqueName());
        let thrown: unknown;
        const lost = await lossOf(
          lock.withLock(async (held) => {
            await make().lock(lock.name).forceRelease();
            await aborted(held);
            thrown = held.signal.reason;
            held.signal.throwIfAborted();
          }),
        );
        expect(lost.cause).toBe(thrown);
        expect("result" in lost).toBe(false);
      },
    );

    it("ends in the function's own error when the lock was not lost", async () => {
      const lock = make(LONG).lock(uniqueName());
      const failing = lock.withLock(() => {
        throw new TypeError("the user's own");
      });
      await expect(failing).rejects.toThrow(TypeError);
      expect(await lock.isLocked()).toBe(false);
    });

    itWaits("does not renew a lease that leaseMs fixes, and reports its end", async () => {
      const lock = make(LONG).lock(uniqueName());
      const options = { leaseMs: leaseTime(1_000) };
      const lost = await lossOf(lock.withLock(() => sleep(leaseTime(1_200)).then(() => 7), options));
      expect(lost).toMatchObject({ end: undefined, result: 7, maxHoldMs: undefined });
      expect(await lock.withLock(({ leaseMs }) => leaseMs, options)).toBe(leaseTime(1_000));
    });

    itWaits("loses the lock one lease after maxHoldMs", async () => {
      const lock = make().lock(uniqueName());
      const start = performance.now();
      const maxHoldMs = leaseTime(1_000);
      const lost = await lossOf(lock.withLock((held) => aborted(held).then(() => "late"), { maxHoldMs }));
      expect(lost).toMatchObject({ end: undefined, result: "late", maxHoldMs });
      expect(lost.message).toContain(`maxHoldMs (${maxHoldMs} ms) had ended its renewals, and its lease ran out`);
      expect(performance.now() - start).toBeGreaterThan(maxHoldMs);
    });

    itWaits("keeps to its maxHoldMs after a keepAlive of the function, unless that has another", async () => {
      const lock = make().lock(uniqueName());
      const maxHoldMs = leaseTime(1_000);
      const keptBy = (options: KeepAliveOptions): Promise<boolean> =>
        lock.withLock(
          async (held) => {
            await sleep(maxHoldMs / 2);
            held.keepAlive(new BackgroundWork(), options);
            await Promise.race([aborted(held), sleep(maxHoldMs + LEASE_MS)]);
            return held.check();
          },
          { maxHoldMs },
        );
      expect(await lossOf(keptBy({}))).toMatchObject({ result: false, maxHoldMs });
      expect(await keptBy({ maxHoldMs: 60_000 })).toBe(true);
    });

    it.each<[string, (held: Held) => Promise<unknown>]>([
      ["released by the function", (held) => held.release()],
      ["released by its text", (held) => make(LONG).lock(held.name).release(held.serialize())],
      ["moved away", async (held) => held.serialize({ move: true })],
    ])("does not report a loss of a hold that was %s", async (_, end) => {
      const lock = make(LONG).lock(uniqueName());
      const used = lock.withLock(async (held) => {
        await end(held);
        return 7;
      });
      expect(await used).toBe(7);
    });

    it("ends in LOCK_LOST when the function's own release finds the lock lost", async () => {
      const lock = make(LONG).lock(uniqueName());
      const lost = await lossOf(
        lock.withLock(async (held) => {
          await make().lock(lock.name).forceRelease();
          return (await held.release()).outcome;
        }),
      );
      expect(lost.result).toBe("expired");
    });

    it("leaves the lock to background work that the function started", async () => {
      const lock = make().lock(uniqueName());
      const background = new BackgroundWork();
      let finish = (): void => {};
      const until = new Promise<void>((resolve) => {
        finish = resolve;
      });
      expect(await lock.withLock((held) => held.keepAlive(background, { until }) && 7)).toBe(7);
      expect(await lock.isLocked()).toBe(true);
      finish();
      await background.settled();
      expect(await lock.isLocked()).toBe(false);
    });

    it("returns the result when its locks were closed meanwhile, but released in time", async () => {
      const locks = make(LONG);
      const lock = locks.lock(uniqueName());
      const used = lock.withLock((held) => {
        locks.close();
        return held.signal.aborted;
      });
      expect(await used).toBe(true);
      expect(await make().lock(lock.name).isLocked()).toBe(false);
    });

    it("passes the release to the context, also for a fixed lease", async () => {
      for (const options of [{}, { leaseMs: leaseTime(5_000) }]) {
        const context = new BackgroundWork();
        const lock = make().lock(uniqueName());
        await lock.withLock(() => {}, { context, ...options });
        expect(context.promises.length).toBeGreaterThan(0);
        await context.settled();
        expect(await lock.isLocked()).toBe(false);
      }
    });
  });
}

export function withLockByNameContract(redis: Endpoint): void {
  describe.concurrent("withLock by a name", () => {
    itWaits("runs a function with the plain lock of a name, and renews it meanwhile", async () => {
      const locks = createLocks({ redis: reached(redis), leaseMs: LEASE_MS });
      const name = uniqueName();
      const result = await locks.withLock(
        name,
        async (held) => {
          await sleep(1.5 * LEASE_MS);
          return [held.name, await locks.lock(name).isHeldBy(held.owner)];
        },
        { waitMs: 0 },
      );
      expect(result).toEqual([name, true]);
      expect(await locks.lock(name).isLocked()).toBe(false);
    });

    it("ends in LOCK_LOST with the result when the lock was lost", async () => {
      const locks = createLocks({ redis: reached(redis) });
      const name = uniqueName();
      const used = locks.withLock(name, async () => {
        await locks.lock(name).forceRelease();
        return 7;
      });
      expect(await lossOf(used)).toMatchObject({ lockName: name, result: 7 });
    });

    it("admits one of many callers at a time", async () => {
      const locks = createLocks({ redis: reached(redis) });
      const name = uniqueName();
      let [inside, most] = [0, 0];
      const work = async (): Promise<void> => {
        inside += 1;
        most = Math.max(most, inside);
        await sleep(5);
        inside -= 1;
      };
      await Promise.all(Array.from({ length: 6 }, () => locks.withLock(name, work, { waitMs: 30_000 })));
      expect(most).toBe(1);
    });
  });
}

/** Wrong use fails at the call, before anything is sent: this client has no server. */
export function withLockOptionsContract(): void {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "canary" } });
  const wrong: [option: string, options: unknown][] = [
    ["context", { context: {} }],
    ["context", { context: null }],
    ["context", { context: true }],
    ["maxHoldMs", { maxHoldMs: 999 }],
    ["maxHoldMs", { maxHoldMs: "900000" }],
    ["maxHoldMs", { maxHoldMs: 2 ** 31 }],
    ["maxHoldMs", { maxHoldMs: 60_000, leaseMs: 5_000 }],
    ["listen", { listen: "yes" }],
    ["listen", { listen: 1 }],
    ["listen", { listen: true, leaseMs: 5_000 }],
    ["keepAlive", { keepAlive: true }],
    ["leaseMs", { leaseMs: 1 }],
    ["options", null],
    ["options", 5],
  ];

  it.each(wrong)("withLock and withPermit name %s, case %#", async (option, options) => {
    const refused = { code: "INVALID_OPTION", option };
    const lock = locks.lock("x");
    const semaphore = locks.permitExpirableSemaphore("s");
    await expect(Reflect.apply(lock.withLock, lock, [() => 1, options])).rejects.toMatchObject(refused);
    await expect(Reflect.apply(locks.withLock, locks, ["x", () => 1, options])).rejects.toMatchObject(refused);
    await expect(Reflect.apply(semaphore.withPermit, semaphore, [() => 1, options])).rejects.toMatchObject(refused);
  });

  it("withLock and withPermit refuse to listen without streams", async () => {
    const polls = createClient({ redis: { url: "https://nowhere.invalid", token: "canary" } });
    const refused = { code: "INVALID_OPTION", option: "listen" };
    const listens = { listen: true };
    await expect(lockOf(polls, "x").withLock(() => 1, listens)).rejects.toMatchObject(refused);
    const semaphore = permitExpirableSemaphore(polls, "s");
    await expect(semaphore.withPermit(() => 1, listens)).rejects.toMatchObject(refused);
  });

  it("withLock and withPermit name the function and the lock", async () => {
    const semaphores = [locks.semaphore("s"), locks.permitExpirableSemaphore("s")];
    for (const fn of [undefined, null, 5, {}]) {
      const refused = { code: "INVALID_OPTION", option: "fn" };
      await expect(Reflect.apply(locks.withLock, locks, ["x", fn])).rejects.toMatchObject(refused);
      for (const of of semaphores) await expect(Reflect.apply(of.withPermit, of, [fn])).rejects.toMatchObject(refused);
    }
    const nameless = Reflect.apply(locks.withLock, locks, ["", () => 1]);
    await expect(nameless).rejects.toMatchObject({ code: "INVALID_OPTION", option: "name" });
  });
}
