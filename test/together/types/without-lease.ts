// Wrong use of semaphores and latches does not compile. Checked by `npm run check -- types`; nothing here is run.
import { type CountDownLatch, createLocks, type Semaphore } from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const semaphore: Semaphore = locks.semaphore("seats");
const latch: CountDownLatch = locks.countDownLatch("ready");

// @ts-expect-error: a semaphore has a name
locks.semaphore();
// @ts-expect-error: a name is text
locks.semaphore(3);
locks.semaphore("seats", { permits: 3 });
// @ts-expect-error: how many permits there are is an option
locks.semaphore("seats", 3);
// @ts-expect-error: a misspelt option
locks.semaphore("seats", { permit: 3 });
// @ts-expect-error: a latch has a name
locks.countDownLatch();

export async function permits(signal: AbortSignal): Promise<boolean> {
  const set: boolean = await semaphore.trySetPermits(3, { ttlMs: 60_000 });
  // @ts-expect-error: how many
  await semaphore.trySetPermits();
  // @ts-expect-error: a time in ms
  await semaphore.trySetPermits(3, 60_000);
  // @ts-expect-error: a misspelt option
  await semaphore.trySetPermits(3, { ttl: 60_000 });
  // @ts-expect-error: how many
  await semaphore.addPermits();
  await semaphore.acquire();
  await semaphore.acquire(2, { waitMs: 5_000, signal, wait: "poll", onWait: ({ attempts }) => attempts });
  await semaphore.acquire({ waitMs: 5_000 });
  // @ts-expect-error: options are given once
  await semaphore.acquire({ waitMs: 5_000 }, { waitMs: 5_000 });
  // @ts-expect-error: how many comes before them
  await semaphore.acquire({ permits: 2 });
  const used: number = await semaphore.withPermit(() => 1, { permits: 2, waitMs: 5_000 });
  // @ts-expect-error: there is nothing to hold
  await semaphore.withPermit((held) => held, { waitMs: used });
  // @ts-expect-error: a permit has no lease
  await semaphore.acquire(1, { leaseMs: 5_000 });
  // @ts-expect-error: nor an owner
  await semaphore.tryAcquire(1, { owner: "me" });
  // @ts-expect-error: nor anything to hold
  (await semaphore.acquire()).release();
  // @ts-expect-error: how many, not which
  await semaphore.release("permit");
  const drained: number = await semaphore.drainPermits();
  const left: number = await semaphore.availablePermits();
  return set && drained === left && (await semaphore.tryAcquire(1, { waitMs: 10 }));
}

export async function counts(signal: AbortSignal): Promise<boolean> {
  const set: boolean = await latch.trySetCount(3);
  // @ts-expect-error: how often
  await latch.trySetCount();
  // @ts-expect-error: one at a time
  await latch.countDown(2);
  await latch.wait();
  await latch.wait({ waitMs: 5_000, signal });
  // @ts-expect-error: a time is an option
  await latch.wait(5_000);
  // @ts-expect-error: a latch has no holder
  await latch.wait({ leaseMs: 5_000 });
  const left: number = await latch.count();
  return set && left > 0 && (await latch.delete());
}
