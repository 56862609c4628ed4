// redlock-universal renews in `using` when 20 % of the lease is left, and aborts a signal.
import { Redis } from "ioredis";
import { createLock, IoredisAdapter } from "redlock-universal";
import { type Endpoint, type Grant, LEASE_MS } from "../../faults/locker.ts";

export async function redlockUniversal({ redisUrl }: Endpoint) {
  const adapter = new IoredisAdapter(new Redis(redisUrl).on("error", () => {}));
  return (key: string): Promise<Grant> => {
    const lock = createLock({ adapter, key, ttl: LEASE_MS, retryAttempts: 1_000_000 });
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
