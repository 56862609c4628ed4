// Semaphores, latches and leased permits, shared with the real Redisson: their special behaviour. every-kind.test.ts
// has the tests for every kind.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WaitOptions } from "../../../../src/index.ts";
import { countDownChannel, permitLeasesKey, semaphoreChannel } from "../../../../src/lock/keys.ts";
import { startNode } from "../../../support/child-process.ts";
import { eventually } from "../../../support/eventually.ts";
import { command, redisTime } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";
import { asleep } from "../../../support/waiting.ts";
import type { AskedArgs, CounterCall } from "../counters.ts";
import { JavaError } from "../jvm.ts";
import { type CounterKind, isIn, isSince } from "../kinds.ts";
import { ODD_NAMES } from "../steps.ts";
import { Both } from "./both.ts";
import { newest, versionsUnlessShort } from "./versions.ts";

const SOON_MS = 5_000;
const WAIT_MS = 20_000;
const LEASE_MS = 10_000;

type Asks = (call: CounterCall, args?: AskedArgs) => Promise<unknown>;

/** Options of a wait, and its start: the second refusal comes after the confirmation of its stream. */
function waiting(): { readonly options: WaitOptions; begun(): Promise<unknown> } {
  let refusals = 0;
  const onWait = (): void => {
    refusals += 1;
  };
  return { options: { waitMs: WAIT_MS, onWait }, begun: () => asleep(() => refusals) };
}

/** Returns the time from the act to the end of the wait, ms. */
async function afterAct(act: () => Promise<unknown>, waited: Promise<unknown>): Promise<number> {
  const actedAt = performance.now();
  await Promise.all([act(), waited]);
  return performance.now() - actedAt;
}

describe(`semaphores and latches with Redisson ${newest}`, () => {
  const both = new Both(newest);
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await both.java()).owner();
  });
  afterAll(() => both.stop());

  async function javas(kind: CounterKind, name: string): Promise<Asks> {
    const thread = await both.java();
    return (call, args = {}) => thread.ask(kind, name, call, args);
  }

  describe("semaphore", { concurrent: true }, () => {
    async function shared(name = uniqueName()) {
      return { name, java: await javas("semaphore", name), our: both.locks({ pollMs: 60_000 }).semaphore(name) };
    }

    it("Java has the permits: ours is refused", async () => {
      const { java, our } = await shared();
      expect(await java("trySetPermits", { permits: 3 })).toBe(true);
      expect(await java("tryAcquire", { permits: 2 })).toBe(true);
      expect(await our.tryAcquire(2)).toBe(false);
      expect(await our.availablePermits()).toBe(1);
      expect(await our.tryAcquire()).toBe(true);
      expect(await java("availablePermits")).toBe(0);
    });

    it("ours has the permits: Java is refused", async () => {
      const { java, our } = await shared();
      expect(await our.trySetPermits(3)).toBe(true);
      await our.acquire(2);
      expect(await java("tryAcquire", { permits: 2 })).toBe(false);
      expect(await java("tryAcquire", { permits: 2, waitMs: 100 })).toBe(false);
      expect(await java("tryAcquire", { permits: 1 })).toBe(true);
      expect(await our.drainPermits()).toBe(0);
    });

    it("Java gives some back: ours is woken by its message", async () => {
      const { java, our } = await shared();
      await our.trySetPermits(0);
      for (const [call, wanted] of [
        ["release", 1],
        ["release", 3],
        ["addPermits", 2],
      ] as const) {
        const { options, begun } = waiting();
        const waited = our.acquire(wanted, options);
        await begun();
        expect(await afterAct(() => java(call, { permits: wanted }), waited)).toBeLessThan(SOON_MS);
      }
      expect(await java("availablePermits")).toBe(0);
    });

    it("ours gives some back: Java is woken by our message", async () => {
      const { name, java, our } = await shared();
      await our.trySetPermits(0);
      for (const give of [() => our.release(2), () => our.addPermits(2)]) {
        const waited = java("tryAcquire", { permits: 2, waitMs: WAIT_MS });
        await both.listeningTo(semaphoreChannel(name));
        expect(await afterAct(give, waited)).toBeLessThan(SOON_MS);
        expect(await waited).toBe(true);
      }
      expect(await our.availablePermits()).toBe(0);
    });

    it("set by Java with a TTL: after it, there is none for ours", {
      skip: !isSince(newest, [3, 29]),
    }, async () => {
      const { java, our } = await shared();
      await java("trySetPermits", { permits: 1, ttlMs: 2_000 });
      expect(await our.tryAcquire()).toBe(true);
      await eventually(async () => {
        const error: unknown = await our.tryAcquire().catch((thrown: unknown) => thrown);
        return Object(error).code === "PERMITS_UNSET";
      });
    });

    it("set by ours with a TTL: after it, there is none for Java", async () => {
      const { java, our } = await shared();
      await our.trySetPermits(2, { ttlMs: 2_000 });
      expect(await java("tryAcquire", { permits: 1 })).toBe(true);
      await eventually(async () => (await java("trySetPermits", { permits: 5 })) === true);
      expect(await our.availablePermits()).toBe(5);
    });

    it("Java has a permit and is killed: it is lost, until ours gives one", async () => {
      const { name, our } = await shared();
      await using jvm = await both.another();
      const dead = await both.java({ jvm });
      await our.trySetPermits(1);
      expect(await dead.ask("semaphore", name, "tryAcquire", { permits: 1 })).toBe(true);
      await jvm.signal("SIGKILL");
      expect(await our.tryAcquire()).toBe(false);
      await our.release();
      expect(await our.tryAcquire()).toBe(true);
    });

    it("ours has a permit and is killed: it is lost, until Java gives one", async () => {
      const { name, java, our } = await shared();
      await our.trySetPermits(1);
      const source = `import { createLocks } from "./src/index.ts";
        await createLocks({ prefix: "", redis: ${JSON.stringify({ url: both.gateway.url, token: both.gateway.token })} })
          .semaphore(${JSON.stringify(name)}).acquire();
        console.log("holds");
        setInterval(() => {}, 1_000);`;
      await using holder = startNode(["--input-type=module-typescript", "-e", source]);
      await holder.line(/^holds$/);
      await holder.kill();
      expect(await java("tryAcquire", { permits: 1 })).toBe(false);
      await java("release", { permits: 1 });
      expect(await java("tryAcquire", { permits: 1 })).toBe(true);
    });

    it.each(ODD_NAMES)("the name %j is the same semaphore to both, and the same channel", async (odd) => {
      const { name, java, our } = await shared(`${odd}${uniqueName()}`);
      await java("trySetPermits", { permits: 0 });
      const waited = java("tryAcquire", { permits: 1, waitMs: WAIT_MS });
      await both.listeningTo(semaphoreChannel(name));
      expect(await afterAct(() => our.release(), waited)).toBeLessThan(SOON_MS);
      expect(await waited).toBe(true);
    });
  });

  describe("countDownLatch", { concurrent: true }, () => {
    async function shared(name = uniqueName()) {
      return {
        name,
        java: await javas("countDownLatch", name),
        our: both.locks({ pollMs: 60_000 }).countDownLatch(name),
      };
    }

    it("closed by Java: ours waits in vain", async () => {
      const { java, our } = await shared();
      expect(await java("trySetCount", { count: 2 })).toBe(true);
      expect(await our.trySetCount(1)).toBe(false);
      await expect(our.wait({ waitMs: 100 })).rejects.toMatchObject({ code: "LOCK_BUSY" });
      await our.countDown();
      expect(await java("getCount")).toBe(1);
    });

    it("closed by ours: Java waits in vain", async () => {
      const { java, our } = await shared();
      expect(await our.trySetCount(2)).toBe(true);
      expect(await java("trySetCount", { count: 1 })).toBe(false);
      expect(await java("await", { waitMs: 100 })).toBe(false);
      await java("countDown");
      expect(await our.count()).toBe(1);
    });

    it("counted down by Java: ours is woken by its message", async () => {
      const { java, our } = await shared();
      await our.trySetCount(2);
      const { options, begun } = waiting();
      const waited = our.wait(options);
      await begun();
      await java("countDown");
      expect(await our.count()).toBe(1);
      expect(await afterAct(() => java("countDown"), waited)).toBeLessThan(SOON_MS);
    });

    it("counted down by ours: Java is woken by our message", async () => {
      const { name, java, our } = await shared();
      await java("trySetCount", { count: 2 });
      const waited = java("await", { waitMs: WAIT_MS });
      await both.listeningTo(countDownChannel(name));
      await our.countDown();
      expect(await afterAct(() => our.countDown(), waited)).toBeLessThan(SOON_MS);
      expect(await waited).toBe(true);
      expect(await command(both.gateway, "EXISTS", name)).toBe(0);
    });

    it("deleted by Java: ours is woken by its message", async () => {
      const { java, our } = await shared();
      await our.trySetCount(1);
      const { options, begun } = waiting();
      const waited = our.wait(options);
      await begun();
      expect(await afterAct(() => java("delete"), waited)).toBeLessThan(SOON_MS);
    });

    it("deleted by ours: Java is woken by our message", async () => {
      const { name, java, our } = await shared();
      await java("trySetCount", { count: 1 });
      const waited = java("await", { waitMs: WAIT_MS });
      await both.listeningTo(countDownChannel(name));
      expect(await afterAct(() => our.delete(), waited)).toBeLessThan(SOON_MS);
      expect(await waited).toBe(true);
    });

    it.each(ODD_NAMES)("the name %j is the same latch to both, and the same channel", async (odd) => {
      const { name, java, our } = await shared(`${odd}${uniqueName()}`);
      await our.trySetCount(1);
      const waited = java("await", { waitMs: WAIT_MS });
      await both.listeningTo(countDownChannel(name));
      expect(await afterAct(() => our.countDown(), waited)).toBeLessThan(SOON_MS);
      expect(await waited).toBe(true);
    });
  });
});

const versions = versionsUnlessShort.filter((version) => isIn(version, "permitExpirableSemaphore"));

describe.each(versions)("leased permits with Redisson %s", (version) => {
  const both = new Both(version);
  beforeAll(async () => {
    await both.start();
    // The first call of a client is slow.
    await (await both.java()).owner();
  });
  afterAll(() => both.stop());

  async function shared(permits: number, name = uniqueName()) {
    const thread = await both.java();
    const java: Asks = (call, args = {}) => thread.ask("permitExpirableSemaphore", name, call, args);
    const our = both.locks({ pollMs: 60_000 }).permitExpirableSemaphore(name);
    expect(await our.trySetPermits(permits)).toBe(true);
    return { name, java, our };
  }

  describe("permitExpirableSemaphore", { concurrent: true }, () => {
    it("Java releases ours by its id, and ours Java's; each reports a permit that is not leased", async () => {
      const { java, our } = await shared(2);
      const permit = await our.acquire();
      const id = String(await java("tryAcquire", { waitMs: 0, leaseMs: 20_000 }));
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(await java("tryRelease", { permitId: permit.id })).toBe(true);
      expect(await permit.check()).toBe(false);
      expect((await permit.release()).outcome).toBe("expired");
      expect((await our.release(id)).outcome).toBe("released");
      expect(await java("tryRelease", { permitId: id })).toBe(false);
      expect(await our.availablePermits()).toBe(2);
    });

    it("Java sets ours a longer lease, and ours does not shorten it", async () => {
      const { name, java, our } = await shared(1);
      const permit = await our.acquire({ leaseMs: LEASE_MS });
      expect(await java("updateLeaseTime", { permitId: permit.id, leaseMs: 60_000 })).toBe(true);
      await permit.renew();
      const [, score] = await command<string[]>(both.gateway, "ZRANGE", permitLeasesKey(name), 0, 0, "WITHSCORES");
      expect(Number(score) - (await redisTime(both.gateway))).toBeGreaterThan(50_000);
      expect((await permit.release()).outcome).toBe("released");
    });

    it("two waiters of each side: each gets one of the permits that come back", async () => {
      const { java, our } = await shared(4);
      const permits = await our.acquireMany(4);
      const other = await both.java();
      const times = { waitMs: WAIT_MS, leaseMs: 20_000 };
      const theirs = [java("tryAcquire", times), other.ask("permitExpirableSemaphore", our.name, "tryAcquire", times)];
      await both.listeningTo(semaphoreChannel(our.name));
      const [one, two] = [waiting(), waiting()];
      const ours = [our.acquire(one.options), our.acquire(two.options)];
      await Promise.all([one.begun(), two.begun()]);
      const releasedAt = performance.now();
      expect((await our.release(permits.map(({ id }) => id))).outcome).toBe("released");
      const ids = [...(await Promise.all(theirs)), ...(await Promise.all(ours)).map(({ id }) => id)];
      expect(performance.now() - releasedAt).toBeLessThan(SOON_MS);
      expect(new Set(ids).size).toBe(4);
      expect(await our.acquiredPermits()).toBe(4);
    });

    it("Java's permit without a lease never ends for ours", async () => {
      const { java, our } = await shared(1);
      const id = String(await java("tryAcquire"));
      expect(await our.tryAcquire({ waitMs: 300 })).toBeNull();
      expect(await our.acquiredPermits()).toBe(1);
      expect((await our.release(id)).outcome).toBe("released");
    });

    it("lists: Java releases several of ours, or none when one is not leased", {
      skip: !isSince(version, [3, 41]),
    }, async () => {
      const { java, our } = await shared(3);
      const permits = await our.acquireMany(3);
      const [first = "", ...others] = permits.map(({ id }) => id);
      await our.release(first);
      const refused = await java("releaseMany", { permitIds: [first, ...others] }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(JavaError);
      expect(await our.acquiredPermits()).toBe(2);
      await java("releaseMany", { permitIds: others });
      expect(await our.availablePermits()).toBe(3);
    });

    it.each(ODD_NAMES)("the name %j is the same to both, and the same channel", async (odd) => {
      const { name, java, our } = await shared(1, `${odd}${uniqueName()}`);
      const permit = await our.acquire();
      const waited = java("tryAcquire", { waitMs: WAIT_MS, leaseMs: 20_000 });
      await both.listeningTo(semaphoreChannel(name));
      expect(await afterAct(() => permit.release(), waited)).toBeLessThan(SOON_MS);
      expect((await our.release(String(await waited))).outcome).toBe("released");
    });
  });
});
