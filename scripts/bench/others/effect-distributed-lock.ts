// effect-distributed-lock renews each third of the lease, and interrupts the effect when the lock is lost.
import { once } from "node:events";
import { Effect } from "effect";
import { DistributedSemaphore, RedisBacking } from "effect-distributed-lock";
import { Redis } from "ioredis";
import type { Endpoint, Kept } from "../locker.ts";

export async function effectDistributedLock({ redisUrl }: Endpoint, ttl: number) {
  const layer = RedisBacking.layer(new Redis(redisUrl).on("error", () => {}));
  return (key: string): Promise<Kept> =>
    new Promise((granted, failed) => {
      const work = Effect.promise((signal) => {
        const ending = new AbortController();
        const release = () => {
          ending.abort();
          return ended;
        };
        granted({ isHeld: () => !signal.aborted, release });
        return once(ending.signal, "abort");
      });
      const made = DistributedSemaphore.make(key, { limit: 1, ttl });
      const all = Effect.flatMap(made, (lock) => lock.withPermits(1)(work));
      const ended = Effect.runPromise(Effect.provide(all, layer)).catch(failed);
    });
}
