// Holders and waiters that end without a word: a killed isolate, a suspended machine, a cut invocation of a Worker.
import assert from "node:assert/strict";
import { DirectedWorld, PLATFORMS, TAKES, type Take } from "../directed-world.ts";
import { type DirectedPlay, directed, lasts } from "./play.ts";
import { AT_ONCE_MS, NO_POLLS, SHORT_LEASE_MS } from "./times.ts";

const lockOfClientLease: Take = async ({ locks }, options) => {
  const held = await locks.lock("x").acquire(options);
  return () => held.release();
};

export const ENDS: readonly DirectedPlay[] = [
  ...PLATFORMS.map(({ platform, isWorker }) =>
    directed(
      `a lock whose holder is killed goes to a waiter in ${platform} at the end of the lease`,
      async (compiled) => {
        const world = new DirectedWorld(compiled, { isWorker, locks: { ...NO_POLLS, leaseMs: 10_000 } });
        const [holder, waiter] = [world.isolate("holder"), world.isolate("waiter")];
        world.world.after(500, () => holder.isolate.kill());
        const held = world.asks(holder, lockOfClientLease, { holdMs: 1_000 });
        const waits = world.asks(waiter, lockOfClientLease, { afterMs: 100 });
        await world.end(held, waits);
        lasts("the way to the next holder", waits.tookAt, 10_000 + AT_ONCE_MS, 10_000);
      },
    ),
  ),

  ...(["lock", "fencedLock", "fairLock"] as const).map((kind) =>
    directed(
      `a lock whose next holder dies in the moment of its grant goes on to the next waiter: ${kind}`,
      async (compiled) => {
        const onLine = (line: string): void => {
          if (line.includes("message to first")) world.world.after(0, () => first.isolate.kill());
        };
        const world = new DirectedWorld(compiled, { locks: NO_POLLS, onLine });
        const first = world.isolate("first");
        const held = world.asks(world.isolate("holder"), TAKES[kind], { holdMs: 3_000 });
        const dead = world.asks(first, TAKES[kind], { afterMs: 500 });
        const waits = world.asks(world.isolate("second"), TAKES[kind], { afterMs: 1_000 });
        await world.end(held, dead, waits);
        lasts("the hand-over", waits.tookAt - held.gaveAt, SHORT_LEASE_MS + 2 * AT_ONCE_MS, AT_ONCE_MS);
      },
    ),
  ),

  ...[
    { clocks: "the monotonic clock stands still", stopsMonotonic: true },
    { clocks: "both clocks go on", stopsMonotonic: false },
  ].map(({ clocks, stopsMonotonic }) =>
    directed(`a suspended machine finds its hold lost at the first look, if ${clocks}`, async (compiled) => {
      const world = new DirectedWorld(compiled, { locks: { leaseMs: 5_000 } });
      const holder = world.isolate("holder");
      const looksAfter = async (): Promise<boolean> => {
        const held = await holder.locks.lock("x").acquire();
        const { signal } = held;
        return new Promise((resolve) => {
          world.world.after(100, () => {
            holder.isolate.suspend(10_000, stopsMonotonic, () => resolve(signal.aborted));
          });
        });
      };
      assert.deepEqual(await world.play([holder, looksAfter]), [true]);
    }),
  ),

  ...(
    [
      { kind: "lock", mostMs: SHORT_LEASE_MS },
      // Its place in the queue.
      { kind: "fairLock", mostMs: 15_000 },
    ] as const
  ).map(({ kind, mostMs }) =>
    directed(
      `a waiter whose invocation is cut delays the next one by at most ${mostMs} ms: ${kind}`,
      async (compiled) => {
        const world = new DirectedWorld(compiled, { isWorker: true });
        const [holder, other] = [world.isolate("holder"), world.isolate("other")];
        const take = TAKES[kind];
        const held = world.asks(holder, take, { holdMs: 5_000 });
        const cut = world.asks(other, take, { afterMs: 500 });
        world.world.after(3_000, () => cut.invocation.cut());
        const waits = world.asks(other, take, { afterMs: 1_000 });
        await world.end(held, cut, waits);
        lasts("the hand-over", waits.tookAt - held.gaveAt, mostMs + 2 * AT_ONCE_MS);
      },
    ),
  ),
];
