// Hundreds of waiters for one lock in one process: the cost of a hand-over does not depend on their number.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { eventually } from "../../support/eventually.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

// A fair waiter's cost grows with its waiting time, so fewer waiters show the same.
const KINDS = [
  ["lock", 500],
  ["fairLock", 300],
] as const;

it.each(KINDS)(
  "each of many waiters costs an attempt and a release when it gets in: %s",
  async (kind, waitersCount) => {
    const locks = createLocks({ redis: gateway, waitMs: 60_000, pollMs: 60_000 });
    const lock = locks[kind]("hot");
    const holder = await lock.acquire();
    await gateway.resetCounters();
    let entered = 0;
    const waiting = Array.from({ length: waitersCount }, async () => {
      await using held = await lock.acquire();
      entered += held.holdCount;
    });
    // Several of one tick share a request.
    const scripts = async (): Promise<number> => (await gateway.counters()).byCommand["EVALSHA"] ?? 0;
    // Two attempts of each waiter.
    const joined = await eventually(async () => {
      const many = await scripts();
      return many >= 2 * waitersCount ? many : undefined;
    }, 20_000);
    const start = performance.now();
    await holder.release();
    await Promise.all(waiting);
    const seconds = (performance.now() - start) / 1_000;
    expect(entered).toBe(waitersCount);
    // A fair waiter keeps its place by an attempt every 5 s.
    const kept = kind === "fairLock" ? (Math.ceil(seconds / 5) * waitersCount) / 2 : 0;
    expect(((await scripts()) - joined - kept) / waitersCount).toBeLessThanOrEqual(kind === "fairLock" ? 4 : 3);
    await eventually(async () => (await gateway.counters()).openStreams === 0);
  },
);
