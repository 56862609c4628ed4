// Promises of single kinds.
import assert from "node:assert/strict";
import type { Stroke } from "../../../../src/engine/simulation/network.ts";
import type { Actor } from "../actor.ts";
import { DirectedWorld, PLATFORMS, type Take } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts, takeTurns } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS } from "./times.ts";

const PERMITS = 3;
const SHORT_MS = 2_000;
const REPLY_LATE_MS = 50;

/** Locks whose hold ends with a short lease, unless its holder renews it. */
const SHORT_HOLDS: Readonly<Record<string, Take>> = {
  async lock({ locks }, options) {
    const held = await locks.lock("x").acquire({ ...options, leaseMs: SHORT_MS });
    return () => held.release();
  },
  async fairLock({ locks }, options) {
    const held = await locks.fairLock("x").acquire({ ...options, leaseMs: SHORT_MS });
    return () => held.release();
  },
  async "write lock"({ locks }, options) {
    const held = await locks
      .readWriteLock("x")
      .writeLock()
      .acquire({ ...options, leaseMs: SHORT_MS });
    return () => held.release();
  },
  async "light lock"({ light }, { waitMs }) {
    const held = await light.lock("x").acquire({ waitMs, leaseMs: SHORT_MS });
    return () => held.release();
  },
  async "permit with a lease"({ locks }, options) {
    const held = await locks.permitExpirableSemaphore("x", { permits: 1 }).acquire({ ...options, leaseMs: SHORT_MS });
    return () => held.release();
  },
};

/** Takes a lock twice, and gives one hold back at once. */
const TWICE: Readonly<Record<string, Take>> = Object.fromEntries(
  (["lock", "fencedLock", "fairLock"] as const).map((kind) => [
    kind,
    async ({ locks, isolate }: Actor, options) => {
      const held = await locks[kind]("x").acquire(options);
      const again = await locks[kind]("x").acquire({ owner: held.owner, waitMs: 0 });
      await again.release();
      await isolate.sleep(30);
      return () => held.release();
    },
  ]),
);

/** Two permits, which callers take one by one. */
const PERMITS_OF_TWO: Readonly<Record<string, Take>> = {
  async "with a lease"({ locks }, options) {
    const held = await locks.permitExpirableSemaphore("x", { permits: 2 }).acquire(options);
    return () => held.release();
  },
  async "without a lease"({ locks }, options) {
    const slots = locks.semaphore("x", { permits: 2 });
    await slots.acquire(options);
    return () => slots.release();
  },
};

/** Two permits at a time. */
const PAIRS: Take = async ({ locks }, options) => {
  const slots = locks.semaphore("x", { permits: 4 });
  await slots.acquire(2, options);
  return () => slots.release(2);
};

const DOUBLED: Stroke = { kind: "doubled request", ms: 400 };
const LOST: Stroke = { kind: "lost reply" };

export const KINDS: readonly DirectedPlay[] = [
  ...Object.entries(SHORT_HOLDS).map(([kind, take]) =>
    directed(`a holder whose lease has ended releases nothing of the next holder: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled);
      const slow = world.asks(world.isolate("slow"), take, { holdMs: SHORT_MS + 1_000 });
      const next = world.asks(world.isolate("next"), take, { afterMs: 200, holdMs: SHORT_MS - 200 });
      const third = world.asks(world.isolate("third"), take, { afterMs: SHORT_MS + 1_200 });
      await world.end(slow, next, third);
      assert.ok(next.tookAt < slow.gaveAt, "the lease does not end");
      // A hold counts from its request.
      takeTurns([slow, next, third], SHORT_MS - AT_ONCE_MS);
    }),
  ),

  ...Object.entries(SHORT_HOLDS).map(([kind, take]) =>
    directed(`holders that are killed delay others by their lease at most: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled);
      const dead = world.isolate("dead");
      const held = world.asks(dead, take, { holdMs: SHORT_MS });
      const waits = world.asks(world.isolate("next"), take, { afterMs: 200 });
      world.world.after(500, () => dead.isolate.kill());
      await world.end(held, waits);
      lasts("the way to the next holder", waits.tookAt, SHORT_MS + 1_000 + AT_ONCE_MS);
    }),
  ),

  ...Object.entries(TWICE).map(([kind, take]) =>
    directed(`callers of two isolates that hold a lock twice follow one another at once: ${kind}`, async (compiled) => {
      const world = new DirectedWorld(compiled, { locks: NO_POLLS });
      const [near, far] = [world.isolate("near"), world.isolate("far")];
      const askers = Array.from({ length: 12 }, (_, at) =>
        world.asks(at % 4 === 3 ? far : near, take, { afterMs: 200 * (at % 3) + at }),
      );
      await world.end(...askers);
      lasts("the last turn", Math.max(...askers.map(({ tookAt }) => tookAt)), 12 * 2 * AT_ONCE_MS);
    }),
  ),

  directed("the newest call of another isolate interrupts the one that runs at once", async (compiled) => {
    for (const afterMs of [20, 45, 100, 1_000, 4_000]) {
      const world = new DirectedWorld(compiled, { locks: NO_POLLS });
      const [older, newer] = [world.isolate("older"), world.isolate("newer")];
      let interruptedAt = Number.NaN;
      let ranAt = Number.NaN;
      const runs = ({ locks, isolate }: Actor, began: () => void, ended: () => void): Promise<void> =>
        locks.withLock(
          "x",
          async ({ signal }) => {
            began();
            signal.addEventListener("abort", ended);
            await isolate.sleep(9_000);
          },
          { mode: "newest", waitMs: 60_000 },
        );
      const isRobbed = (): Promise<unknown> =>
        runs(
          older,
          () => {},
          () => {
            interruptedAt = world.world.now;
          },
        ).catch((error: { code: string }) => error.code);
      const steals = async (): Promise<unknown> => {
        await newer.isolate.sleep(afterMs);
        return runs(
          newer,
          () => {
            ranAt = world.world.now;
          },
          () => {},
        );
      };
      assert.deepEqual(await world.play<unknown>([older, isRobbed], [newer, steals]), ["LOCK_STOLEN", undefined]);
      lasts(`the interruption of a call ${afterMs} ms older`, interruptedAt - ranAt, AT_ONCE_MS, -AT_ONCE_MS);
    }
  }),

  directed("each waiter of a flight reads its result by one request", async (compiled) => {
    const world = new DirectedWorld(compiled, { locks: NO_POLLS });
    const actors = Array.from({ length: 5 }, (_, at) => world.isolate(`isolate${at}`));
    let requests = Number.NaN;
    let runs = 0;
    const flies = ({ locks, isolate }: Actor): Promise<number> =>
      locks.singleFlight(
        "x",
        async () => {
          runs += 1;
          await isolate.sleep(3_000);
          requests = world.network.requests;
          return 42;
        },
        { ttlMs: 120_000 },
      );
    const results = await world.play(...actors.map((actor) => [actor, () => flies(actor)] as const));
    assert.deepEqual(results, [42, 42, 42, 42, 42]);
    assert.equal(runs, 1);
    // Beside its release, of which Redis does not know the script.
    assert.equal(world.network.requests - requests, 2 + 4, "more than the release, and a request of each waiter");
  }),

  ...[DOUBLED, LOST].map((stroke) =>
    directed(`a latch counts each request once, although one has a ${stroke.kind}`, async (compiled) => {
      for (let nth = 1; nth <= 4; nth += 1) {
        const world = new DirectedWorld(compiled);
        const caller = world.isolate("caller");
        let requests = 0;
        world.network.direct = () => {
          requests += 1;
          return requests === nth ? stroke : undefined;
        };
        const counts = async (): Promise<number> => {
          const latch = caller.locks.countDownLatch("x");
          await latch.trySetCount(5);
          await latch.countDown();
          await latch.countDown();
          await caller.isolate.sleep(1_000);
          return latch.count();
        };
        assert.deepEqual(await world.play([caller, counts]), [3], `request ${nth}`);
      }
    }),
  ),

  ...[1, 2].map((permits) =>
    directed(
      `withPermit gives ${permits} of its permits back, although Redis is away for a while`,
      async (compiled) => {
        for (const awayMs of [1_000, 10_000, 60_000]) {
          const world = new DirectedWorld(compiled);
          const caller = world.isolate("caller");
          const works = (): Promise<unknown> =>
            caller.locks
              .semaphore("x", { permits: PERMITS })
              .withPermit(
                async () => {
                  world.network.direct = () => ({ kind: "lost request" });
                  world.world.after(awayMs, () => {
                    world.network.direct = () => undefined;
                  });
                },
                { permits },
              )
              .catch(() => undefined);
          await world.play([caller, works]);
          await world.world.run(world.world.now + 120_000);
          assert.equal(world.database.ask("GET", "lock:x"), String(PERMITS), `after ${awayMs} ms`);
        }
      },
    ),
  ),

  ...PLATFORMS.flatMap(({ platform, isWorker }) =>
    Object.entries({ ...PERMITS_OF_TWO, "without a lease, in pairs": PAIRS }).map(([kind, take]) =>
      directed(
        `permits given back one shortly after the other call two waiters in ${platform}: ${kind}`,
        async (compiled) => {
          for (const lateMs of [0, 70]) {
            for (let laterMs = 5; laterMs < 130; laterMs += 10) {
              const world = new DirectedWorld(compiled, { isWorker, locks: NO_POLLS });
              const [near, far] = [world.isolate("near"), world.isolate("far")];
              const isLate = (name: string): boolean => name === "near" && world.world.now > 2_000;
              // Either the messages or the replies are late.
              world.network.delayOf = (name) => (isLate(name) ? lateMs : 0);
              world.network.direct = ({ name }) =>
                isLate(name) ? { kind: "late reply", ms: lateMs === 0 ? REPLY_LATE_MS : 0 } : undefined;
              const first = world.asks(far, take, { holdMs: 3_000 });
              const second = world.asks(far, take, { holdMs: 3_000 + laterMs });
              const waiters = [500, 700].map((afterMs) => world.asks(near, take, { afterMs, holdMs: 1_000 }));
              await world.end(first, second, ...waiters);
              const served = Math.max(...waiters.map(({ tookAt }) => tookAt));
              lasts(`the second hand-over, ${laterMs} ms later`, served - second.gaveAt, 2 * AT_ONCE_MS);
            }
          }
        },
      ),
    ),
  ),

  directed("a waiter for two permits that gives up around a release passes its wake on", async (compiled) => {
    for (let atMs = 3_025; atMs < 3_135; atMs += 10) {
      const world = new DirectedWorld(compiled, { locks: NO_POLLS });
      const [near, far] = [world.isolate("near"), world.isolate("far")];
      world.network.direct = ({ name }) => (name === "near" ? { kind: "late reply", ms: REPLY_LATE_MS } : undefined);
      world.asks(far, PAIRS, { holdMs: 60_000 });
      const held = world.asks(far, PAIRS, { holdMs: 3_000 });
      const first = world.asks(near, PAIRS, { afterMs: 500, waitMs: atMs - 500 });
      const second = world.asks(near, PAIRS, { afterMs: 700 });
      await world.end(held, first, second);
      lasts(`the hand-over beside an end at ${atMs} ms`, second.tookAt - held.gaveAt, 4 * AT_ONCE_MS);
    }
  }),
];
