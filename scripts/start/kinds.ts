// The other kinds, each in one scene: its purpose, and whether its promise was kept.
import { createLocks, type Locks } from "../../src/index.ts";
import { type Gateway, startGateway } from "../../src/tools/gateway/gateway.ts";
import type { Stack } from "./stack.ts";

const LEASE_MS = 1_000;

/** Each resolves to whether its promise was kept. */
const SCENES: Readonly<Record<string, (locks: Locks, gateway: Gateway) => Promise<boolean>>> = {
  "fair lock: three waiters got it in the order in which they came": async (locks) => {
    const lock = locks.fairLock("fair");
    const holder = await lock.acquire();
    const order: number[] = [];
    const waiting: Promise<void>[] = [];
    for (const nth of [1, 2, 3]) {
      await new Promise<void>((queued) => {
        const acquiring = lock.acquire({ onWait: () => queued() });
        waiting.push(
          acquiring.then(async (held) => {
            order.push(nth);
            await held.release();
          }),
        );
      });
    }
    await holder.release();
    await Promise.all(waiting);
    return order.join() === "1,2,3";
  },
  "fenced lock: a holder whose lease had run out wrote, and the fence refused it": async (locks) => {
    const [lock, fence] = [locks.fencedLock("fenced"), locks.fence("fenced")];
    const paused = await lock.acquire();
    await lock.forceRelease();
    const next = await lock.acquire();
    const written = await fence.set(`${locks.prefix}stock`, "41", next.fencingToken);
    const late = await fence.set(`${locks.prefix}stock`, "42", paused.fencingToken);
    await next.release();
    return written && !late;
  },
  "spin lock: a waiter got it without a stream": async (locks, gateway) => {
    const subscribed = async () => (await gateway.counters()).byCommand["SUBSCRIBE"];
    const before = await subscribed();
    const lock = locks.spinLock("spin");
    const holder = await lock.acquire();
    let tries = 0;
    const onWait = (): void => {
      tries += 1;
      if (tries === 2) holder.release();
    };
    await (await lock.acquire({ onWait })).release();
    return (await subscribed()) === before;
  },
  "non-reentrant lock: its own owner was refused a second hold": async (locks) => {
    const lock = locks.nonReentrantLock("once");
    await using held = await lock.acquire();
    return await lock.acquire({ owner: held.owner }).then(
      () => false,
      (error) => error.code === "ALREADY_HELD",
    );
  },
  "read/write lock: two read at once, and a writer came when both had left": async (locks) => {
    const lock = locks.readWriteLock("article");
    const readers = [await lock.readLock().acquire(), await lock.readLock().acquire()];
    const refused = await lock.writeLock().tryAcquire();
    const writing = lock.writeLock().acquire();
    await Promise.all(readers.map((reader) => reader.release()));
    await (await writing).release();
    return refused === null;
  },
  "multi lock: two transfers between the same two accounts, in opposite orders, both went through": async (locks) => {
    const [from, to] = [locks.lock("account:1"), locks.lock("account:2")];
    const transfers = [locks.multiLock(from, to), locks.multiLock(to, from)];
    const done = await Promise.all(transfers.map((both) => both.withLock(() => true)));
    return done.every(Boolean);
  },
  "red lock: held on two of three databases when the third had gone": async (locks, gateway) => {
    const options = { engine: gateway.isEngine };
    const others = [await startGateway(options), await startGateway(options)];
    const nodes = others.map((redis) => createLocks({ redis, leaseMs: LEASE_MS }));
    try {
      await others[1]?.close();
      const red = locks.redLock(...[locks, ...nodes].map((node) => node.lock("red")));
      const held = await red.acquire();
      const refused = await red.tryAcquire();
      return refused === null && (await held.release()).outcome === "released";
    } finally {
      for (const node of nodes) node.close();
      await others[0]?.close();
    }
  },
  "semaphore: of three callers two worked at a time": async (locks) => {
    const semaphore = locks.semaphore("seats");
    await semaphore.trySetPermits(2);
    let [working, most] = [0, 0];
    const caller = async (): Promise<void> => {
      await semaphore.acquire();
      working += 1;
      most = Math.max(most, working);
      await semaphore.availablePermits();
      working -= 1;
      await semaphore.release();
    };
    await Promise.all([caller(), caller(), caller()]);
    return most <= 2 && (await semaphore.drainPermits()) === 2;
  },
  "permit-expirable semaphore: a permit whose holder had died was back after its lease": async (locks) => {
    const semaphore = locks.permitExpirableSemaphore("slots");
    await semaphore.trySetPermits(1);
    const dead = await semaphore.acquire({ leaseMs: LEASE_MS });
    const next = await semaphore.acquire();
    const late = await dead.release();
    return late.outcome === "expired" && (await next.release()).outcome === "released";
  },
  "count-down latch: the waiter went on when the second of two had counted down": async (locks) => {
    const latch = locks.countDownLatch("pages");
    await latch.trySetCount(2);
    let open = false;
    const waiting = latch.wait().then(() => {
      open = true;
    });
    await latch.countDown();
    const tooEarly = open;
    await latch.countDown();
    await waiting;
    return !tooEarly;
  },
  "single flight: twenty callers asked, one ran it, and all have its result": async (locks) => {
    let runs = 0;
    const run = (): number => {
      runs += 1;
      return runs;
    };
    const callers = Array.from({ length: 20 }, () => locks.singleFlight("token", run, { ttlMs: 10_000 }));
    return (await Promise.all(callers)).every((nth) => nth === 1);
  },
};

/** Plays each, and reports to `check` whether its promise was kept. */
export async function playKinds(
  { gateway, locks }: Pick<Stack, "gateway" | "locks">,
  check: (holds: boolean, promise: string) => void,
): Promise<void> {
  const own = locks({ leaseMs: LEASE_MS });
  for (const [promise, play] of Object.entries(SCENES)) {
    const holds = await play(own, gateway).catch((error: unknown) => {
      console.error(error);
      return false;
    });
    check(holds, promise);
  }
}
