// redlock-universal tries each 100 ms, renews in `using` when 20 % of the lease is left, and aborts a signal.
import { Redis } from "ioredis";
import { createLock, IoredisAdapter, type UniversalLock } from "redlock-universal";
import type { Endpoint, Kept } from "../locker.ts";

export async function redlockUniversal({ redisUrl }: Endpoint, ttl: number) {
  const adapter = new IoredisAdapter(new Redis(redisUrl).on("error", () => {}));
  // A new lock object asks for the connection's health first: one object for each name spares it these requests.
  const locks = new Map<string, UniversalLock>();
  return (key: string): Promise<Kept> => {
    const lock = locks.get(key) ?? createLock({ adapter, key, ttl, retryAttempts: Number.MAX_SAFE_INTEGER });
    locks.set(key, lock);
    return new Promise((granted, failed) => {
      const work = (signal: AbortSignal, end: () => void): void => {
        const release = () => {
          end();
          return used;
        };
        granted({ isHeld: () => !signal.aborted, release });
      };
      const used = lock.using<void>((signal) => new Promise((end) => work(signal, end)));
      used.catch(failed);
    });
  };
}
